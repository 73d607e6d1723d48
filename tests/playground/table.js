// More of a person's table: whole games by touch and by dragged cards, the settings,
// motion, small windows and large text, the sheet of a game and looking back.
"use strict";
const { same, ok, matches, checkAccess, savePicture, launchChromium }
  = require("../web/browser.js");
const { button, text, until } = require("./page_helper.js");
const { sizes, readStage, ways } = require("./stage.js");
const { stateOf, pressBy, playOn, begin } = require("./play.js");

const line = "new standard 4 seed=play1 bots=greedy,lowball human=1";
const card = ".own-cards button";

const touching = (browser, more) => browser.newContext({ hasTouch: true,
  viewport: { width: 390, height: 844 }, ...more });

// ---- Touch and dragging ------------------------------------------------------

const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
};

// All that moves has come to its place.
const rested = (page) => page.evaluate(() => Promise.all(document.getAnimations()
  .map((one) => one.finished.catch(() => {}))));

// A finger's or a mouse's way from a place to another; `end` false: it stays down.
async function drag(page, by, [x, y], [u, v], end = true) {
  await rested(page);
  if (by === "drag") {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + u) / 2, (y + v) / 2);
    await page.mouse.move(u, v);
    if (end) await page.mouse.up();
    return;
  }
  const hand = await page.context().newCDPSession(page);
  const touch = (type, points) => hand.send("Input.dispatchTouchEvent", { type,
    touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  await touch("touchMove", [{ x: (x + u) / 2, y: (y + v) / 2 }]);
  await touch("touchMove", [{ x: u, y: v }]);
  if (end) await touch("touchEnd", []);
  await hand.detach();
}

// Cards are dragged to the trick; other controls are pressed.
async function dragOrPress(page, by, selector) {
  const control = page.locator(selector).first();
  if (!await control.evaluate((it) => it.matches(".own-cards button"))) {
    return pressBy(page, by === "drag" ? "mouse" : "touch", selector);
  }
  return drag(page, by, await middle(control),
    await middle(page.locator(".trick")));
}

async function touch(browser) {
  for (const by of ["touch", "drag", "drag by touch"]) {
    const context = await touching(browser);
    const page = await begin(browser, line, { context });
    const presses = await playOn(page, by, by === "drag" ? 1 : 9, by,
      by === "touch" ? pressBy : dragOrPress);
    console.log(`${line} by ${by}: ${presses} presses`);
    await context.close();
  }
}

// A card that may not be laid returns, and says why; so does one that is let go
// over the hand, or whose drag is given up.
async function returned(browser) {
  for (const by of ["drag", "drag by touch"]) {
    const context = await touching(browser);
    const page = await begin(browser, "new standard 4 seed=a1 bots=greedy human=1",
      { context });
    const trick = await middle(page.locator(".trick"));
    await dragOrPress(page, by, ".own-cards .legal");
    await page.waitForSelector(".stage[data-state=play]");
    const cards = () => page.locator(card).evaluateAll((all) => all.map((one) =>
      [one.dataset.card, one.style.translate, Math.round(
        one.parentNode.getBoundingClientRect().left)]));
    const before = await cards();
    await dragOrPress(page, by, ".own-cards .off");
    await until(page, ".status", /RULES 6\.3/);
    same(await cards(), before, `${by}: the illegal card is back`);
    const from = await middle(page.locator(".own-cards .legal").first());
    await drag(page, by, from, [from[0] + 30, from[1] + 10]);
    same(await cards(), before, `${by}: let go over the hand`);
    await drag(page, by, from, trick, false);
    ok(await page.locator(".dragged").count() === 1, "a card is dragged");
    await page.keyboard.press("Escape");
    same(await page.locator(".dragged").count(), 0, "Escape ends it");
    if (by === "drag") await page.mouse.up();
    same(await cards(), before, `${by}: given up`);
    same(await stateOf(page), "play");
    await context.close();
  }
}

// ---- Settings ---------------------------------------------------------------

// Plays a round, or more, with settings. `look(page, state)` is called before each
// decision.
async function roundWith(browser, settings, look, options = {}) {
  const page = await begin(browser, options.line || line, { settings,
    ...options });
  let left = options.rounds || 1;
  for (let i = 0; i < 100; i++) {
    const state = await stateOf(page);
    left -= await page.locator("dialog .sheet").count();
    if (left === 0 || state === "over") break;
    await look(page, state);
    for (const selector of ways[state]("drag")) {
      await pressBy(page, "mouse", selector);
    }
    if (state === "bid" && settings.confirm !== "none") {
      await pressBy(page, "mouse", ".own-cards .picked");
    }
  }
  await page.waitForSelector("dialog .sheet");
  return page;
}

const legalNow = (page) => page.locator(".own-cards .legal").count();

// The only legal card is played by itself, or when it is pressed.
async function alone(browser) {
  for (const setting of ["auto", "press"]) {
    const counts = [];
    const page = await roundWith(browser, { alone: setting }, async (it, state) => {
      if (state === "play") counts.push(await legalNow(it));
    }, { rounds: 2, line: "new standard+must-follow 4 seed=play1 bots=greedy human=1" });
    same(counts.includes(1), setting === "press", `${setting}: ${counts}`);
    await page.context().close();
  }
}

// The words of the prompt that do not fit their box.
async function cutWords(page) {
  const cut = [];
  for (const [width, height] of [...sizes, [320, 568]]) {
    await page.setViewportSize({ width, height });
    cut.push(...await page.evaluate(() => {
      dispatchEvent(new Event("resize")); // the browser's comes with the next frame
      const [said, room] = [".status", ".now"].map((one) =>
        document.querySelector(one).getBoundingClientRect());
      return said.top < room.top - 1 || said.bottom > room.bottom + 1
        ? [`${innerWidth}: ${document.querySelector(".status").textContent}`] : [];
    }));
  }
  return cut;
}

// The person is asked for a change before each trick, never, or where the bid cannot
// be met as it stands.
async function stops(browser) {
  const asked = {};
  for (const stop of ["always", "then", "never"]) {
    asked[stop] = [];
    const page = await roundWith(browser, { stop }, async (it, state) => {
      if (state !== "change") return;
      if (asked[stop].length < 3) same(await cutWords(it), [], "words are cut");
      asked[stop].push(await it.evaluate(() => {
        const now = show.line[show.line.length - 1].frame;
        const left = words(now.hand1).length + words(now.gold1).length;
        const need = now["need" + show.game.side_of[0]];
        return need < 0 || need > left;
      }));
    });
    await page.context().close();
  }
  ok(asked.always.includes(false), `always: ${asked.always}`);
  same(asked.never, [], "never");
  ok(!asked.then.includes(false), `then: ${asked.then}`);
  ok(asked.always.includes(true) === asked.then.length > 0, "where it is lost");
}

// One press bids, or two play, as is set.
async function confirming(browser) {
  let page = await roundWith(browser, { confirm: "none" }, () => {});
  await page.context().close();
  page = await begin(browser, line, { settings: { confirm: "all" } });
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  await page.waitForSelector(".stage[data-state=play]");
  const before = await page.locator(card).count();
  await pressBy(page, "mouse", ".own-cards .legal");
  await until(page, ".status", /Press it again/);
  same(await page.locator(card).count(), before, "no card is played yet");
  await pressBy(page, "mouse", ".own-cards .picked");
  await page.waitForFunction(([one, count]) =>
    document.querySelectorAll(one).length < count, [card, before]);
  await page.context().close();
}

async function takeBack(browser) {
  const page = await begin(browser, line);
  const back = async () => {
    await button(page, "Menu").click();
    await button(page, "Take back").click();
    return stateOf(page);
  };
  await back();
  await until(page, ".status", /you have not acted yet/);
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  await page.waitForSelector(".stage[data-state=play]");
  const cards = () => page.locator(card).evaluateAll((list) =>
    list.map((one) => one.dataset.card));
  const before = await cards();
  await pressBy(page, "mouse", ".own-cards .legal");
  await page.waitForFunction((count) => document.querySelectorAll(
    ".own-cards button").length !== count, before.length);
  await stateOf(page);
  await back();
  same(await cards(), before, "the card is in the hand again");
  await page.context().close();
  const three = await begin(browser, "new standard 3 seed=b bots=greedy human=1");
  await pressBy(three, "mouse", ".own-cards .legal");
  await pressBy(three, "mouse", ".own-cards .picked");
  await three.waitForSelector(".stage[data-state=play]");
  await button(three, "Menu").click();
  await button(three, "Take back").click();
  await until(three, ".status", /the bids are revealed \(RULES 11/);
  await three.context().close();
}

// After a look back at an earlier place, the game goes on where it was left, also
// when the look has moved the session.
async function lookedBack(browser) {
  const page = await begin(browser, line);
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  await page.waitForSelector(".stage[data-state=play]");
  const status = await text(page, ".status");
  await button(page, "Menu").click();
  await button(page, "Look back").click();
  await page.waitForFunction(() => /may bid/.test(document.querySelector(
    "[aria-label='What to do here']").textContent));
  await button(page, "Close").click();
  await page.waitForSelector(".stage[data-state=play]");
  same(await text(page, ".status"), status, "the game is where it was left");
  await pressBy(page, "mouse", ".own-cards .legal");
  await page.waitForFunction((before) =>
    document.querySelector(".status").innerText !== before, status);
  ok(await stateOf(page) !== "moving", "and goes on");
  await page.context().close();
}

// ---- Motion -----------------------------------------------------------------

// The frames of motion that the page begins while a bid and a card are laid.
async function motionOf(browser, reducedMotion) {
  const context = await browser.newContext({ reducedMotion,
    viewport: { width: 800, height: 600 } });
  const page = await begin(browser, line, { context, settings: { pace: "0.4" } });
  await page.evaluate(() => {
    window.moved = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function begin(...args) {
      window.moved++;
      return animate.apply(this, args);
    };
    addEventListener("transitionrun", () => { window.moved++; });
  });
  await stateOf(page);
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  await page.waitForSelector(".stage[data-state=play]");
  await pressBy(page, "mouse", ".own-cards .off");
  await until(page, ".status", /RULES/);
  await pressBy(page, "mouse", ".own-cards .legal");
  await page.waitForSelector(".stage[data-state=moving]");
  await stateOf(page);
  const moved = await page.evaluate(() => window.moved);
  await context.close();
  return moved;
}

async function motion(browser) {
  ok(await motionOf(browser, "no-preference") > 3, "cards fly");
  same(await motionOf(browser, "reduce"), 0, "nothing moves");
}

// The window changes while cards fly: all end at their places, at any pace.
async function resized(browser) {
  const page = await begin(browser, line, { settings: { pace: "1" } });
  await stateOf(page);
  await pressBy(page, "mouse", ".own-cards .legal");
  await pressBy(page, "mouse", ".own-cards .picked");
  for (const [width, height] of [...sizes, [320, 568], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    await rested(page);
    same((await page.evaluate(readStage)).wrong, [], `${width} x ${height}`);
  }
  await page.waitForSelector(".stage[data-state=play]");
  await page.context().close();
}

// ---- Small windows, large text ----------------------------------------------------

const small = [[320, 568], [320, 640], [360, 560], [667, 375]];

async function narrow(browser) {
  for (const one of [line, "new standard 3 seed=play2 bots=counter human=2",
    "new five-alchemists seed=play3 bots=greedy human=1"]) {
    const page = await begin(browser, one);
    for (let i = 0; i < 4; i++) {
      const state = await stateOf(page);
      for (const [width, height] of small) {
        await page.setViewportSize({ width, height });
        const { wrong } = await page.evaluate(readStage);
        same(wrong, [], `${one} at ${width} x ${height}, ${state}`);
        await savePicture(page, `small ${one.slice(4, 14)} ${width} ${height} ${i}`);
      }
      for (const selector of ways[state]("mouse")) {
        await pressBy(page, "mouse", selector);
      }
    }
    await page.context().close();
  }
}

// With letters of twice the size the table may scroll, but only down, and each
// control can be reached and pressed.
async function large() {
  const browser = await launchChromium("--blink-settings=defaultFontSize=32");
  for (const [width, height] of [[360, 640], [844, 390], [1280, 720]]) {
    const page = await begin(browser, line);
    await page.setViewportSize({ width, height });
    for (let i = 0; i < 4; i++) {
      const state = await stateOf(page);
      same(await page.evaluate(() => {
        const stage = document.querySelector(".stage");
        return [stage.scrollWidth > stage.clientWidth && "wide",
          ...[...document.querySelectorAll(".own-cards button, "
            + ".part-acts button")].map((one) => {
            one.scrollIntoView({ block: "nearest" });
            const box = one.getBoundingClientRect();
            const found = document.elementFromPoint(box.left + box.width / 2,
              box.top + box.height / 2);
            return one.contains(found) ? false : one.textContent;
          })].filter(Boolean);
      }), [], `${width} x ${height}, ${state}`);
      await savePicture(page, `large ${width} ${height} ${i}`);
      for (const selector of ways[state]("mouse")) {
        await pressBy(page, "mouse", selector);
      }
    }
    await page.context().close();
  }
  await browser.close();
}

// ---- The end, and looking back ----------------------------------------------------

async function lookBack(browser) {
  const page = await begin(browser, line);
  for (let i = 0; i < 200; i++) {
    const state = await stateOf(page);
    if (state === "over") break;
    for (const selector of ways[state]("mouse")) {
      await pressBy(page, "mouse", selector);
    }
  }
  await page.waitForSelector("dialog .sheet");
  for (const name of ["New game", "Same cards, other seat", "Other rules or bots", "Share",
    "Look back"]) {
    ok(await button(page, name).isVisible(), name);
  }
  await button(page, "Find them").click();
  await page.waitForSelector(".judging .costly li");
  for (const [width, height] of [[360, 640], [800, 600]]) {
    await page.setViewportSize({ width, height });
    await checkAccess(page, `game sheet ${width}`);
    await savePicture(page, `game sheet ${width}`);
  }
  // a move that was a card, not a bid kept
  const move = page.locator(".judging li").filter({ hasText:
    /: [A-Z]\d+.*better: [A-Z]\d/s }).first();
  const [, made, better] = (await move.innerText()).match(
    /: (\S+)\s.*better: (\S+)/s);
  await move.getByRole("button").click();
  await page.waitForSelector(".stage .better");
  matches(await page.locator(".stage .judged").innerText(), new RegExp(
    `Next: ${made}\\b[^]*loses [\\d.]+; better: ${better}\\b`));
  for (const [selector, wanted] of [[".made", made], [".better", better]]) {
    same(await page.locator(`.own-cards ${selector}`).first().getAttribute(
      "data-card"), wanted, selector);
  }
  ok(await page.locator(".own-cards .arrow path").count() === 2, "an arrow");
  const place = () => page.locator(".part-moves [aria-current]").innerText();
  const slider = page.getByRole("slider", { name: "Place in the round" });
  await slider.focus();
  await page.keyboard.press("Home");
  const first = await place();
  await page.keyboard.press("End");
  ok(await place() !== first, "the keyboard moves the graph's slider");
  ok(await slider.evaluate((it) => it === document.activeElement),
    "and the focus stays");
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width - 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2);
  const half = await place();
  await page.mouse.move(x + 2, y + height / 2);
  ok(await place() !== half, "it is dragged");
  await page.mouse.up();
  await checkAccess(page, "looking back");
  await page.context().close();
}

module.exports = { touch, returned, alone, stops, confirming, takeBack,
  lookedBack, motion, resized, narrow, large, lookBack };
