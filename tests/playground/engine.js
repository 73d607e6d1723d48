// The engine of the playground in headless Chromium, opened from disk: its games
// against those of the native program, hostile bots and variants, what the
// watchdog ends, and what is left after that.
"use strict";
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const web = require("../web/browser.js");
const { same, ok, matches } = web;

const [binary, folder, ...wanted] = process.argv.slice(2);
const fixtures = path.resolve(__dirname, "../fixtures");

// ---- In the browser --------------------------------------------------------------

// A page with the engine alone.
const openPage = (browser, before) => web.openPage(browser, "file://"
  + path.join(folder, "engine.html"), { own: /^blob:/, before });

// Opens an engine in the page, as `engine`; `ended` lists what onEnd was told.
async function openEngine(page, options = {}) {
  await page.evaluate(async (given) => {
    window.ended = [];
    window.engine = await openEngine({ ...given,
      onEnd: (why) => window.ended.push(why) });
  }, options);
}

// Runs a command; returns its status, output and files, which are texts.
function run(page, argv, files = {}) {
  return page.evaluate(async ({ argv, files }) => {
    for (const name in files) engine.put(name, files[name]);
    const printed = { stdout: "", stderr: "" };
    const done = await engine.run(argv, { output: (stream, text) => {
      printed[stream] += text;
    } });
    const texts = {};
    for (const name in done.files) {
      texts[name] = new TextDecoder().decode(done.files[name]);
    }
    return { ...done, ...printed, files: texts };
  }, { argv, files });
}

// Asks the session; returns its value and output, or the problem.
function ask(page, method, params = {}) {
  return page.evaluate(async ({ method, params }) => {
    let text = "";
    const news = [];
    try {
      const value = await engine.request(method, params, {
        output: (_, more) => { text += more; }, news: (it) => news.push(it) });
      return { value, text, news };
    } catch (error) {
      return { problem: error.message, ended: error.ended, text, news };
    }
  }, { method, params });
}

const line = (page, text) => ask(page, "line", { line: text });

// ---- Games -----------------------------------------------------------------------

const bots = {
  "any.lua": `return {
  api = 2,
  bid = function(_, view) return view:random() end,
  change = function(_, view)
    return math.random(3) == 1 and view:random() or nil
  end,
  answer = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}
`,
  "faulty.lua": `return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    if #view.tricks == 3 then error "no more" end
    return view:random()
  end,
}
`,
  "rule.lua": `return {
  name = "rule", title = "each trick counts double",
  bid_points = function(_, _, _, taken) return 2 * taken end,
}
`,
};

// It plays by the texts and bytes of numbers.
bots["numbers.lua"] = fs.readFileSync(path.join(fixtures, "bots/numbers.lua"),
  "utf8");

// The matches to play here and natively: 1,000 games and more.
function matchesToPlay() {
  const list = [];
  const add = (variant, players, names, games) => list.push({ games,
    argv: ["match", "--variant", variant, "--players", String(players), "--bots",
      names, "--games", String(games), "--seed", `page ${list.length}`,
      "--quiet", "--record", "games.jsonl", "--force"] });
  for (const edition of ["en-2023", "de-2024", "ru-2023", "fr-2023", "bga"]) {
    for (const players of [3, 4]) {
      add(edition, players, "any.lua", 40);
      add(edition, players, "greedy,lowball,random", 20);
    }
  }
  for (const house of ["cumulative", "blind-bid", "misere", "low-wins",
    "must-follow", "gold-rush", "no-zero-gold", "nullify", "exchange", "trump",
    "stakes", "auction"]) {
    add(`standard+${house}`, 4, "any.lua", 20);
    add(`bga+${house}`, 3, "any.lua,greedy", 10);
  }
  add("five-alchemists", 5, "any.lua", 20);
  add("standard+rule.lua", 4, "any.lua,counter", 20);
  add("standard", 4, "faulty.lua,random", 10);
  add("standard", 4, "alchemist,monte,counter,hasty", 2);
  add("standard+stakes", 4, "numbers.lua,counter", 10);
  add("bga", 3, "numbers.lua", 10);
  return list;
}

