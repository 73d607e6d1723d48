// The guided round: a deal that was chosen, against bots, with a note beside the
// table when a rule first matters. Any legal card may be played; as long as the
// moves of `script` are, a mark is on the next of them.
import { button } from "./widgets.js";
import { talk, line } from "./session.js";
import { withRules } from "./markdown.js";
import * as keep from "./storage.js";
import { goOn } from "./play.js";

const deal = { seed: "lesson.1742", bots: ["greedy", "lowball", "greedy",
  "counter"] };
// The person's moves as the engine writes them, and why.
const script = [
  ["bid Z3", ""],
  ["play C6", "Low cards first: your partner is winning."],
  ["play G0", "It is as high as the other G0, and later."],
  ["play B3", "It is as low as S3, and later, so it earns gold."],
  ["play C2", "A low card may earn gold."],
  ["play Z10", "A high card may take a trick."],
  ["play P8", "It is as high as the others, and later: it wins."],
  ["play S4", "It is low, and your partner\u2019s card is winning."],
  ["play P2", "A low card takes no trick."],
  ["change G2 C5 of 1", ""],
  ["play B6", "It does not win."],
  ["play Z3", "It does not win."],
  ["play Z7", "It is the last Zinc that you may play."],
];
const names = { B: "Bismuth", C: "Copper", P: "Phosphorus", S: "Silver",
  Z: "Zinc" };
let hooks, box, next;
// `seen` has the notes shown so far, and `now` the one that is shown.
const at = { game: "", seen: [], now: null };

const settings = () => keep.getData("guide");
const put = (more) => keep.putData("guide", { ...settings(), ...more });
export const wasGuided = () => Boolean(settings().done);
const isOn = () => at.game !== "" && talk.here?.humans.length === 1
  && at.game === `${talk.here.number} ${talk.here.variant}`;

// ---- The moves so far -------------------------------------------------------

const moves = { b: ([seat, card]) => `bid ${card}`,
  p: ([seat, card]) => `play ${card}`, x: () => "pass",
  c: ([seat, gold, card, of]) => `change ${gold} ${card} of ${of}` };

// The row of the script that is due; undefined once the person has left it.
function due(shown) {
  const made = show.line.slice(0, shown + 1).map(({ frame }) => words(frame.step))
    .filter(([kind, seat]) => moves[kind] && seat === "1")
    .map(([kind, ...args]) => moves[kind](args));
  return made.every((move, i) => move === script[i]?.[0]) ? script[made.length]
    : undefined;
}

// ---- Notes ------------------------------------------------------------------

const who = (seat) => seat === 1 ? "you" : seat === 3 ? "your partner"
  : `seat ${seat}`;
const list = (items) => items.length < 2 ? items.join("")
  : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
const verb = (seat, one, many) => seat === 1 ? one : many;
const cardsOf = (plays) => words(plays).filter((_, i) => i % 2 === 1);

// What decided a full trick, of its frame.
function settled({ done }) {
  const plays = words(done.plays);
  const cards = plays.flatMap((seat, i) => i % 2 === 0
    ? [{ seat: Number(seat), card: plays[i + 1] }] : []);
  const base = cards.filter(({ card }) => card[0] !== "G");
  const rank = ({ card }) => Number(card.slice(1));
  const low = Math.min(...base.map(rank));
  return { winning: cards.find(({ seat }) => seat === done.winner),
    lowest: base.filter((one) => rank(one) === low).at(-1), award: done.award };
}

const isTrick = ({ frame }) => frame.step[0] === "t" && frame.done.winner > 0;
const isTied = ({ frame }) => isTrick({ frame }) && /RULES 7\.3/.test(frame.why);
const hasGold = (plays) => cardsOf(plays).some((card) => card[0] === "G");

