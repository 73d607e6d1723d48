// The site (make site), each page from disk: the accessibility checker on a
// light phone and a dark desk, links that lead somewhere, the search of the
// reference, and the preview of the first page. node site.js FOLDER
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { same, ok, openPage, checkWidth, checkAccess, savePicture, runParts }
  = require("./browser.js");

const folder = path.resolve(process.argv[2]);
const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".html"));
const open = (browser, name, options) => openPage(browser,
  "file://" + path.join(folder, name), { own: /^file:.*\.png$/, ...options });

// Each link of a page leads to a file of the folder and, if it names a place, to
// an element there.
async function links(browser) {
  const ids = {}, wanted = [];
  for (const name of pages) {
    const page = await open(browser, name, { script: false });
    ids[name] = new Set(await page.locator("[id]").evaluateAll((list) =>
      list.map((one) => one.id)));
    for (const link of await page.locator("a[href]").evaluateAll((list) =>
      list.map((one) => one.getAttribute("href")))) {
      wanted.push([name, link]);
    }
    same(await page.locator("main").count(), 1, `${name}: a main landmark`);
    if (name !== "index.html") {
      same(await page.locator("h1").count(), 1, `${name}: a heading`);
    }
    await page.context().close();
  }
  ok(pages.length >= 16 && wanted.length > 16 * 16, `${wanted.length} links`);
  for (const [from, link] of wanted) {
    if (/^(https:|file:)/.test(link)) continue;
    const [name, place] = link.split("#");
    ok(!name || fs.existsSync(path.join(folder, name)), `${from}: ${link}`);
    if (place) {
      ok(ids[name || from].has(decodeURIComponent(place)), `${from}: ${link}`);
    }
  }
  for (const name of pages) { // none that the site lacks, none that is alone
    ok(wanted.some(([from, link]) => from !== name && link === name), name);
  }
}

async function looks(browser) {
  for (const name of pages.filter((one) => one !== "index.html")) {
    for (const [width, scheme] of [[360, "light"], [1400, "dark"]]) {
      const page = await open(browser, name, { width, scheme });
      await checkWidth(page, `${name} ${width}`);
      await checkAccess(page, `${name} ${scheme}`);
      await savePicture(page, `site-${name} ${scheme} ${width}`);
      await page.context().close();
    }
  }
}

// The reference finds functions, types and fields; Enter goes to the first.
async function search(browser) {
  for (const width of [360, 1400]) {
    const page = await open(browser, "reference.html", { width });
    const box = page.getByLabel("Search functions");
    const found = page.locator("#results a");
    await box.fill("legal_cards");
    ok(/legal_cards\(\)/.test(await found.first().innerText()));
    ok(/^\d+ found$/.test(await page.getByRole("status").innerText()));
    await checkAccess(page, "results");
    await checkWidth(page, "results");
    await box.press("Enter");
    await page.waitForFunction(() => location.hash.includes("legal_cards"));
    same(await found.count(), 0, "the results close");
    await box.fill("aurum.view");
    ok((await found.allInnerTexts()).some((one) =>
      one.startsWith("aurum.view ")), "a type");
    await box.fill("zzzz");
    same(await page.getByRole("status").innerText(), "0 found");
    await box.fill("the");
    same(await found.count(), 30);
    await box.press("Escape");
    same(await found.count(), 0);
    await page.context().close();
  }
}

async function preview() {
  const html = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  const picture = html.match(/property="og:image" content="([^"]*)"/)[1];
  same(picture, "https://aurum.example/preview.png");
  ok(fs.existsSync(path.join(folder, "preview.png")));
  ok(/<meta name="description" content="Aurum, [^"]{60,}">/.test(html));
}

runParts({ links, looks, search, preview }, process.argv.slice(3));
