// Every action of the playground, by a mouse in a narrow window and by the keyboard
// in a wide one; with $WAYS=all also the other way round. `actions` is the table: by
// the page that they use one after another, rows of
//   [what is done, its ways, what is seen then]
// The ways are { mouse, keyboard }, or a list of such. They and the third are
// functions of { page, by, width, browser }, where an action may keep more.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { same, ok, matches } = require("../web/browser.js");
const { open, text, button, until, write } = require("./page_helper.js");
const { duck, faulty, hostile } = require("./bots.js");

const golden = path.resolve(__dirname, "../fixtures/golden");
const record = fs.readdirSync(golden).find((name) => /\.jsonl$/.test(name));
const records = fs.readFileSync(path.join(golden, record), "utf8");

// ---- Hands ------------------------------------------------------------------

// What a hand picks is a value, or { index }.
const mouse = {
  press: (control) => control.click(),
  pick: (control, value) => control.selectOption(value),
  async type(control, contents) {
    await control.click();
    await control.press("Control+a");
    await control.page().keyboard.insertText(contents);
  },
};

// Gives a control the focus, as Tab does where it is in Tab's order. Controls are
// drawn anew after each answer of the engine, and cannot be used until then: so it
// is tried again, for five seconds at most.
async function reach(control) {
  const page = control.page();
  let reached = false;
  for (let i = 0; i < 100 && !reached; i++) {
    if (i > 0) await page.waitForTimeout(50);
    await page.waitForSelector("#page:not([aria-busy='true'])",
      { state: "attached" });
    reached = await control.evaluate((one) => {
      one.focus();
      return one.tabIndex >= 0 && one.contains(document.activeElement);
    });
  }
  ok(reached, "the keyboard reaches it");
}

const keyboard = {
  async press(control) {
    await reach(control);
    await control.press("Enter");
  },
  async pick(control, value) {
    await reach(control);
    const steps = await control.evaluate((menu, wanted) => (wanted.index
      ?? [...menu.options].findIndex((one) => one.value === wanted))
      - menu.selectedIndex, value);
    for (let i = 0; i < Math.abs(steps); i++) {
      await control.page().keyboard.press(steps > 0 ? "ArrowDown" : "ArrowUp");
    }
  },
  async type(control, contents) {
    await reach(control);
    await control.page().keyboard.press("Control+a");
    await control.page().keyboard.insertText(contents);
  },
};
const hands = { mouse, keyboard };

// ---- Ways -------------------------------------------------------------------

// The same with each hand: `act` is a function of it and of what rows share.
const both = (act) => ({ mouse: (at) => act(mouse, at),
  keyboard: (at) => act(keyboard, at) });

// A button by its name, or another control by a function of the page.
const find = (page, what) => typeof what === "string" ? button(page, what)
  : what(page).first();
const one = (selector, name) => (page) => {
  const found = page.locator(selector);
  return name ? found.getByRole("button", { name, exact: true }) : found;
};
const press = (what) => both((hand, { page }) => hand.press(find(page, what)));
const pick = (selector, value) => both((hand, { page }) =>
  hand.pick(page.locator(selector), value));
const type = (selector, contents) => both((hand, { page }) =>
  hand.type(page.locator(selector), contents));
const shows = (name) => both(async (hand, { page }) => {
  if (await button(page, name).isVisible()) await hand.press(button(page, name));
});
const key = (name) => ({ page }) => page.keyboard.press(name);
const click = (what) => ({ page }) => find(page, what).click();
const line = (contents) => [shows("REPL"), type("#typed", contents),
  { mouse: click("Enter"), keyboard: key("Enter") }];
const dialogButton = (name) => press(one("dialog", name));
const step = (name) => (page) => page.getByRole("button", { name });

// The ways of an action that saves a file, whose text then is `at.saved`.
const saving = (...ways) => both(async (_, at) => {
  const [download] = await Promise.all([at.page.waitForEvent("download"),
    perform(ways, at)]);
  at.saved = fs.readFileSync(await download.path(), "utf8");
});

// Opens files, [name, contents]: dropped by the mouse, chosen by the keyboard.
const opening = (...list) => ({
  mouse: ({ page }) => page.evaluate((items) => {
    const dataTransfer = new DataTransfer();
    for (const [name, body] of items) {
      dataTransfer.items.add(new File([body], name));
    }
    document.querySelector(".panes").dispatchEvent(new DragEvent("drop",
      { dataTransfer, bubbles: true, cancelable: true }));
  }, list),
  async keyboard({ page }) {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"),
      keyboard.press(button(page, "Open files"))]);
    await chooser.setFiles(list.map(([name, body]) => ({ name,
      mimeType: "text/plain", buffer: Buffer.from(body) })));
  },
});