// Every record is the native one to the byte.
async function games(browser) {
  const page = await openPage(browser);
  await openEngine(page, { files: bots });
  for (const name in bots) {
    fs.writeFileSync(path.join(folder, name), bots[name]);
  }
  let played = 0;
  for (const { argv, games: expected } of matchesToPlay()) {
    const here = await run(page, argv);
    same(here.status, 0, `${argv.join(" ")}: ${here.message}${here.stderr}`);
    execFileSync(binary, argv, { cwd: folder, stdio: "pipe" });
    const native = fs.readFileSync(path.join(folder, "games.jsonl"), "utf8");
    const lines = native.split("\n").length - 1;
    same(lines, expected, argv.join(" "));
    ok(here.files["games.jsonl"] === native,
      `${argv.join(" ")}: the records differ`);
    played += lines;
  }
  ok(played >= 1000, `${played} games`);
  console.log(`${played} games are those of the native program`);
  await page.context().close();
}

// ---- Hostile bots ----------------------------------------------------------------

// The bots of tests/cli/hostile.test. There is no clock: where one would end a
// call, the fuel does, and it may end a bot that fills its memory before that.
// These use little fuel for long work: the watchdog ends them.
const uncounted = new Set(["loop_long_compare", "memory_varargs",
  "memory_swallow"]);

// Why a bot is refused that natively a clock or its process ends.
const loaded = { load_loop: "it took more instructions than its fuel",
  load_hoard: "not enough memory" };

async function hostile(browser) {
  const page = await openPage(browser);
  const files = {}, place = path.join(fixtures, "hostile");
  for (const name of fs.readdirSync(place)) {
    if (name.endsWith(".lua")) {
      files[name] = fs.readFileSync(path.join(place, name), "utf8");
    }
  }
  await openEngine(page, { files });
  const rows = fs.readFileSync(path.join(place, "table.txt"), "utf8")
    .split("\n").filter((row) => row !== "" && !row.startsWith("#"))
    .map((row) => row.split(";").map((cell) => cell.trim()));
  for (const [bot, limits, verdict, message] of rows) {
    if (limits !== "default") continue;
    if (uncounted.has(bot)) continue; // below
    const other = verdict.replace("cpu", "fuel").replace("memory",
      "memory|fuel");
    await judge(page, bot, other, other === verdict ? message : "",
      verdict === "cpu" ? ["--fuel", "2000000"] : []);
  }
  same(await page.evaluate(() => ended), []);
  let n = 0;
  await page.evaluate(() => engine.close());
  await openEngine(page, { files, silence: 2000 });
  for (const bot of uncounted) {
    const stuck = await run(page, ["match", "--games", "2", "--bots",
      `${bot}.lua,random`]);
    same([stuck.status, stuck.ended], [1, "silent"], bot);
    same((await again(page, ++n)).why, "silent");
  }
  await page.context().close();
}

async function judge(page, bot, verdict, message, limits) {
  const done = await run(page, ["match", ...limits, "--games", "2", "--seed", "hostile",
    "--players", "4", "--quiet", "--record", "records", "--force", "--bots",
    `${bot}.lua,random,random,random`]);
  const what = `${bot}: ${done.message}${done.stderr}`;
  same(done.ended, null, what);
  if (verdict === "load") {
    same(done.status, 1, what);
    ok(done.stderr.includes(loaded[bot] ?? message), what);
    return;
  }
  same(done.status, 0, what);
  const faults = [...done.files.records.matchAll(
    /"seat":(\d),"ask":"\w+","kind":"(\w+)","message":"((?:[^"\\]|\\.)*)"/g)];
  if (verdict === "plays on") same(faults.length, 0, what);
  else ok(faults.length > 0, what);
  for (const [, seat, kind, text] of faults) {
    same(seat, "1", what);
    ok(verdict.replace("some ", "").split("|").includes(kind),
      `${what}: expected ${verdict}, got ${kind}`);
    ok(JSON.parse(`"${text}"`).includes(message), `${what}: ${text}`);
  }
}

