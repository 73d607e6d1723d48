// The table: the trick in the middle, a plate for each other seat, the viewer's
// cards below, and a sentence that says what the last step did. All is on one
// screen, and nothing moves when a text changes.

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

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

const seatsOf = (game, side) =>
  game.side_of.flatMap((one, i) => one === side ? [i + 1] : []);

const isShared = (game, side) => seatsOf(game, side).length > 1;

// A side by its number or its seat; as the person calls it in a game of one.
function sideName(game, side) {
  const own = game.side_of[game.person - 1];
  if (!isShared(game, side)) {
    return side === own ? "You" : `Seat ${seatsOf(game, side)[0]}`;
  }
  return side === own ? "Us" : own && Math.max(...game.side_of) === 2 ? "Them"
    : `Side ${side}`;
}

// The sides as a seat calls them, its own first.
function sidesInOrder(game, seat = game.person) {
  const own = game.side_of[seat - 1];
  return [...new Set(game.side_of)].sort((a, b) => (b === own) - (a === own) || a - b);
}

// A seat's side beside its name: in a game of a person, the partner alone.
function besideName(game, seat) {
  const side = game.side_of[seat - 1];
  if (seat === game.person) return `seat ${seat}`;
  if (!isShared(game, side)) return "";
  return !game.person ? `side ${side}`
    : side === game.side_of[game.person - 1] ? "partner" : "";
}

// ---- Seats ------------------------------------------------------------------

// Tricks taken against the bid, and those to go. `need` is the engine's.
function tricksText(frame, side) {
  const need = frame["need" + side];
  return `${frame["taken" + side]} of ${frame["bids" + side]}`
    + (need > 0 ? `, ${need} ${frame.step === "e" ? "short" : "to go"}` : need < 0 ? `, ${-need} over` : ", met");
}

function bidFact(game, frame, seat, press) {
  const bid = frame["bid" + seat], called = frame["bids" + game.side_of[seat - 1]];
  return fact("Bid", bid !== "" ? cardControl(bid, game.suits,
    press && press(bid, seat))
    : make("span", { class: "slot" }, called === "" ? "no bid"
      : `${called}, called`));
}

function tricksFact(game, frame, seat) {
  const side = game.side_of[seat - 1];
  const bids = frame["bids" + side];
  return fact(isShared(game, side) ? sideName(game, side) : "Tricks", bids === ""
    ? make("span", { class: "soft" }, "bidding")
    : [pips(frame["taken" + side], bids), make("span", { class: "count" },
      tricksText(frame, side))]);
}

function goldFact(game, frame, seat) {
  const gold = frame["gold" + seat];
  return fact("Gold", gold === "" ? make("span", { class: "soft" }, "no gold")
    : make("span", { class: "golds" }, sorted(gold, game.suits).map((card) =>
      drawCard(card, game.suits))));
}

const seatName = (game, seat, mine) => make("h2", {},
  mine ? make("span", { class: "hidden" }, "On turn: ") : null,
  make("span", { class: "number" }, seat === game.person ? "You " : `Seat ${seat} `),
  make("bdi", { class: "name" }, game.names[seat - 1]),
  besideName(game, seat) && make("span", { class: "side" },
    besideName(game, seat)));

// Another seat: a plate with all that is known of it.
function plate(game, frame, seat, place, turn, press) {
  const hand = frame["hand" + seat], hidden = frame["hidden" + seat];
  return make("section", { class: `seat place-${place}${
    turn === seat ? " turn" : ""}`, "aria-label": `Seat ${seat}` },
  seatName(game, seat, turn === seat),
  make("dl", {}, bidFact(game, frame, seat, press),
    goldFact(game, frame, seat), tricksFact(game, frame, seat)),
  cardLine(hand, game.suits, `Hand of seat ${seat}`, hidden));
}

// The places of one's cards: the hand from the start, the gold from the end of
// two rows. `press` gives the control of a card, or of a seat's bid, or nothing.
function ownCards(game, frame, seat, press) {
  const hand = sorted(frame["hand" + seat], game.suits);
  const gold = sorted(frame["gold" + seat], game.suits);
  const places = Math.max(12, hand.length + gold.length);
  const item = (card) => make("li", {}, cardControl(card, game.suits,
    press && press(card)));
  const blanks = Array.from({ length: places - hand.length - gold.length }, () =>
    make("li", { class: "blank", "aria-hidden": "true" }));
  return make("div", { class: "own-cards", style: `--columns: ${
    Math.ceil(places / 2)}; --places: ${places}` },
  make("ul", { class: "cards", "aria-label": `Hand of seat ${seat}` },
    hand.map(item)), blanks.length > 0 ? make("ul", { class: "blanks",
    "aria-hidden": "true" }, blanks) : null,
  make("ul", { class: "golds", "aria-label": `Gold of seat ${seat}` },
    gold.map(item)));
}

// The viewer's seat, below the table.
function ownSeat(game, frame, seat, turn, press) {
  return make("section", { class: `seat own${turn === seat ? " turn" : ""}`,
    "aria-label": `Seat ${seat}` },
  make("div", { class: "own-facts" }, seatName(game, seat, turn === seat),
    make("dl", {}, bidFact(game, frame, seat, press),
      tricksFact(game, frame, seat))),
  frame["hidden" + seat] > 0 ? cardLine("", game.suits, `Hand of seat ${seat}`,
    frame["hidden" + seat]) : null, ownCards(game, frame, seat, press));
}

