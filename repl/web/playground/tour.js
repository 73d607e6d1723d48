// The tours: one for each way in, with steps beside the parts of the page that they
// explain. A tour can be closed and started again at any time.
import { button } from "./widgets.js";

const sharing = ["repl", ".typing", "The REPL, and sharing", "Every button types a "
  + "command here, and you can type the others: try \u201chelp\u201d or "
  + "\u201ctutorial\u201d. \u201cShare\u201d, at the top, makes a link with your "
  + "bot, your rule and this place."];
const tours = {
  bot: [
    ["edit", "#edited", "Your bot", "A bot is a Lua file. Mistakes are marked at "
      + "their lines, and names complete as you type. The line below explains the "
      + "function or field at the cursor."],
    ["match", "#match-pane", "A match", "Play your bot against another. The "
      + "difference in points a round and its 95 % interval narrow as games are "
      + "played. Once the band leaves the zero line, one bot is better."],
    ["game", ".actions", "What if", "These are the cards of the seat on turn. "
      + "Press one to play it: the game branches, and nothing is lost. "
      + "\u201cAsk its bot\u201d shows what the bot would do."],
    sharing],
  rule: [
    ["edit", "#edited", "Your rule", "A house rule is a Lua file that says what "
      + "differs from the standard edition. \u201cAll knobs\u201d lists what it "
      + "may set."],
    ["edit", "#rule-actions", "What it does", "\u201cCheck\u201d plays random games "
      + "by your rule. \u201cCompare\u201d plays the same deals without and with "
      + "it. \u201cPlay by it\u201d puts a game on the table."],
    ["rules", "#rules-pane", "The rules", "The numbered rules. Messages link to "
      + "those that they cite."],
    sharing],
  table: [
    ["game", "#player", "The table", "The arrow keys, or the buttons above the "
      + "table, go through a game. \u201cView\u201d shows it as one seat saw it."],
    ["game", ".actions", "What if", "These are the cards of the seat on turn. "
      + "Press one to play it: the game branches, and nothing is lost. A dashed "
      + "card says why it may not be played. \u201cJudge\u201d finds the decisions "
      + "that cost points."],
    sharing],
};

let box = null, at = 0, before = null, showPane, steps;

function close() {
  document.querySelector(".toured")?.classList.remove("toured");
  box?.remove();
  box = null;
  if (before?.isConnected) before.focus();
}

function draw() {
  const [pane, target, title, text] = steps[at];
  showPane(pane);
  document.querySelector(".toured")?.classList.remove("toured");
  const shown = document.querySelector(target);
  shown.classList.add("toured");
  const last = at === steps.length - 1;
  box.replaceChildren(
    make("h2", { id: "tour-title", tabindex: -1 },
      `${at + 1} of ${steps.length}: ${title}`),
    make("p", {}, text),
    make("div", { class: "controls" },
      button("Back", () => { at--; draw(); }, { disabled: at === 0 }),
      button(last ? "Done" : "Next", () => {
        if (last) return close();
        at++;
        return draw();
      }), last ? null : button("Close the tour", close)));
  place(shown);
  box.querySelector("h2").focus({ preventScroll: true });
}

// Put the box at the lower edge of the window, or at the upper one if it would
// cover more of the part there.
function place(shown) {
  shown.scrollIntoView({ block: "nearest" });
  const { top, bottom } = shown.getBoundingClientRect();
  const height = box.offsetHeight;
  const below = bottom - (window.innerHeight - height);
  box.classList.toggle("above", below > 0 && below > height - top);
}

// Begin the tour of a way: "bot", "rule" or "table". `show(pane)` brings a pane into
// sight.
export function tour(way, show) {
  if (box) close();
  steps = tours[way];
  before = document.activeElement;
  showPane = show;
  at = 0;
  box = make("section", { class: "tour", role: "dialog",
    "aria-labelledby": "tour-title", onkeydown: (event) => {
      if (event.key === "Escape") close();
    } });
  document.body.append(box);
  draw();
}
