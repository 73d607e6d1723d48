// A person plays whole games in the playground, by pressing cards or by the
// keyboard alone: at every decision the whole table is inside windows of all
// sizes, nothing has moved, and the page holds no hidden card.
"use strict";
const { same, ok, matches, checkAccess, savePicture }
  = require("../web/browser.js");
const { open, button, until } = require("./page_helper.js");
const { sizes, readStage, ways } = require("./stage.js");

async function checkStage(page, places, where) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const { wrong, at } = await page.evaluate(readStage);
    same(wrong, [], `${where} at ${width} x ${height}`);
    const size = `${width}x${height}`;
    places[size] ??= at;
    same(at, places[size], `${where} at ${size}: nothing moves`);
  }
}

const stateOf = (page) => page.waitForSelector(".stage:not([data-state=moving])")
  .then((stage) => stage.getAttribute("data-state"));

async function pressBy(page, by, selector) {
  const control = page.locator(selector).first();
  if (by === "mouse") return control.click();
  if (by === "touch") return control.tap();
  if (!await control.evaluate((it) => it.matches(".own-cards button"))) {
    await control.focus();
    return page.keyboard.press("Enter");
  }
  const number = await control.evaluate((it) =>
    [...document.querySelectorAll(".own-cards button")].indexOf(it));
  if (number < 10) return page.keyboard.press("1234567890"[number]);
  await page.locator(".own-cards button").first().focus();
  for (let i = 0; i < number; i++) await page.keyboard.press("ArrowRight");
  return page.keyboard.press("Enter");
}

// The session's text in the page, and all names of cards in it, hold no card of
// another hand.
async function checkHidden(page, where) {
  const found = await page.evaluate(() => data.games[0].rounds.flatMap((round) =>
    round.frames.flatMap((frame) => Object.keys(frame).filter((name) =>
      /^hand\d/.test(name) && name !== `hand${data.games[0].seat}`
      && frame[name] !== "").map((name) => `${name}: ${frame[name]}`))));
  same(found, [], `${where}: hands in the page`);
}

// Plays until the end of the game, or of `rounds`. Returns the presses. The sheet of
// a round closes with the first press of the next one.
async function playOn(page, by, rounds, where, press = pressBy) {
  const places = {};
  let presses = 0, ended = 0;
  for (let i = 0; i < 400; i++) {
    const state = await stateOf(page);
    if (state === "over" || state === "deal"
      || await page.locator("dialog .sheet").count() > 0) {
      await page.waitForSelector("dialog .sheet");
      matches(await page.locator("dialog").innerText(), /For the bid/);
      ended++;
      if (state === "over" || ended === rounds) return presses;
    }
    if (state === "deal") {
      await page.getByRole("button", { name: "Next round" }).last().click();
      presses++;
      await page.waitForSelector(".stage:not([data-state=deal])");
      continue;
    }
    await checkStage(page, places, `${where}, decision ${i}, ${state}`);
    await checkHidden(page, where);
    for (const selector of ways[state](by)) {
      await press(page, by, selector);
      presses++;
    }
  }
  throw new Error(`${where}: the game does not end`);
}

// A game that a line of the REPL begins, at a person's first decision. `settings`
// are those of the person.
async function begin(browser, line, options = {}) {
  const settings = JSON.stringify({ pace: "0", ...options.settings });
  const page = await open(browser, { width: 800, before: { content:
    `localStorage.setItem("aurum-playground/play", ${JSON.stringify(settings)})` },
  ...options });
  await button(page, "REPL").click();
  await page.locator("#typed").fill(line);
  await page.locator("#typed").press("Enter");
  await until(page, ".log", /seat \d to (bid|answer|play|change)/);
  await button(page, "Table").click();
  await page.waitForSelector(".playing .stage");
  return page;
}

async function games(browser) {
  for (const [line, by, rounds] of [
    ["new standard 4 seed=play1 bots=greedy,lowball human=1", "mouse", 9],
    ["new standard 3 seed=play2 bots=counter human=2", "keyboard", 1],
    ["new five-alchemists seed=play3 bots=greedy human=1", "keyboard", 1],
    ["new standard+exchange seed=play4 bots=greedy human=1", "mouse", 1],
    ["new standard+auction seed=play5 bots=greedy human=1", "keyboard", 1]]) {
    const page = await begin(browser, line);
    const presses = await playOn(page, by, rounds, line);
    console.log(`${line}: ${presses} presses`);
    await page.context().close();
  }
}

// An illegal card says why; a look at the stage in both themes.
async function refusal(browser) {
  for (const scheme of ["light", "dark"]) {
    const page = await begin(browser,
      "new standard 4 seed=a1 bots=greedy human=1", { scheme });
    await stateOf(page);
    await pressBy(page, "mouse", ".own-cards .legal");
    await pressBy(page, "mouse", ".own-cards .picked");
    await page.waitForSelector(".stage[data-state=play]");
    const before = await page.evaluate(readStage);
    await pressBy(page, "mouse", ".own-cards .off");
    await until(page, ".status", /RULES 6\.3/);
    same((await page.evaluate(readStage)).at, before.at, "nothing moves");
    await checkAccess(page, `stage ${scheme}`);
    await savePicture(page, `stage ${scheme}`);
    await page.locator(".status .link").click();
    await until(page, "dialog", /6\.3/);
    await page.context().close();
  }
}

// The steps of the bots are shown one after another; a press shows them all.
async function pace(browser) {
  const page = await begin(browser,
    "new standard 4 seed=play1 bots=greedy human=1");
  await stateOf(page);
  await page.evaluate(() => localStorage.setItem("aurum-playground/play",
    JSON.stringify({ pace: "1.8" })));
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  await until(page, ".status", /^You bid/);
  ok(await page.locator(".own-cards button").count() === 0, "no card is due");
  await page.mouse.click(400, 300);
  await page.waitForSelector(".stage[data-state=play]");
  await page.context().close();
}

module.exports = { parts: { games, refusal, pace }, stateOf, pressBy, checkStage,
  checkHidden, playOn, begin };
