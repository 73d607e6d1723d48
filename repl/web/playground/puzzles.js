// Puzzles: positions with one right answer, which `aurum record puzzles` found in
// judged games. The person looks for it at the table; then stands there why it is
// right, and what each other answer loses. The game on the table waits meanwhile.
import { button, dialog, say, select, labelled } from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as jobs from "./jobs.js";
import { aside, addressOf, sendBox } from "./aside.js";
import { forget, showNow, resume } from "./play.js";
import { redraw } from "./gamepane.js";

const levels = { 1: "a rule of thumb finds it", 2: "a short search finds it",
  3: "a short search misses it" };
const asks = { play: "play", bid: "bid", change: "change of bid" };

let list = null; // of all puzzles
let before = null, last = null; // the session that waits, and the last one
let own = null; // { index, puzzle, answer, tried, why }
let show_, home; // bring the table, or the front door, into sight

// The puzzles solved so far, by number: true if at the first try.
let solved = null;
const known = () => (solved ??= keep.getData("puzzles").solved || {});
const level = () => Number(keep.getData("puzzles").level) || 1;
const store = (more) => keep.putData("puzzles", { level: level(), solved: known(),
  ...more });

// ---- Words ------------------------------------------------------------------

// "C6", "change G2 Z7 of 1": an answer for people.
function nameOf(text) {
  const [kind, first, card, , seat] = text.split(" ");
  if (kind === "change") return `pay ${first}, ${card} for seat ${seat}'s bid`;
  if (kind === "keep") return "keep the bids";
  if (kind === "pass") return "pass";
  return first.startsWith("-") ? `${first.slice(1)} face down` : first;
}

const points = (n) => `${n.toFixed(1)} point${n === 1 ? "" : "s"}`;

function head() {
  const { index, puzzle } = own;
  return `Puzzle ${index + 1} of ${list.length}, level ${puzzle.level}. Which ${
    asks[puzzle.ask]} makes the most points for ${isShared(show.game,
    show.game.side_of[puzzle.seat - 1]) ? "your side" : "you"}?`;
}

const lossOf = ({ loss }) => own.puzzle.by === "solver"
  ? `${points(loss)} on average` : `about ${points(loss)}`;

// What the second best answer loses.
function nextBest() {
  const others = Object.entries(own.puzzle.others).sort((a, b) => a[1].loss - b[1].loss);
  return others.length > 0 && ` ${others.length > 1 ? "The next best" : "The other"}, ${
    nameOf(others[0][0])}, loses ${lossOf(others[0][1])}.`;
}

function verdict() {
  const { puzzle, answer } = own;
  if (answer === puzzle.best) {
    return [make("b", { class: "good" }, `Right: ${nameOf(answer)}.`), nextBest()];
  }
  const other = puzzle.others[answer];
  return make("b", { class: "bad" }, `Not ${nameOf(answer)}: it loses ${
    other ? lossOf(other) : "points"}.`);
}

// ---- Why --------------------------------------------------------------------

// The reasons, which the second engine works out.
const reasons = () => own.why ??= jobs.request("puzzle", { position:
  own.puzzle.position, sims: own.puzzle.sims, seed: own.puzzle.seed });

function sure(puzzle) {
  return puzzle.by === "solver" ? `Certain: the best in ${puzzle.worlds === 1
    ? "the only deal" : `each of the ${puzzle.worlds} deals`} that you (seat ${
    puzzle.seat}) may be in, played out with open hands.`
    : `Certain by the judge: the 95 % interval of each other answer's loss is clear `
      + `of 0 (${puzzle.by}).`;
}

// "2 Z2, 3 B6" of the engine's lines: "seat 2 Z2, seat 3 B6".
const withSeats = (text) => (text || "").replace(/(: |, |after )(\d) (?=[A-Z]\d)/g,
  "$1seat $2 ");

function answers(full) {
  const { puzzle, answer } = own;
  const rows = Object.entries(full.others).sort((a, b) => a[1].loss - b[1].loss);
  return make("table", {}, make("thead", {}, make("tr", {},
    ["Answer", "Loses", "Why"].map((name) => make("th", { scope: "col" }, name)))),
  make("tbody", {}, make("tr", {}, make("th", { scope: "row" },
    nameOf(puzzle.best)), make("td", {}, "right"), make("td", {}, withSeats(full.line))),
  rows.map(([text, one]) => make("tr", { class: text === answer ? "done" : "" },
    make("th", { scope: "row" }, nameOf(text)), make("td", {}, (one.error ? "about " : "")
      + one.loss.toFixed(1) + (one.error ? ` \u00b1 ${one.error.toFixed(1)}` : "")),
    make("td", {}, withSeats(one.why))))));
}

