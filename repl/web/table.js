// The table: a panel for each seat, the trick in the middle, and a sentence that
// says what the last step did.

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// The places of the panels from top to bottom, by the number of seats. Place 1
// is the viewer's, the others follow clockwise; 0 is the middle.
const arrangement = { 2: [2, 0, 1], 3: [2, 3, 0, 1], 4: [3, 2, 0, 4, 1],
  5: [3, 4, 2, 0, 5, 1], 6: [4, 3, 0, 5, 2, 6, 1] };

const seatText = (seat) => `seat ${seat}`;
const capital = (text) => text[0].toUpperCase() + text.slice(1);

function sidesText(sides) {
  if (sides.length === 1) return `side ${sides[0]}`;
  return `sides ${sides.slice(0, -1).join(", ")} and ${sides.at(-1)}`;
}

const sentences = {
  b: (seat, card) => card === "?" ? `seat ${seat} lays a bid face down`
    : card.startsWith("-") ? `seat ${seat} lays ${bare(card)} face down to bid 0`
      : `seat ${seat} bids ${card}`,
  k: (seat) => `seat ${seat} keeps the bids`,
  c: (seat, gold, card, of) => `seat ${seat} pays ${gold} and replaces `
    + `${of === seat ? "its bid" : `seat ${of}'s bid`} by ${card}`,
  p: (seat, card, wins) => `seat ${seat} plays ${card}`
    + (wins ? " and wins the trick so far" : ""),
  x: (seat) => `seat ${seat} passes`,
  r: () => "the bids are turned up",
  t: (winner, leader, award, taker) =>
    (winner === "0" ? "nobody wins the trick" : `seat ${winner} wins the trick`)
    + (award ? `, seat ${taker} is awarded ${award}` : "")
    + `; seat ${leader} leads next`,
};

// The effect of the last step, as a sentence.
function sentence(round, frame) {
  const [kind, ...args] = words(frame.step);
  const why = frame.why ? ` ${capital(frame.why)}.` : "";
  if (kind === "e") {
    const text = round.winners && round.winners.length > 0
      ? `${sidesText(round.winners)} ${round.winners.length > 1 ? "share"
        : "wins"} the round` : "nobody wins the round";
    return `The round ends: ${text}.${why}`;
  }
  if (kind === "a") return capital(frame.said) + ".";
  if (sentences[kind]) return capital(sentences[kind](...args)) + "." + why;
  return `Round ${round.number} is dealt; seat ${round.first} goes first.`;
}

function fact(name, ...value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, value));
}

// Tricks taken against the bid as pips: filled for each taken, crossed for each
// beyond the bid. The text beside them says the same.
function pips(taken, bid) {
  const list = [];
  for (let i = 0; i < Math.max(taken, bid) && i < 20; i++) {
    list.push(make("i", { class: i >= bid ? "over" : i < taken ? "made" : "" }));
  }
  return make("span", { class: "pips", "aria-hidden": "true" }, list);
}

// Bid, tricks and gold of a seat. `need` is the engine's.
function facts(game, frame, seat) {
  const side = game.side_of[seat - 1];
  const bid = frame["bid" + seat];
  const gold = frame["gold" + seat];
  const need = frame["need" + side];
  const shared = game.side_of.filter((one) => one === side).length > 1;
  const taken = `${frame["taken" + side]} of ${frame["bids" + side]} taken`;
  return make("dl", {},
    fact("Bid", bid !== "" ? drawCard(bid, game.suits)
      : frame["bids" + side] === "" ? "none yet" : `${frame["bids" + side]}, `
        + "called"),
    frame["bids" + side] === "" ? null
      : fact(shared ? `Side ${side}` : "Tricks",
        pips(frame["taken" + side], frame["bids" + side]), taken
        + (need > 0 ? `, ${need} to go` : need < 0 ? `, ${-need} over` : "")),
    fact("Gold", gold === "" ? "none" : sorted(gold, game.suits).map((card) =>
      drawCard(card, game.suits))));
}

function seatPanel(game, frame, seat, place, turn) {
  const hand = frame["hand" + seat];
  const hidden = frame["hidden" + seat];
  const mine = turn === seat;
  return make("section", { class: `seat place-${place}${mine ? " turn" : ""}`,
    "aria-label": capital(seatText(seat)) },
  make("h2", {}, `${mine ? "\u25b6 " : ""}Seat ${seat} `,
    make("bdi", { class: "name" }, game.names[seat - 1]),
    make("span", { class: `side side-${game.side_of[seat - 1]}` },
      ` side ${game.side_of[seat - 1]}`),
    mine ? make("span", { class: "hidden" }, " (its turn)") : null),
  facts(game, frame, seat),
  hand === "" && hidden === 0 ? make("p", { class: "soft" }, "No cards left.")
    : cardList(hand, game.suits, `Hand of seat ${seat}`, hidden));
}

// The trick: the open one, or the one that has just been won.
function trick(game, frame, near) {
  const done = frame.done;
  const list = words(done ? done.plays : frame.plays);
  const winner = done ? done.winner : frame.winning;
  const items = [];
  for (let i = 0; i < list.length; i += 2) {
    const seat = Number(list[i]);
    const place = (seat - near + game.players) % game.players + 1;
    items.push(make("li", { class: `at-${place}${
      seat === winner ? " winning" : ""}` },
      drawCard(list[i + 1], game.suits), make("span", {}, seatText(seat)),
      seat === winner ? make("span", {}, done ? " won it" : " winning") : null,
      done && seat === done.taker
        ? make("span", {}, ` + ${done.award}`) : null));
  }
  if (items.length === 0) {
    items.push(make("li", { class: "soft none" }, "No card in the trick."));
  }
  return make("ol", { class: "trick big",
    "aria-label": done ? "The trick just won" : "Trick" }, items);
}

function centre(game, frame, near) {
  const sides = [...new Set(game.side_of)].sort();
  const number = frame.done ? frame.trick - 1 : frame.trick;
  return make("section", { class: "centre", "aria-label": "Middle" },
    make("h2", {}, `Round ${frame.round}, trick ${number}`),
    trick(game, frame, near),
    make("dl", { class: "small" },
      fact("Supply", frame.supply === "" ? "none"
        : sorted(frame.supply, game.suits).map((card) =>
          drawCard(card, game.suits))),
      frame.trump ? fact("Trump", frame.trump) : null,
      frame.times > 1 ? fact("The round counts", frame.times === 2 ? "double"
        : `${frame.times} times`) : null,
      frame.extras === "" ? null
        : fact("Extras", sorted(frame.extras, game.suits).map((card) =>
          drawCard(card, game.suits))),
      game.cumulative ? null : fact("Nuggets", sides.map((side) =>
        `side ${side}: ${frame["nuggets" + side]}`).join(", ")),
      fact(frame.step.startsWith("e") ? "Points after this round"
        : "Points before this round", sides.map((side) =>
        `side ${side}: ${frame["points" + side]}`).join(", "))));
}

// The board of a frame. `turn` is the seat that acts next, 0 for nobody.
function board(game, frame, viewer, turn) {
  const near = viewer || 1;
  const panels = arrangement[game.players].map((place) => place === 0
    ? centre(game, frame, near)
    : seatPanel(game, frame, (near + place - 2) % game.players + 1, place,
      turn));
  return make("div", { class: `board players-${game.players}` }, panels);
}