const sees = (selector, pattern) => ({ page }) => until(page, selector, pattern);
const status = "#edit-pane [role=status]", report = ".report-of-file";
const done = sees(`${report} [role=status]`, /^done/);
const games = async ({ page }) => Number((await text(page, "#match-pane .lead"))
  .match(/(\d+) games/)[1]);

const noDialog = ({ page }) => page.waitForFunction(() =>
  !document.querySelector("dialog"));
// ---- The table --------------------------------------------------------------

const stepBack = { mouse: click(step("One step back")),
  keyboard: key("ArrowLeft") };

const table = [
  ["show the table", shows("Table"), sees(".who", /^Seat 3, mine, may play/)],
  ["ask why a card is illegal", press(one(".choose .illegal")),
    sees(".answer", /^no, /)],
  ["open the rule it cites", press(one(".answer .link")), async ({ page }) => {
    await page.waitForSelector("#rules-pane #rule-6\\.3:focus");
    ok(await page.locator("#rule-6\\.3").isVisible(), "the rule is shown");
  }],
  ["go back", shows("Table")],
  ["ask a bot", press("Ask its bot"), sees(".answer", /^seat 3, mine: play \w+/)],
  ["ask all bots", press("Ask all bots"), sees(".answer", /greedy +play/)],
  ["play a card", press(one(".choose .legal")),
    sees(".answer", /^seat 3 plays \w+/)],
  ["let bots play a step", press("Step"), sees(".answer", /^seat 4 plays/)],
  ["step back", [stepBack, stepBack], sees(".who",
    /^Seat 4, lowball, may play/)],
  ["branch", both(async (hand, { page }) => {
    const played = (await text(page, ".part-moves")).match(/4 (\w+)\s/)[1];
    await hand.press(page.locator(".choose .legal").filter({ hasNotText:
      new RegExp(`^${played}$`) }).first());
  }), sees(".answer", /^seat 4 plays/)],
  ["compare branches", press("Compare"),
    sees(".answer", /^the branches diverge at 1\.1\.4/)],
  ["take another branch", pick("#branch", "1"), sees(".part-head", /branch 1/)],
  ["begin a game of random bots", [...line("new seed=web bots=random; step 3"),
    shows("Table")], sees(".who", /^Seat \d, random, may bid/)],
  ["let bots play a trick", press("Trick"), sees(".answer", /wins trick 1/)],
  ["let bots play a round", press("Round"), async ({ page }) => {
    await until(page, ".answer", /round 1 is over/);
    await page.waitForSelector("[aria-label='Points after this round']");
  }],
  ["judge", press("Judge"), sees(".answer", /points lost by decisions/)],
  ["find the costliest move", press("Costliest move"), sees(".answer", /loses/)],
  // the second: the costliest move is where the table is
  ["follow a link to a place", both(async (hand, at) => {
    at.before = await text(at.page, ".verdict");
    await hand.press(at.page.locator(".costly li:nth-child(2) a"));
  }), ({ page, before }) => page.waitForFunction((was) => ![was, undefined].includes(
    document.querySelector(".verdict")?.innerText), before)],
  ["go to the first step", { mouse: click(step("First step")),
    keyboard: key("Home") }, sees(".status", /^Round 1 is dealt/)],
  ["step forward", { mouse: click(step("One step forward")),
    keyboard: key("ArrowRight") }, sees(".status", /^Seat \d bids/)],
  ["go from move to move", { mouse: click(one(".part-moves button >> visible=true")),
    async keyboard({ page }) {
      await reach(page.locator(".part-moves [aria-current]"));
      await page.keyboard.press("ArrowRight");
    } }, async ({ page }) => same(await page.locator(".part-moves [aria-current]")
    .count(), 1)],
  ["jump to a trick's end", [pick("#kind", "trick won"), press("Next one")],
    sees(".status", /wins the trick/)],
  ["see it as a seat", pick("#view", "2"), ({ page }) =>
    page.waitForSelector(".seat .card.back")],
  ["deal the next round", [pick("#view", "0"), press(step("Last step")),
    press("Deal")], sees(".answer", /round 2 is dealt/)],
  ["let bots end the game", press("Game"), sees(".answer", /wins the game|share/)],
  ["go to a trick by the slider", { async mouse({ page }) {
    await page.getByRole("slider", { name: "Trick" }).click({ position: { x: 5, y: 5 } });
  }, async keyboard({ page }) {
    await reach(page.getByRole("slider", { name: "Trick" }));
    await page.keyboard.press("Home");
  } }, sees(".status", /^Round 1 is dealt/)],
  ["watch it", press(step("Play or pause")), async ({ page }) => {
    await until(page, ".status", /^Seat \d bids/);
    same(await text(page, ".steps button >> text=Pause"), "Pause");
  }],
  ["pause", press(step("Play or pause")), async ({ page }) => same(
    await page.locator(".steps button >> text=Pause").count(), 0)],
  ["come to a change of a bid", [...line("new seed=gold bots=lowball; trick"),
    shows("Table")], sees(".who", /may change a bid/)],
  ["pay for a change", [pick("#choices", { index: 1 }), press("Do it")],
    sees(".answer", /replaces|changes|pays/)],
  ["step back again", stepBack, sees(".who", /may change a bid/)],
  ["keep the bids", press("Keep the bids"), sees(".answer", /keeps|kept the bids/)],
];

