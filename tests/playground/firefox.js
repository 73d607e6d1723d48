// The playground in Firefox, which puppeteer-core drives by WebDriver BiDi: the ways
// of the first minute, a link, a loop, a reload, two tabs. The rest is in page.js.
//   node firefox.js PLAYGROUND.html [PART...]
// Ends with 77, and the reason, where there is no Firefox.
"use strict";
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { same, ok, matches, runParts } = require("../web/browser.js");
const { hostile, duck } = require("./bots.js");
const { sizes, readStage } = require("./stage.js");

const address = "file://" + path.resolve(process.argv[2]);
const program = ["firefox-esr", "firefox"].map((name) => `/usr/bin/${name}`)
  .find((file) => fs.existsSync(file));

// A page of the playground that is ready; an error or a request fails the test.
async function open(browser, { place = "", context, door } = {}) {
  context ??= await browser.createBrowserContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  page.on("console", (message) => {
    if (message.type() === "error") throw new Error(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !/^(blob|data):/.test(url)) {
      throw new Error("the page asks for " + url);
    }
  });
  await page.setViewport({ width: 1400, height: 900 });
  await page.goto(address + place, { timeout: 300000 });
  await page.waitForSelector("body[data-ready]", { timeout: 300000 });
  if (!door) {
    await page.evaluate(() => ["edit", "game"].forEach((name) =>
      document.querySelector(`.tab-${name}`).click()));
  }
  return page;
}

