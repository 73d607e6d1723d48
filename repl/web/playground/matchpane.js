// A match between two bots: the difference in points a round and its interval,
// drawn as the games are played.
import { button, labelled, select, setOptions, input, seedOf } from "./widgets.js";
import { linked } from "./places.js";
import { rulesMenu } from "./newgame.js";
import * as jobs from "./jobs.js";
import * as keep from "./storage.js";

const size = { width: 560, height: 220, left: 44, right: 12, top: 12,
  bottom: 34 };
const hopeless = 10; // faults, one in each game, that end a match
const kept = 300; // points of the figure that the browser keeps
let form, result, chart, notes, play, end, bar, points = [];
let ending = ""; // the sentence for a match that is stopped

// ---- The figure -------------------------------------------------------------

const signed = (value) => (value >= 0 ? "+" : "\u2212")
  + Math.abs(value).toFixed(2);

function ticks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((one) => one * power >= rough) * power;
  const list = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    list.push(Math.abs(at) < step / 2 ? 0 : at);
  }
  return { list, digits: Math.max(0, -Math.floor(Math.log10(step))) };
}

function axes(x, y, low, high, most) {
  const { width, height, left, right, bottom } = size;
  const { list, digits } = ticks(low, high);
  return [list.map((value) => [svg("line", { x1: left, x2: width - right,
    y1: y(value), y2: y(value), stroke: value === 0 ? "var(--text)"
      : "var(--line)" }),
  svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" },
    value.toFixed(digits))]),
  ticks(0, most).list.filter((games) => games > 0 && games % 1 === 0)
    .map((games) => svg("text", { x: x(games), y: height - bottom + 16,
      "text-anchor": games === most ? "end" : "middle" }, String(games))),
  svg("text", { x: (left + width - right) / 2, y: height - 4,
    "text-anchor": "middle" }, "games")];
}

// The mean and its interval over the games so far.
function draw(name) {
  const shown = points.filter((one) => one.low !== null);
  if (shown.length === 0) return chart.replaceChildren();
  const { width, height, left, right, top, bottom } = size;
  const last = shown.at(-1);
  // the first intervals are wide: they may leave the picture
  const reach = 2.5 * Math.max(last.high - last.mean, 0.2);
  const low = Math.min(0, last.mean - reach);
  const high = Math.max(0, last.mean + reach);
  const x = (games) => left + games / last.games * (width - left - right);
  const y = (value) => top + (high - Math.max(low, Math.min(high, value)))
    / (high - low) * (height - top - bottom);
  const dots = (key) => shown.map((one) => `${x(one.games)},${y(one[key])}`);
  chart.replaceChildren(svg("svg", { class: "graph", role: "img",
    viewBox: `0 0 ${width} ${height}`, "aria-label": `Points a round of ${name}`
      + ` above its opponent, by games: ${signed(last.mean)}, 95 % interval `
      + `${signed(last.low)} to ${signed(last.high)}` },
  axes(x, y, low, high, last.games),
  svg("polygon", { points: [...dots("low"), ...dots("high").reverse()]
    .join(" "), fill: "var(--suit-5)", "fill-opacity": 0.2 }),
  svg("polyline", { points: dots("mean").join(" "), fill: "none",
    stroke: "var(--suit-5)", "stroke-width": 2.5 }),
  svg("circle", { cx: x(last.games), cy: y(last.mean), r: 4,
    fill: "var(--suit-5)" })));
  return undefined;
}

function verdict(one, other, at, faults) {
  const games = plural(at.games, "game");
  const broken = faults > 0 ? ` ${plural(faults, "fault")} of bots.` : "";
  if (at.low === null) {
    return (at.deals < 2 ? `${games} played.` : `${one} minus ${other}: ${
      signed(at.mean)} points a round in each of ${plural(at.deals, "deal")
    }, after ${games}. No spread, so no interval yet.`) + broken;
  }
  const range = `(95 % interval ${signed(at.low)} to ${signed(at.high)})`;
  const text = at.low > 0 ? `${one} beats ${other}`
    : at.high < 0 ? `${other} beats ${one}`
      : `${one} and ${other} cannot be told apart yet`;
  return `${text}. ${one} minus ${other}: ${signed(at.mean)} points a round `
    + `${range}, after ${games}.${broken}`;
}

function showNotes(text) {
  notes.replaceChildren(...linked(text));
}

// Take the results so far, as `aurum match --mirror --json` prints them.
function take(one, other, now) {
  const row = now.mirror.bots[0];
  points.push({ games: now.mirror.deals * now.mirror.games_per_deal,
    deals: now.mirror.deals, mean: row.mean, low: row.low, high: row.high });
  const faults = now.bots.reduce((sum, bot) => sum + bot.faults, 0);
  bar.max = now.total;
  bar.value = points.at(-1).games;
  result.textContent = verdict(one, other, points.at(-1), faults);
  showNotes(now.faults.map((fault) => `${fault.bot} was at fault in the game with `
    + `seed ${fault.seed}, round ${fault.round}${fault.trick > 0
      ? `, trick ${fault.trick}` : ""}: seat ${fault.seat}, asked to ${fault.ask}: ${
      fault.message}\n`).join(""));
  draw(one);
  if (faults >= hopeless && faults >= points.at(-1).games) {
    ending = "A bot was at fault in every game, so the match was stopped.";
    jobs.stop();
  }
}

