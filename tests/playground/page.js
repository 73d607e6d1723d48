// The playground in headless Chromium, opened from disk: every action (actions.js);
// what is refused, what does harm, tabs that are open at once, and an accessibility
// checker.  node page.js PLAYGROUND.html [PART...]
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { same, ok, matches, checkWidth, checkAccess, savePicture, runParts }
  = require("../web/browser.js");
const { open, text, button, until, pane, write, typed, choose, packed }
  = require("./page_helper.js");
const { duck, hostile } = require("./bots.js");
const actions = require("./actions.js");
const play = require("./play.js");
const guide = require("./guide.js");
const table = require("./table.js");
const send = require("./send.js");

const golden = path.resolve(__dirname, "../fixtures/golden");

// ---- The editor -------------------------------------------------------------

// A bot typed as people type: Enter ends the line, the editor indents.
async function typing(browser) {
  const page = await open(browser);
  await write(page, "");
  for (const line of ["return {", "bid = function(_, view)", "return view.hand"
    + ":lowest()", "end,", "play = function(_, view)", "if view.seat == 1 then",
  "return view:legal()[1].card", "end", "return view:legal()[1].card", "end,",
  "}"]) {
    await page.keyboard.type(line, { delay: 20 });
    await page.waitForTimeout(150); // a completion may show itself
    await page.keyboard.press("Enter");
  }
  await until(page, "#edit-pane [role=status]", /^No mistakes/);
  matches(await text(page, ".cm-content"), /\n    if view[^\n]*\n      return/);
  await write(page, "local x = view.constructor.toString(constructor)\nreturn x");
  for (const key of [".", "Backspace", ":", "Backspace", "("]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  // long lines are shown whole, however wide the window is
  for (const width of [360, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 360) await pane(page, "Editor");
    await write(page, `-- ${"long line ".repeat(30)}`);
    ok(await page.locator(".cm-scroller").evaluate((box) =>
      box.scrollWidth <= box.clientWidth), `${width}: the editor cuts lines`);
  }
  await page.context().close();
}

// What is written while the engine of long work starts is what it checks.
async function early(browser) {
  const page = await open(browser, { before: () => {
    let started = 0;
    window.Worker = class extends Worker {
      postMessage(message) {
        const send = () => super.postMessage(message);
        if (message.do === "start" && ++started === 2) window.release = send;
        else send();
      }
    };
  } });
  await page.waitForFunction(() => window.release);
  await write(page, "return {\n  bid = ,\n}\n");
  await page.evaluate(() => window.release());
  await until(page, "#edit-pane [role=status]", /^Line 2/);
  await page.context().close();
}

// ---- What is kept -----------------------------------------------------------

// Tabs that are open at once keep a game each, also when they are reloaded.
async function tabs(browser) {
  const one = await open(browser);
  const step = async (page, seed) => {
    await pane(page, "REPL");
    await typed(page, `new seed=${seed}; step`);
    await until(page, ".log", /round 1 is dealt/);
  };
  const stands = async (page, seed) => {
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    matches(await text(page, ".part-head"), new RegExp(`Seed ${seed}`));
  };
  await step(one, "first");
  ok(!await one.locator("#said").isVisible(), "a lone tab says nothing");
  const context = one.context();
  const two = await open(browser, { context });
  await until(two, "#said", /is also open in another tab/);
  matches(await text(two, ".part-head"), /Seed gold/, "a game of its own");
  await step(two, "second");
  await stands(one, "first");
  await stands(two, "second");
  await one.close();
  await stands(two, "second");
  const three = await open(browser, { context });
  matches(await text(three, ".part-head"), /Seed first/);
  await context.close();
}

// A browser that keeps nothing, or no more: it is said once, and the page works.
async function forbidden(browser) {
  const none = () => Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no", "SecurityError"); } });
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("exceeded the quota", "QuotaExceededError");
    };
  };
  for (const [before, said] of [[none, /keeps nothing here/],
    [full, /storage is full/]]) {
    const page = await open(browser, { before });
    matches(await text(page, "#said"), said);
    await page.locator("#said").getByRole("button", { name: "Close" }).click();
    await button(page, "Trick").click();
    await until(page, ".answer", /wins trick 1/);
    await write(page, duck);
    await until(page, "#edit-pane [role=status]", /^No mistakes/);
    ok(!await page.locator("#said").isVisible(), "it is said once");
    await page.context().close();
  }

  // what is said of a file does not replace the warning
  const page = await open(browser);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("exceeded the quota", "QuotaExceededError");
    };
  });
  await choose(page, ["one.lua", duck]);
  await until(page, "#said .news", /is now your bot one/);
  matches(await text(page, "#said .warning"), /storage is full/);
  await choose(page, ["two.lua", duck]);
  await until(page, "#said .news", /is now your bot two/);
  matches(await text(page, "#said .warning"), /storage is full/);
  for (const kind of ["warning", "news"]) {
    await page.locator(`#said .${kind}`).getByRole("button", { name: "Close" })
      .click();
    same(await page.locator(`#said .${kind}`).count(), 0);
  }
  ok(!await page.locator("#said").isVisible(), "both are closed");
  await page.context().close();
}

