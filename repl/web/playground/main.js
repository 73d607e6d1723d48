// Puts the panes of the playground together. Opens the work that the browser has
// kept, or a game in the middle of a trick.
import { button, input, say, warn } from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as work from "./files.js";
import { openGame, setNames as setGameNames, chooseBots, playNow as playGame,
  redraw } from "./gamepane.js";
import { openMatch, setNames as setMatchNames, setMatch, playNow }
  from "./matchpane.js";
import { openRepl } from "./replpane.js";
import { openEditorPane, openFile, addFile, setApi, reveal }
  from "./editorpane.js";
import { markdown } from "./markdown.js";
import { openExchange, openAll, saveMenu, share, receive } from "./exchange.js";
import { isLink } from "./share.js";
import { tour } from "./tour.js";

const panes = { edit: "Editor", game: "Table", match: "Match", repl: "REPL",
  rules: "Rules" };
const code = (text) => make("code", {}, text);
const first = () => ["Try this: your bot ", code("mine"), " loses to the bot ",
  code("lowball"), ", because it plays its gold away. In the editor, change ",
  code("view:legal_cards()"), " to ", code("view:legal_cards():base()"),
  ", then press \u201cPlay a match\u201d."];
const door = "Aurum is a card game: say how many tricks you will take, then take "
  + "exactly that many. Low cards earn gold, and gold beats every other card.";
const tabs = {}, boxes = {};

// ---- Panes ------------------------------------------------------------------

// A narrow window shows one pane; a wide one shows the editor and another pane.
function showPane(name) {
  document.body.dataset.pane = name;
  if (name !== "edit") document.body.dataset.side = name;
  for (const [one, tab] of Object.entries(tabs)) {
    tab.setAttribute("aria-current", String(one === name));
  }
  // the focus does not stay in a pane that is hidden now
  if (document.activeElement?.getClientRects().length === 0) tabs[name].focus();
  keep.putData("pane", { pane: name });
  if (name === "game" && talk.talk.here?.humans.length === 1) redraw();
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

// The editor of a bot or a rule, with its text in sight.
function openWay(kind) {
  showPane("edit");
  document.getElementById(`tab-${kind}`).click();
  document.querySelector(".cm-content").focus();
}

function layOut() {
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
  button("Tour", () => tour(showPane)),
  button("Open files", () => files.click()), files,
  button("Save", saveMenu), button("Share", share), stop));
  document.getElementById("page").replaceChildren(
    make("div", { id: "said", hidden: true }),
    make("p", { id: "door", class: "lead" }, door),
    make("div", { id: "ways", class: "controls" },
      button("Play a game", () => { showPane("game"); playGame(); },
        { class: "main" }),
      button("Write a bot", () => openWay("bot")),
      button("Change a rule", () => openWay("variant"))),
    make("p", { id: "try", class: "lead" }, first(), " ",
      button("Tour in six steps", () => tour(showPane), { class: "link" })),
    make("nav", { class: "tabs", "aria-label": "Panes" }, Object.values(tabs)),
    make("div", { class: "panes" }, Object.values(boxes)));
  let timer = null;
  talk.on("busy", (now) => {
    clearTimeout(timer);
    document.getElementById("page").setAttribute("aria-busy", String(now));
    if (now) timer = setTimeout(() => { stop.hidden = false; }, 400);
    else stop.hidden = true;
  });
}

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
  const isSecond = await keep.takeSession();
  await talk.start(work.load());
  const about = await talk.question("names");
  Object.assign(work.bundled.bot, about.bots);
  Object.assign(work.bundled.variant, about.variants);
  layOut();
  openGame(boxes.game, showRule, share);
  openMatch(boxes.match, showRule, watch);
  openRepl(boxes.repl, showRule);
  boxes.rules.append(...markdown(about.rules));
  openEditorPane(boxes.edit, hooks, about);
  openExchange(showPane, (bot, variant) => setMatch({ one: bot,
    variant: variant && (work.played[variant] || `standard+${variant}`) }));
  named();
  talk.on("session", keep.putSession);
  talk.on("ended", ({ why, message }) => say(why === "stopped"
    ? "Stopped. Your work is unchanged."
    : (why === "crashed" ? capital(message) : `The engine was ended: ${message}`)
      + ". It was started again; your work is unchanged."));
  const isNew = Object.keys(work.files.bot).length === 0;
  if (isNew) addFile("bot", "mine");
  named();
  openFile(keep.getData("open").kind === "variant" ? "variant" : "bot",
    keep.getData("open")[keep.getData("open").kind]);
  if (isNew) reveal("view:legal_cards()");
  else for (const id of ["try", "door"]) document.getElementById(id).hidden = true;
  setMatch({ one: Object.keys(work.files.bot)[0], two: "lowball" });
  const { pane } = keep.getData("pane");
  showPane("game");
  if (!isNew && panes[pane]) showPane(pane);
  if (isSecond) {
    say("The playground is also open in another tab. Each tab keeps a game of its "
      + "own; bots and house rules are the same in all.");
  }
  await openSession();
  chooseBots(talk.talk.here?.bots || []);
  setApi(await talk.question("api"));
  onHash();
  window.addEventListener("hashchange", onHash);
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
