// Puts the front door and the panes of the playground together. Opens the work that
// the browser has kept, or a game in the middle of a trick.
import { button, input, say, warn } from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as work from "./files.js";
import * as jobs from "./jobs.js";
import { openPlaces } from "./places.js";
import { openGame, playNow as playGame, redraw, quoteRule } from "./gamepane.js";
import { setNames as setGameNames, chooseBots, chooseLast } from "./newgame.js";
import { openMatch, setNames as setMatchNames, setMatch, playNow }
  from "./matchpane.js";
import { goOnPlaying } from "./play.js";
import { openRepl } from "./replpane.js";
import { openEditorPane, openFile, openFiles, openLine, addFile, setApi, reveal }
  from "./editorpane.js";
import { markdown } from "./markdown.js";
import { openExchange, openAll, saveMenu, share, receive } from "./exchange.js";
import { isLink } from "./share.js";
import { openSend, sendWays, goToPlace, isKept } from "./send.js";
import { tour } from "./tour.js";
import { openDoor, offerGame, offerOther } from "./door.js";
import { openGuide, startGuide, wasGuided } from "./guide.js";

const panes = { edit: "Editor", game: "Table", match: "Match", repl: "REPL",
  rules: "Rules" };
const code = (text) => make("code", {}, text);
const hints = {
  bot: (name) => ["Try this: your bot ", code(name), " loses to the bot ",
    code("lowball"), ", because it plays its gold away. In the editor, change ",
    code("view:legal_cards()"), " to ", code("view:legal_cards():base()"),
    ", then press \u201cPlay a match\u201d."],
  variant: () => ["Try this: an exact bid scores twice the bid. In the editor, "
    + "change ", code("exact = 3"), " to ", code("exact = 4"), ", then press "
    + "\u201cCompare\u201d."],
};
const tried = { bot: "view:legal_cards()", variant: "exact = 3" };
const fits = { bot: /view:legal_cards\(\)(?!:base)/, variant: /\bexact = 3\b/ };
const tabs = {}, boxes = {};
let home; // the button that leads to the front door

// ---- Panes ------------------------------------------------------------------

// A narrow window shows one pane. A wide one shows a pane, and beside it the editor
// once that is opened. The front door stands alone.
function showPane(name) {
  const { dataset } = document.body;
  dataset.pane = name;
  if (name === "edit") dataset.editor = "open";
  else if (name !== "door") dataset.side = name;
  for (const [one, tab] of Object.entries(tabs)) {
    tab.setAttribute("aria-current", String(one === name));
  }
  // the focus does not stay in a pane that is hidden now
  if (document.activeElement?.getClientRects().length === 0) {
    (tabs[name] || home).focus();
  }
  keep.putData("pane", { pane: name, side: dataset.side, editor: dataset.editor });
  if (name !== "game") document.body.classList.remove("playing", "guiding");
  if (name === "door") offerLast();
  if (name !== "game" || talk.talk.here?.humans.length !== 1) return;
  redraw();
  if (document.activeElement.getClientRects().length === 0) {
    (document.querySelector(".own-cards .legal")
      || document.querySelector(".part-acts button"))?.focus({ preventScroll: true });
  }
}

// Offer the person's game that is on the table, unless it is over.
function offerLast() {
  const { here } = talk.talk;
  if (wasGuided()) offerOther("Learn in one round", startGuide);
  else offerOther("Play without the guide", playAlone);
  const last = show.line?.at(-1)?.frame;
  const goesOn = last && here?.humans.length === 1 && here.phase !== "over";
  offerGame(goesOn && `Go on: round ${last.round}, trick ${last.trick}`, async () => {
    await goOnPlaying();
    showPane("game");
  });
}

function closeEditor() {
  delete document.body.dataset.editor;
  showPane(document.body.dataset.side);
}

// A reload goes back to the pane that was shown; else the front door is.
function showFirst() {
  const { pane, side, editor } = keep.getData("pane");
  const [visit] = performance.getEntriesByType("navigation");
  document.body.dataset.side = panes[side] && side !== "edit" ? side : "game";
  if (!["reload", "back_forward"].includes(visit?.type) || !panes[pane]) {
    return showPane("door");
  }
  if (editor) document.body.dataset.editor = "open";
  return showPane(pane);
}

