// The pages in headless Chromium, opened from disk: every place of every game
// against the engine's position (truth.lua), every control by mouse and by
// keyboard, two widths, dark and light, and an accessibility checker.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { same, ok, openPage, checkWidth, checkAccess, savePicture, runParts }
  = require("./browser.js");

const folder = path.resolve(process.argv[2]);
const open = (browser, name, options) =>
  openPage(browser, "file://" + path.join(folder, name), options);

const names = { B: "Bismuth", C: "Copper", P: "Phosphorus", S: "Silver",
  Z: "Zinc", G: "Gold" };
const spoken = (card) => `${names[card[0]]} ${card.slice(1)}`;
const list = (text) => text.split(" ").filter((word) => word !== "");

// ---- The engine's positions -------------------------------------------------

const truth = fs.readFileSync(path.join(folder, "truth.jsonl"), "utf8").trim()
  .split("\n").map((line) => JSON.parse(line));

// What the table shows, read from the document as a screen reader would.
function readBoard() {
  const labels = (root, selector) => [...root.querySelectorAll(
    selector + " [aria-label]")].filter((card) =>
    !card.closest("[aria-hidden=true]")).map((card) =>
    card.getAttribute("aria-label"));
  const fact = (root, name) => {
    const row = [...root.querySelectorAll("dl > div")].find((one) =>
      one.querySelector("dt").textContent === name);
    if (!row) return "";
    const cards = labels(row, "dd");
    return cards.length > 0 ? cards.join() : row.querySelector("dd").textContent;
  };
  const seats = {};
  for (const panel of document.querySelectorAll(".seat")) {
    const seat = panel.getAttribute("aria-label").slice(5);
    seats[seat] = { hand: labels(panel, "ul.cards"), bid: fact(panel, "Bid"),
      gold: labels(panel, ".golds"), turn: panel.classList.contains("turn") };
  }
  return { seats, trick: labels(document, "[aria-label=Trick]"),
    trump: fact(document, "Trump"),
    times: fact(document, "The round counts") || "once" };
}

function compare(shown, wanted, turn, where) {
  wanted.seats.forEach((seat, i) => {
    const own = shown.seats[i + 1];
    const hand = list(seat.hand).map(spoken);
    if (seat.hidden > 0) hand.push(`${seat.hidden} cards not seen`);
    same(own.hand.slice().sort(), hand.sort(), `${where}: hand ${i + 1}`);
    same(own.turn, turn === i + 1, `${where}: turn ${i + 1}`);
    same(own.gold, list(seat.gold).map(spoken), `${where}: gold ${i + 1}`);
    const bid = seat.bid === "" && seat.called !== ""
      ? `${seat.called}, called` : seat.bid === "" ? "no bid"
      : seat.bid === "?"
      ? "a card face down" : seat.bid[0] === "-"
        ? spoken(seat.bid.slice(1)) + ", face down for 0" : spoken(seat.bid);
    same(own.bid, bid, `${where}: bid ${i + 1}`);
  });
  same(shown.trick, wanted.plays.map(spoken), `${where}: trick`);
  same(shown.trump, wanted.trump, `${where}: trump`);
  same(shown.times, wanted.times === 1 ? "once" : wanted.times === 2
    ? "double" : `${wanted.times} times`, `${where}: times`);
}

// All that the page says of this round, as text.
function readText() {
  const parts = [...document.querySelectorAll(".status, .stage, "
    + ".part-verdict, .part-costly, .part-moves details:last-child")];
  return parts.map((part) => part.textContent
    + [...part.querySelectorAll("[aria-label]")].map((element) =>
      element.getAttribute("aria-label")).join("\n")).join("\n");
}

// Cards that a seat cannot see appear neither as names nor as letters.
function checkHidden(text, line, seat, where) {
  const view = line.views[seat - 1];
  line.open.seats.forEach((other, i) => {
    const seen = new Set(list(view.seats[i].hand));
    for (const card of list(other.hand)) {
      if (seen.has(card)) continue;
      const found = text.match(new RegExp(`\\b(${card}|${spoken(card)})\\b`));
      ok(!found, `${where}: seat ${seat} sees ${card} of seat ${i + 1}`);
    }
  });
}