// ---- Links ------------------------------------------------------------------

async function badLinks(browser) {
  const good = packed({ bots: [{ name: "x", text: duck }] });
  const random = require("node:crypto").randomBytes(900000).toString("base64url");
  for (const [link, said] of [
    [good.slice(0, -9), /cut off or damaged/],
    ["#a1.", /cut off or damaged/],
    ["#a1.%%%\u00e9", /cut off or damaged/],
    [packed("not JSON"), /cut off or damaged/],
    [packed("null"), /cut off or damaged/],
    [packed({ bots: [{ name: "../x", text: "" }] }), /cut off or damaged/],
    [packed({ bots: [{ name: "x", text: 7 }] }), /cut off or damaged/],
    ["#a2.abc", /A later version/],
    [`#a1.${random}`, /too long: \d+ characters, at most 200000/],
    [packed({ variants: { length: 3 } }), /cut off or damaged/],
    [packed({ bots: [{ name: "x", text: " ".repeat(9e6) }] }),
      /unpacks to more than 2 MB/]]) {
    const page = await open(browser, { place: link });
    matches(await until(page, "#said", /\w/), said, link.slice(0, 40));
    same(await page.locator("dialog").count(), 0);
    ok(await page.locator(".board").isVisible(), "one's own game is shown");
    await page.context().close();
  }
  // markup, a session of rubbish, and one whose bot is not there
  const page = await open(browser, { place: packed({ bots: [{ name: "evil",
    text: "</pre><script>window.bad = 1</script><img src=x onerror='bad=1'>" }],
  session: "{\"format\":\"aurum-session/1\"}", place: "<b>x" }) });
  ok((await text(page, "dialog pre")).startsWith("</pre><script>"));
  await page.getByRole("button", { name: "Open it" }).click();
  await until(page, "#said", /cannot be opened; the REPL says why/);
  matches(await text(page, ".part-head"), /Seed gold/, "the game stays");
  same(await page.evaluate(() => window.bad), undefined);
  await page.context().close();
}

// ---- Files ------------------------------------------------------------------

async function badFiles(browser) {
  const page = await open(browser);
  const name = fs.readdirSync(golden).find((name) => /\.jsonl$/.test(name));
  const records = fs.readFileSync(path.join(golden, name));
  const count = records.toString().trim().split("\n").length;
  await choose(page, ["games.jsonl.gz", zlib.gzipSync(records)]);
  await until(page, "#said", new RegExp(`^games\\.jsonl: ${count} game`));
  const session = await page.evaluate(() =>
    localStorage["aurum-playground/session"]);
  const before = await text(page, ".part-head");
  for (const [name, contents, said] of [
    ["notes.pdf", "%PDF", /expected a bot or house rule/],
    ["photo.lua", Buffer.from([0xff, 0xfe, 0, 1]), /it is not text/],
    ["empty.lua", "", /not a bot or a house rule/],
    ["cut.jsonl.gz", zlib.gzipSync(records).subarray(0, 50), /damaged/],
    ["bomb.gz", zlib.gzipSync(Buffer.alloc(20 << 20)), /more than 16 MB/],
    ["large.jsonl", Buffer.alloc(17 << 20, 32), /more than 16 MB/],
    ["cut.json", session.slice(0, -40), /cannot be opened; the REPL says why/]]) {
    await choose(page, [name, contents]);
    matches(await until(page, "#said", said), said, name);
    same(await text(page, ".part-head"), before, `${name}: the game stays`);
  }
  await choose(page, ["no.jsonl", "{\"format\":\"other\"}\n"]);
  await until(page, ".log", /no\.jsonl:1: /);
  await until(page, "#said", /^Game 1 of no\.jsonl cannot be opened: /);
  same(await text(page, ".part-head"), before);
  await page.context().close();
}

// ---- Harm -------------------------------------------------------------------

