// The front door and the guided round in the playground: the ways in, the notes and
// the rules that they cite, by pressing cards and by the keyboard alone, in windows
// of all sizes.
"use strict";
const { same, ok, matches, checkAccess, checkWidth, savePicture }
  = require("../web/browser.js");
const { open, openKept, button, text, until, write } = require("./page_helper.js");

const sizes = [[320, 568], [360, 640], [390, 844], [844, 390], [800, 600],
  [1280, 720], [1920, 1080]];

// ---- The door ---------------------------------------------------------------

const waysOf = (page) => page.locator(".way b").allInnerTexts();

// The first view is the door: nothing of it is outside the window or too small, and
// the way that was taken last comes first.
async function door(browser) {
  for (const scheme of ["light", "dark"]) {
    const page = await open(browser, { door: true, scheme });
    same(await waysOf(page), ["Play", "Write a bot", "Change a rule"]);
    ok(!await page.locator(".cm-content").isVisible(), "no editor");
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await checkWidth(page, `door ${width}`);
      ok(await page.locator("#ways").evaluate((box) =>
        box.getBoundingClientRect().bottom < innerHeight || innerHeight < 600),
      `the ways are in sight at ${width} x ${height}`);
      await savePicture(page, `door ${width} ${scheme}`);
    }
    await checkAccess(page, `door ${scheme}`);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("button", { name: "Change a rule", exact: true }).click();
    await until(page, "#try", /^Try this: .*exact = 3.*Compare/s);
    ok(await page.locator("#rules-pane").isVisible(), "the rules are beside it");
    await button(page, "Close the editor").click();
    ok(!await page.locator(".cm-content").isVisible(), "the editor is closed");
    await page.locator(".home").click();
    await page.close();
    const again = await open(browser, { door: true, context: page.context() });
    same(await waysOf(again), ["Change a rule", "Play", "Write a bot"]);
    await again.context().close();
  }
}

// A press before the engine has started is done then; and a reload goes
// back to the pane that was shown.
async function early(browser) {
  const page = await open(browser, { door: true, closed: true, before: () => {
    window.Worker = class extends Worker {
      postMessage(message) {
        const send = () => super.postMessage(message);
        if (message.do === "start" && !window.release) window.release = send;
        else send();
      }
    };
  } });
  await page.waitForFunction(() => window.release);
  await page.getByRole("button", { name: "Write a bot", exact: true }).click();
  await until(page, "#door-pane [role=status]", /Starting the engine/);
  await page.evaluate(() => window.release());
  await page.waitForSelector("#match-pane", { state: "visible" });
  await page.waitForSelector("body[data-ready]");
  ok(await page.locator(".cm-content").isVisible(), "the editor is open");
  await page.reload();
  await page.waitForFunction(() => window.release);
  await page.evaluate(() => window.release());
  await page.waitForSelector("body[data-ready]");
  ok(await page.locator(".cm-content").isVisible(), "it is open after a reload");
  ok(!await page.locator("#door").isVisible(), "the door is not shown");
  await page.context().close();
}

// ---- The guided round -------------------------------------------------------

// Parts outside the window or too small to touch, and parts that cover others.
function readGuide() {
  const wrong = [];
  const box = (selector) => document.querySelector(selector)
    .getBoundingClientRect();
  const guide = box(".guide");
  for (const selector of [".centre", ".own-cards", ".part-acts", ".own-facts", ".bank"]) {
    const other = box(selector);
    if (guide.top < other.bottom - 1 && guide.bottom > other.top + 1
      && guide.left < other.right - 1 && guide.right > other.left + 1) {
      wrong.push(`the guide covers ${selector}`);
    }
  }
  for (const selector of [".guide", ".guide button:not([hidden], .link)",
    ".own-facts dd", ".trick .card", ".own-cards li:not(.blank)", ".part-acts button"]) {
    for (const one of document.querySelectorAll(selector)) {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1
        || bottom > innerHeight + 1) wrong.push(`${selector} is outside`);
    }
  }
  const note = document.querySelector(".guide p");
  if (note.scrollHeight > document.querySelector(".guide").clientHeight) {
    wrong.push(`the note does not fit: ${note.textContent}`);
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) {
    wrong.push("the page scrolls");
  }
  return { wrong, at: [guide.x, guide.y, guide.width, guide.height].map(Math.round)
    .join(" ") };
}