// What the page shows at some places.
function readPlaces(places) {
  return places.map((place) => {
    location.hash = place;
    goToHash();
    return { board: readBoard(), text: readText() };
  });
}

async function places(browser) {
  const page = await open(browser, "games.html");
  await page.evaluate(`window.readBoard = ${readBoard};
    window.readText = ${readText}; 0`);
  const games = Math.max(...truth.map((line) => line.game));
  for (let game = 1; game <= games; game++) {
    const lines = truth.filter((line) => line.game === game);
    const seats = lines[0].views.length;
    for (let viewer = 0; viewer <= seats; viewer++) {
      await page.evaluate(([g]) => { location.hash = `#${g}`; }, [game]);
      await page.waitForFunction((g) => location.hash.startsWith(`#${g}.`), game);
      await page.getByLabel("View", { exact: true }).selectOption(String(viewer));
      const some = lines.filter((_, i) => i % 9 === (game + viewer) % 9);
      const shown = await page.evaluate(readPlaces, some.map((line) =>
        `#${game}.${line.place}`));
      some.forEach((line, i) => {
        const where = `#${game}.${line.place}, view ${viewer}`;
        compare(shown[i].board, viewer === 0 ? line.open
          : line.views[viewer - 1], line.turn, where);
        if (viewer > 0) checkHidden(shown[i].text, line, viewer, where);
      });
    }
  }
  await page.context().close();
}

// ---- Controls ---------------------------------------------------------------

const hash = (page) => page.evaluate(() => location.hash);
const status = (page) => page.locator(".status").innerText();
// Waits until the page shows a place. Its address may have it before.
const shown = (page, place) => page.locator(`.now a[href="${place}"]`).waitFor(
  { state: "attached" });

async function controls(browser) {
  const page = await open(browser, "games.html", { place: "#1.1.2.1" });
  same(await hash(page), "#1.1.2.1");
  await page.getByRole("button", { name: "One step forward" }).click();
  ok(/^Seat \d plays/.test(await status(page)), await status(page));
  await page.getByRole("button", { name: "One step back" }).click();
  same(await hash(page), "#1.1.2.1");
  await page.getByRole("button", { name: "First step" }).click();
  ok((await status(page)).startsWith("Round 1 is dealt"));
  ok(await page.getByRole("button", { name: "First step" }).isDisabled());
  await page.getByRole("button", { name: "Last step" }).click();
  ok(/wins? the game|share/.test(await status(page)), await status(page));
  for (const kind of ["trick won", "change of bid", "award", "round's end"]) {
    await page.getByRole("button", { name: "First step" }).click();
    await page.getByLabel("Jump to").selectOption(kind);
    await page.getByRole("button", { name: "Next one" }).click();
    ok({ "trick won": /wins the trick/, "change of bid": /replaces/,
      award: /is awarded/, "round's end": /The round ends/ }[kind]
      .test(await status(page)), `${kind}: ${await status(page)}`);
    await page.getByRole("button", { name: "Previous one" }).click();
    same(await page.getByRole("alert").innerText(),
      `No ${kind} before this place.`);
  }
  await page.getByLabel("Game", { exact: true }).selectOption("3");
  ok((await hash(page)).startsWith("#4."));
  await page.locator(".part-moves button").nth(7).click();
  same(await page.locator(".part-moves [aria-current]").count(), 1);
  await page.getByLabel("Speed").selectOption("10");
  const before = await hash(page);
  await page.getByRole("button", { name: "Play or pause" }).click();
  await page.waitForFunction((place) => location.hash !== place, before);
  await page.getByRole("button", { name: "Play or pause" }).click();
  same(await page.getByRole("button", { name: "Play or pause" }).innerText(),
    "Play");
  await page.evaluate(() => { location.hash = "#1.9.9"; });
  await page.waitForFunction(() => document.querySelector("[role=alert]")
    .textContent === "Game 1 has no place 9.9.");
  for (const [text, place] of [["end", /^#1\.\d+\.end$/],
    ["start", /^#1\.1\.0\.1$/], ["at:1.2.3", /^#1\.1\.2\.3$/]]) {
    await page.evaluate((to) => { location.hash = "#1." + to; }, text);
    await page.waitForFunction((to) => location.hash !== "#1." + to, text);
    ok(place.test(await hash(page)), `${text}: ${await hash(page)}`);
    same(await page.getByRole("alert").innerText(), "");
  }
  ok(await page.getByRole("button", { name: "One step back" }).isEnabled());
  await page.evaluate(() => { location.hash = "#99"; });
  await page.waitForFunction(() => document.querySelector("[role=alert]")
    .textContent.startsWith("This page has no game 99"));
  await page.context().close();
}

// With the keyboard alone: every control can be reached, in the order shown.
async function keyboard(browser) {
  const page = await open(browser, "games.html", { place: "#2.1.3.1" });
  await page.keyboard.press("ArrowRight");
  const one = await hash(page);
  ok(one !== "#2.1.3.1");
  await page.keyboard.press("ArrowLeft");
  same(await hash(page), "#2.1.3.1");
  await page.keyboard.press("End");
  ok((await hash(page)).endsWith(".end"));
  await page.keyboard.press("Home");
  same(await hash(page), "#2.1.0.1");
  const reached = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => {
      const element = document.activeElement;
      return element.getAttribute("aria-label") || element.labels
        && element.labels[0] && element.labels[0].firstChild.textContent
        || element.tagName;
    }));
  }
  for (const name of ["Game", "One step forward (right arrow)",
    "Last step (End)", "Play or pause (space)", "Speed", "Jump to",
    "Previous one", "Next one", "View", "Trick", "SUMMARY", "Scores"]) {
    ok(reached.includes(name), `Tab reaches ${name}: ${reached}`);
  }
  await page.getByRole("slider", { name: "Trick" }).focus();
  for (const trick of ["1", "2"]) {
    await page.keyboard.press("ArrowRight");
    ok(new RegExp(`^#2\\.1\\.${trick}\\.(c?1)$`).test(await hash(page)),
      `the slider shows trick ${trick}: ${await hash(page)}`);
  }
  await page.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "One step forward" }).focus();
  const before = await hash(page);
  await page.keyboard.press("Enter");
  ok(await hash(page) !== before);
  await page.context().close();
}

