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
  ["bid Z3", "Your partner\u2019s 4 counts, so spare a low card: press Z3, then "
    + "\u201cBid\u201d."],
  ["play C6", "Your partner is winning: press C6, a low card."],
  ["play G0", "Press G0. Between equal cards the later one wins, so yours beats "
    + "seat 4\u2019s."],
  ["play B3", "Press B3. It is as low as S3, but later: so B3 earns gold, not S3."],
  ["play C2", "Press C2. A low card may earn gold."],
  ["play Z10", "Press Z10. Only gold or a later 10 can beat it."],
  ["play P8", "Press P8. It beats the other 8, because it is later. Only seat 2 can "
    + "still beat it."],
  ["play S4", "Press S4. Your partner\u2019s C7 wins, and S4 is as low as Z4, but "
    + "later: it earns gold."],
  ["play P2", "Press P2, your lowest."],
  ["change G2 C5 of 1", "Your side bid 4 and took 5. Make the bid 5: press G2 (the "
    + "gold you pay), C5 (the new bid) and your old bid, the small 3; then "
    + "\u201cChange\u201d."],
  ["play B6", "Press B6. Seat 4\u2019s Z8 is higher."],
  ["play Z3", "Press Z3, your old bid, which came back. It is ahead for now; seat 2 "
    + "may go over it."],
  ["play Z7", "Press Z7. It is your only card here besides gold, and gold would "
    + "surely win."],
];
const names = { B: "Bismuth", C: "Copper", P: "Phosphorus", S: "Silver",
  Z: "Zinc" };
let hooks, box, next;
// `seen` has the notes shown so far, `now` the one that is shown, `step` the end of a
// trick that had one, and `told` the last lesson.
const at = { game: "", seen: [], now: null, step: -1, told: {} };

const settings = () => keep.getData("guide");
const put = (more) => keep.putData("guide", { ...settings(), ...more });
export const wasGuided = () => Boolean(settings().done);
const isOn = () => at.game !== "" && talk.here?.humans.length === 1
  && at.game === `${talk.here.number} ${talk.here.variant}`;

// ---- The moves so far -------------------------------------------------------

const moves = { b: ([seat, card]) => `bid ${card}`,
  p: ([seat, card]) => `play ${card}`, x: () => "pass",
  c: ([seat, gold, card, of]) => `change ${gold} ${card} of ${of}` };

const made = (shown) => show.line.slice(0, shown + 1)
  .map(({ frame }) => words(frame.step))
  .filter(([kind, seat]) => moves[kind] && seat === "1")
  .map(([kind, ...args]) => moves[kind](args));

// The row of the script that is due; undefined once the person has left it.
function due(shown) {
  const list = made(shown);
  return list.every((move, i) => move === script[i]?.[0]) ? script[list.length]
    : undefined;
}

// ---- Notes ------------------------------------------------------------------

const who = (seat) => seat === 1 ? "you" : seat === 3 ? "your partner"
  : `seat ${seat}`;
const whose = (seat) => seat === 1 ? "your" : `${who(seat)}\u2019s`;
const list = (items) => items.length < 2 ? items.join("")
  : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
const verb = (seat, one, many) => seat === 1 ? one : many;
const cardsOf = (plays) => words(plays).filter((_, i) => i % 2 === 1);

// The card and the rule that decided a full trick, of its frame.
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
const takes = (seat) => `${who(seat)} ${verb(seat, "take", "takes")} the trick`;
const isOver = ({ frame }) => isTrick({ frame }) && frame.need1 < 0
  && frame.gold1 !== "";
const change = "Before a trick you may pay any gold card to put a card of your hand in "
  + "the place of a bid, yours or your partner\u2019s (RULES 5.1).";

// Which suits lie in a trick, and which may follow.
function suitsText(cards) {
  const has = (suit) => cards.some((card) => card[0] === suit);
  const named = (wanted) => Object.keys(names).filter((suit) => has(suit) === wanted)
    .map((suit) => `${names[suit]} (${suit})`);
  const there = named(true), rest = named(false);
  return there.length > 0 && rest.length > 0 && `In a trick, each suit only once (RULES 6.3): ${
    list(there)} ${there.length > 1 ? "are" : "is"} there; ${list(rest)} ${
    rest.length > 1 ? "are" : "is"} free.`;
}