// Waits until a function in the page returns a value; returns that.
async function wait(page, what, f, ...args) {
  for (const end = Date.now() + 300000; Date.now() < end;) {
    const value = await page.evaluate(f, ...args);
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited for ${what}`);
}

const textOf = (page, selector) => page.$eval(selector, (it) => it.innerText);

async function until(page, selector, pattern) {
  await wait(page, pattern.source, (one, source) => new RegExp(source, "m").test(
    document.querySelector(one)?.innerText), selector, pattern.source)
    .catch(async () => matches(await textOf(page, selector), pattern));
  ok(true, selector);
}

// Clicks a button that is seen, by its text.
async function press(page, name, within = "body") {
  await wait(page, `the button ${name}`, (text, place) => {
    const found = [...document.querySelectorAll(`${place} button`)].find((one) =>
      one.textContent === text && one.offsetParent);
    document.querySelector(".pressed-next")?.classList.remove("pressed-next");
    found?.classList.add("pressed-next");
    return Boolean(found);
  }, name, within);
  await page.click(".pressed-next");
}

async function typed(page, line) {
  await press(page, "REPL");
  await page.click("#typed");
  await page.keyboard.type(line);
  await page.keyboard.press("Enter");
}

async function choose(page, name, contents) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "aurum-"));
  fs.writeFileSync(path.join(folder, name), contents);
  await (await page.$("input[type=file]")).uploadFile(path.join(folder, name));
  await until(page, "#said", new RegExp(`^${name.replace(".", "\\.")} `));
  fs.rmSync(folder, { recursive: true });
}

// ---- Parts ------------------------------------------------------------------

async function table(browser) {
  const page = await open(browser);
  ok((await page.$$(".trick li")).length >= 2, "two cards are played");
  await page.click(".choose .illegal");
  await until(page, ".answer", /^no, /);
  await page.click(".choose .legal");
  await until(page, ".answer", /^seat 3 plays \w+/);
  await press(page, "Trick");
  await until(page, ".answer", /wins trick 1/);
  await page.browserContext().close();
}

async function match(browser) {
  const page = await open(browser);
  await press(page, "Match");
  await page.select("#match-deals", "50");
  await press(page, "Play");
  await until(page, "#match-pane .lead",
    /^lowball beats mine\. .*95 % interval .* after 100 games/);
  matches(await page.$eval(".match-chart svg", (it) =>
    it.getAttribute("aria-label")), /95 % interval/);
  await page.browserContext().close();
}

async function link(browser) {
  const page = await open(browser);
  await choose(page, "duck.lua", duck);
  await press(page, "Seat it");
  await until(page, ".log", /bot 1 duck/);
  await press(page, "Share");
  const made = await page.$eval("#link", (it) => it.value);
  const other = await open(browser, { place: made.slice(made.indexOf("#")) });
  await until(other, "dialog", /None of this code has run/);
  matches(await textOf(other, "dialog"), /view\.hand:lowest/);
  await press(other, "Open it", "dialog");
  await until(other, "#said", /The shared game is on the table/);
  same(await other.$eval("#file", (it) => it.value), "duck");
  await other.browserContext().close();
  await page.browserContext().close();
}

async function loops(browser) {
  const page = await open(browser);
  await choose(page, "loops.lua", hostile.loops);
  await press(page, "Play a match");
  await until(page, "#match-pane .lead", /A bot was at fault in every game/);
  await until(page, ".notes", /^loops was at fault .* fuel/);
  await typed(page, "while true do end");
  await press(page, "Stop", "#header");
  await until(page, "#said", /^Stopped/);
  await typed(page, "while true do end");
  await until(page, "#said", /^The engine was ended: .*nothing happened/);
  await typed(page, "=session.seed");
  await until(page, ".log", /"gold"/);
  await page.browserContext().close();
}

// The front door, and the first notes of the guided round.
async function front(browser) {
  const page = await open(browser, { door: true });
  await wait(page, "Play", () => document.querySelector(".way.main b").innerText
    === "Play");
  await page.click(".way.main");
  await until(page, ".guide p", /^Lay a card/);
  await page.waitForSelector(".stage[data-state=bid] .advised",
    { timeout: 300000 });
  await page.click(".advised");
  await page.click(".part-acts .main");
  await until(page, ".guide p", /^In a trick, each suit only once/);
  await page.click(".advised");
  await page.waitForSelector(".stage[data-state=held]", { timeout: 300000 });
  await press(page, "Next", ".guide");
  await until(page, ".guide p", /earns gold of its rank/);
  await press(page, "Next", ".guide");
  await until(page, ".guide p", /not as the first card/);
  await press(page, "Leave", ".guide");
  await page.waitForSelector(".go-on", { visible: true, timeout: 300000 });
  await page.browserContext().close();
}

// A reload keeps the work; a second tab has a game of its own.
async function keep(browser) {
  const page = await open(browser);
  await choose(page, "duck.lua", duck);
  await typed(page, "new seed=kept; step; comment here");
  await until(page, ".log", /commented on/);
  const other = await open(browser, { context: page.browserContext() });
  await until(other, "#said", /is also open in another tab/);
  matches(await textOf(other, ".part-head"), /Seed gold/);
  await other.close();
  await page.reload();
  await page.waitForSelector("body[data-ready]", { timeout: 300000 });
  matches(await textOf(page, ".cm-content"), /view\.hand:lowest/);
  await press(page, "Table");
  matches(await textOf(page, ".part-head"), /Seed kept/);
  matches(await textOf(page, ".verdict"), /here/);
  await page.browserContext().close();
}

// A person plays a round, by a dragged bid and by presses: at each decision the
// whole table is inside windows of all sizes.
async function stage(browser) {
  const page = await open(browser);
  await page.evaluate(() => localStorage.setItem("aurum-playground/play",
    JSON.stringify({ pace: "0" })));
  await typed(page, "new standard 4 seed=play1 bots=greedy,lowball human=1");
  await until(page, ".log", /seat 1 to bid/);
  await press(page, "Table");
  const settled = () => wait(page, "a decision", () => {
    const { state } = document.querySelector(".playing .stage")?.dataset || {};
    return state !== "moving" && state;
  });
  const check = async (where) => {
    for (const [width, height] of [...sizes, [320, 568]]) {
      await page.setViewport({ width, height });
      same((await page.evaluate(readStage)).wrong, [], `${where} at ${width} x ${
        height}`);
    }
  };
  await settled();
  await check("bid");
  const middle = (selector) => page.$eval(selector, (it) => {
    const box = it.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  });
  await page.mouse.move(...await middle(".own-cards .legal"));
  await page.mouse.down();
  await page.mouse.move(...await middle(".trick"), { steps: 4 });
  await page.mouse.up();
  await wait(page, "a play", () =>
    document.querySelector(".stage").dataset.state === "play");
  for (let i = 0; i < 40; i++) {
    const state = await settled();
    if (await page.$("dialog .sheet")) break;
    await check(`decision ${i}, ${state}`);
    if (state === "change") await press(page, "Keep", ".part-acts");
    else await page.click(".own-cards .legal");
  }
  ok(await page.$("dialog .sheet"), "the sheet of the round");
  await check("the sheet of the round");
  await page.browserContext().close();
}

// A puzzle, a right answer and its reasons; the deal of the day begins.
async function send(browser) {
  const page = await open(browser, { door: true });
  await press(page, "Find the move");
  await press(page, "Begin", "dialog");
  await until(page, ".status", /^Puzzle 1 of 150, level 1/);
  const { best } = JSON.parse(fs.readFileSync(path.resolve(__dirname,
    "../../scripts/bots/puzzles.jsonl"), "utf8").split("\n")[0]);
  await page.click(`.own-cards [data-card="${best.split(" ")[1]}"]`);
  await until(page, ".status", /^Right/);
  await press(page, "Why?");
  await until(page, ".reasons", /Loses/);
  await press(page, "Close", "dialog");
  await press(page, "Leave");
  await page.waitForSelector("#door-pane", { visible: true, timeout: 300000 });
  await press(page, "Deal of the day");
  await page.waitForSelector(".playing .own-cards .legal", { timeout: 300000 });
  await page.browserContext().close();
}

if (!program) {
  console.error("there is no Firefox in /usr/bin");
  process.exit(77);
}
runParts({ front, table, match, link, loops, keep, stage, send }, process.argv.slice(3), () =>
  require("puppeteer-core").launch({ browser: "firefox", headless: true,
    executablePath: program }));