// ---- Other pages ------------------------------------------------------------

async function judged(browser) {
  const page = await open(browser, "judged.html");
  await page.getByLabel("Jump to").selectOption("mistake");
  await page.getByRole("button", { name: "Next one" }).click();
  ok(/Better: /.test(await page.locator(".verdict").innerText()));
  const place = await hash(page);
  same(await page.locator(".part-insight h2").innerText(),
    `Decision ${place.slice(3)}`, "the place is that of the decision");
  const other = await open(browser, "judged.html", { place });
  same(await status(other), await status(page), "a place can be shared");
  ok(/side 1: -?[0-9]/.test(await page.locator(".graph").getAttribute(
    "aria-label")), "the graph says its values");
  ok(/Luck of the deals/.test(await page.locator(".part-luck").innerText()));
  same(await page.locator(".part-accuracy tbody tr").count(), 4);
  for (const cell of await page.locator(".part-accuracy tbody td:nth-child(2)")
    .allInnerTexts()) {
    const [figure, low, high] = cell.match(/\d+/g).map(Number);
    ok(low <= figure && figure <= high && high <= 100, cell);
  }
  ok(/, judge \d+, seed 1: /.test(await page.locator("footer").innerText()));
  await page.getByLabel("View", { exact: true }).selectOption("2");
  same(await page.locator(".graph, .part-luck table, .part-accuracy table")
    .count(), 0,
    "a seat's view has no estimate of an onlooker");
  await page.context().close();
  await other.context().close();
}

// A match that was judged: its costliest move is found by its link, and the
// place can be shared.
async function shared(browser) {
  for (const width of [360, 1400]) {
    for (const scheme of ["light", "dark"]) {
      const page = await open(browser, "judged.html", { width, scheme });
      const link = page.locator(".costly a").first();
      const loss = (text) => Number(text.match(/loses (-?[\d.]+)/)[1]);
      const losses = (await page.locator(".costly li").allInnerTexts()).map(loss);
      same(losses, losses.slice().sort((a, b) => b - a), "the costliest first");
      const place = await link.getAttribute("href");
      await link.click();
      await shown(page, place);
      const verdict = await page.locator(".verdict").innerText();
      same(loss(verdict), losses[0], verdict);
      ok(/Better: /.test(verdict), verdict);
      const address = await page.locator(".now a").getAttribute("href");
      same(address, place, "the page names the place");
      const other = await open(browser, "judged.html", { place: address, width,
        scheme });
      same(await status(other), await status(page), "it opens at the place");
      await page.context().close();
      await other.context().close();
    }
  }
}