function showRule(number) {
  showPane("rules");
  const rule = document.getElementById(`rule-${number}`)
    || document.getElementById(`rule-${number.split(".")[0]}`);
  if (!rule) return;
  rule.tabIndex = -1;
  rule.scrollIntoView();
  rule.focus();
}

// The editor of a bot or a rule, with its text in sight, beside what it is tried in.
function openWay(kind) {
  document.body.dataset.side = kind === "bot" ? "match" : "rules";
  showPane("edit");
  if (openFiles().kind !== kind) document.getElementById(`tab-${kind}`).click();
  document.querySelector(".cm-content").focus();
  if (document.getElementById("try").textContent) reveal(tried[kind]);
}

// The hint for the file in the editor if it fits its text, until it is hidden.
function hint(kind) {
  const box = document.getElementById("try");
  const name = openFiles()[kind];
  if (keep.getData("hints")[kind] || !fits[kind].test(work.files[kind][name])) {
    return box.replaceChildren();
  }
  return box.replaceChildren(make("p", {}, hints[kind](name), " ", button("Tour",
    () => tour(kind === "bot" ? "bot" : "rule", showPane), { class: "link" }), " ",
  button("Hide the hint", () => {
    keep.putData("hints", { ...keep.getData("hints"), [kind]: true });
    hint(kind);
  }, { class: "link" })));
}

// The tour of the pane that is shown.
function tourHere() {
  const { pane } = document.body.dataset;
  const { kind } = openFiles();
  tour(pane === "edit" || pane === "match" ? kind === "bot" ? "bot" : "rule"
    : pane === "rules" ? "rule" : "table", showPane);
}

function layOut(started) {
  home = button("aurum playground", () => showPane("door"), { class: "home",
    title: "To the front door" });
  document.querySelector("#header h1").replaceChildren(home);
  for (const [name, title] of Object.entries(panes)) {
    tabs[name] = button(title, () => showPane(name), { class: `tab-${name}` });
    boxes[name] = make("section", { id: `${name}-pane`, class: "pane",
      "aria-label": title });
  }
  const files = input({ type: "file", multiple: true, hidden: true,
    "aria-label": "Files to open", onchange: () => {
      openAll([...files.files]);
      files.value = "";
    } });
  const stop = button("Stop", () => talk.stop(), { id: "stop", hidden: true });
  document.getElementById("header").append(make("nav", { class: "controls",
    "aria-label": "The page" },
  button("Tour", tourHere),
  button("Open files", () => files.click()), files,
  button("Save", saveMenu), button("Share", share), stop));
  const places = make("nav", { class: "tabs", "aria-label": "Panes", inert: true },
    Object.values(tabs));
  started.then(() => { places.inert = false; });
  document.getElementById("page").replaceChildren(
    make("div", { id: "said", hidden: true }),
    make("section", { id: "door-pane", class: "pane", "aria-label": "Ways in" }),
    places, make("div", { class: "panes" }, Object.values(boxes)));
  boxes.edit.append(make("div", { id: "try" }));
  openDoor(document.getElementById("door-pane"), { play,
    bot: () => openWay("bot"), rule: () => openWay("variant") }, started);
  sendWays();
  let timer = null;
  talk.on("busy", (now) => {
    clearTimeout(timer);
    document.getElementById("page").setAttribute("aria-busy", String(now));
    if (now) timer = setTimeout(() => { stop.hidden = false; }, 400);
    else stop.hidden = true;
  });
}

async function playAlone() {
  await playGame();
  showPane("game");
}

// The first game is the guided round; later ones begin at once.
const play = () => wasGuided() ? playAlone() : startGuide();

// ---- Actions that open another pane ------------------------------------------

// Show the names of files wherever one is chosen.
function named() {
  const variants = work.variants();
  setGameNames(work.botNames(), variants);
  setMatchNames(work.botNames(), variants);
}