// ---- The middle -------------------------------------------------------------

// Where a seat's card lies: place 1 is the viewer's, the others follow clockwise;
// those of many seats lie in a row, the viewer's last.
function spot(place, players) {
  if (players > 4) return `--x: ${(place + players - 2) % players
    - (players - 1) / 2}; --y: 0`;
  const angle = 2 * Math.PI * (place - 1) / players;
  return `--x: ${(-Math.sin(angle)).toFixed(3)}; --y: ${
    Math.cos(angle).toFixed(3)}`;
}

// The trick: the open one, or the one that has just been won.
function trick(game, frame, near, turn) {
  const done = frame.done;
  const list = words(done ? done.plays : frame.plays);
  const winner = done ? done.winner : frame.winning;
  const cards = {};
  const place = (seat) => (seat - near + game.players) % game.players + 1;
  for (let i = 0; i < list.length; i += 2) {
    const seat = Number(list[i]), won = seat === winner;
    const pills = [won && (done ? "won it" : "winning"),
      done && seat === done.taker && `+${done.award}`].filter(Boolean);
    cards[seat] = make("li", { class: `at-${place(seat)}${won ? " winning" : ""}`,
      style: spot(place(seat), game.players) },
    drawCard(list[i + 1], game.suits),
    make("span", { class: "hidden" }, seatText(seat)),
    pills.length > 0 ? make("span", { class: "pill" }, pills.join(" ")) : null);
  }
  const rest = Array.from({ length: game.players }, (_, i) => i + 1).filter(
    (seat) => !cards[seat]).map((seat) => make("li", { "aria-hidden": "true",
    class: `wait${seat === turn ? " next" : ""}`,
    style: spot(place(seat), game.players) }, seat === game.person ? "You" : seat));
  return make("ol", { class: "trick",
    "aria-label": done ? "The trick just won" : "Trick" },
  list.filter((_, i) => i % 2 === 0).map((seat) => cards[seat]),
  rest);
}

// The gold of the supply: a place for each rank, also for one that is gone.
function rack(frame, suits) {
  const gold = words(frame.supply);
  const most = Math.max(8, ...gold.map((card) => Number(card.slice(1))));
  return make("span", { class: "rack" }, Array.from({ length: most + 1 },
    (_, rank) => {
      const count = gold.filter((card) => card === `G${rank}`).length;
      return make("span", {}, count === 0 ? make("span", { class: "slot",
        "aria-hidden": "true" }, rank) : drawCard(`G${rank}`, suits),
      count > 1 ? make("span", { class: "times" }, `\u00d7${count}`) : null);
    }));
}

function bank(game, frame) {
  const cards = (text) => sorted(text, game.suits).map((card) =>
    drawCard(card, game.suits));
  return make("dl", { class: "bank" },
    fact("Supply", rack(frame, game.suits)),
    frame.extras === "" ? null : fact("Extras", cards(frame.extras)),
    frame.trump ? fact("Trump", frame.trump) : null,
    frame.times > 1 ? fact("The round counts", frame.times === 2 ? "double"
      : `${frame.times} times`) : null);
}

// A side's nuggets, tricks and points.
function score(game, frame, side, own) {
  const nuggets = frame["nuggets" + side], bids = frame["bids" + side];
  return make("li", { class: side === own ? "own-side" : "" },
    make("b", {}, sideName(game, side)),
    game.cumulative ? null : make("span", { class: "nuggets", role: "img",
      "aria-label": plural(nuggets, "nugget") },
    Array.from({ length: Math.max(2, nuggets) }, (_, i) =>
      make("i", { class: i < nuggets ? "won" : "" }))),
    bids === "" ? null : [pips(frame["taken" + side], bids),
      make("span", { class: "count" }, `${frame["taken" + side]} of ${bids}`)],
    make("span", { class: "points" },
      `${frame["points" + side]} pts`));
}

// The board of a frame and the viewer's seat. `turn` is the seat that acts next, 0
// for nobody; `press` is that of ownCards; `viewer` is 0 if all hands are open.
function board(game, frame, viewer, near, turn, press) {
  const number = frame.done ? frame.trick - 1 : frame.trick;
  const plates = [];
  for (let place = 2; place <= game.players; place++) {
    plates.push(plate(game, frame, (near + place - 2) % game.players + 1, place,
      turn, press));
  }
  const sides = sidesInOrder(game);
  return [make("div", { class: `board players-${game.players}${
    viewer ? "" : " open"}` },
  make("h2", { class: "where" }, `Round ${frame.round}, trick ${number}`),
  make("ul", { class: "side-scores", "aria-label":
    frame.step.startsWith("e") ? "Points after this round"
      : "Points before this round" }, sides.map((side) =>
    score(game, frame, side, game.side_of[near - 1]))), plates,
  make("section", { class: "centre", "aria-label": "Middle" },
    trick(game, frame, near, turn)), bank(game, frame)),
  ownSeat(game, frame, near, turn, press)];
}