// What bots noted, beside the verdict: values by bot and judge as bars whose texts
// say the same; of a seat, its own alone.
async function noted(browser) {
  const page = await open(browser, "noted-judged.html", { width: 360 });
  const insight = page.locator(".part-insight");
  const data = await page.evaluate(() => games.games[0]);
  const play = Object.keys(data.notes).find((place) => data.verdicts[place]
    && data.notes[place].values && data.notes[place].illegal);
  const bid = Object.keys(data.notes).find((place) => /\.0\.\d$/.test(place));
  const to = async (here, place) => {
    await here.evaluate((text) => { location.hash = text; }, `#1.${place}`);
    await shown(here, `#1.${place}`);
  };
  await to(page, play);
  const text = await insight.innerText();
  ok(text.startsWith(`Decision ${play}`), text);
  same(await insight.locator("thead th").allInnerTexts(),
    ["Action", "Bot", "Judge"]);
  const rows = await insight.locator("tbody tr").evaluateAll((list) =>
    list.map((one) => [one.className, one.cells[0].innerText,
      ...[...one.cells].slice(1).map((cell) => [cell.innerText.trim(),
        cell.className === "best",
        Number(cell.querySelector("rect + rect")?.getAttribute("width"))])]));
  const { values, done, illegal } = data.notes[play];
  same(illegal, ["play Z1"]);
  ok(/not legal/.test(rows[0][1]), "the greatest value is not legal");
  for (const [column, own] of [[2, values], [3, data.verdicts[play].values]]) {
    const numbers = rows.map((one) => one[column][0]).filter((one) => one !== "-");
    same(numbers.map(Number).sort(), Object.values(own).map((value) =>
      column === 2 ? Number(value.toPrecision(3)) : value).sort(), play);
    const best = rows.filter((one) => one[column][1]);
    ok(best.length > 0 && best.every((one) => one[column][2] === 100));
    for (const one of rows) {
      ok(one[column][0] === "-" || one[column][2] > 0 && one[column][2] <= 100);
    }
  }
  same(rows.filter((one) => one[0] === "done").map((one) => one[1].split(/\s/)[0]),
    [done.split(" ")[1]], "the action made");
  ok(/6 more|1 more text is not shown/.test(text), text);
  ok(/World, hands by seat: \w+ /.test(text) && /by the best|A full bar/.test(text));
  const command = await insight.locator("code").innerText();
  same(command, `aurum bot ask BOT --record noted.jsonl --at 1.${play}`);
  await checkWidth(page, "noted-judged.html");
  await checkAccess(page, "noted-judged.html");
  await to(page, bid);
  ok((await insight.innerText()).includes(
    "low </script><script>window.bad=1</script> \\u{202E}abc"));
  same(await page.evaluate(() => window.bad), undefined, "a note ran as code");
  const seat = data.notes[play].seat;
  await page.getByLabel("View", { exact: true }).selectOption(String(seat));
  await to(page, play);
  ok(/The bot noted/.test(await insight.innerText()), "a seat sees its own");
  await page.getByLabel("View", { exact: true }).selectOption(
    String(seat % 4 + 1));
  for (const place of [play, bid]) {
    await to(page, place);
    ok(!/The bot noted|Bot/.test(await insight.innerText()), "not another's");
  }
  await page.context().close();
  const plain = await open(browser, "noted.html", { place: `#1.${play}` });
  same(await plain.locator(".values thead th").allInnerTexts(),
    ["Action", "Bot"], "the bot alone");
  await plain.context().close();
  const judge = await open(browser, "judged.html", { place: "#1.1.0.1" });
  same(await judge.locator(".values thead th").allInnerTexts(),
    ["Action", "Judge"], "the judge alone");
  await judge.context().close();
  const html = fs.readFileSync(path.join(folder, "noted-seat.html"), "utf8");
  ok(!/window\.bad|"notes":/.test(html), "the page of a seat without notes");
}

