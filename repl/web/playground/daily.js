// The deal of the day: the date gives the seed and the rules of one round, the same
// for everybody. The score is what one's decisions lost, as the judge sees it; the
// luck of the deal has no part in it.
import { button, dialog, say } from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import { aside, addressOf, sendBox } from "./aside.js";
import { pointsTable } from "./sheets.js";

// Another version of the rules, bots or seeds below makes other deals.
const version = 1;
const rulesOf = ["standard 4", "bga 4", "standard 3", "de-2024 4",
  "standard+stakes 4", "standard+gold-rush 4", "bga 3"];
const bots = ["counter", "greedy", "counter", "greedy"];
const most = 400; // days that are kept
const marks = { good: "\u25cf", unsure: "\u25cb", bad: "\u2715" };

let show_, days = null, now = null; // the deal that is played: { date, number }

const dayOf = (date) => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86400000);
const dateOf = (day) => new Date(day * 86400000).toISOString().slice(0, 10);

// Today, as the person's calendar has it.
function today() {
  const date = new Date();
  return dateOf(Math.floor((date - date.getTimezoneOffset() * 60000) / 86400000));
}

// The results by date. The page remembers them even if the browser does not.
function kept() {
  const data = keep.getData("daily");
  return days ??= data.version === version && typeof data.days === "object"
    ? data.days : {};
}

function store(date, result) {
  kept()[date] = result;
  for (const old of Object.keys(days).sort().slice(0, -most)) delete days[old];
  keep.putData("daily", { version, days, now });
}

// The number of days in a row up to a date.
function streak(date) {
  let n = 0;
  while (kept()[dateOf(dayOf(date) - n)]) n++;
  return n;
}

const setting = (date) => rulesOf[dayOf(date) % rulesOf.length].split(" ");

// ---- The result -------------------------------------------------------------

// A mark for the bid and for each trick, as the judge saw the person's decisions.
function marksOf(verdicts) {
  const worst = {};
  const rank = { good: 0, unsure: 1, bad: 2 };
  for (const [place, one] of Object.entries(verdicts)) {
    const trick = place.split(".")[1];
    const mark = one.bad ? "bad" : one.mark ? "unsure" : "good";
    if (!worst[trick] || rank[mark] > rank[worst[trick]]) worst[trick] = mark;
  }
  return Object.keys(worst).sort((a, b) => a - b).map((trick) => marks[worst[trick]])
    .join("");
}

// The text to send: it tells no card.
function textOf(date, result) {
  const [variant, players] = setting(date);
  const days = streak(date);
  return [`aurum deal of ${date} (${variant}, ${players} players)`,
    `points ${result.points.join(" : ")}; bid ${result.bid}, took ${result.taken}`,
    `${result.marks} ${result.lost.toFixed(1)} points lost`
    + (days > 1 ? `; ${days} days in a row` : ""),
    addressOf(`daily-${version}-${date}`)].join("\n");
}

async function judge(round, seat) {
  await talk.said(`judge ${round.number}`);
  return Object.fromEntries(Object.entries(show.game.verdicts || {}).filter(
    ([place, one]) => one.seat === seat
      && place.split(".")[0] === String(round.number)));
}

async function resultOf(item, seat) {
  const { score } = item.round;
  const order = sidesInOrder(show.game, seat);
  const verdicts = await judge(item.round, seat);
  if (Object.keys(verdicts).length === 0) return null;
  return { won: (item.round.winners || []).includes(order[0]),
    points: order.map((side) => score.points[side - 1]),
    bid: score.bid[order[0] - 1], taken: score.taken[order[0] - 1],
    lost: Math.max(0, Object.values(verdicts).reduce((sum, one) =>
      sum + (one.loss || 0), 0)), marks: marksOf(verdicts) };
}

