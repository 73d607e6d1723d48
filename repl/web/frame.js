// The position after each step of a game: lua/record/steps.lua says what a
// frame and a step are. Nothing here knows a rule. A step has a usual effect on
// the cards that lie on the table, and the engine's corrections follow it.

const words = (text) => text.split(" ").filter((word) => word !== "");
const add = (list, card) => (list === "" ? card : list + " " + card);

function remove(list, card) {
  const left = words(list);
  const at = left.indexOf(card);
  if (at >= 0) left.splice(at, 1);
  return { found: at >= 0, list: left.join(" ") };
}

// Take a card out of a hand, or one that is not seen.
function take(frame, seat, card) {
  const left = remove(frame["hand" + seat], card);
  frame["hand" + seat] = left.list;
  if (!left.found && frame["hidden" + seat] > 0) frame["hidden" + seat]--;
}

const bare = (card) => card.replace(/^-/, "");

const effects = {
  b(frame, [seat, card]) {
    take(frame, seat, bare(card));
    frame["bid" + seat] = card;
  },
  c(frame, [seat, gold, card, of]) {
    take(frame, seat, card);
    frame["hand" + seat] = add(frame["hand" + seat], bare(frame["bid" + of]));
    frame["bid" + of] = card;
    frame["gold" + seat] = remove(frame["gold" + seat], gold).list;
    frame.supply = add(frame.supply, gold);
  },
  p(frame, [seat, card, wins]) {
    if (card.startsWith("G")) {
      frame["gold" + seat] = remove(frame["gold" + seat], card).list;
    } else {
      take(frame, seat, card);
    }
    frame.plays = add(frame.plays, seat + " " + card);
    if (wins) frame.winning = Number(seat);
  },
  t(frame, [winner, leader, award, taker], game) {
    frame.done = { plays: frame.plays, winner: Number(winner),
      award: award || "", taker: Number(taker || 0) };
    for (const card of words(frame.plays)) {
      if (card.startsWith("G")) frame.supply = add(frame.supply, card);
    }
    if (award) {
      frame.supply = remove(frame.supply, award).list;
      frame["gold" + taker] = add(frame["gold" + taker], award);
    }
    if (winner !== "0") {
      const side = game.side_of[winner - 1];
      frame["taken" + side]++;
      if (frame["need" + side] !== "") frame["need" + side]--;
    }
    frame.plays = "";
    frame.winning = 0;
    frame.trick++;
    frame.leader = Number(leader);
  },
};

// The first frame of a round as a viewer sees it; viewer 0 sees all.
function firstFrame(game, round, viewer) {
  const frame = { ...round.frames[0] };
  if (viewer === 0 || game.seat) return frame;
  for (let seat = 1; seat <= game.players; seat++) {
    if (seat === viewer) continue;
    frame["hidden" + seat] = words(frame["hand" + seat]).length;
    frame["hand" + seat] = "";
  }
  const differs = round.frames[1] || {};
  return Object.assign(frame, differs[viewer]);
}

// The text of a step for a viewer: without a card that it may not see.
function seenStep(step, viewer, frame) {
  const text = typeof step === "string" ? step : step[0];
  const [kind, seat, card] = words(text);
  if (kind !== "b" || viewer === 0 || Number(seat) === viewer) return text;
  return frame["bid" + seat] === card ? text : `b ${seat} ?`;
}

// Every frame of a round: item 0 before its first step, item i after step i.
// A frame also has `step`, the step's text as the viewer sees it.
function framesOf(game, round, viewer) {
  let frame = firstFrame(game, round, viewer);
  const list = [{ ...frame, step: "" }];
  for (const step of round.steps) {
    frame = { ...frame, done: null, why: "" };
    const [text, all, own] = typeof step === "string" ? [step] : step;
    const [kind, ...args] = words(text);
    if (effects[kind]) effects[kind](frame, args, game);
    Object.assign(frame, all, own && own[game.seat ? game.seat : viewer]);
    frame.step = seenStep(text, game.seat || viewer, frame);
    list.push(frame);
  }
  return list;
}
