// The costliest moves of the person in a game that is over, as links to their
// places. The judge looks for them when the person asks.
import { button } from "./widgets.js";
import { said, stop } from "./session.js";

const most = 3; // moves

// The frames that follow the seat's costly moves, the largest loss first.
function costlyMoves(seat) {
  const verdictOf = (item) => show.game.verdicts[item.made];
  return show.line.map((item, index) => ({ item, index, verdict: verdictOf(item) }))
    .filter(({ verdict }) => verdict && verdict.seat === seat && verdict.better)
    .sort((a, b) => b.verdict.loss - a.verdict.loss).slice(0, most);
}

const isJudged = (seat) => Object.values(show.game.verdicts).some((verdict) =>
  verdict.seat === seat);

function list(seat, look) {
  const found = costlyMoves(seat);
  const named = (text) => actionText(text, show.game.suits);
  return found.length === 0
    ? [make("p", {}, "No move of yours lost points for certain.")]
    : [make("ol", { class: "costly" }, found.map(({ item, index, verdict }) =>
      make("li", {}, button(`Round ${item.made.replace(/^(\d+)\.(\d+)\..*/,
        "$1, trick $2").replace("trick 0", "bids")}`, () => look(index - 1),
      { class: "link" }), ": ", named(verdict.done), " ",
      make("span", { class: verdict.bad ? "bad" : "soft" }, verdict.mark),
      ` loses ${verdict.loss.toFixed(1)}; better: `, named(verdict.better))))];
}

// A part of the sheet of a game. `look(index)` shows a place of the game.
export function costlyPart(seat, look) {
  const box = make("section", { class: "judging", "aria-live": "polite" });
  function fill(...more) {
    box.replaceChildren(make("h3", {}, "My costliest moves"), ...more);
  }
  // Round by round, so that one sees how far it is, and keeps what is known.
  async function judge() {
    const rounds = show.game.rounds.length;
    for (let round = 1; round <= rounds; round++) {
      fill(make("p", {}, `The judge looks at your moves of round ${round} of ${
        rounds}\u2026 `), button("Stop", stop));
      const { failed, text } = await said(`judge ${round}`);
      if (failed && !/nothing to judge/.test(text)) {
        fill(make("p", {}, text || "Stopped."), begin());
        return;
      }
    }
    fill(...list(seat, look));
  }
  const begin = () => button("Find them", judge);
  if (isJudged(seat)) fill(...list(seat, look));
  else fill(begin());
  return box;
}
