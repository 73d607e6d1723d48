// Something to send: puzzles at the table, the deal of the day, challenges, and
// addresses of places.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { same, ok, matches, checkAccess, checkWidth, savePicture }
  = require("../web/browser.js");
const { open: openFirst, openKept, button, text, until, typed, packed }
  = require("./page_helper.js");

const all = fs.readFileSync(path.resolve(__dirname,
  "../../scripts/bots/puzzles.jsonl"), "utf8").trimEnd().split("\n").map(JSON.parse);
const sizes = [[360, 640], [390, 844], [844, 390], [800, 600], [1280, 720],
  [1920, 1080]];
const own = { own: /^(blob|data):|\?at=/ };

// A page that is ready; its body has no height where the table fills the window.
async function open(browser, options) {
  const page = await openFirst(browser, { ...options, closed: true });
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  return page;
}

const toDoor = (page) => page.getByRole("button", { name: "aurum playground" })
  .click();

// On the day that the tests want.
const onTheDay = () => {
  const Real = Date;
  window.Date = class extends Real {
    constructor(...list) {
      super(...list.length > 0 ? list : ["2026-11-20T12:00:00Z"]);
    }
  };
};

// At once.
const atOnce = () => {
  try {
    localStorage.setItem("aurum-playground/play", JSON.stringify({ pace: "0" }));
  } catch { /* the test forbids it */ }
};

const fast = { content: `(${onTheDay})();\n(${atOnce})();` };

const stage = (page) => page.waitForSelector(".playing .stage:not([data-state="
  + "moving])");

// The cards that hands of other seats show in the page.
const hidden = (page) => page.evaluate(() => data.games[0].rounds.flatMap((round) =>
  round.frames.flatMap((frame) => Object.keys(frame).filter((name) =>
    /^hand\d/.test(name) && name !== `hand${data.games[0].seat}` && frame[name])
  )));

// Everything that is pressed lies in the window.
async function inside(page, where) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    same(await page.evaluate(() => [...document.querySelectorAll(
      ".own-cards button, .part-acts button, .trick li, .now")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.left < -1 || box.top < -1 || box.right > innerWidth + 1
        || box.bottom > innerHeight + 1;
    }).map((one) => one.textContent)), [], `${where} at ${width} x ${height}`);
  }
}

// Presses what an answer names.
async function answer(page, given) {
  const [kind, card] = given.split(" ");
  if (kind === "play") {
    await page.locator(`.own-cards [data-card="${card}"]`).click();
  } else {
    await button(page, { pass: "Pass", keep: "Keep" }[kind]).click();
  }
}

async function puzzles(browser) {
  for (const scheme of ["light", "dark"]) {
    const page = await open(browser, { width: 800, scheme, before: fast });
    await button(page, "REPL").click();
    await typed(page, "new standard 4 seed=kept bots=greedy human=1");
    await until(page, ".log", /seat 1 to bid/);
    await toDoor(page);
    await button(page, "Find the move").click();
    await page.getByLabel("Puzzles").selectOption("2");
    await checkAccess(page, `levels ${scheme}`);
    await button(page, "Begin").click();
    const n = all.findIndex((one) => one.level === 2) + 1, puzzle = all[n - 1];
    await until(page, ".status", new RegExp(`^Puzzle ${n} of ${all.length}, level 2\\. `
      + "Which \\w+ makes the most points for your side\\?"));
    matches(await text(page, ".own-facts h2"), new RegExp(`seat ${puzzle.seat}`));
    same(await page.locator(".part-acts .main").count(), 0, "nothing is advised");
    same(await hidden(page), [], "hands in the page of a puzzle");
    await inside(page, "a puzzle");
    await page.setViewportSize({ width: 800, height: 900 });
    const wrong = Object.keys(puzzle.others).find((one) => /^play/.test(one));
    await answer(page, wrong);
    await until(page, ".status", new RegExp(`^Not \\w+: it loses ${
      puzzle.by === "solver" ? "" : "about "}${
      puzzle.others[wrong].loss.toFixed(1)} point`));
    await inside(page, "a wrong answer");
    await page.setViewportSize({ width: 800, height: 900 });
    await savePicture(page, `puzzle wrong ${scheme}`);
    await button(page, "Try again").click();
    await until(page, ".status", /^Puzzle/);
    await answer(page, puzzle.best);
    await until(page, ".status", /^Right: \S+\. The .*, loses .*\d point/);
    await button(page, "Why?").click();
    await until(page, ".reasons", /Loses/);
    ok(!/[:,] \d [A-Z]\d/.test(await text(page, ".reasons")), "seats are named");
    const reasons = (await text(page, ".reasons")).replace(/seat (\d [A-Z]\d)/g,
      "$1");
    ok(reasons.includes(puzzle.line), reasons);
    ok(reasons.includes(puzzle.others[wrong].why), reasons);
    await checkAccess(page, `reasons ${scheme}`);
    await savePicture(page, `puzzle why ${scheme}`);
    await button(page, "Send this puzzle").click();
    matches(await page.locator("dialog textarea").inputValue(),
      new RegExp(`\\?at=puzzle-${n}$`));
    await button(page, "Close").click();
    await button(page, "Next").click();
    await until(page, ".status", /^Puzzle/);
    ok(!(await text(page, ".status")).startsWith(`Puzzle ${n} `), "another one");
    await button(page, "Leave").click();
    await until(page, ".status", /bid/i);
    same((await page.evaluate(() => JSON.parse(localStorage[
      "aurum-playground/session"]).games.map((one) => one.seed))).at(-1), "kept");
    await page.context().close();
  }
}