async function bad(browser) {
  const page = await open(browser, "bad.html", { width: 360 });
  const choose = async (game) => {
    await page.getByLabel("Game", { exact: true }).selectOption(String(game - 1));
    return page.locator("main").innerText();
  };
  const wide = () => page.evaluate(() =>
    document.documentElement.scrollWidth <= window.innerWidth);
  const first = await page.locator("main").innerText();
  ok(first.includes("</script><script>window.bad=1</script>"), first);
  ok(first.includes("\\u{202E}abc"), "marks of direction are escaped");
  ok(first.includes("\"<b>&'") && first.includes("\u0627\u0644 bot"));
  ok(await wide(), "a long name fits");
  ok(/Not a valid game: not JSON/.test(await choose(2)));
  ok(!/undefined/.test(await page.locator("main").innerText()));
  same(await page.locator(".board").isVisible(), false);
  const wrong = await choose(3);
  ok(/Not a valid game: winners, expected/.test(wrong), wrong);
  same(await page.locator(".board").isVisible(), true, "it can be stepped");
  same(await page.locator(".part-graph *").count(), 0, "and is not judged");
  const forfeited = await choose(4);
  ok(/Fault in round 1, trick 4: seat 1, asked to play: .*<no>/.test(forfeited),
    forfeited);
  const head = page.locator(".part-head");
  await page.getByLabel("View", { exact: true }).selectOption("2");
  ok(/seat 1, asked to play: [^<]*$/.test(await head.innerText()),
    "a seat does not see the message of another's fault");
  ok(!/Seed/.test(await head.innerText()), "nor the seed");
  await page.getByLabel("View", { exact: true }).selectOption("1");
  ok(/<no>/.test(await head.innerText()), "it sees that of its own");
  await page.getByLabel("View", { exact: true }).selectOption("0");
  await page.getByRole("button", { name: "Last step" }).click();
  ok(/cut short by a fault; side 2 won/.test(await status(page)));
  await choose(5);
  same(await hash(page), "#5.1.10.1", "a built position begins in its trick");
  await choose(6);
  same(await page.locator(".seat").count(), 5);
  const missing = await choose(7);
  ok(/Not a valid game: .*none<\/script>/.test(missing), missing);
  ok(await wide());
  same(await page.evaluate(() => window.bad), undefined, "a name ran as code");
  await page.context().close();
  const branches = await open(browser, "branches.html", { place: "#1.1.1.2" });
  same(await branches.locator(".verdict").innerText(), "in the midst");
  await branches.getByRole("button", { name: "Last step" }).click();
  const comment = await branches.locator(".verdict").innerText();
  ok(comment.startsWith("</script><script>window.bad=1</script> xxx"), comment);
  same(await branches.evaluate(() => window.bad), undefined);
  await branches.context().close();
  for (const name of ["games.html", "bad.html"]) {
    const plain = await open(browser, name, { script: false });
    const text = await plain.locator("main").innerText();
    ok(/Round 1/.test(text) && /need JavaScript/.test(text));
    if (name === "bad.html") ok(/Not a valid game: not JSON/.test(text));
    await plain.context().close();
  }
}

// Games with answers: the sentence, the moves and the place of each; a seat's view
// and a seat's page hide what the seat did not see.
async function asked(browser) {
  const sentences = [/^Seat \d answers "give": [BCPSZ]\d+\.$/,
    /^Seat \d answers "trump": [BCPSZ]; trump is [BCPSZ]\.$/,
    /^Seat \d answers "stakes": (pass|double; the round counts double)\.$/,
    /^Seat \d answers "call": \d+(; side \d bids \d+)?\.$/];
  for (const width of [360, 1400]) {
    const page = await open(browser, "asked.html", { width });
    for (const [i, sentence] of sentences.entries()) {
      await page.evaluate((place) => { location.hash = place; },
        `#${i + 1}.1.0.a1`);
      await shown(page, `#${i + 1}.1.0.a1`);
      ok(/^\d answers \w+/.test(await page.locator(
        ".part-moves [aria-current]").innerText()), "the move made here");
      await page.getByRole("button", { name: "One step forward" }).click();
      ok(sentence.test(await status(page)), await status(page));
      same(await page.locator(".part-moves [aria-current]").count(), 1);
      await checkWidth(page, `asked.html ${width}`);
    }
    ok(await page.evaluate(() => data.games.some((game) =>
      Object.keys(game.verdicts).some((place) => /\.a\d/.test(place)))),
    "answers are judged");
    const seat = await open(browser, "asked-seat.html", { width });
    await seat.evaluate(() => { location.hash = "#1.1.0.a1"; });
    await shown(seat, "#1.1.0.a1");
    const said = [];
    for (let i = 0; i < 4; i++) {
      await seat.getByRole("button", { name: "One step forward" }).click();
      said.push(await status(seat));
    }
    same(said.filter((text) => / has answered "give"/.test(text)).length, 3);
    same(said.filter((text) => /^Seat 2 answers "give": /.test(text)).length, 1);
    same(said[3].match(/gives \w+ to seat \d/g).map((text) => text.at(-1))
      .sort(), ["2", "4"], "a seat sees what it gives and gets");
    const html = fs.readFileSync(path.join(folder, "asked-seat.html"), "utf8");
    ok(!/seat 1 gives|seat [134] answers \\"give/.test(html),
      "the page of a seat holds no other gift");
    await page.context().close();
    await seat.context().close();
  }
}