// Variants of strangers that loop, hoard or raise: the command says so.
async function variants(browser) {
  const page = await openPage(browser);
  const files = {}, place = path.join(fixtures, "variants");
  for (const name of ["legal-loops", "deal-loops", "game-end-hoards",
    "hoards-loading", "legal-raises", "gold-points-nothing"]) {
    files[`${name}.lua`] = fs.readFileSync(path.join(place, `${name}.lua`),
      "utf8");
  }
  await openEngine(page, { files });
  for (const name in files) {
    const argv = ["variant", "check", name, "--games", "20"];
    const here = await run(page, argv);
    fs.writeFileSync(path.join(folder, name), files[name]);
    const native = spawnSync(binary, argv, { cwd: folder });
    same([here.ended, here.status], [null, native.status],
      `${name}: ${here.stdout}${here.stderr}`);
  }
  await page.context().close();
}

// ---- What is survived --------------------------------------------------------------

// Waits until an engine that was ended is there again; returns why it ended.
async function again(page, n) {
  await page.waitForFunction((n) => ended.length >= n, n);
  return (await page.evaluate(() => ended))[n - 1];
}

async function survive(browser) {
  const page = await openPage(browser);
  await openEngine(page, { silence: 3000 });
  await ask(page, "open");
  await line(page, "new seed=tea bots=greedy");
  const table = await line(page, "round; goto 1.8.2; comment here; show");
  matches(table.text, /seat 2 to play \(1\.8\.2\)/);
  const here = (await ask(page, "table")).value;
  const stands = async (what) => {
    const now = (await ask(page, "table")).value;
    same([now.at, now.games], [here.at, here.games], what);
  };

  // in Lua as typed: loops that the watchdog ends, with the session restored
  let n = 0;
  for (const text of ["while true do end",
    '("a"):rep(40):find(("a?"):rep(40) .. ("a"):rep(40))',
    'while true do print(("x"):rep(1000)) end']) {
    const stuck = await line(page, text);
    same(stuck.ended, "silent", text);
    matches(stuck.problem, /nothing happened for 3 seconds/);
    ok(stuck.text.length < 5 << 20, `${text} printed ${stuck.text.length}`);
    const why = await again(page, ++n);
    same([why.why, why.remarks], ["silent", []], text);
    await stands(text);
  }

  // errors that end nothing
  for (const [text, message] of [
    ["local function f() return f() + 1 end f()", /stack overflow/],
    ["local function f(t) return pcall(f, t) end f()", /^/],
    ['load("return " .. ("("):rep(1e5))()', /^/],
    ['("x"):rep(1e6):gsub(".", function(c) return c:rep(1e5) end)', /./],
    ["local t = {} for i = 1, 1e9 do t[i] = i end", /not enough memory/],
  ]) {
    const done = await line(page, text);
    if (done.ended) same((await again(page, ++n)).remarks, [], text);
    else matches(done.text, message, text);
    await stands(text);
  }

  // stopped by the person, while it plays
  const stopped = page.evaluate(async () => {
    setTimeout(() => engine.stop(), 500);
    try {
      await engine.request("match", { bots: "alchemist,monte", games: 1000 });
    } catch (error) {
      return [error.message, error.ended];
    }
  });
  same(await stopped, ["stopped", "stopped"]);
  same((await again(page, ++n)).why, "stopped");
  await stands("stop");
  await page.context().close();
}