// A finished game, then a puzzle that is left: no sheet of an earlier round lies
// over the game.
async function stale(browser) {
  const page = await open(browser, { width: 800, before: fast });
  await button(page, "REPL").click();
  await typed(page, "new standard 4 seed=duel bots=greedy,lowball human=1");
  await until(page, ".log", /seat 1 to bid/);
  await button(page, "Table").click();
  await playOn(page, "over");
  await until(page, "dialog h2", /^You (win|lose) the game$/);
  await page.locator("dialog").getByRole("button", { name: "Other rules or bots" }).click();
  await toDoor(page);
  await button(page, "Find the move").click();
  await button(page, "Begin").click();
  await until(page, ".status", /^Puzzle/);
  await button(page, "Leave").click();
  await page.waitForSelector(".stage[data-state=over]");
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  same(await page.locator("dialog.over-table").count(), 0, "no stale sheet");
  await page.context().close();
}

// Plays whatever comes first until the round or the game is over.
async function playOn(page, until_) {
  for (let i = 0; i < 300; i++) {
    const state = await (await stage(page)).getAttribute("data-state");
    if (state === "over" || state === until_) return;
    if (state === "deal") {
      await page.getByRole("button", { name: "Next round" }).last().click();
      await page.waitForSelector(".stage:not([data-state=deal])");
      continue;
    }
    if (state === "change") {
      await button(page, "Keep").click();
      continue;
    }
    await page.locator(".own-cards .legal").first().click();
    const picked = page.locator(".own-cards .picked");
    if (state === "bid" && await picked.count() > 0) await picked.click();
  }
  throw new Error("the game does not end");
}

const noCard = /\b[BCPSZG]\d/;

async function daily(browser) {
  const page = await openKept(browser, atOnce, { width: 800, before: onTheDay,
    closed: true });
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  await button(page, "Deal of the day").click();
  await until(page, ".status", /The deal of the day is one round by the rules bga, the same for/);
  await playOn(page, "deal");
  await until(page, "dialog", /points lost/);
  matches(await text(page, ".status"), /^The round ends/, "the table stays");
  matches(await text(page, ".where"), /^Deal of the day, trick \d/);
  matches(await text(page, "dialog"), /You (win|lose) the round, \d+ : \d+/);
  await checkAccess(page, "the deal's result");
  await savePicture(page, "daily");
  await button(page, "Send the result").click();
  const result = await page.locator("dialog textarea").inputValue();
  matches(result, /^aurum deal of 2026-11-20 \([\w+-]+, [34] players\)\npoints \d+( : \d+)+; bid \d+, took \d+\n[●○✕]+ \d+\.\d points lost\n\S+\?at=daily-1-2026-11-20$/);
  ok(!noCard.test(result.replace(/at=.*/, "")), "it tells no card");
  const { days } = await page.evaluate(() => JSON.parse(localStorage[
    "aurum-playground/daily"]));
  same(Object.keys(days), ["2026-11-20"]);
  // the day before makes a streak; a day is played once
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage["aurum-playground/daily"]);
    kept.days["2026-11-19"] = kept.days["2026-11-20"];
    localStorage["aurum-playground/daily"] = JSON.stringify(kept);
  });
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  await button(page, "Menu").click();
  await button(page, "Study this game").click();
  await toDoor(page);
  await button(page, "Deal of the day").click();
  await until(page, "dialog", /2 days in a row/);
  await page.context().close();
}