// Waits until a person may act, with all steps shown.
const may = (page, phase) => page.waitForSelector(
  `.stage[data-state="${phase}"]`);

// A person at a seat, and a variant's question.
const person = [
  ["open the form", [shows("Table"), press(one(".new-game summary"))],
    async ({ page }) => ok(await page.locator("#new-human").isVisible())],
  ["choose a seat, a bot and rules", [pick("#new-human", "1"),
    pick("#new-bot-2", "counter"), pick("#new-variant", "bga"),
    type("#new-seed", "person")]],
  ["begin", press("Start the game"), async ({ page }) => {
    await may(page, "bid");
    ok(await page.locator(".seat .card.back").count() > 0, "hands are hidden");
    ok(!await page.locator("#header").isVisible(), "the table fills the window");
    await page.waitForSelector(".stage button:focus");
  }],
  ["ask for a hint", [press("Menu"), dialogButton("Hint")],
    sees(".status", /bid \w+/)],
  ["choose a card to bid", press(one(".own-cards .legal")),
    sees(".status", /Bid \w+\?$/)],
  ["bid", press(step(/^Bid \d/)), ({ page }) => may(page, "play")],
  ["take it back", [press("Menu"), dialogButton("Take back")],
    ({ page }) => may(page, "bid")],
  ["bid again", [press(one(".own-cards .legal")), press(step(/^Bid \d/))],
    ({ page }) => may(page, "play")],
  ["ask for a change of bid", press("Change bid"), async ({ page }) => same(
    await button(page, "Change bid").getAttribute("aria-pressed"), "true")],
  ["play a card", press(one(".own-cards .legal")),
    ({ page }) => may(page, "change")],
  ["choose what to pay, to lay and to replace", [
    press(one(".own-cards .golds .legal")), press(one(".own-cards .cards .legal")),
    press(one(".own-facts .legal"))],
  sees(".status", /Pay G\d: \w+ takes the place of your bid/)],
  ["change the bid", press("Change"), ({ page }) => may(page, "play")],
  ["leave the table", [press("Menu"), dialogButton("Study this game")],
    async ({ page }) => {
      await until(page, ".who", /^You \(seat 1\) may play/);
      matches(await text(page, ".part-head"), /Board Game Arena/);
    }],
  ["ask for a hint there", press("Hint"),
    sees(".answer", /play \w+ +-?[\d.]+ +\+- /)],
  ["take a card back", press("Undo"), sees(".who", /^You \(seat 1\) may /)],
  ["return to the table", press("Play on"),
    async ({ page }) => ok(await page.locator(".playing .stage").isVisible())],
  ["leave it again", [press("Menu"), dialogButton("Study this game")],
    sees(".who", /^You/)],
  ["be asked by a rule", [...line("human off; new standard+exchange seed=q; step"),
    shows("Table")], sees(".who", /must answer/)],
  ["answer", [pick("#choices", { index: 1 }), press("Do it")],
    sees(".answer", /answers "give"/)],
];

// ---- The editor -------------------------------------------------------------