// ---- Playing ----------------------------------------------------------------

// While a match is played, its form is off, and Stop has the focus that Play had.
function running(now) {
  for (const control of [form.one, form.two, form.rules.menu, form.deals,
    form.seed]) {
    control.disabled = now;
  }
  const from = now ? play : end;
  const moves = document.activeElement === from;
  bar.hidden = end.hidden = !now;
  bar.removeAttribute("value");
  result.setAttribute("aria-busy", String(now));
  if (now && moves) end.focus();
  play.disabled = now;
  if (!now && moves) play.focus();
}

// The browser keeps the last results, which stay until a match has better ones.
function keepResults(played) {
  const step = Math.ceil(points.length / kept);
  keep.putData("match", { ...played, deals: form.deals.value,
    text: result.textContent, notes: notes.textContent,
    points: points.filter((_, i) => (points.length - 1 - i) % step === 0) });
}

// Show the results that the browser has kept; `why` stands in front.
function showKept(why = "") {
  const last = keep.getData("match");
  if (!Array.isArray(last.points) || !Array.isArray(last.bots)) return;
  points = last.points;
  setMatch({ one: last.bots[0], two: last.bots[1], variant: last.variant });
  form.deals.value = last.deals;
  form.seed.value = last.seed;
  result.replaceChildren(...linked(`${why}${why && " The match before: "}${
    last.text}`));
  showNotes(String(last.notes || ""));
  draw(last.bots[0]);
  form.after(last);
}

function over(played) {
  form.after(played);
  keepResults(played);
}

async function start() {
  const bots = [form.one.value, form.two.value];
  points = [];
  ending = "You stopped it.";
  notes.replaceChildren();
  chart.replaceChildren();
  form.watch.replaceChildren();
  result.textContent = "The games begin\u2026";
  const seed = seedOf(form.seed) || "1";
  const played = { bots, seed, variant: form.rules.menu.value };
  running(true);
  try {
    const answer = await jobs.match({ bots: bots.join(","), seed,
      variant: played.variant, games: Number(form.deals.value) },
    (news) => take(...bots, news));
    take(...bots, answer);
    over(played);
  } catch (problem) {
    if (problem.ended === "stopped") {
      result.append(` ${ending}`);
      if (points.length > 0) over(played);
    } else {
      result.replaceChildren(...linked(`The match ended: ${problem.message}`));
      if (points.length === 0) showKept(result.textContent);
    }
  }
  running(false);
}

// Play a bot against the opponent that is chosen.
export function playNow(bot) {
  setMatch({ one: bot, two: bot === form.two.value ? "lowball" : "" });
  if (!play.disabled) {
    play.focus();
    start();
  }
}

export function setNames(bots, variants) {
  setOptions(form.one, bots.map((name) => [name]));
  setOptions(form.two, bots.map((name) => [name]));
  setOptions(form.rules.menu, variants);
  form.rules.choose();
  if (points.length === 0 && !play.disabled) showKept();
}

export function setMatch({ one, two, variant }) {
  if (one) form.one.value = one;
  if (two) form.two.value = two;
  if (variant) form.rules.menu.value = variant;
  form.rules.choose();
}

// `show({ bots, seed, variant }, game)` puts a game of the match on the table.
export function openMatch(pane, show) {
  form = { one: select([["greedy"]], () => {}), rules: rulesMenu(),
    two: select([["lowball"]], () => {}),
    deals: select([["50"], ["200"], ["1000"], ["5000"]], () => {}),
    seed: input({ value: "1", size: 8 }), watch: make("div", {}) };
  form.deals.value = "200";
  form.after = (played) => {
    const number = input({ type: "number", min: 1, max: 9999, value: 1 });
    form.watch.replaceChildren(make("div", { class: "controls" },
      labelled("watch", "Step through deal", number),
      button("Show it", () => show(played, Number(number.value) || 1))));
  };
  play = button("Play", start, { id: "play-match", class: "main",
    "data-work": true });
  end = button("Stop", () => jobs.stop(), { id: "stop-match", hidden: true });
  bar = make("progress", { "aria-label": "Games played", hidden: true });
  result = make("p", { class: "lead", role: "status", "aria-live": "polite" });
  chart = make("div", { class: "match-chart" });
  notes = make("pre", { class: "notes", tabindex: 0,
    "aria-label": "Faults of bots" });
  pane.append(make("h2", {}, "Match"), make("div", { class: "controls" },
    labelled("match-one", "Bot", form.one),
    labelled("match-two", "against", form.two),
    labelled("match-variant", "Rules", form.rules.menu),
    labelled("match-deals", "Deals", form.deals),
    labelled("match-seed", "Seed", form.seed)), form.rules.line,
  make("div", { class: "controls work" }, play, bar, end),
  make("p", { class: "soft" }, "Each deal is played twice, with the bots "
    + "exchanged, so that the luck of the cards cancels."),
  result, chart, form.watch, notes);
}