// Each note has a `text`, which is a function of { frame, phase, shown } and falsy
// where the note does not fit. One that `waits` holds the game at the end of a trick;
// the others are shown when the person is to act. One that comes `also` may follow
// another at the same trick; `every` one is shown at each trick.
const notes = [
  { name: "pass", waits: true, text({ frame }) {
    const [kind, seat] = words(frame.step), passer = Number(seat);
    return kind === "x" && `${capital(who(passer))} ${verb(passer, "have", "has")
    } no card that fits, and ${verb(passer, "pass", "passes")}: the round ends, and `
      + "this trick counts for nobody (RULES 8.1).";
  } },
  { name: "bid", text: ({ phase }) => phase === "bid" && "Lay a card: its rank is "
    + "your bid, the tricks to take. Seat 3 is your partner: the higher bid counts "
    + "for both (RULES 4.2)." },
  { name: "gold", waits: true, text: (now) => isTrick(now)
    && hasGold(now.frame.done.plays) && "Gold beats every other card, whatever its "
    + `rank: ${takes(now.frame.done.winner)}. Played gold goes back to the supply `
    + "(RULES 7.2)." },
  { name: "tie", waits: true, text: (now) => isTied(now)
    && `Of equal cards the later one counts: ${now.frame.why}.` },
  { name: "trick", waits: true, text(now) {
    if (!isTrick(now)) return null;
    const { winning, lowest } = settled(now.frame);
    return `The highest card, ${winning.card}, wins: ${takes(winning.seat)}. ${
      capital(who(lowest.seat))} played the lowest, ${lowest.card}, and ${
      verb(lowest.seat, "lead", "leads")} next (RULES 7.2).`;
  } },
  { name: "end", waits: true, every: true, text(now) {
    if (!isTrick(now)) return null;
    const { winning, lowest, award } = settled(now.frame);
    return `${winning.card} wins: ${takes(winning.seat)}. ${capital(whose(lowest.seat))
    } ${lowest.card} is the lowest: ${award ? `it earns ${award}, and ` : ""}${
      who(lowest.seat)} ${verb(lowest.seat, "lead", "leads")} next.`;
  } },
  { name: "award", waits: true, also: true, text(now) {
    if (!isTrick(now) || !now.frame.done.award) return null;
    const { lowest, award } = settled(now.frame);
    return `The lowest card also earns gold of its rank: for ${lowest.card}, ${who(
      lowest.seat)} ${verb(lowest.seat, "take", "takes")} ${award} from the supply, `
      + `\u201c+${award}\u201d. Gold that you keep scores (RULES 7.1).`;
  } },
  { name: "change", waits: true, also: true, text: (now) => isOver(now)
    && `More than the bid scores the bid once. You can mend that. ${change}` },
  { name: "change", text: ({ phase, frame }) => phase === "change"
    && `${frame.need1 < 0 ? "You took more than you bid. " : ""}${change}` },
  { name: "changed", text({ phase, frame, shown }) {
    if (phase !== "play" || frame.need1 !== 0
      || !made(shown).some((move) => move.startsWith("change"))) return null;
    const bid = frame.taken1;
    return `Your side\u2019s bid is ${bid} now, and you have ${plural(bid, "trick")}: `
      + `${2 * bid} points (2 \u00d7 ${bid}), if you take no more (RULES 9.1).`;
  } },
  { name: "met", text: ({ phase, frame }) => phase === "play" && frame.need1 === 0
    && `Your side has its ${plural(frame.taken1, "trick")}: that is ${
      2 * frame.taken1} points (2 \u00d7 ${frame.taken1}). One more and it is only ${
      frame.taken1} (RULES 9.1).` },
  { name: "over", text: ({ phase, frame }) => phase === "play" && frame.need1 < 0
    && "Your side took more than it bid: the bid scores once. \u201cChange "
    + "bid\u201d can still mend that (RULES 9.1)." },
  { name: "follow", text: ({ phase, frame }) => phase === "play"
    && suitsText(cardsOf(frame.plays)) },
  { name: "lead", text: ({ phase, frame }) => phase === "play" && frame.plays === ""
    && "You lead: play any card of your hand, but not gold (RULES 6.2)." },
  { name: "own", text: ({ phase, frame }) => phase === "play" && frame.plays !== ""
    && frame.gold1 !== "" && "The gold at the right of your hand may be played too, "
    + "but not as the first card (RULES 6.3)." },
  { name: "supply", text: ({ phase }) => phase === "play" && "The supply is the gold "
    + "still to be earned; the two extras are cards that nobody has (RULES 3.1)." },
  { name: "end of the round", text: ({ phase }) => phase === "play" && "If no card of "
    + "your hand fits, you may play gold or pass. A pass ends the round (RULES 8.1)." },
  { name: "nugget", text: ({ phase }) => phase === "play" && "More points win the round "
    + "and a nugget; two nuggets win the game (RULES 9.3)." },
  { name: "short", text: ({ phase, frame }) => phase === "play" && frame.need1 > 0
    && `Your side needs ${plural(frame.need1, "more trick")}: with fewer than it bid it `
    + "scores nothing for them (RULES 9.1)." },
];