const bot = [
  ["show the editor", shows("Editor")],
  ["make a mistake", type(".cm-content", "return {\n  bid = function() end end,\n}"),
    async ({ page }) => {
      await until(page, status, /^Line 2: '\}' expected/);
      await page.waitForSelector(".cm-lintRange-error, .cm-lint-marker-error");
    }],
  ["go to its line", press("Line 2"), async ({ page }) => ok(await page.locator(
    ".cm-content").evaluate((it) => it.contains(document.activeElement)))],
  ["ask for completion", [type(".cm-content", "return {\n  bid = function(_, view)"
    + "\n    return view.hand:lowest()\n  end,\n  play = function(_, view)\n    "
    + "view"), both((_, { page }) => page.keyboard.type(":legal_c"))],
  sees(".cm-tooltip-autocomplete", /legal_cards/)],
  // the list ignores keys and clicks when it has just opened
  ["take the completion", { mouse: async ({ page }) => {
    await page.waitForTimeout(200);
    await page.locator(".cm-tooltip-autocomplete li").first().click();
  }, keyboard: async ({ page }) => {
    await page.waitForTimeout(200);
    await page.keyboard.press("Tab");
  } }, sees(".cm-content", /view:legal_cards/)],
  ["take another one", { mouse: async ({ page }) => {
    await page.keyboard.type("():lo");
    await until(page, ".cm-tooltip-autocomplete", /lowest/);
    await page.waitForTimeout(200);
    await page.locator(".cm-tooltip-autocomplete li", { hasText: "lowest" })
      .click();
  }, keyboard: async ({ page }) => {
    await page.keyboard.type("():lo");
    await until(page, ".cm-tooltip-autocomplete", /lowest/);
    await page.waitForTimeout(200);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  } }, sees(".signature", /lowest\(\) \u2192 aurum\.card/)],
  ["name a file as a bundled one", [press("New"), type("#new-name", "greedy"),
    press("Make it")], sees("dialog [role=alert]", /came with aurum/)],
  ["begin with a bundled bot", [type("#new-name", "second"),
    pick("#new-from", "greedy"), press("Make it")], async ({ page }) => {
    await until(page, ".cm-content", /^-- second:/);
    await until(page, status, /^No mistakes/);
    same(await page.locator("#file").inputValue(), "second");
  }],
  ["begin with the template", [press("New"), type("#new-name", "third"),
    press("Make it")], async ({ page }) => {
    await until(page, ".cm-content", /^-- third: a bot for Aurum/);
    await until(page, status, /^No mistakes/);
  }],
  ["begin, and cancel", [press("New"), dialogButton("Cancel")], noDialog],
  ["choose a file", pick("#file", "second"), sees(".cm-content", /^-- second:/)],
  ["save it", saving(press(one("#edit-pane", "Save"))),
    ({ saved }) => matches(saved, /^-- second:/)],
  ["check it", press("Check"), done],
  ["check a bot with a mistake in a game", [type(".cm-content", faulty),
    press("Check")], async ({ page }) => {
    await until(page, status, /^Line 3: a set has no field 'smallest'$/);
    same(await page.locator(".cm-lint-marker-error").count(), 1);
    ok(await page.locator(`${report} pre`).evaluate((box) =>
      box.scrollWidth <= box.clientWidth), "the report is shown whole");
  }],
  ["check a bot that answers with no card", [type(".cm-content", duck.replace(
    "view.hand:lowest()", "3")), press("Check")],
  sees(status, /^The check found mistakes\./)],
  ["close the report", press(one(report, "Close")), async ({ page }) => same(
    await page.locator(`${report} pre`).count(), 0)],
  ["check a bot that takes long", [type(".cm-content", hostile.floods),
    press("Check")], ({ page }) => page.waitForFunction(() =>
    document.querySelector(".report-of-file progress")?.value > 0)],
  ["stop the check", press(one(report, "Stop")), async ({ page }) => {
    await until(page, `${report} [role=status]`, /^stopped/);
    same(await page.locator(`${report} progress`).count(), 0);
  }],
  ["seat it", press("Seat it"), sees(".log", /bot 1 second; bot 3 second/)],
  ["play a match", [shows("Editor"), pick("#file", "third"),
    press("Play a match")], sees("#match-pane .lead",
    /^lowball beats third\. .* 400 games/)],
  ["begin to delete, and cancel", [shows("Editor"), press("Delete"),
    dialogButton("Cancel")], async ({ page }) => same(await page.locator("#file")
    .inputValue(), "third")],
  ["delete", [press("Delete"), dialogButton("Delete")], async ({ page }) => ok(
    !(await page.locator("#file option").allInnerTexts()).includes("third"))],
];