// On paper there are no controls, and what is wider than it is not cut off.
async function print(browser) {
  for (const name of ["judged.html", "arena.html"]) {
    const page = await open(browser, name, { width: 700, scheme: "dark" });
    await page.emulateMedia({ media: "print" });
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    same(ink, "rgb(30, 27, 20)", "dark ink, whatever the screen has");
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    same(await page.locator("details:not([open])").count(), 0);
    same(await page.locator("select:visible, .steps:visible, "
      + "input:visible, #copy:visible").count(), 0, name);
    ok(await page.locator("main").isVisible());
    ok((await page.pdf({ format: "A4" })).length > 5000, name);
    await page.context().close();
  }
}

// A report sorts by a click or a key, and gives its data.
async function report(browser) {
  const page = await open(browser, "arena.html");
  const first = () => page.locator("tbody tr").first().innerText();
  ok(/^greedy/.test(await first()));
  await page.getByRole("button", { name: "pts/rd" }).first().click();
  ok(/^greedy/.test(await first()), "the greatest first");
  await page.getByRole("button", { name: "pts/rd" }).first().press("Enter");
  ok(/^random/.test(await first()), "then the least");
  await page.getByRole("button", { name: "Copy the data" }).click();
  const text = await page.getByRole("textbox").inputValue();
  same(JSON.parse(text).bots.length, 3);
  await page.context().close();
  const wanted = { "arena.html": ["Ratings from the deals so far",
    "tricks that its side took", "the bot of the row beats that of the column"],
  "sprt.html": ["How the sequential test ran", "Ratings from"],
  "stats.html": ["tricks that its side took", "Why rounds ended",
    "Points gained by a change"],
  "tune.html": ["edge: the estimate after each batch"],
  "compare.html": ["B less A in standard errors"] };
  for (const [name, captions] of Object.entries(wanted)) {
    const plain = await open(browser, name, { script: false });
    ok(await plain.locator("tbody tr").count() > 0, `${name} has a table`);
    const figures = plain.locator("figure");
    for (const caption of captions) {
      ok(await figures.filter({ hasText: caption }).count() > 0,
        `${name}: ${caption}`);
    }
    for (const figure of await figures.all()) {
      ok((await figure.locator("svg").getAttribute("aria-label")).length > 0);
      ok((await figure.locator("figcaption").innerText()).length > 20);
    }
    ok(/Made by aurum \d.*: aurum /.test(await plain.locator("footer")
      .innerText()), `${name}: the foot`);
    await plain.context().close();
  }
}

// Texts of a picture that lie over each other.
function overprinted() {
  return [...document.querySelectorAll(".aurum-chart")].flatMap((picture) => {
    const boxes = [...picture.querySelectorAll("text")].map((text) =>
      ({ words: text.textContent, at: text.getBoundingClientRect() }));
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
      a.at.right > b.at.left + 1 && b.at.right > a.at.left + 1
      && a.at.bottom > b.at.top + 4 && b.at.bottom > a.at.top + 4)
      .map((b) => `${a.words} | ${b.words}`));
  });
}

