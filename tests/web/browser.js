// For the tests of pages, here and in ../playground: checks, headless Chromium, and
// pages that fail a test for an error or a request.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");

const programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome"];
let checks = 0;

function same(got, wanted, what) {
  checks++;
  assert.deepEqual(got, wanted, what);
}

function ok(value, what) {
  checks++;
  assert.ok(value, what);
}

function matches(text, pattern, what) {
  checks++;
  assert.match(text, pattern, what);
}

const launchChromium = (...more) => require("playwright-core").chromium.launch({
  executablePath: programs.find((file) => fs.existsSync(file)),
  args: ["--no-sandbox", "--disable-gpu", ...more] });

// A page, in a context of its own if none is given. An error in it, or a request
// for another address, fails the test. The options:
//   width, scheme   of the window; "light" or "dark"
//   script          false: the page runs no JavaScript
//   place           what follows the address
//   own             a pattern of other addresses that the page may ask for
//   before          a function that runs in the page before its scripts
async function openPage(browser, address, options = {}) {
  const context = options.context || await browser.newContext({ viewport: { width:
    options.width || 1400, height: 900 }, colorScheme: options.scheme || "light",
  javaScriptEnabled: options.script !== false });
  const page = await context.newPage();
  page.on("pageerror", (error) => { throw error; });
  page.on("console", (message) => {
    if (message.type() === "error") throw new Error(message.text());
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address
      && !options.own?.test(request.url())) {
      throw new Error("the page asks for " + request.url());
    }
  });
  if (options.before) await page.addInitScript(options.before);
  await page.goto(address + (options.place || ""), { timeout: 300000 });
  return page;
}

// Nothing is wider than the window.
async function checkWidth(page, where) {
  ok(await page.evaluate(() => document.documentElement.scrollWidth
    <= window.innerWidth), `${where}: the page is too wide`);
}

// The accessibility checker finds no violation.
async function checkAccess(page, where) {
  await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"),
    "utf8"));
  const found = await page.evaluate(() => window.axe.run());
  same(found.violations.map((one) => `${one.id}: ${one.nodes[0].html} ${
    one.nodes[0].failureSummary}`), [], where);
}

// A picture of the page, if $PICTURES names a folder for it.
async function savePicture(page, name) {
  if (!process.env.PICTURES) return;
  await page.screenshot({ fullPage: true, path: path.join(process.env.PICTURES,
    `${name.replace(/\W+/g, "-")}.png`) });
}

// Runs the parts of a test, functions of a browser by name: all, or those that
// are named.
async function runParts(parts, names, launch = launchChromium) {
  const unknown = names.find((name) => !parts[name]);
  if (unknown) {
    console.error(`no part '${unknown}'; there are: ${Object.keys(parts)
      .join(" ")}`);
    process.exit(2);
  }
  try {
    const browser = await launch();
    for (const name of names.length > 0 ? names : Object.keys(parts)) {
      await parts[name](browser);
      console.log(`${name}: ${checks} checks passed so far`);
    }
    await browser.close();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

module.exports = { same, ok, matches, openPage, checkWidth, checkAccess,
  savePicture, launchChromium, runParts };