const hooks = {
  named,
  openRule: showRule,
  close: closeEditor,
  opened: hint,
  match(bot) {
    showPane("match");
    playNow(bot);
  },
  async seat(bot) {
    showPane("game");
    await talk.line(`bot all lowball; bot 1 ${bot}; bot 3 ${bot}`);
  },
  async playBy(variant) {
    setMatch({ variant });
    showPane("game");
    await talk.line(`new ${variant}; step`);
  },
};

// A game of a match. In `game` 1 of a deal the bots sit as they were named.
function watch({ bots, seed, variant }, deal) {
  showPane("game");
  talk.line(`new ${variant} seed=${seed}.${deal} bots=${bots.join(",")}; round`);
}

// ---- Starting ---------------------------------------------------------------

async function openSession() {
  const kept = keep.getSession();
  if (kept && await talk.open(kept)) return;
  if (kept) {
    keep.put("session-damaged", kept);
    say("The saved game cannot be opened; the REPL says why. A new game is on "
      + "the table.");
  }
  await talk.open();
  const bot = Object.keys(work.files.bot)[0] || "greedy";
  await talk.line(`new seed=gold bots=${bot},lowball`);
  await talk.line("step 7");
}

async function start() {
  openKeepSaying();
  let begun;
  layOut(new Promise((resolve) => { begun = resolve; }));
  showFirst();
  const isSecond = await keep.takeSession();
  await talk.start(work.load());
  const about = await talk.question("names");
  Object.assign(work.bundled.bot, about.bots);
  Object.assign(work.bundled.variant, about.variants);
  openPlaces(showRule, (...place) => { showPane("edit"); openLine(...place); });
  jobs.onWork((now) => {
    for (const one of document.querySelectorAll("[data-work]")) one.disabled = now;
  });
  openSend(showPane, { play: playGame, rule: showRule });
  openGame(boxes.game, share, () => showPane("door"));
  openMatch(boxes.match, watch);
  openRepl(boxes.repl);
  openGuide({ door: () => showPane("door"), table: () => showPane("game"),
    play: playGame, openRule: quoteRule });
  boxes.rules.append(...markdown(about.rules));
  openEditorPane(boxes.edit, hooks, about);
  openExchange(showPane, (bot, variant) => setMatch({ one: bot,
    variant: variant && (work.played[variant] || `standard+${variant}`) }));
  named();
  talk.on("session", (text) => { if (isKept()) keep.putSession(text); });
  talk.on("ended", ({ why, message }) => say(why === "stopped"
    ? "Stopped. Your work is unchanged."
    : (why === "crashed" ? capital(message) : `The engine was ended: ${message}`)
      + ". It was started again; your work is unchanged."));
  const isNew = Object.keys(work.files.bot).length === 0;
  if (isNew) addFile("bot", "mine");
  named();
  openFile(keep.getData("open").kind === "variant" ? "variant" : "bot",
    keep.getData("open")[keep.getData("open").kind]);
  if (isNew) reveal(tried.bot);
  setMatch({ one: Object.keys(work.files.bot)[0], two: "lowball" });
  if (isSecond) {
    say("The playground is also open in another tab. Each tab keeps a game of its "
      + "own; bots and house rules are the same in all.");
  }
  await openSession();
  chooseBots(talk.talk.here?.bots || []);
  await chooseLast();
  setApi(await talk.question("api"));
  onHash();
  goToPlace();
  window.addEventListener("hashchange", onHash);
  if (document.body.dataset.pane === "door") offerLast();
  begun();
  document.body.dataset.ready = "true";
}

let refusal = null; // a message of keep.js from before the page was laid out
function openKeepSaying() {
  keep.openKeep((text) => {
    if (document.getElementById("said")) warn(text);
    else refusal = text;
  });
}

// A link, or a place such as "#1.2.3" that a list of moves points to.
function onHash() {
  if (refusal) warn(refusal);
  refusal = null;
  if (isLink(location.hash)) {
    receive();
  } else if (/^#\d/.test(location.hash)) {
    goToHash();
    // the link was drawn anew: the focus moves to the place that it led to
    document.querySelector(".part-moves [aria-current]")
      ?.focus({ preventScroll: true });
    history.replaceState(null, "", location.href.split("#")[0]);
  }
}

start().catch((problem) => {
  document.getElementById("page").replaceChildren(
    make("p", { role: "alert", class: "problem" }, problem.message));
});
