// The form of a new game: its rules with their description, the numbers of players
// that they allow, and a menu for each seat.
import { button, labelled, select, setOptions, input, seedOf } from "./widgets.js";
import { question } from "./session.js";
import * as keep from "./storage.js";
import * as work from "./files.js";

const most = 6; // seats
let form;

// ---- Rules ------------------------------------------------------------------

// The first sentence that a variant's file says about itself.
function firstSentence(text) {
  const comment = text.match(/^(?:--.*\n)*/)[0].replace(/^-- ?/gm, "")
    .replace(/\s+/g, " ").replace(/^House rule: |`/g, "");
  const sentence = comment.match(/^.*?[.:](?= |$)/)?.[0] || "";
  return sentence && capital(sentence.replace(/:$/, "."));
}

// The line about rules such as "standard+misere".
export function about(variant) {
  const name = variant.split("+").at(-1);
  const text = work.files.variant[name]
    ?? work.bundled.variant[name === "standard" ? "en-2023" : name];
  return text ? firstSentence(text) : "";
}

// A menu of rules and the line that describes the one chosen. `changed` is called
// with each choice.
export function rulesMenu(changed = () => {}) {
  const line = make("p", { class: "soft about-rules", "aria-live": "polite" });
  const menu = select([["standard", "standard"]], () => choose());
  const choose = () => {
    line.textContent = about(menu.value);
    changed(menu.value);
  };
  return { menu, line, choose };
}

// ---- Seats ------------------------------------------------------------------

// Show the seats of the number of players that is chosen.
function showSeats() {
  const n = Number(form.players.value);
  form.bots.forEach((menu, i) => { menu.parentElement.hidden = i >= n; });
  const seats = Array.from({ length: n }, (_, i) => [String(i + 1),
    `seat ${i + 1}`]);
  setOptions(form.human, [["", "nobody"], ...seats]);
}

// Ask the engine which numbers of players the rules allow. Rules that are wrong
// keep the menus; starting the game says what is wrong.
async function readRules(variant) {
  form.asked = question("seats", { variant });
  const answer = await form.asked;
  if (!answer || form.rules.menu.value !== variant) return;
  const { counts } = answer;
  if (counts.length === 0) return;
  const before = form.players.value;
  setOptions(form.players, counts.map((n) => [String(n)]));
  if (!counts.includes(Number(before))) {
    form.players.value = String(counts.includes(4) ? 4 : counts.at(-1));
  }
  showSeats();
}

// ---- The form ---------------------------------------------------------------

// The game that the form describes, once the menus fit its rules. `seed` may be "".
export async function wanted() {
  await form.asked;
  const players = Number(form.players.value);
  const game = { variant: form.rules.menu.value, players, human: form.human.value,
    bots: form.bots.slice(0, players).map((menu) => menu.value) };
  keep.putData("game", game);
  return { ...game, seed: seedOf(form.seed) };
}

// Choose what the last game had, which the browser has kept.
export async function chooseLast() {
  const { variant, players, human, bots } = keep.getData("game");
  if (!Array.isArray(bots)) return;
  chooseBots(bots);
  form.rules.menu.value = variant;
  if (form.rules.menu.selectedIndex < 0) form.rules.menu.value = "standard";
  form.rules.choose();
  await form.asked;
  form.players.value = String(players);
  if (form.players.selectedIndex < 0) form.players.selectedIndex = 0;
  showSeats();
  form.human.value = human;
  if (form.human.selectedIndex < 0) form.human.value = "";
}

// The names that a new game may have.
export function setNames(bots, variants) {
  for (const menu of form.bots) setOptions(menu, bots.map((name) => [name]));
  setOptions(form.rules.menu, variants);
  form.rules.line.textContent = about(form.rules.menu.value);
}

// Choose bots in the form, by seat.
export function chooseBots(list) {
  form.bots.forEach((menu, i) => {
    if (list[i]) menu.value = list[i];
  });
}

// Choose seat 1 and bots, unless a seat was chosen before.
export function chooseSeat(bots) {
  if (form.human.value !== "") return;
  form.human.value = "1";
  chooseBots(bots);
}

export function closeForm() {
  form.box.open = false;
}

export function showForm() {
  form.box.open = true;
  form.rules.menu.focus();
}

// Make the form; `start` is called by its button.
export function newForm(start) {
  form = { rules: rulesMenu(readRules), asked: null,
    players: select([["4"], ["3"]], showSeats),
    seed: input({ placeholder: "random", size: 10 }),
    human: select([], () => {}),
    bots: Array.from({ length: most }, () => select([["greedy"]])) };
  form.box = make("details", { class: "new-game" },
    make("summary", {}, "New game, bots and seats"),
    make("div", { class: "controls" },
      labelled("new-variant", "Rules", form.rules.menu),
      labelled("new-players", "Players", form.players),
      labelled("new-human", "You play", form.human),
      labelled("new-seed", "Seed", form.seed)), form.rules.line,
    make("div", { class: "controls" },
      form.bots.map((menu, i) => labelled(`new-bot-${i + 1}`, `Seat ${i + 1}`,
        menu)), button("Start the game", start)));
  showSeats();
  return form.box;
}