// Commands have an engine of their own: one that breaks leaves the session.
async function apart(browser) {
  const page = await openPage(browser);
  await openEngine(page, { files: {
    "hoard.lua": `local kept = {}
return { bid = function(_, view)
    for i = 1, 1e9 do kept[i] = { i } end
  end, play = function(_, view) return view:random() end }
`,
    "flood.lua": `return { bid = function(_, view)
    for i = 1, 1e5 do print(("x"):rep(1000)) end
    return view:random()
  end, play = function(_, view) return view:random() end }
` } });
  await ask(page, "open");
  await line(page, "new seed=tea bots=greedy");
  const hoarded = await run(page, ["match", "--bots", "hoard.lua,greedy",
    "--games", "3", "--json"]);
  same([hoarded.status, hoarded.ended], [0, null], hoarded.stderr);
  same(JSON.parse(hoarded.stdout).sides[0].faults, 3);
  matches(hoarded.stderr, /not enough memory/);
  const flooded = await run(page, ["match", "--bots", "flood.lua,greedy",
    "--games", "3", "--json"]);
  same(flooded.status, 0, flooded.stderr);
  ok(flooded.stderr.length < 200000, `${flooded.stderr.length} characters`);
  const most = await run(page, ["run", "loud.lua"], { "loud.lua":
    'for i = 1, 6000 do print(("é"):rep(500)) end\nio.stderr:write "end"\n' });
  same(most.status, 0);
  matches(most.stderr, /more bytes of output were left out, after 4 MiB/);
  ok(!most.stdout.includes("\ufffd"), "whole characters");
  same(await page.evaluate(() => ended), []);
  matches((await line(page, "show")).text, /seed tea/);
  await page.context().close();
}

// The working folder is one for the page, for commands and for the session.
async function files(browser) {
  const page = await openPage(browser);
  await openEngine(page, { files: { "bots/mine.lua": bots["any.lua"] } });
  await ask(page, "open");
  await line(page, "new seed=tea bots=mine");
  const saved = await line(page, "game; save games.jsonl");
  ok(!saved.problem, saved.problem);
  const shown = await run(page, ["record", "verify", "games.jsonl"]);
  matches(shown.stdout, /1 game/);
  const made = await run(page, ["match", "--bots", "mine,greedy", "--games",
    "3", "--record", "more.jsonl"]);
  same(Object.keys(made.files), ["more.jsonl"]);
  matches((await line(page, "load more.jsonl 2")).text, /^Game 2: en-2023/);
  await page.evaluate(() => engine.remove("more.jsonl"));
  matches((await line(page, "load more.jsonl")).text, /No such file/);
  await page.evaluate(() => engine.put("bots/mine.lua", "return nil +"));
  matches((await run(page, ["bot", "check", "mine"])).stdout, /mine.lua:1: /);
  same((await run(page, ["match", "--nonsense"])).status, 2);
  matches((await run(page, ["--version", "--verbose"])).stdout,
    /bots run in the page's worker/);
  const result = await ask(page, "match", { bots: "greedy,lowball", games: 200,
    seed: "1" });
  const native = JSON.parse(execFileSync(binary, ["match", "--bots",
    "greedy,lowball", "--games", "200", "--seed", "1", "--mirror", "--json"]));
  same(result.value.mirror, native.mirror);
  ok(result.news.length > 0, "a match tells how far it is");
  same(result.value.total, 400);
  const wrong = await ask(page, "match", { bots: "nobody" });
  matches(wrong.problem, /no bot 'nobody'/);
  same(wrong.ended, null);
  await page.context().close();
}

// A page that cannot run it says so in a sentence.
async function refused(browser) {
  const problem = (page) => page.evaluate(async () => {
    try {
      await openEngine({});
    } catch (error) {
      return [error.name, error.message];
    }
  });
  let page = await openPage(browser, () => { delete window.WebAssembly; });
  same(await problem(page), ["EngineError", "This browser cannot run the "
    + "engine, which needs WebAssembly, workers and DecompressionStream: a "
    + "current Chromium or Firefox has them."]);
  await page.context().close();
  page = await openPage(browser);
  await page.evaluate(() => {
    const element = document.getElementById("engine");
    element.textContent = element.textContent.slice(0, 1000);
  });
  const [name, message] = await problem(page);
  same(name, "EngineError");
  matches(message, /^The engine in this page is damaged; reload the page/);
  await page.context().close();
  page = await openPage(browser);
  const list = await page.evaluate(() => licences());
  for (const wanted of ["aurum", "Lua", "cJSON", "zlib", "argparse"]) {
    ok(list.some((it) => it.name === wanted && it.text.length > 500), wanted);
  }
  await page.context().close();
}

web.runParts({ games, hostile, variants, survive, apart, files, refused }, wanted);