// Long names of bots: whole in tables and legends, beside no other text; the
// better bot of each pair by its own difference.
async function longNames(browser) {
  for (const width of [360, 1400]) {
    for (const name of ["long.html", "arena.html", "stats.html", "tune.html"]) {
      const page = await open(browser, name, { width });
      ok(await page.locator(".aurum-chart text").count() > 5, name);
      same(await page.evaluate(overprinted), [], `${name} ${width}`);
      await checkWidth(page, name);
      await page.context().close();
    }
  }
  const page = await open(browser, "long.html");
  const long = "a_quite_long_bot_name:cut=3";
  ok((await page.locator("h1").innerText()).includes(long));
  const cells = page.locator("td", { hasText: /^\S*a_quite_long_bot_name:cut=3$/ });
  ok(await cells.count() >= 3, "the whole name in each table");
  ok(await page.locator("svg text", { hasText: long }).count() >= 3);
  const rows = await page.locator("section", { has: page.getByRole("heading",
    { name: "Pairs" }) }).locator("tbody tr").evaluateAll((list) =>
    list.map((one) => [...one.cells].map((cell) => cell.textContent)));
  same(rows.length, 6);
  for (const [better, other, , points] of rows) {
    ok(Number(points) >= 0, `${better} is better than ${other}: ${points}`);
  }
  await page.context().close();
}

// The table of all games: its rows sort and open their games, by mouse and by
// keyboard; the result of the game shown is above the table.
async function table(browser) {
  for (const width of [360, 1400]) {
    const page = await open(browser, "judged.html", { width });
    const result = page.locator("header .result");
    ok(/^\w+ \(side \d\) wins the game\. Points by side: \d+ to \d+\.$/.test(
      await result.innerText()), await result.innerText());
    ok((await result.boundingBox()).y < 200, "above the fold");
    same(await page.locator(".all-games").count(), 0, "one game has no table");
    await page.context().close();
    const all = await open(browser, "games.html", { width });
    const summary = all.locator(".all-games summary");
    same(await summary.innerText(), "All 21 games");
    await summary.focus();
    await all.keyboard.press("Enter");
    const rows = all.locator(".all-games tbody tr");
    await rows.first().waitFor(); // they are made when the table is opened
    same(await rows.count(), 21);
    const points = async () => (await rows.locator("td:nth-child(3)")
      .allInnerTexts()).map((text) => parseInt(text, 10));
    await all.locator(".all-games").getByRole("button", { name: "Points" })
      .click();
    const sorted = await points();
    same(sorted, sorted.slice().sort((a, b) => b - a), "the most first");
    await checkWidth(all, "the table");
    await checkAccess(all, "the table");
    const number = await rows.nth(4).locator("a").innerText();
    await rows.nth(4).locator("td").nth(1).click();
    await all.waitForFunction((game) => location.hash.startsWith(`#${game}.`),
      number);
    same(await all.locator(".all-games").evaluate((it) => it.open), false);
    await all.locator("header .result", { hasText:
      `Points by side: ${sorted[4]} to ` }).waitFor();
    await all.context().close();
    const bad = await open(browser, "bad.html", { width });
    await bad.locator(".all-games summary").click();
    await bad.locator(".all-games").getByText("not valid").first().waitFor();
    same(await bad.evaluate(() => window.bad), undefined);
    await checkWidth(bad, "a table of names that are too long");
    await bad.context().close();
  }
}

// One step at phone, desk and wall width, dark and light: nothing sticks out. On
// a light phone and a dark desk the checker finds no violation.
async function looks(browser) {
  for (const [name, place] of [["games.html", "#2.1.5.3"],
    ["games.html", "#15.1.2.4"], ["judged.html", "#1.1.4.2"],
    ["seat.html", "#1.1.3.2"], ["noted-judged.html", "#1.1.2.2"],
    ["noted-judged.html", "#1.1.0.2"], ["asked.html", "#1.1.0.2"],
    ["asked.html", "#2.1.1.2"], ["asked.html", "#3.1.1.2"],
    ["asked.html", "#4.1.1.2"], ["asked-seat.html", "#1.1.0.2"],
    ["bad.html", "#1.1.3.1"], ["bad.html", "#2"],
    ["bad.html", "#4"], ["branches.html", "#1.1.end"], ["arena.html", ""],
    ["sprt.html", ""], ["compare.html", ""], ["stats.html", ""],
    ["tune.html", ""], ["long.html", ""], ["league/index.html", ""],
    ["league/bot-low.html", ""], ["league/bot-faulty.html", ""],
    ["league/games-greedy.1-low.1.html", "#1.1.end"]]) {
    for (const scheme of ["light", "dark"]) {
      for (const width of [360, 1400, 3840]) {
        if (width === 3840 && (scheme === "dark" || !/#1\.|arena/.test(
          place + name))) continue;
        const page = await open(browser, name, { place, scheme, width });
        const where = `${name}${place} ${scheme} ${width}`;
        await checkWidth(page, where);
        if ((scheme === "light") === (width === 360)) {
          await checkAccess(page, where);
        }
        await savePicture(page, where);
        await page.context().close();
      }
    }
  }
}

