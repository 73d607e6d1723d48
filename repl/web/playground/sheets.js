// The sheets at the end of a round and of the game: how each side's points came
// about, and what can be done next.
import { button, dialog } from "./widgets.js";

const sideName = (side, seat) => {
  const seats = show.game.side_of.flatMap((one, i) => one === side ? [i + 1] : []);
  return seats.includes(seat) ? seats.length > 1 ? "Us" : "You"
    : seats.length > 1 ? "Them" : `Seat ${seats[0]}`;
};

// "took 4 of 4, exactly"
function taken(bid, tricks) {
  return `${tricks} of ${bid}${tricks === bid ? ", exactly" : tricks > bid
    ? `, ${tricks - bid} over` : `, ${bid - tricks} short`}`;
}

// The points of a round, line by line, a column for each side.
function lines(round, frame, seat) {
  const sides = [...new Set(show.game.side_of)].sort();
  const { score } = round;
  const gold = (side) => show.game.side_of.flatMap((one, i) => one === side
    ? sorted(frame["gold" + (i + 1)], show.game.suits) : []);
  const cells = (f) => sides.map((side) => make("td", {}, f(side)));
  const line = (name, f) => make("tr", {}, make("th", { scope: "row" }, name),
    cells(f));
  return make("table", { class: "sheet" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Round "
      + round.number), sides.map((side) => make("th", { scope: "col" },
      sideName(side, seat))))),
    make("tbody", {},
      line("Tricks", (side) => taken(score.bid[side - 1], score.taken[side - 1])),
      line("For the bid", (side) => score.bid_points[side - 1]),
      line("Gold held", (side) => gold(side).length > 0
        ? gold(side).map((card) => drawCard(card, show.game.suits)) : "none"),
      line("For gold", (side) => score.gold_points[side - 1]),
      line("Points", (side) => make("b", {}, score.points[side - 1])),
      line("In all", (side) => frame["points" + side]),
      show.game.cumulative ? null
        : line("Nuggets", (side) => frame["nuggets" + side])));
}

// Open the sheet of a round that ends with `item`. `given`: { item, over, seat,
// next, look, newGame, again, share, guide }.
export function roundSheet(given) {
  document.querySelector("dialog")?.close();
  const { round, frame } = given.item;
  const mine = show.game.side_of[given.seat - 1];
  const won = (round.winners || []).includes(mine);
  const title = given.over ? capital(show.game.result || "The game is over")
    : won ? "You win the round" : sentence(round, frame).replace(/^.*?: /, "")
      .replace(/\.$/, "");
  const lesson = given.guide?.lesson(given.item);
  const box = dialog(capital(title), (close) => {
    const leads = (text, action, main) => button(text, () => {
      close();
      action();
    }, main ? { class: "main" } : {});
    return [make("div", { class: "scroll", tabindex: 0, role: "region",
      "aria-label": "Points" }, lines(round, frame, given.seat)),
    ...lesson ? [make("p", {}, lesson.text)] : [],
    make("div", { class: "controls" }, lesson
      ? [leads("Play a game", lesson.play, true), leads("Next round", given.next)]
      : given.over ? [leads("Again", () => given.again(false), true),
        leads("Same deal, other seat", () => given.again(true)),
        leads("New game", given.newGame), leads("Share", given.share)]
      : leads("Next round", given.next, true),
    leads("Look back", given.look), button("Close", close))];
  });
  box.querySelector(".main").focus();
  return box;
}