const houseRule = [
  ["show house rules", [shows("Editor"), { mouse: click(one("#tab-variant")),
    async keyboard({ page }) {
      await reach(page.locator("#tab-bot"));
      await page.keyboard.press("ArrowRight");
    } }], sees(".cm-content", /bold/)],
  ["make a mistake", type(".cm-content", "return {\n  exat = 4,\n}\n"),
    sees(status, /^Line 2: unknown key 'exat'; did you mean 'exact'/)],
  ["complete a knob", [type(".cm-content", "return {\n  title = \"bolder\",\n  "),
    both(async (_, { page }) => {
      await page.keyboard.type("exact_b");
      await until(page, ".cm-tooltip-autocomplete", /^exact_bonus ?integer/);
      await page.waitForTimeout(200);
      await page.keyboard.press("Tab");
    })], async ({ page }) => {
    await until(page, ".cm-content", /  exact_bonus = $/);
    await page.keyboard.press("Home");
    await until(page, ".signature", /More points for an exact bid/);
  }],
  ["mend it", type(".cm-content", "return {\n  title = \"bolder\",\n  exact = 4,"
    + "\n}\n"), sees(status, /^No mistakes/)],
  ["show what it changes", press("Show"), sees(report, /exact[^\n]*4/)],
  ["show all knobs", press("All knobs"), sees(report, /must_follow|follow/)],
  ["check it", press("Check"), async (at) => {
    await done(at);
    matches(await text(at.page, `${report} pre`), /200 random games/);
  }],
  ["compare it", press("Compare"), async (at) => {
    await done(at);
    matches(await text(at.page, `${report} .compared`), /measure[^]*points/);
    ok(await at.page.locator(`${report} .compared svg`).count() > 0, "a picture");
  }],
  ["play by it", press("Play by it"), sees(".part-head", /bolder/)],
];

// ---- Matches ----------------------------------------------------------------

const match = [
  ["choose two bots", [shows("Match"), pick("#match-one", "lowball"),
    pick("#match-two", "random"), pick("#match-deals", "5000")]],
  ["play", press("Play"), async (at) => {
    await until(at.page, "#match-pane .lead", /95 % interval .* \d+ games/);
    at.some = await games(at);
    await at.page.waitForFunction((n) => Number(document.querySelector(
      "#match-pane .lead").innerText.match(/(\d+) games/)?.[1]) > n, at.some);
  }],
  ["stop", press(one("#stop-match")), async (at) => {
    await until(at.page, "#match-pane .lead", /You stopped it/);
    const stopped = await games(at);
    ok(stopped > at.some && stopped < 10000, `${stopped} games`);
    matches(await at.page.locator(".match-chart svg").getAttribute("aria-label"),
      /95 % interval/);
    same(await at.page.locator(".match-chart circle").count(), 1);
  }],
  ["play by other rules and a seed", [pick("#match-deals", "50"),
    pick("#match-variant", "standard+misere"), type("#match-seed", "tea"),
    press("Play")], sees("#match-pane .lead", /^lowball beats random\. .* 100 g/)],
  ["step through a deal", [type("#watch", "3"), press("Show it")],
    async ({ page }) => {
      await until(page, ".part-head", /Seed tea\.3/);
      matches(await text(page, ".part-head"), /misere/);
      ok(await page.locator(".board").isVisible(), "it is on the table");
      same(await page.evaluate(() => document.activeElement.innerText), "Table");
    }],
];

// ---- The REPL ---------------------------------------------------------------

const value = async ({ page }, wanted) =>
  same(await page.locator("#typed").inputValue(), wanted);

