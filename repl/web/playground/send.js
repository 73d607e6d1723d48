// Something to send, at the front door: the deal of the day, puzzles, challenges,
// and addresses of places of this page, such as "?at=daily".
import { say } from "./widgets.js";
import { addWay } from "./door.js";
import { replaceSession } from "./exchange.js";
import { aside } from "./aside.js";
import { puzzles, openPuzzles } from "./puzzles.js";
import { daily, openDaily } from "./daily.js";
import { openChallenge } from "./challenge.js";

let panes; // { show(pane), play(), rule(number) }

// True if the session on the table is to be kept.
export const isKept = () => !aside.now?.away;

// The places by name; each gets what follows the name and "-".
const places = {
  daily: (rest) => daily(rest),
  puzzle: (rest) => puzzles(rest === undefined ? undefined : Number(rest)),
  play() { panes.show("game"); panes.play(); },
  rules: (rest) => rest ? panes.rule(rest) : panes.show("rules"),
  match: () => panes.show("match"), repl: () => panes.show("repl"),
  edit: () => panes.show("edit"), table: () => panes.show("game"),
};

// Go to the place that the address names, and take it out of the address.
export async function goToPlace() {
  const text = new URLSearchParams(location.search).get("at");
  if (text === null) return;
  try {
    history.replaceState(null, "", location.pathname + location.hash);
  } catch { /* the address stays as it is */ }
  const [, name, rest] = /^([a-z]+)(?:-([\w.-]{1,40}))?$/.exec(text) || [];
  if (Object.hasOwn(places, name || "-")) await places[name](rest);
  else say(`This page has no place \u201c${text.slice(0, 40)}\u201d.`);
}

// The ways in at the front door.
export function sendWays() {
  addWay("Deal of the day", () => daily());
  addWay("Find the move", () => puzzles());
}

export function openSend(show, given) {
  panes = { show, ...given };
  const table = () => show("game");
  openPuzzles(table, () => show("door"));
  openDaily(table);
  openChallenge(table);
}