async function checkNote(page, places, where) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const { wrong, at } = await page.evaluate(readGuide);
    same(wrong, [], `${where} at ${width} x ${height}`);
    places[width] ??= at;
    same(at, places[width], `${where} at ${width}: the note stays in its place`);
    await savePicture(page, `guide ${where} ${width}`);
  }
}

// Makes the move that the note advises: presses the marked cards, or their keys.
async function advised(page, by, state) {
  const marked = await page.locator(".advised").evaluateAll((list) => list.map(
    (one) => one.dataset.card));
  ok(marked.length > 0, `a card is marked: ${await text(page, ".guide p")}`);
  for (const card of marked) {
    const control = page.locator(`.stage button[data-card="${card}"]`);
    if (by === "mouse") await control.click();
    else {
      await control.focus();
      await page.keyboard.press("Enter");
    }
  }
  if (state === "play") return;
  const done = page.locator(".part-acts .main");
  if (by === "mouse") return done.click();
  await done.focus();
  await page.keyboard.press("Enter");
}

const quick = () => localStorage.setItem("aurum-playground/play",
  JSON.stringify({ pace: "0" }));
const stepwise = () => localStorage.setItem("aurum-playground/play",
  JSON.stringify({ pace: "0.01" }));

// Keeps every text that the guide shows, however short.
const listen = (page) => page.evaluate(() => {
  const guide = document.querySelector(".guide");
  window.shown = [guide.dataset.text];
  new MutationObserver(() => window.shown.push(guide.dataset.text)).observe(guide,
    { attributeFilter: ["data-text"] });
});

// A press on the table and a key do not pass over a note that waits.
async function checkWaits(page, note) {
  await page.locator(".board").dispatchEvent("pointerdown");
  await page.locator(".board").dispatchEvent("keydown", { key: "Enter" });
  same(await text(page, ".guide p"), note, "the note stays until Next");
  same(await page.locator(".stage").getAttribute("data-state"), "held");
}

// From the sheet one may look back; "Close" leads to the sheet again.
async function lookBack(page) {
  const before = await text(page, "dialog");
  await button(page, "Look back").click();
  await page.waitForSelector("body.looking");
  same(await page.locator("dialog").count(), 0, "the sheet is closed");
  await page.locator(".look-end").click();
  await page.waitForSelector("body:not(.looking) dialog .sheet");
  same(await text(page, "dialog"), before, "the sheet is back");
}