const repl = [
  ["type a command", line("why Z1"), sees(".log", /RULES|legal|hand/)],
  ["type Lua", line("=1 + 1"), sees(".log", /\n2\n/)],
  ["complete", [type("#typed", "hum"), both((_, { page }) =>
    page.keyboard.press("Tab"))], ({ page }) => page.waitForFunction(() =>
    document.querySelector("#typed").value === "human ")],
  ["recall a line", [type("#typed", ""), both((_, { page }) =>
    page.keyboard.press("ArrowUp"))], (at) => value(at, "=1 + 1")],
  ["recall the one before", both((_, { page }) => page.keyboard.press("ArrowUp")),
    (at) => value(at, "why Z1")],
  ["return to an empty line", [both((_, { page }) => page.keyboard.press(
    "ArrowDown")), both((_, { page }) => page.keyboard.press("ArrowDown"))],
  (at) => value(at, "")],
  ["begin a block", line("for i = 1, 2 do"), sees(".prompt", /\.\. ?$/)],
  ["drop it", both((_, { page }) => page.locator("#typed").press("Control+c")),
    sees(".prompt", /^aurum>/)],
  ["run a loop", line("while true do end"), ({ page }) =>
    page.locator("#stop").waitFor({ state: "visible" })],
  ["stop it", { mouse: click("Stop"), keyboard: ({ page }) =>
    page.locator("#typed").press("Control+c") }, sees("#said", /^Stopped/)],
  ["close the message", press(one("#said", "Close")), async ({ page }) => ok(
    !await page.locator("#said").isVisible())],
  ["find the session as it was", line("=session.seed"), sees(".log", /"gold"/)],
  ["type markup", line("<img src=x onerror=window.bad=1>"), async ({ page }) => {
    await until(page, ".log", /<img src=x/);
    same(await page.evaluate(() => window.bad), undefined);
  }],
  ["leave the line", both(async (_, { page }) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
  }), async ({ page }) => ok(!await page.evaluate(() =>
    document.activeElement.id === "typed"))],
  ["read the rules", shows("Rules"), async ({ page }) => ok(await page.locator(
    "#rules-pane #rule-6\\.3").isVisible())],
];

// ---- The first minute -------------------------------------------------------

const tourButton = (name) => press(one(".tour", name));
const atStep = (n) => async ({ page }) => {
  await until(page, ".tour h2", new RegExp(`^${n} of 4`));
  ok(await page.locator(".toured").isVisible(), `step ${n} shows its part`);
};
const home = press(one(".home"));

// The tour's box covers nothing of the line that its last step is about.
const uncovered = async ({ page }) => {
  await atStep(4)({ page });
  ok(await page.locator("#typed").evaluate((field) => {
    const { left, right, top, bottom } = field.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      === field;
  }), "the REPL's line is in sight");
};

const first = [
  ["write a bot", press("Write a bot"), async ({ page, width }) => {
    ok(await page.locator(".cm-content").isVisible(), "the editor is open");
    same(await page.locator("#match-pane").isVisible(), width > 1000);
  }],
  ["follow the hint", both(async (hand, at) => {
    const hint = (await text(at.page, "#try")).match(
      /^Try this: .* change (\S+) to (\S+), then press \u201c(.*)\u201d/);
    ok(hint, "one sentence of what to try");
    ok((await text(at.page, ".cm-content")).includes(hint[1]), "it is in sight");
    at.hint = hint;
    await hand.press(button(at.page, hint[3]));
  }), sees("#match-pane .lead", /^lowball beats mine\. .* 400 games/)],
  ["change what is selected", [shows("Editor"), both(async (_, at) => {
    await at.page.locator(".cm-content").focus();
    await at.page.waitForFunction((selected) => // the editor sets it a bit later
      String(getSelection()) === selected, at.hint[1]);
    await at.page.keyboard.insertText(at.hint[2]);
    await at.page.waitForFunction((written) =>
      document.querySelector(".cm-content").innerText.includes(written),
    at.hint[2]);
  })], sees(status, /^No mistakes/)],
  ["play again", both((hand, at) => hand.press(button(at.page, at.hint[3]))),
    sees("#match-pane .lead", /^mine beats lowball\. .* 400 games/)],
  ["begin the tour", [shows("Editor"), press(one("#try", "Tour"))], atStep(1)],
  ["step 2", tourButton("Next"), atStep(2)],
  ["and back", tourButton("Back"), atStep(1)],
  ["step 2 again", tourButton("Next"), atStep(2)],
  ["step 3", tourButton("Next"), atStep(3)],
  ["step 4", tourButton("Next"), uncovered],
  ["end the tour", tourButton("Done"), async ({ page }) => same(
    await page.locator(".tour, .toured").count(), 0)],
  ["hide the hint", [shows("Editor"), press("Hide the hint")], async ({ page }) =>
    same(await text(page, "#try"), "")],
  ["begin the tour of the table", [shows("Table"), press("Tour")],
    async (at) => {
      await until(at.page, ".tour h2", /^1 of 3: The table/);
    }],
  ["close it", { mouse: click(one(".tour", "Close the tour")),
    keyboard: key("Escape") }, async ({ page }) => same(await page.locator(
    ".tour, .toured").count(), 0)],
  ["read the licences", press(one("#licences summary")), async ({ page }) =>
    matches(await text(page, "#licences pre"), /CodeMirror|codemirror/)],
  ["go to the door", home, sees("#door", /exactly that many/)],
  ["change a rule", press("Change a rule"), sees("#try",
    /^Try this: .* change exact = 3 to exact = 4/)],
  ["go to the door again", home, sees("#door", /exactly that many/)],
  ["play", press("Play"), sees(".guide p", /^Lay a card/)],
  ["leave", press("Leave"), async ({ page }) => ok(
    await button(page, "Go on: round 1, trick 1").isVisible())],
  ["go on", press("Go on: round 1, trick 1"), ({ page }) => may(page, "bid")],
];

