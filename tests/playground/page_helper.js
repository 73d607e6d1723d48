// The playground for its tests: opening it, finding its parts, writing in it.
"use strict";
const path = require("node:path");
const zlib = require("node:zlib");
const assert = require("node:assert/strict");
const { ok, openPage } = require("../web/browser.js");

const address = "file://" + path.resolve(process.argv[2]);

// A page of the playground that is ready, with the table and the editor open; with
// `door`, one at its front door; with `closed`, one that need not be ready.
async function open(browser, options = {}) {
  const page = await openPage(browser, address, { own: /^(blob|data):/,
    ...options });
  page.setDefaultTimeout(300000);
  if (options.closed) return page;
  await page.waitForSelector("body[data-ready]");
  if (!options.door) {
    await page.evaluate(() => ["edit", "game"].forEach((name) =>
      document.querySelector(`.tab-${name}`).click()));
  }
  return page;
}

// The same in a browser that already keeps what the function `kept` wrote to its
// storage. If it ran at each load, a reload would sometimes miss what the page before
// it had written: 12 of 60 reloads of an empty page in Chromium.
async function openKept(browser, kept, options = {}) {
  const first = await open(browser, { ...options, before: kept });
  await first.close();
  return open(browser, { ...options, context: first.context() });
}

const text = (page, selector) => page.locator(selector).first().innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true })
  .locator("visible=true").first();

// Waits until the text of an element matches; returns it.
async function until(page, selector, pattern) {
  await page.waitForFunction(([one, source, flags]) => {
    const element = document.querySelector(one);
    return element && new RegExp(source, flags).test(element.innerText);
  }, [selector, pattern.source, pattern.flags]).catch(async () => {
    assert.match(await text(page, selector), pattern, selector);
  });
  ok(true, selector);
  return text(page, selector);
}

// Brings a pane into sight; a wide page always shows the editor.
async function pane(page, name) {
  const tab = button(page, name);
  if (await tab.isVisible()) await tab.click();
}

// Replaces the text in the editor, as a paste does.
async function write(page, source) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(source);
}

// Types a line of the REPL, whose pane is shown.
async function typed(page, line) {
  await page.locator("#typed").fill(line);
  await page.locator("#typed").press("Enter");
}

// Opens files with the button's dialog: [name, contents].
const choose = (page, ...list) => page.locator("input[type=file]").setInputFiles(
  list.map(([name, body]) => ({ name, mimeType: "text/plain",
    buffer: Buffer.from(body) })));

// The part of a link after its address.
const packed = (data) => "#a1." + zlib.deflateRawSync(typeof data === "string"
  ? data : JSON.stringify(data)).toString("base64url");

module.exports = { open, openKept, text, button, until, pane, write, typed, choose, packed };