// The pages of a league: every link leads to a page, cells of the matrix open
// games in the table, names and messages are text.
async function league(browser) {
  const files = fs.readdirSync(path.join(folder, "league")).filter((name) =>
    name.endsWith(".html"));
  ok(files.length > 8, `${files.length} pages of the league`);
  for (const name of files) {
    const page = await open(browser, `league/${name}`, { script: false });
    const pages = await page.locator(":is(nav, main) a[href]").evaluateAll(
      (links) => links.map((link) => link.getAttribute("href").split("#")[0]));
    for (const to of pages) {
      ok(files.includes(to) || to === "feed.xml", `${name} links to ${to}`);
    }
    ok(pages.length > 0, `${name} has links`);
    await page.context().close();
  }
  const feed = fs.readFileSync(path.join(folder, "league", "feed.xml"), "utf8");
  const page = await open(browser, "league/index.html", {
    own: /\/league\/[\w.-]+\.html/ });
  ok(/^\d greedy@1/m.test(await page.locator("tbody").first().innerText()));
  ok(/<b>no<\/b>/.test(await page.locator("main").innerText()),
    "a message is text");
  const [name, entries, hrefs] = await page.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, "application/xml");
    return [xml.documentElement.nodeName,
      [...xml.querySelectorAll("entry > title")].map((it) => it.textContent),
      [...xml.querySelectorAll("link")].map((it) => it.getAttribute("href"))];
  }, feed);
  same(name, "feed", "the feed is XML");
  ok(entries.some((text) => /^faulty@1 was benched: .*<b>no<\/b>/.test(text)),
    "a message in the feed is text");
  const changed = await page.locator("section", { has: page.getByRole("heading",
    { name: "What changed" }) }).locator("td:nth-child(2)").allInnerTexts();
  same(entries, changed, "the feed tells what the page tells");
  for (const href of hrefs) ok(files.includes(href), `a link to ${href}`);
  await page.locator("td a[href^='games-']").first().click();
  await page.locator(".seat").first().waitFor();
  same(await page.locator(".seat").count(), 4, "a game in the table");
  await page.locator("nav a").nth(1).click();
  await page.getByRole("heading", { name: "Versions" }).waitFor();
  await page.getByRole("link", { name: "Ladder" }).click();
  await page.getByRole("link", { name: /low@2/ }).first().click();
  await page.getByRole("heading", { name: "Versions" }).waitFor();
  same(await page.getByText("</pre><script>window.bad=1</script>")
    .first().isVisible(), false, "sources are folded");
  await page.locator("summary", { hasText: "low@2.lua" }).click();
  ok(await page.getByText("</pre><script>window.bad=1</script>")
    .first().isVisible(), "sources are text");
  same(await page.evaluate(() => window.bad), undefined);
  await page.locator("a[href*='#2']").first().click();
  await page.waitForFunction(() => location.hash.startsWith("#2."));
  await page.context().close();
}

async function many(browser) {
  const size = fs.statSync(path.join(folder, "many.html")).size;
  ok(size < 10e6, `1,000 games take ${size} bytes`);
  const start = process.hrtime.bigint();
  const page = await open(browser, "many.html");
  await page.locator(".seat").first().waitFor();
  console.log(`1,000 games: ${(size / 1e6).toFixed(1)} MB, ready in %d ms`,
    Number((process.hrtime.bigint() - start) / 1000000n));
  await page.context().close();
}

runParts({ places, controls, keyboard, judged, shared, noted, bad, asked, print, report,
  longNames, table, league, looks, many }, process.argv.slice(3));