// ---- Keep and share ---------------------------------------------------------

const link = [
  ["write a bot and play by a rule", both(async (_, { page }) => {
    if (await button(page, "Editor").isVisible()) {
      await button(page, "Editor").click();
    }
    await write(page, duck);
    await until(page, status, /^No mistakes/);
    await page.locator("#tab-variant").click();
    await until(page, status, /^No mistakes/);
    await button(page, "Play by it").click();
    await until(page, ".part-head", /bold/);
  })],
  ["share", press("Share"), async (at) => {
    at.link = await at.page.locator("#link").inputValue();
    ok(at.link.length < 4000, `a short link: ${at.link.length}`);
  }],
  // the pages of both hands share one clipboard, so that reading it proves nothing
  ["copy the link", [both((_, { page }) => page.evaluate(() => {
    const { clipboard } = navigator, copy = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (contents) => {
      window.copied = contents;
      return copy(contents);
    };
  })), press("Copy")], async (at) => {
    await until(at.page, "dialog [role=status]", /^Copied\.$/);
    same(await at.page.evaluate(() => window.copied), at.link);
  }],
  ["close the box", { mouse: click(one("dialog", "Close")),
    keyboard: key("Escape") }, async (at) => {
    await noDialog(at);
    at.place = await text(at.page, ".who");
    at.page = await open(at.browser, { place: at.link.slice(at.link.indexOf("#")),
      width: at.width });
    const shown = await text(at.page, "dialog");
    matches(shown, /None of this code has run/);
    ok(shown.includes("view.hand:lowest()"), "the bot's code is shown");
    ok(shown.includes("exact = 3"), "and the rule's");
    ok(!JSON.stringify(await at.page.evaluate(() => ({ ...localStorage })))
      .includes("view.hand:lowest"), "nothing is taken before a click");
  }],
  ["leave a link", dialogButton("Leave it"), async (at) => {
    await noDialog(at);
    same(await at.page.locator("#file option").count(), 1);
    same(await at.page.evaluate(() => location.hash), "");
    await at.page.evaluate((place) => { location.hash = place; },
      at.link.slice(at.link.indexOf("#")));
    await until(at.page, "dialog", /None of this code has run/);
  }],
  ["open a link", dialogButton("Open it"), async ({ page, place }) => {
    await until(page, "#said", /The shared game is on the table/);
    same(await text(page, ".who"), place.replace("mine", "mine-2"),
      "the same place, with the bot under a name that is free here");
    matches(await text(page, ".part-head"), /bold/);
    same(await page.evaluate(() => location.hash), "");
    same(await page.locator("#match-one").inputValue(), "mine-2");
    same(await page.locator("#match-variant").inputValue(), "standard+bold");
  }],
  ["see the bot", [shows("Editor"), press(one("#tab-bot"))],
    async ({ page }) => {
      matches(await text(page, ".cm-content"), /view\.hand:lowest/);
      matches(await text(page, ".cm-content"), /name = "mine-2"/);
      same(await page.locator("#file option").count(), 2,
        "the receiver's own bot stays");
    }],
  ["go back to the own game", press("Back to my game"),
    sees(".part-head", /Seed gold/)],
];

const count = records.trim().split("\n").length;
const menu = (item) => saving(press(one("#header", "Save")), press((page) =>
  page.getByRole("button", { name: item })));