function shown(date, result) {
  const n = streak(date);
  return [result.won === undefined ? "" : make("p", {}, `You ${result.won ? "win"
    : "lose"} the round, ${result.points.join(" : ")}.`),
  make("p", { class: "lead" }, make("b", {},
    `${result.lost.toFixed(1)} points lost`), ` by your decisions: 0 is perfect. `
    + "Good or bad cards do not change this number."),
  make("p", { class: "day-marks" }, result.marks),
  make("p", { class: "soft" }, `For the bid and each trick: ${marks.good} good, ${
    marks.unsure} could not be told, ${marks.bad} a sure loss. ${n > 1
    ? `${n} days in a row.` : ""}`)];
}

function sheet(date, item, seat) {
  const body = make("div", { role: "status" });
  const fill = (result) => body.replaceChildren(...result ? shown(date, result)
    : [make("p", {}, "The judge was stopped: there is no score.")]);
  const send = button("Send the result", () => sendBox("Deal of the day",
    "It shows no cards: paste it anywhere.", textOf(date, kept()[date])),
  { class: "main", disabled: true });
  const box = dialog(`The deal of ${date}`, (close) => [body,
    item ? make("div", { class: "scroll", tabindex: 0, role: "region",
      "aria-label": "Points" }, pointsTable(item.round, item.frame)) : null,
    make("div", { class: "controls" }, send,
      button(item ? "Play the whole game" : "Close", close))].filter(Boolean));
  const finish = (result) => {
    fill(result);
    send.disabled = !result;
    if (box.open && result) send.focus();
  };
  if (kept()[date]) {
    finish(kept()[date]);
  } else {
    body.replaceChildren(make("p", {}, "The judge looks at your decisions\u2026"));
    resultOf(item, seat).then((result) => {
      if (result) store(date, result);
      finish(result);
    });
  }
  return box;
}

// ---- Playing ----------------------------------------------------------------

// The deal is the first round; who likes plays on.
function endOf(item) {
  return item.round.number === 1
    ? sheet(now.date, item, talk.talk.here.humans[0]) : null;
}

// The deal goes on after a reload.
function follow(here) {
  const is = now && here.number === now.number && here.humans.length === 1;
  if (is && !aside.now) {
    aside.now = { sheet: endOf, daily: true,
      name: (round) => round === 1 ? "Deal of the day" : null,
      intro: () => `The deal of the day is one round by the rules ${
        here.variant}, the same for everybody. Your score: the points that your moves `
        + "lost; 0 is best. Choose a bid." };
  }
  else if (!is && aside.now?.daily) aside.now = null;
}

async function play(date) {
  const [variant, players] = setting(date);
  now = null;
  aside.now = null;
  await talk.line("brief on");
  show_();
  now = { date, number: 0 };
  const { failed, text } = await talk.said(`new ${variant} ${players} seed=daily${
    version}-${date} bots=${bots.join(",")} human=1`);
  if (failed) {
    now = null;
    say(`The deal of the day cannot be dealt: ${text}`);
    return;
  }
  now.number = talk.talk.here.number;
  keep.putData("daily", { version, days: kept(), now });
  follow(talk.talk.here);
  show_();
}

// Open a deal of the day: today's, or that of a link, "VERSION-DATE".
export async function daily(link) {
  const [, of, date] = /^(\d+)-(\d{4}-\d\d-\d\d)$/.exec(link || "") || [];
  if (link && (!date || !(dayOf(date) > 0) || dateOf(dayOf(date)) !== date)) {
    say("This link names no deal of the day.");
    return;
  }
  if (of && Number(of) !== version) {
    say(`That deal is of version ${of} of the deals of the day; this page deals `
      + `version ${version}, so its cards differ. Today's deal is under \u201cDeal `
      + "of the day\u201d.");
    return;
  }
  const day = date || today();
  if (day > today()) say(`The deal of ${day} is not due yet.`);
  else if (kept()[day]) sheet(day, null, 1);
  else await play(day);
}

export function openDaily(show) {
  show_ = show;
  const data = keep.getData("daily");
  now = data.version === version ? data.now || null : null;
  talk.on("table", follow);
}