const itemAt = ({ shown }, phase) => ({ frame: show.line[shown].frame, phase, shown });
const keyOf = (note, { frame }) => note.every ? `${note.name} ${frame.trick}`
  : note.name;
const fresh = (now, waits) => notes.find((note) => Boolean(note.waits) === waits
  && (!waits || at.step !== now.shown || note.also)
  && !at.seen.includes(keyOf(note, now)) && note.text(now));

// ---- Words for the place shown ----------------------------------------------

function plain({ phase, frame }) {
  if (phase !== "play") return "";
  const need = frame.need1;
  return need > 0 ? `Your side needs ${plural(need, "more trick")}.`
    : need === 0 ? "Your side has its bid: take no more tricks." : "Your side is over its bid.";
}

// Write a note, unless it is there already: a screen reader reads what changes.
function draw(text, waits) {
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.firstChild.replaceChildren(...withRules(text, hooks.openRule));
  next.hidden = !waits;
  if (waits) next.focus({ preventScroll: true });
}

function take(note, now) {
  at.seen.push(keyOf(note, now));
  put({ seen: at.seen });
}

// ---- For the table ----------------------------------------------------------

const placeOf = ({ shown, phase }) => `${shown} ${phase}`;

// True if the game is to be held at the step shown, for the next note about it.
function holds(state) {
  if (!isOn()) return false;
  const now = itemAt(state, null);
  const note = fresh(now, true);
  if (!note) return false;
  at.now = { place: placeOf(now), text: note.text(now), waits: true };
  at.step = now.shown;
  take(note, now);
  return true;
}

// The move that the guide advises here, if any.
const advised = (state) => isOn() && due(state.shown)?.[0] || "";

// True if the person is asked for a change of the bid here.
const asks = (state) => advised(state).startsWith("change");

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

// Called after each drawing of the table. A note that waits stays until `goOn`.
function shows(state, mine) {
  document.body.classList.toggle("guiding", isOn());
  if (!isOn()) return;
  const now = itemAt(state, mine ? talk.here.phase : null);
  const place = placeOf(now);
  const isHeld = parts.stage.dataset.state === "held";
  if (at.now?.place !== place || at.now.waits && !isHeld) {
    const note = mine && fresh(now, false);
    if (note) take(note, now);
    const row = mine && due(state.shown);
    at.now = { place, move: row?.[0], text: mine ? [note ? note.text(now) : plain(now),
      row?.[1]].filter(Boolean).join(" ") : "" };
  }
  draw(at.now.text, at.now.waits);
  if (mine) mark(at.now.move);
}

export async function startGuide() {
  end();
  await line("brief on");
  await line(`new standard 4 seed=${deal.seed} bots=${deal.bots.join(",")} human=1`);
  Object.assign(at, { game: `${talk.here.number} ${talk.here.variant}`, seen: [],
    now: null, step: -1 });
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

// The lines that the sheet of the round adds: { text, play }. The guide ends with it; the sheet
// may be opened again.
function lesson({ round }) {
  const place = `${talk.here.number} ${talk.here.variant} ${round.number}`;
  if (isOn()) {
    end();
    put({ done: true });
    at.told = { place, text: lessonText(round.score) };
  }
  return at.told.place === place ? { text: withRules(at.told.text, hooks.openRule),
    play: hooks.play } : null;
}

function lessonText(score) {
  const [bid, taken, points, gold] = ["bid", "taken", "bid_points", "gold_points"]
    .map((name) => score[name][0]);
  return `Your side took ${plural(taken, "trick")} and had bid ${bid}${
    taken === bid ? ". Exactly the bid scores twice the bid" : taken > bid
      ? ". More than the bid scores the bid once" : ". Fewer score nothing"}: ${
    points} (RULES 9.1). The gold you both hold adds ${gold}: a card of rank 0 `
    + "counts nothing, ranks 1 to 3 one point, 4 to 6 two, 7 and 8 three (RULES 1.2). "
    + "The side with more points takes a nugget, and two nuggets win the game "
    + "(RULES 9.4).";
}

export const guide = { holds, advised, asks, shows, lesson };

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