// Without storage the deal is played all the same.
async function dailyUnkept(browser) {
  const page = await open(browser, { width: 360, before: () => {
    Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("no", "SecurityError"); } });
  } });
  await page.locator("#said").getByRole("button", { name: "Close" }).click();
  await button(page, "Deal of the day").click();
  await stage(page).then(() => page.waitForSelector(".own-cards .legal"));
  await button(page, "Menu").click();
  await page.locator("#play-pace").waitFor();
  same(await hidden(page), [], "hands in the page of the deal");
  await page.context().close();
}

// Addresses of places, and those that name none.
async function places(browser) {
  for (const [place, selector, pattern] of [
    ["?at=puzzle-1", ".status", /^Puzzle 1 of/],
    ["?at=puzzle-999", "#said", /There is no puzzle 999: this page has \d+\./],
    ["?at=daily-2-2026-11-20", "#said", /is of version 2 of the deals of the day/],
    ["?at=daily-1-2026-13-41", "#said", /names no deal of the day/],
    ["?at=daily-1-2030-01-01", "#said", /is not due yet/],
    ["?at=rules-7.3", "#rules-pane", /7\.3/],
    ["?at=constructor", "#said", /This page has no place .constructor/]]) {
    const page = await open(browser, { place, before: fast, ...own });
    await until(page, selector, pattern);
    ok(!page.url().includes("?at="), "the place is followed once");
    await page.context().close();
  }
}

async function challenge(browser) {
  const page = await open(browser, { width: 800, before: fast });
  await button(page, "REPL").click();
  await typed(page, "new standard 4 seed=duel bots=greedy,lowball human=1");
  await until(page, ".log", /seat 1 to bid/);
  await button(page, "Table").click();
  await playOn(page, "over");
  await page.waitForSelector("dialog .sheet");
  await button(page, "Challenge").click();
  const sent = await page.locator("dialog textarea").inputValue();
  matches(sent, /^aurum: I made \d+ : \d+\. Can you beat that with my cards\?\n/);
  await page.context().close();

  const link = sent.slice(sent.indexOf("#"));
  const other = await open(browser, { width: 800, place: link, before: fast });
  await stage(other); // nothing is asked
  same(await other.locator("dialog").count(), 0, "no dialog");
  const [, score] = sent.match(/I made (\d+ : \d+)/);
  await until(other, ".where", new RegExp(`^Beat ${score}; round 1, trick 1$`));
  await until(other, ".status", new RegExp(`A challenge: .* with which ${score} was`));
  same(await hidden(other), [], "hands in the page of a challenge");
  await playOn(other, "over");
  await until(other, "dialog", /Round 1/);
  matches(await text(other, "dialog h2"), /You are equal|You (beat|do not beat) the/);
  const rows = await other.locator("dialog tbody tr").evaluateAll((list) =>
    list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  same(rows.map((row) => row[1]), rows.map((row) => row[2]),
    "who plays the same gets the same");
  await checkAccess(other, "both games");
  await savePicture(other, "challenge");
  // a look at the other game leaves one's own result as it is
  const result = await text(other, "dialog");
  await button(other, "Look at the challenger's game").click();
  await other.waitForSelector("body.looking:not(:has(dialog))");
  await until(other, ".where", /^Round 1, trick 1$/);
  await other.locator(".look-end").click();
  await other.waitForSelector("body.playing:not(.looking) dialog");
  same(await text(other, "dialog"), result, "the own result");
  await other.context().close();

  const session = (change) => {
    const game = { number: 1, variant: "en-2023", rules: "768d0ffad5762a6a",
      players: 4, seed: "x", bots: ["", "greedy", "greedy", "greedy"], humans: [1],
      ...change };
    return packed({ bots: [], variants: [], place: "", challenge: true,
      session: JSON.stringify({ format: "aurum-session/1", games: [game] }) });
  };
  for (const [change, pattern] of [
    [{ variant: "en-2023+lightning" }, /of en-2023\+lightning, and this page does not have lightning/],
    [{ seed: "x; quit" }, /This challenge is damaged/],
    [{ bots: ["", "nobody", "greedy", "greedy"] }, /cannot be played here: .*nobody/]]) {
    const bad = await open(browser, { place: session(change), before: fast });
    await until(bad, "#said", pattern);
    await bad.context().close();
  }
  // code is shown first
  const coded = await open(browser, { before: fast, place: packed({ variants: [],
    bots: [{ name: "theirs", text: "return {}" }], place: "", challenge: true,
    session: "{}" }) });
  await until(coded, "dialog", /It belongs to a challenge/);
  await checkWidth(coded, "a challenge with code");
  await coded.context().close();
}

module.exports = { puzzles, stale, daily, dailyUnkept, places, challenge };