// Matches with harmful bots, and checks of them.
async function harm(browser) {
  const fault = (name, what) => new RegExp(`^${name} was at fault in the `
    + `game with seed \\S+, round \\d+: seat \\d, asked to bid: .*${what}`);
  const verdicts = {
    loops: ["loops", /fuel/, "fuel"], hoards: ["hoards", /fuel/, "fuel"],
    fills: ["fills", /not enough memory/, "memory"],
    recurses: ["recurses", /stack overflow/, null],
    floods: [null], costly: ["costly", /pattern too costly/, null] };
  const page = await open(browser);
  const before = await text(page, ".status");
  for (const [name, [faulty, message, kind]] of Object.entries(verdicts)) {
    await choose(page, [`${name}.lua`, hostile[name]]);
    await until(page, "#said", new RegExp(`your bot ${name}`));
    await button(page, "Match").click();
    await page.locator("#match-one").selectOption(name);
    await page.locator("#match-deals").selectOption("50");
    await button(page, "Play").click();
    await page.waitForFunction(() => !document.querySelector("#play-match")
      .disabled, null, { timeout: 300000 });
    const lead = await text(page, "#match-pane .lead");
    if (faulty) {
      matches(lead, /100 faults|at fault in every game/, name);
      matches(await text(page, ".notes"), fault(faulty, message.source), name);
    } else {
      matches(lead, /100 games/, name);
    }
    ok((await text(page, "#match-pane")).length < 60000, "output is bounded");
    if (!kind) continue;
    await button(page, "Check").click();
    await until(page, ".report-of-file [role=status]", /^done, with mistakes/);
    matches(await text(page, ".report-of-file pre"), new RegExp(
      `^wrong .*asked to bid: [^]*${message.source}[^]*stopped after 3 faults `
      + `of the kind '${kind}'`), `check of ${name}`);
  }
  await button(page, "Table").click();
  same(await text(page, ".status"), before, "the table is as it was");
  await page.context().close();

  // at the table: the fault is said, and a loop in typed Lua is ended
  const other = await open(browser);
  await choose(other, ["loops.lua", hostile.loops]);
  await until(other, "#said", /your bot loops/);
  await button(other, "REPL").click();
  await typed(other, "new seed=harm bots=loops; step 2");
  await until(other, ".log", /loops[^]*fuel|loops[^]*instructions|took more/);
  await typed(other, "while true do end");
  await until(other, "#said", /^The engine was ended: .*nothing happened/);
  await typed(other, "=session.seed");
  await until(other, ".log", /"harm"/);
  matches(await text(other, ".cm-content"), /while true do end/);
  await typed(other, "os.exit()");
  await until(other, "#said", new RegExp("^The engine ended: it ran out of memory, "
    + "or os\\.exit was called\\. It was started again"));
  await other.context().close();
}

async function without(browser) {
  const page = await open(browser, { closed: true,
    before: () => { delete window.WebAssembly; } });
  await until(page, "[role=alert]", /needs WebAssembly/);
  await page.context().close();
}

// ---- Looks ------------------------------------------------------------------

async function checkLooks(page, where) {
  await checkWidth(page, where);
  await checkAccess(page, where);
  await savePicture(page, where);
}

async function looks(browser) {
  for (const width of [360, 1400]) {
    for (const scheme of ["light", "dark"]) {
      const page = await open(browser, { width, scheme });
      const where = (name) => `${name} ${width} ${scheme}`;
      await button(page, "Match").click();
      await page.getByLabel("Deals").selectOption("50");
      await button(page, "Play").click();
      await until(page, "#match-pane .lead", /100 games/);
      await checkLooks(page, where("match"));
      await button(page, "Table").click();
      await page.locator(".choose .illegal").first().click();
      await until(page, ".answer", /^no/);
      await page.locator(".new-game summary").click();
      await checkLooks(page, where("table"));
      await button(page, "REPL").click();
      await typed(page, "wrong command here");
      await page.waitForSelector(".log .stderr");
      await checkLooks(page, where("repl"));
      await button(page, "Rules").click();
      await checkLooks(page, where("rules"));
      if (width === 360) await button(page, "Editor").click();
      await write(page, "return {\n  bid = ,\n}\n");
      await until(page, "#edit-pane [role=status]", /^Line 2/);
      await checkLooks(page, where("editor"));
      await button(page, "Tour").click();
      await checkLooks(page, where("tour"));
      await page.keyboard.press("Escape");
      await button(page, "Share").click();
      await page.waitForSelector("#link");
      await checkLooks(page, where("share"));
      await page.context().close();
    }
  }
}

// With the keyboard alone everything can be reached, in the order shown. Escape
// and Tab leave the editor, with text selected in it as at first.
async function keys(browser) {
  const page = await open(browser);
  const bot = () => page.evaluate(() =>
    localStorage["aurum-playground/bot/mine"]);
  const before = await bot();
  const reached = [];
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press("Tab");
    const inEditor = await page.evaluate(() =>
      Boolean(document.activeElement.closest(".cm-editor")));
    if (inEditor) {
      await page.waitForSelector(".cm-focused");
      await page.keyboard.press("Escape");
    }
    reached.push(await page.evaluate(() => {
      const at = document.activeElement;
      const style = getComputedStyle(at);
      return `${at.getAttribute("aria-label") || at.labels?.[0]?.textContent
        || at.textContent.slice(0, 40)}|${style.outlineStyle !== "none"
        || at.closest(".cm-focused") ? "seen" : "unseen"}`;
    }));
  }
  for (const name of ["Tour", "Open files", "Save", "Share", "Table", "Match",
    "REPL", "Rules", "Bot", "File", "New", "Delete", "Lua", "Play a match",
    "Seat it", "Check", "Ask its bot", "Step", "Judge", "Trick"]) {
    ok(reached.some((one) => one.split("|")[0] === name), `${name}: ${reached}`);
  }
  same(await bot(), before, "the bot is as it was");
  same(reached.filter((one) => one.endsWith("unseen")
    && !one.startsWith("|") && !/aurum playground/.test(one)), [],
  "the focus can be seen");
  await page.context().close();
}

runParts({ typing, early, tabs, forbidden, badLinks, badFiles, harm, without,
  looks, keys, ...guide, ...play.parts, ...table, ...send,
  ...actions }, process.argv.slice(3));
