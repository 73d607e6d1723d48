// The sheets at the end of a round and of the game: how each side's points came
// about, and what can be done next.
import { button, dialog } from "./widgets.js";
import { costlyPart } from "./costly.js";
import { withRules } from "./markdown.js";
import { aside } from "./aside.js";
import { toYou } from "./toyou.js";

// "took 4 of 4, exactly"
function taken(bid, tricks) {
  return `${tricks} of ${bid}${tricks === bid ? ", exactly" : tricks > bid
    ? `, ${tricks - bid} over` : `, ${bid - tricks} short`}`;
}

// "1+3 = 4": how gold cards add up (RULES 1.2); the sum alone if rules change it.
function worths(cards, points) {
  const list = cards.map((card) => [0, 1, 1, 1, 2, 2, 2, 3, 3][card.slice(1)]);
  return list.length > 1 && list.reduce((sum, n) => sum + n) === points
    ? `${list.join("+\u200b")} = ${points}` : points; // a line may break after a +
}

// The points of a round, line by line, a column for each side.
export function pointsTable(round, frame) {
  const sides = sidesInOrder(show.game);
  const { score } = round;
  const gold = (side) => show.game.side_of.flatMap((one, i) => one === side
    ? sorted(frame["gold" + (i + 1)], show.game.suits) : []);
  const cells = (f) => sides.map((side) => make("td", {}, f(side)));
  const line = (name, f) => make("tr", {}, make("th", { scope: "row" }, name),
    cells(f));
  return make("table", { class: "sheet" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Round "
      + round.number), sides.map((side) => make("th", { scope: "col" },
      sideName(show.game, side))))),
    make("tbody", {},
      line("Tricks", (side) => taken(score.bid[side - 1], score.taken[side - 1])),
      line("For the bid", (side) => score.bid_points[side - 1]),
      line("Gold held", (side) => gold(side).length > 0
        ? make("span", { class: "held" }, gold(side).map((card) =>
          drawCard(card, show.game.suits))) : "none"),
      line("For gold", (side) => worths(gold(side), score.gold_points[side - 1])),
      line("Points", (side) => make("b", {}, score.points[side - 1])),
      line("In all", (side) => frame["points" + side]),
      show.game.cumulative ? null
        : line("Nuggets", (side) => frame["nuggets" + side])));
}

// A sheet over the board alone: the own cards below it stay controls, and the focus
// stays where it is.
function panel(title, build) {
  const focused = document.activeElement;
  const box = make("dialog", { class: "over-table", tabindex: -1,
    "aria-labelledby": "dialog-title" });
  box.append(make("h2", { id: "dialog-title" }, title), ...build(closeSheet));
  parts.stage.append(box);
  box.show();
  focused.focus({ preventScroll: true });
  return box;
}

// Close the sheet of a round, if there is one. Returns true if there was.
export function closeSheet() {
  const box = document.querySelector("dialog.over-table");
  box?.remove();
  box?.dispatchEvent(new Event("close"));
  return Boolean(box);
}

// "You win the round": a round's or a game's result.
function titleOf({ item: { round, frame }, over, seat }) {
  const mine = show.game.side_of[seat - 1];
  if (over) {
    const winner = /^side (\d+) wins the game\.?$/i.exec(show.game.result || "");
    return winner ? `You ${Number(winner[1]) === mine ? "win" : "lose"} the game`
      : (show.game.result || "The game is over").replace(/\.$/, "");
  }
  const won = (round.winners || []).includes(mine);
  return won ? "You win the round"
    : toYou(sentence(round, { ...frame, why: "" })).replace(/^.*?: /, "")
      .replace(/\.$/, "");
}

// A pass that ends the round. Without gold, or at the lead, a seat passes only if it
// has no card to play.
function passText({ step, why, plays, ...frame }, seat) {
  const passer = Number(words(step)[1]), rule = /\(RULES [\d.]+\)/.exec(why || "");
  const [who, passes] = passer === seat ? ["You", "pass"]
    : [`Seat ${passer}`, "passes"];
  return (frame["gold" + passer] === "" || plays === ""
    ? `${who} had no card to play and passed; that ends the round`
    : `${who} ${passes}: that ends the round`) + (rule ? ` ${rule[0]}.` : ".");
}

// Why the round ended early, and the tie that decided it.
function reasons({ item: { frame }, seat, openRule }) {
  const before = show.line[show.line.findIndex((item) => item.frame === frame) - 1];
  const passed = before?.frame.step.startsWith("x ") ? passText(before.frame, seat)
    : "";
  const why = frame.why ? `${toYou(frame.why)}.` : "";
  return passed || why ? make("p", {}, withRules([passed, why].filter(Boolean)
    .join(" "), openRule)) : null;
}

// Open the sheet of a round that ends with `item`. `given`: { item, over, seat,
// next, look(index), change, again, share, guide }.
export function roundSheet(given) {
  closeSheet();
  document.querySelector("dialog")?.close();
  const { item: { round, frame }, over, seat } = given;
  const lesson = given.guide?.lesson(given.item);
  const build = (close) => {
    const leads = (text, action, main) => button(text, () => {
      close();
      action();
    }, main ? { class: "main" } : {});
    return [reasons(given), make("div", { class: "scroll", tabindex: 0, role: "region",
      "aria-label": "Points" }, pointsTable(round, frame)),
    lesson ? make("p", {}, lesson.text) : null,
    over ? costlyPart(seat, (index) => { close(); given.look(index); }) : null,
    make("div", { class: "controls" }, lesson
      ? [leads("Play a game", lesson.play, true), leads("Next round", given.next)]
      : over ? [leads("New game", () => given.again(false), true),
        leads("Same cards, other seat", () => given.again(true)),
        leads("Other rules or bots", given.change), button("Share", given.share),
        aside.more.map(([text, action]) => button(text, action))]
      : leads("Next round", given.next, true),
    leads("Look back", () => given.look()), over ? button("Close", close)
      : null)].filter(Boolean);
  };
  const box = (over || lesson ? dialog : panel)(capital(titleOf(given)), build);
  if (over || lesson) box.querySelector(".main").focus({ preventScroll: true });
  return box;
}
