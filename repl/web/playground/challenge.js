// Challenges: a link with a game that a person has finished. Whoever opens it plays
// the same deals against the same bots, then sees both games side by side. The
// engine replays the sender's game, so that its score cannot be made up.
import { button, dialog, say } from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as jobs from "./jobs.js";
import * as work from "./files.js";
import { makeLink } from "./share.js";
import { redraw } from "./gamepane.js";
import { forget, lookBack } from "./play.js";
import { aside, addressOf, sendBox } from "./aside.js";

let show_; // brings the table into sight
let now = null; // the challenge that is played: { session, number }
let toBeat = null; // the challenger's points, the own side's first; null if unknown

// ---- A link -----------------------------------------------------------------

const shapes = { variant: /^[a-z][\w+/-]{0,199}$/i, seed: /^[\w.-]{1,200}$/,
  bot: /^([a-z][\w:=.-]{0,99})?$/i };

// The game of a session's text; null if it is not one that a person can play.
function gameOf(session) {
  try {
    const { games } = JSON.parse(session);
    const game = games[0];
    const good = games.length === 1 && shapes.variant.test(game.variant)
      && shapes.seed.test(game.seed) && Number.isInteger(game.players)
      && game.players >= 3 && game.players <= 6
      && game.bots.length === game.players
      && game.bots.every((one) => shapes.bot.test(one))
      && game.humans.length === 1 && Number.isInteger(game.humans[0])
      && game.humans[0] >= 1 && game.humans[0] <= game.players;
    return good ? game : null;
  } catch {
    return null;
  }
}

// The points of a game by round, the person's side first.
const pointsOf = (game, seat) => game.rounds.filter((round) => round.score).map(
  (round) => sidesInOrder(game, seat).map((side) => round.score.points[side - 1]));

const sum = (rounds) => rounds.reduce((all, points) =>
  points.map((n, i) => n + (all[i] || 0)), []);

// How far the person was ahead.
const lead = (rounds) => {
  const [mine, ...rest] = sum(rounds);
  return mine - Math.max(...rest);
};

async function send() {
  const sent = await talk.question("share");
  const game = sent && gameOf(sent.session);
  if (!game) {
    say("This game cannot be a challenge: it needs one person, and a seed.");
    return;
  }
  const parts = (kind, names) => [...new Set(names)].filter((name) =>
    work.files[kind][name] !== undefined).map((name) => ({ name,
    text: work.files[kind][name] }));
  try {
    const link = await makeLink({ bots: parts("bot", game.bots.map((spec) =>
      spec.split(":")[0])), variants: parts("variant", game.variant.split("+")),
    session: sent.session, place: "", challenge: true });
    const points = sum(pointsOf(show.game, game.humans[0])).join(" : ");
    sendBox("Challenge", "The link deals the same cards with the same bots. Your "
      + "score is in it; your moves are shown at the end only.",
    `aurum: I made ${points}. Can you beat that with my cards?\n${
      addressOf()}${link}`);
  } catch (problem) {
    say(problem.message);
  }
}

// ---- Playing ----------------------------------------------------------------

// The sender's game, which the second engine replays; null if it is not legal.
async function theirs() {
  try {
    await jobs.request("open", { session: now.session });
    return (await jobs.request("table", {})).games[0];
  } catch {
    return null;
  }
}

function compared(seat, other) {
  const mine = pointsOf(show.game, seat), their = other ? pointsOf(other, seat) : [];
  const cell = (points) => make("td", {}, points ? points.join(" : ") : "\u2013");
  const rows = Array.from({ length: Math.max(mine.length, their.length) },
    (_, i) => make("tr", {}, make("th", { scope: "row" }, `Round ${i + 1}`),
      cell(mine[i]), cell(their[i])));
  return make("table", { class: "sheet" }, make("thead", {}, make("tr", {},
    ["Points", "You", "Challenger"].map((name) => make("th", { scope: "col" }, name)))),
  make("tbody", {}, rows, make("tr", {}, make("th", { scope: "row" }, "In all"),
    cell(sum(mine)), cell(other && sum(their)))));
}