async function playGuided(page, by, check) {
  const notes = [];
  for (let i = 0; i < 60; i++) {
    const stage = await page.waitForSelector(".stage:not([data-state=moving])");
    const state = await stage.getAttribute("data-state");
    if (state === "deal") return notes;
    const note = await text(page, ".guide p");
    notes.push(note);
    await check(note, state, i);
    if (state === "held") await checkWaits(page, note);
    if (state !== "held") {
      await advised(page, by, state);
    } else if (by === "mouse") {
      await button(page, "Next").click();
    } else {
      await page.waitForSelector(".guide button:focus");
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((before) => document.querySelector(".guide p")
      .innerText !== before || document.querySelector(".stage").dataset.state
      === "deal", note);
  }
  throw new Error(`the guided round does not end: ${notes.join("\n")}`);
}

// The reasons are given with the moves, and none that the next card refutes.
function checkWords(all) {
  matches(all, /Bismuth \(B\) and Silver \(S\)/);
  matches(all, /Your side bid 4 and took 5\. Make the bid 5: press G2 \(the gold you pay\)/);
  matches(all, /Your partner has no card that fits, and passes: the round ends/);
  matches(all, /bid is 5 now, and you have 5 tricks: 10 points/);
  matches(all, /Your side has its 4 tricks: that is 8 points/);
  matches(all, /earns gold of its rank[^]*so B3 earns gold/);
  ok(!/duck|does not win|undefined|null/.test(all), all);
}

async function guided(browser) {
  for (const [by, scheme] of [["mouse", "light"], ["keyboard", "dark"]]) {
    const page = await open(browser, { door: true, scheme,
      before: by === "mouse" ? quick : stepwise });
    same(await button(page, "Learn in one round").count(), 0, "one way to learn");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector(".guiding .stage[data-state=bid] .advised");
    await listen(page);
    const places = {};
    const notes = await playGuided(page, by, async (note, state, i) => {
      if (by === "mouse") await checkNote(page, places, `note ${i}`);
      if (i === 3) await checkAccess(page, `guide ${scheme}`);
    });
    same((await page.evaluate(() => window.shown)).filter(Boolean), notes,
      "no note is replaced before it was read");
    checkWords(notes.join("\n"));
    const rules = new Set(notes.join(" ").match(/RULES [\d.]*\d/g));
    for (const rule of ["3.1", "4.2", "5.1", "6.2", "6.3", "7.1", "7.2", "7.3", "8.1", "9.1", "9.3"]) {
      ok(rules.has(`RULES ${rule}`), `${rule}: ${notes.join("\n")}`);
    }
    await page.waitForSelector("dialog .sheet");
    matches(await text(page, "dialog"),
      /You win the round[^]*took 5 tricks and had bid 5[^]*4 to 6 two[^]*RULES 1\.2/);
    await lookBack(page);
    await checkAccess(page, `lesson ${scheme}`);
    await savePicture(page, `lesson ${scheme}`);
    await page.getByRole("button", { name: "Play a game", exact: true }).click();
    await page.waitForSelector("body:not(.guiding) .stage[data-state=bid]");
    await page.context().close();
  }
}

// Other moves than the advised ones: the notes go on, without a mark. Leaving goes
// to the door, which offers the game; a reload keeps the guide.
async function astray(browser) {
  const page = await openKept(browser, quick, { door: true });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".guiding .stage[data-state=bid]");
  await page.locator(".own-cards .legal:not(.advised)").last().click();
  await page.locator(".part-acts .main").click();
  await page.waitForSelector(".stage[data-state=play]");
  matches(await text(page, ".guide p"), /each suit only once/);
  same(await page.locator(".advised").count(), 0);
  await page.locator(".guide .link").first().click();
  await until(page, "dialog", /6\.3/);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  await page.waitForSelector(".guiding .stage[data-state=play]");
  await button(page, "Leave").click();
  await page.waitForSelector("#door", { state: "visible" });
  ok(await button(page, "Learn in one round").isVisible(), "once more, if wanted");
  await button(page, "Go on: round 1, trick 1").click();
  await page.waitForSelector("body.playing:not(.guiding) .stage[data-state=play]");
  await page.context().close();
}

// Bid the first legal card, in as many deals as it takes until one may change it:
// some deals give the person no gold.
async function bidInSearchOfGold(page) {
  for (let deal = 1; ; deal++) {
    await page.waitForSelector("body.playing:not(.guiding) .stage[data-state=bid]");
    await page.locator(".own-cards .legal").first().click();
    await page.locator(".part-acts .main").click();
    await page.waitForSelector(".stage:is([data-state=change], [data-state=play])");
    if (await page.locator(".stage[data-state=change]").count()) return;
    ok(deal < 40, "a deal with gold");
    await button(page, "Menu").click();
    await button(page, "New game").click();
  }
}

// The first game may be played without the guide. The table names sides and seats as
// the person does, and says why a bid cannot be changed.
async function unguided(browser) {
  const page = await openKept(browser, () => localStorage.setItem(
    "aurum-playground/play", JSON.stringify({ pace: "0", stop: "always" })),
  { door: true });
  await button(page, "Play without the guide").click();
  await page.waitForSelector("body.playing:not(.guiding) .stage[data-state=bid]");
  same(await page.locator(".side-scores b").allInnerTexts(), ["Us", "Them"]);
  matches(await text(page, ".own-facts h2"), /You\s+seat 1$/);
  await bidInSearchOfGold(page);
  await page.locator(".own-cards .gold.legal").click();
  await page.locator(".own-cards .legal:not(.gold)").first().click();
  await page.locator(".own-facts .legal").click();
  await page.locator(".part-acts .main").click();
  await page.waitForSelector(".stage[data-state=play]");
  await button(page, "Change bid").click();
  await until(page, ".status", /costs a gold card, and you have none \(RULES 5\.4\)/);
  same(await button(page, "Change bid").getAttribute("aria-pressed"), "false");
  await button(page, "Menu").click();
  await button(page, "Start page").click();
  same(await page.locator(".way.main").allInnerTexts(), ["Go on: round 1, trick 1"]);
  matches(await text(page, "#way-play"), /in place of the one under way/);
  await button(page, "Go on: round 1, trick 1").click();
  await page.waitForSelector("body.playing .stage[data-state=play]");
  await page.context().close();
}