// Each note has a `text`, which is a function of { frame, phase } and null where the
// note does not fit. One that `waits` holds the game at the end of a trick; the
// others are shown when the person is to act.
const notes = [
  { name: "bid", text: ({ phase }) => phase === "bid" && "Lay a card: its rank is "
    + "your bid, the tricks to take. Seat 3 is your partner: the higher bid counts "
    + "for both (RULES 4.2)." },
  { name: "gold", waits: true, text(now) {
    if (!isTrick(now) || !hasGold(now.frame.done.plays)) return null;
    return `Gold beats every other card, whatever its rank: ${who(
      now.frame.done.winner)} ${verb(now.frame.done.winner, "take", "takes")} the `
      + "trick. Played gold goes back to the supply (RULES 7.2).";
  } },
  { name: "tie", waits: true, text: (now) => isTied(now)
    && `Of equal cards the later one counts: ${now.frame.why}.` },
  { name: "trick", waits: true, text(now) {
    if (!isTrick(now)) return null;
    const { winning, lowest } = settled(now.frame);
    return `The highest card, ${winning.card}, wins: ${who(winning.seat)} ${verb(
      winning.seat, "take", "takes")} the trick. The lowest, ${lowest.card}, leads `
      + `next: ${who(lowest.seat)} (RULES 7.2).`;
  } },
  { name: "award", waits: true, text(now) {
    if (!isTrick(now) || !now.frame.done.award) return null;
    const { lowest, award } = settled(now.frame);
    return `The lowest card earns gold of its rank: for ${lowest.card}, ${who(
      lowest.seat)} ${verb(lowest.seat, "take", "takes")} ${award} from the supply. `
      + "Gold that you keep scores (RULES 7.1).";
  } },
  { name: "change", text: ({ phase, frame }) => phase === "change"
    && `${frame.need1 < 0 ? "You took more than you bid. " : ""}Before a trick you `
    + "may pay gold to put a card of your hand in the place of a bid (RULES 5.1)." },
  { name: "met", text: ({ phase, frame }) => phase === "play" && frame.need1 === 0
    && "Your side has exactly its bid, which scores twice. With one more trick it "
    + "scores once. So play low now (RULES 9.1)." },
  { name: "over", text: ({ phase, frame }) => phase === "play" && frame.need1 < 0
    && "Your side took more than it bid: the bid scores once. \u201cChange "
    + "bid\u201d can still mend that (RULES 9.1)." },
  { name: "follow", text({ phase, frame }) {
    const suits = [...new Set(cardsOf(frame.plays).map((card) => names[card[0]]))]
      .filter(Boolean);
    return phase === "play" && suits.length > 0 && `Each suit only once: ${list(suits)
    } ${suits.length > 1 ? "are" : "is"} in the trick, so play another suit, or gold `
      + "(RULES 6.3).";
  } },
  { name: "lead", text: ({ phase, frame }) => phase === "play" && frame.plays === ""
    && "You lead: play any card of your hand, but not gold (RULES 6.2)." },
  { name: "own", text: ({ phase, frame }) => phase === "play" && frame.plays !== ""
    && frame.gold1 !== "" && "The gold after your hand is yours to play, too, unless "
    + "you lead (RULES 6.3)." },
];

const itemAt = (state) => {
  const item = show.line[state.shown];
  return { frame: item.frame, phase: null };
};
const fresh = (now, waits) => notes.find((note) => Boolean(note.waits) === waits
  && !at.seen.includes(note.name) && note.text(now));

// ---- Words for the place shown ----------------------------------------------

// What to press for a row of the script.
function advice([move, why]) {
  const [kind, ...cards] = words(move);
  return kind === "bid" ? `Press ${cards[0]}, then \u201cBid\u201d. ${why}`
    : kind === "change" ? `Press ${cards[0]}, ${cards[1]} and your bid.`
      : `Press ${cards[0]}. ${why}`;
}

function plain({ phase, frame }) {
  if (phase !== "play") return "";
  const need = frame.need1;
  return need > 0 ? `Your side needs ${plural(need, "more trick")}.`
    : need === 0 ? "Your side has its bid: duck." : "Your side is over its bid.";
}