async function why() {
  const { puzzle, index } = own;
  const body = make("div", { class: "scroll reasons", tabindex: 0, role: "region",
    "aria-label": "Answers" }, make("p", { role: "status" },
    "Working out the lines\u2026"));
  const box = dialog(`Puzzle ${index + 1}: ${nameOf(puzzle.best)} is right`,
    (close) => [make("p", {}, sure(puzzle)), body,
      make("div", { class: "controls" }, button("Next puzzle", () => {
        close();
        next();
      }, { class: "main" }), button("Send this puzzle", () => {
        close();
        sendBox("Send this puzzle", "Whoever opens it in this page can try it.",
          `aurum puzzle ${index + 1}: find the best ${asks[puzzle.ask]}\n${
            addressOf(`puzzle-${index + 1}`)}`);
      }), button("Close", close))]);
  box.classList.add("wide-box");
  const full = await reasons().catch(() => null);
  body.replaceChildren(full ? answers(full)
    : make("p", { class: "bad" }, "The lines could not be worked out."));
}

// ---- At the table -----------------------------------------------------------

function answer(text) {
  own.answer = text;
  if (text === own.puzzle.best) {
    known()[own.index] ??= own.tried === 0;
    store({});
  }
  own.tried++;
  redraw();
}

function draw(buttons, tell) {
  const { puzzle, answer: given } = own;
  const leaves = button("Leave", close);
  if (given === null) {
    if (puzzle.ask === "play") {
      tell(make("b", {}, head()));
      const pass = buttons.find((one) => one?.textContent === "Pass");
      pass?.classList.remove("main"); // no advice
      return [leaves, pass, button("Another", next)].filter(Boolean);
    }
    if (buttons.every((one) => !one?.classList.contains("main") || one.disabled)) {
      tell(make("b", {}, head()));
    }
    return [leaves, ...buttons];
  }
  tell(verdict());
  const right = given === puzzle.best;
  return [leaves, right ? null : button("Try again", () => {
    own.answer = null;
    redraw();
  }), button(right ? "Why?" : "Show me", why, right ? {} : { class: "main" }),
  right ? button("Next", next, { class: "main" }) : null].filter(Boolean);
}

async function open(index) {
  const puzzle = list[index];
  own = { index, puzzle, answer: null, tried: 0, why: null };
  aside.now = null;
  forget();
  await talk.open();
  aside.now = { away: true, answer, draw };
  await talk.line(`position ${puzzle.position}`);
  await talk.line(`human ${puzzle.seat}`);
  show_();
  resume();
  showNow();
}

// The first puzzle after the present one that is not solved, of the level.
function following() {
  const from = own ? own.index + 1 : 0;
  const order = list.map((_, i) => (from + i) % list.length).filter((i) =>
    list[i].level === level());
  return order.find((i) => known()[i] === undefined) ?? order[0] ?? 0;
}

const next = () => open(following());

export async function close() {
  if (!own) return;
  own = null;
  aside.now = null;
  forget();
  await talk.open(before || undefined);
  if (talk.talk.here?.humans.length !== 1) return home();
  show_();
  return showNow();
}

// Choose a level, with the number solved.
function choose() {
  const count = (n) => list.flatMap((one, i) => one.level === n ? [i] : []);
  const menu = select(Object.entries(levels).map(([n, text]) => {
    const all = count(Number(n));
    return [n, `Level ${n}: ${text} (${all.filter((i) => known()[i] !== undefined)
      .length} of ${all.length})`];
  }), () => store({ level: Number(menu.value) }));
  menu.value = String(level());
  dialog("Find the move", (done) => [
    make("p", {}, `${list.length} positions with one right answer. Press the card `
      + "that you would play; then see why it is right, or what it loses. Your game "
      + "waits."),
    make("p", {}, labelled("puzzle-level", "Puzzles (solved)", menu)),
    make("div", { class: "controls" }, button("Begin", () => {
      done();
      next();
    }, { class: "main" }), button("Close", done))]);
}

// Open the puzzle of a number, or the choice of a level.
export async function puzzles(number) {
  list ??= await talk.question("puzzles");
  if (!list) return;
  if (!own) before = keep.getSession() ?? last;
  if (number === undefined) {
    choose();
  } else if (list[number - 1]) {
    await open(number - 1);
  } else {
    say(`There is no puzzle ${number}: this page has ${list.length}.`);
  }
}

export function openPuzzles(show, door) {
  show_ = show;
  home = door;
  talk.on("session", (text) => { if (!own) last = text; });
}