function outcome(mine, their) {
  if (mine === their) return "You are equal";
  return `You ${mine > their ? "beat" : "do not beat"} the challenge: ${
    mine >= 0 ? "+" : ""}${mine} against ${their >= 0 ? "+" : ""}${their}`;
}

async function sheet() {
  const seat = talk.talk.here.humans[0];
  const other = await theirs();
  const title = other ? outcome(lead(pointsOf(show.game, seat)),
    lead(pointsOf(other, seat))) : "The challenger's game cannot be replayed";
  const { session } = now;
  dialog(title, (close) => [
    make("p", {}, "Points, your side first. Both played the same deals."),
    make("div", { class: "scroll", tabindex: 0, role: "region",
      "aria-label": "Both games" }, compared(seat, other)),
    make("div", { class: "controls" }, [other
      && button("Look at the challenger's game", () => {
        close();
        look(session);
      }), button("Challenge back", () => { close(); send(); }),
    button("Close", close)].filter(Boolean))]);
}

// Look back at the challenger's game; "Close" leads to one's own and to this sheet.
async function look(session) {
  const mine = keep.getSession();
  aside.now = { away: true };
  if (!await talk.open(session)) {
    aside.now = null;
    redraw();
    return;
  }
  lookBack(0, () => {
    aside.now = null;
    forget();
    talk.open(mine).then(sheet);
    return true;
  });
}

let sheeted = 0; // the game whose sheet has opened by itself

function end(item, over) {
  if (!over) return null;
  if (sheeted !== now.number) {
    sheeted = now.number;
    setTimeout(sheet, 0);
  }
  return [button("Both games", sheet, { class: "main" })];
}

const intro = () => `A challenge: these cards and bots${toBeat
  ? `, with which ${toBeat} was made. Make more` : ""}. Choose a bid.`;

// The points to beat, which the table shows as soon as the game is replayed.
async function readScore(here) {
  toBeat = null;
  const other = await theirs();
  if (!other) return;
  toBeat = sum(pointsOf(other, here.humans[0])).join(" : ");
  if (aside.now?.challenge) redraw();
}

// The challenge goes on after a reload.
function follow(here) {
  const is = now && here.number === now.number && here.humans.length === 1;
  if (is && !aside.now) {
    aside.now = { end, challenge: true, intro,
      name: (round) => toBeat ? `Beat ${toBeat}; round ${round}` : null };
    readScore(here);
  } else if (!is && aside.now?.challenge) aside.now = null;
}

// The words of a variant that this page lacks.
async function missing(variant) {
  const known = new Set(work.variants().map(([name]) => name));
  const parts = variant.split("+");
  return parts.filter((part) => !known.has(part) && !known.has(`standard+${part}`));
}

// Begin the challenge of a session: nothing is asked.
export async function challenge(session) {
  const game = gameOf(session);
  if (!game) {
    say("This challenge is damaged. Ask the sender for the whole link.");
    return;
  }
  const lacks = await missing(game.variant);
  if (lacks.length > 0) {
    say(`This challenge is of ${game.variant}, and this page does not have ${
      lacks.join(", ")}.`);
    return;
  }
  now = null;
  aside.now = null;
  await talk.line("brief on");
  show_();
  const { failed, text } = await talk.said(`new ${game.variant} ${game.players
  } seed=${game.seed} bots=${game.bots.map((one) => one || "greedy").join(",")
  } human=${game.humans[0]}`);
  if (failed) {
    say(`This challenge cannot be played here: ${text}`);
    return;
  }
  now = { session, number: talk.talk.here.number };
  keep.putData("challenge", now);
  follow(talk.talk.here);
  show_();
}

export function openChallenge(show) {
  show_ = show;
  const data = keep.getData("challenge");
  now = typeof data.session === "string" ? data : null;
  talk.on("table", follow);
  aside.more.push(["Challenge", send]);
}