// Write a note, unless it is there already: a screen reader reads what changes.
function draw(text, waits) {
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.firstChild.replaceChildren(...withRules(text, hooks.openRule));
  next.hidden = !waits;
  if (waits) next.focus({ preventScroll: true });
}

function take(note) {
  at.seen.push(note.name);
  put({ seen: at.seen });
}

// ---- For the table ----------------------------------------------------------

// True if the game is held at the step shown, for a note about it.
function holds(state) {
  return isOn() && Boolean(fresh(itemAt(state), true));
}

// True if the person is asked for a change of the bid here.
function asks(state) {
  return isOn() && Boolean(due(state.shown)?.[0].startsWith("change"));
}

function mark(move) {
  const [kind, ...cards] = words(move || "");
  for (const card of cards.slice(0, kind === "change" ? 2 : 1)) {
    parts.own.querySelector(`[data-card="${card}"]`)?.classList.add("advised");
  }
  if (kind === "change") {
    parts.own.querySelector(".own-facts button")?.classList.add("advised");
  }
  if (document.activeElement === document.body
    || parts.acts.firstChild === document.activeElement) {
    parts.own.querySelector(".advised")?.focus({ preventScroll: true });
  }
}

// Called after each drawing of the table.
function shows(state, mine) {
  document.body.classList.toggle("guiding", isOn());
  if (!isOn()) return;
  const now = { ...itemAt(state), phase: mine ? talk.here.phase : null };
  const place = `${state.shown} ${now.phase}`;
  if (parts.stage.dataset.state === "held") {
    const note = fresh(now, true);
    if (note) {
      take(note);
      at.now = { place, text: note.text(now), waits: true };
    }
  } else if (mine && at.now?.place !== place) {
    const note = fresh(now, false);
    if (note) take(note);
    const row = due(state.shown);
    at.now = { place, move: row?.[0], text: [note ? note.text(now) : plain(now),
      row && advice(row)].filter(Boolean).join(" ") };
  }
  if (!mine && at.now?.place !== place) at.now = { place, text: "" };
  draw(at.now.text, at.now.waits);
  if (mine) mark(at.now.move);
}

export async function startGuide() {
  end();
  await line("brief on");
  await line(`new standard 4 seed=${deal.seed} bots=${deal.bots.join(",")} human=1`);
  Object.assign(at, { game: `${talk.here.number} ${talk.here.variant}`, seen: [],
    now: null });
  put({ game: at.game, seen: [] });
  hooks.table();
}

function end() {
  at.game = "";
  put({ game: "" });
  document.body.classList.remove("guiding");
}

function leaveGuide() {
  end();
  put({ done: true });
  hooks.door();
}

// What the sheet of the round adds: { text, play }. The guide ends with it.
function lesson({ round }) {
  if (!isOn()) return null;
  end();
  put({ done: true });
  const [bid, taken, points, gold] = ["bid", "taken", "bid_points", "gold_points"]
    .map((name) => round.score[name][0]);
  const text = `Your side took ${plural(taken, "trick")} and had bid ${bid}${
    taken === bid ? ". Exactly the bid scores twice the bid" : taken > bid
      ? ". More than the bid scores the bid once" : ". Fewer score nothing"}: ${
    points} (RULES 9.1). The gold you both hold adds ${gold} (RULES 9.2). The side `
    + "with more points takes a nugget, and two nuggets win the game (RULES 9.4).";
  return { text: withRules(text, hooks.openRule), play: hooks.play };
}

export const guide = { holds, asks, shows, lesson };

// `given`: { door, table, play, openRule }.
export function openGuide(given) {
  hooks = given;
  next = button("Next", goOn, { class: "main", hidden: true });
  box = make("aside", { class: "guide", "aria-label": "Guide" },
    make("p", { "aria-live": "polite" }), make("div", {}, next,
      button("Leave", leaveGuide, { title: "Leave the guided round" })));
  parts.stage.append(box);
  const { game, seen } = settings();
  Object.assign(at, { game: game || "", seen: seen || [] });
}