// ---- Forms and results ------------------------------------------------------

const seatMenus = (page) => page.locator("[id^=new-bot-]:visible").count();

// The form of a new game offers what the rules allow, and says what they are.
async function forms(browser) {
  const page = await open(browser);
  await page.locator(".new-game summary").click();
  same(await seatMenus(page), 4);
  await page.locator("#new-players").selectOption("3");
  same(await seatMenus(page), 3);
  same(await page.locator("#new-human option").allInnerTexts(),
    ["nobody", "seat 1", "seat 2", "seat 3"]);
  await page.locator("#new-variant").selectOption("five-alchemists");
  await until(page, ".new-game .about-rules", /^A new edition for five players\./);
  await page.waitForSelector("#new-bot-5", { state: "visible" });
  same(await page.locator("#new-players option").allInnerTexts(), ["5"]);
  await page.locator("#new-bot-5").selectOption("lowball");
  await page.locator("#new-human").selectOption("5");
  await button(page, "Start the game").click();
  await page.waitForSelector(".playing .stage[data-state=bid]");
  same(await page.locator(".board .seat").count(), 4);
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  same(await page.locator("#new-human").inputValue(), "5", "it is kept");
  same(await page.locator("#new-bot-5").inputValue(), "lowball");
  await page.context().close();
}

// The results of a match survive a reload, and a match that fails; a line of one's
// bot in a message leads to that line.
async function results(browser) {
  const page = await open(browser);
  await button(page, "Match").click();
  await page.locator("#match-deals").selectOption("50");
  await page.evaluate(() => { // a match may end before a question about it comes
    const select = document.querySelector("#match-one");
    new MutationObserver(() => { window.wasOff ||= select.matches(":disabled"); })
      .observe(document.querySelector("#match-pane"),
        { attributes: true, subtree: true });
  });
  await button(page, "Play").click();
  await page.waitForFunction(() => window.wasOff);
  await page.waitForFunction(() => !document.querySelector("#play-match").disabled);
  const lead = await text(page, "#match-pane .lead");
  matches(lead, /after 100 games/);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  same(await text(page, "#match-pane .lead"), lead);
  ok(await page.locator(".match-chart svg").isVisible(), "with the figure");
  await write(page, "return {\n  bid = ,\n}\n");
  await until(page, "#edit-pane [role=status]", /^Line 2/);
  await button(page, "Play").click();
  await until(page, "#match-pane .lead", /^The match ended: .*The match before: /s);
  ok(!/\/\w/.test(await text(page, "#match-pane .lead")), "no inner path");
  await page.locator("#match-pane .lead .link").first().click();
  ok(await page.locator(".cm-content").evaluate((it) =>
    it.contains(document.activeElement)), "the line is in the editor");
  await page.context().close();
}

// The judge at work at the table: progress, a Stop beside it, and no other button.
async function judging(browser) {
  const page = await open(browser);
  await button(page, "Game").click();
  await until(page, ".actions", /The game is over/);
  await button(page, "Judge").click();
  await page.waitForFunction(() => document.querySelector(".answer progress[value]")
    && document.querySelector("[data-key=worst]").disabled);
  await page.locator(".answer").getByRole("button", { name: "Stop" }).click();
  await until(page, "#said", /^Stopped/);
  await page.locator("[data-key=worst]:enabled").waitFor();
  await page.context().close();
}

module.exports = { forms, results, judging, door, pressedEarly: early, guided, astray,
  unguided };