const files = [
  ["open a bot", opening(["my duck.lua", duck]),
    sees("#said", /^my duck\.lua is now your bot my-duck\.$/m)],
  ["open one of a name that is taken", opening(["greedy.lua",
    duck.replace("mine", "greedy")]), async ({ page }) => {
    await until(page, "#said", /^greedy\.lua is now your bot greedy-2, because /);
    matches(await text(page, "#said"), /Its text calls it greedy-2 as well/);
    matches(await text(page, ".cm-content"), /name = "greedy-2"/);
  }],
  ["open a house rule", opening(["bold.lua", "return { exact = 3 }\n"]),
    sees("#said", /is now your house rule bold\./)],
  ["save it as it is", saving(press(one("#edit-pane", "Save"))),
    ({ saved }) => same(saved, "return { exact = 3 }\n")],
  ["open a record", opening(["games of mine.jsonl", records]),
    async ({ page }) => {
      await until(page, "#said", new RegExp(`: ${count} games?\\.`));
      ok(await page.locator(".stage .seat").count() >= 3, "it is shown");
    }],
  ["choose another of its games", [type("#record-game", "2"),
    press(one("#said", "Show it"))], sees(".log",
    /load games-of-mine\.jsonl 2/)],
  ["save a record", menu("as a record"), ({ saved }) =>
    same(JSON.parse(saved).format, "aurum/1")],
  ["save a page", menu("as a page"), ({ saved }) =>
    matches(saved, /^<!doctype html>/)],
  ["save a text", menu("as text"), ({ saved }) => matches(saved, /seat 1/)],
  ["save the session", menu("All games"), (at) => {
    same(JSON.parse(at.saved).format, "aurum-session/1");
    at.session = at.saved;
  }],
  ["save nothing", [press(one("#header", "Save")), dialogButton("Cancel")],
    noDialog],
  ["begin another game", line("new seed=other"), sees(".log", /seed other/)],
  ["open the session", both((_, at) => opening(["session.json", at.session])[
    at.by](at)), sees("#said", /session\.json is on the table/)],
];

// Reloading the page is done by the browser, however its user asks for it.
const keep = [
  ["write a bot", [shows("Editor"), type(".cm-content", duck)],
    sees(status, /^No mistakes/)],
  ["play a trick", [shows("Table"), press("Trick")],
    sees(".answer", /wins trick 1/)],
  ["go back", { mouse: click(step("First step")), keyboard: key("Home") },
    sees(".who", /may bid/)],
  ["comment", line("comment here"), sees(".log", /commented on 1\.0\.1/)],
  ["reload", both(async (_, { page }) => {
    await page.reload();
    await page.waitForSelector("body[data-ready]");
  }), async ({ page }) => {
    ok(await page.locator("#repl-pane").isVisible(), "the same pane");
    matches(await page.locator(".cm-content").textContent(), /hand:lowest/);
  }],
  ["recall a line", [type("#typed", ""), both((_, { page }) =>
    page.keyboard.press("ArrowUp"))], (at) => value(at, "comment here")],
  ["see the table", shows("Table"), async ({ page }) => {
    matches(await text(page, ".who"), /may bid/, "the same place");
    matches(await text(page, ".verdict"), /here/, "and its comment");
    matches(await text(page, ".part-moves"), /Trick 1/, "with what followed");
  }],
];

// ---- All --------------------------------------------------------------------

async function perform(ways, at) {
  for (const way of [ways].flat()) await way[at.by](at);
}

async function inOneWay(browser, name, rows, by, width) {
  const at = { page: await open(browser, { width, door: name === "first" }), by,
    width, browser };
  const first = at.page;
  for (const [what, ways, seen] of rows) {
    try {
      await perform(ways, at);
      await seen?.(at);
    } catch (error) {
      throw new Error(`${name}: ${what}, by ${by} at ${width} px`,
        { cause: error });
    }
  }
  await at.page.context().close();
  if (at.page !== first) await first.context().close();
}

const actions = { table, person, bot, houseRule, match, repl, first, link, files,
  keep };

// The parts for runParts; the two ways of one go side by side.
const sides = [{ mouse: 360, keyboard: 1400 }].concat(process.env.WAYS === "all"
  ? [{ mouse: 1400, keyboard: 360 }] : []);
module.exports = Object.fromEntries(Object.entries(actions).map(([name, rows]) =>
  [name, async (browser) => {
    for (const widths of sides) {
      await Promise.all(Object.entries(widths).map(([by, width]) =>
        inOneWay(browser, name, rows, by, width)));
    }
  }]));
