// Import and export: dropped, opened and saved files, and links. Code in a link
// is shown before any of it runs.
import { button, labelled, input, dialog, download, say, unsay }
  from "./widgets.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as work from "./files.js";
import { makeLink, readLink, gunzip } from "./share.js";
import { addressOf } from "./aside.js";
import { challenge } from "./challenge.js";
import { addFile, openFile, openFiles, renamed } from "./editorpane.js";

const most = 16 << 20; // bytes of a file, as for session files
let show; // brings a pane into sight
let whenShared; // called with the bot and the house rule of an opened link

// ---- Sessions ---------------------------------------------------------------

// Put another session on the table. A button brings the previous one back.
export async function replaceSession(text, what) {
  const before = keep.getSession();
  const opened = await talk.open(text);
  if (!opened) {
    say(`${what} cannot be opened; the REPL says why. Your game is unchanged.`);
    return;
  }
  show("game");
  say(`${what} is on the table.`, before ? button("Back to my game", () => {
    talk.open(before);
    unsay("news");
  }) : "");
}

// ---- Files ------------------------------------------------------------------

async function openRecords(name, text) {
  let path = name.replace(/[^\w.-]/g, "-");
  if (!path.includes(".")) path += ".jsonl"; // "bots" is a folder
  const games = text.split("\n").filter((line) => line.trim() !== "").length;
  talk.put(path, text);
  const load = async (n) => {
    show("game");
    const { text: reason, failed } = await talk.said(`load ${path} ${n}`);
    if (failed) say(`Game ${n} of ${name} cannot be opened: ${reason}`);
    return !failed;
  };
  if (!await load(1)) return;
  const number = input({ type: "number", min: 1, max: games, value: 1 });
  say(`${name}: ${plural(games, "game")}.`, games > 1 ? labelled("record-game",
    "Game", number) : "", games > 1 ? button("Show it", () =>
    load(Number(number.value) || 1)) : "");
}

function openLua(name, text) {
  const kind = work.kindOf(text);
  if (!kind) {
    say(`${name} is not a bot or a house rule: expected a Lua file that returns `
      + "a table.");
    return;
  }
  const wanted = name.replace(/\.lua$/i, "");
  const taken = work.isName(wanted) && work.problemOf(kind, wanted);
  const own = addFile(kind, wanted, text);
  show("edit");
  openFile(kind, own);
  say(`${name} is now your ${kind === "bot" ? "bot" : "house rule"} ${own}${
    taken ? `, because ${wanted} is taken` : ""}.${work.files[kind][own] === text
    ? "" : ` Its text calls it ${own} as well.`}`);
}

async function textOf(file) {
  if (file.size > most) throw new Error("it has more than 16 MB");
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    bytes = await gunzip(bytes, most).catch((problem) => {
      throw new Error(problem instanceof RangeError
        ? "it unpacks to more than 16 MB" : "its gzip data is damaged");
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not text");
  }
}

async function openOne(file) {
  try {
    const text = await textOf(file);
    if (/^\s*\{"format":"aurum-session\//.test(text)) {
      await replaceSession(text, file.name);
    } else if (/^\s*\{/.test(text) && !/\.lua$/i.test(file.name)) {
      await openRecords(file.name.replace(/\.gz$/, ""), text);
    } else if (/\.lua$/i.test(file.name)) {
      openLua(file.name, text);
    } else {
      throw new Error("expected a bot or house rule (.lua), a record (.jsonl) "
        + "or a session");
    }
  } catch (problem) {
    say(`${file.name} cannot be opened: ${problem.message}.`);
  }
}

export async function openAll(list) {
  for (const file of list) await openOne(file);
}

async function saveGame(form, name, type) {
  const answer = await talk.question("export", { form });
  if (answer) download(name, answer.text, type);
}

async function saveSession() {
  const text = keep.getSession() ?? (await talk.question("share"))?.session;
  if (text) download("session.json", text, "application/json");
}

// The files that can be saved to disk. Bots and rules are saved beside the editor.
export function saveMenu() {
  dialog("Save", (close) => {
    const item = (text, action) => make("li", {}, button(text, () => {
      close();
      action();
    }));
    return [make("ul", { class: "plain" },
      item("This game as a record, for aurum and this page",
        () => saveGame("record", "game.jsonl")),
      item("This game as a page to send",
        () => saveGame("html", "game.html", "text/html")),
      item("This game as text", () => saveGame("text", "game.txt")),
      item("All games with their branches, as a session", saveSession)),
    button("Cancel", close)];
  });
}

// ---- Links ------------------------------------------------------------------

function shareBox(link) {
  const field = make("textarea", { readonly: true, rows: 4,
    "aria-label": "The link", id: "link" }, link);
  const copied = make("span", { role: "status" });
  dialog("Share", (close) => [
    make("p", {}, "This link contains your bot, your house rule and this game at "
      + "its place. Nothing is sent to a server: the link itself holds it all."
      + (location.protocol === "file:" ? " This page was opened from disk. The "
        + "receiver opens a copy of the page and adds the part of the link "
        + "from # on to its address." : "")), field,
    make("div", { class: "controls" }, button("Copy", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(link);
        copied.textContent = "Copied.";
      } catch {
        copied.textContent = document.execCommand("copy") ? "Copied."
          : "The link is selected: press Ctrl-C to copy it.";
      }
    }), copied, button("Close", close))]);
  field.select();
}

export async function share() {
  const game = await talk.question("share");
  const open = openFiles();
  const here = talk.talk.here || { bots: [], variant: "" };
  // the files in the editor, and those that the game needs
  const parts = (kind, names) => [...new Set([open[kind], ...names])]
    .filter((name) => work.files[kind][name] !== undefined)
    .map((name) => ({ name, text: work.files[kind][name] }));
  try {
    const link = await makeLink({
      bots: parts("bot", here.bots.map((spec) => spec.split(":")[0])),
      variants: parts("variant", here.variant.split("+")),
      session: game ? game.session : "", place: here.at || "" });
    shareBox(addressOf() + link);
  } catch (problem) {
    say(problem.message);
  }
}

// Take a file of a link under its name, or one like it that is free. Returns the
// name.
function takeFile(kind, { name, text }) {
  const own = Object.entries(work.files[kind]).find(([one, have]) =>
    have === renamed(text, name, one));
  return own ? own[0] : addFile(kind, name, text);
}

// The session of a link, with its files renamed as they are called here.
function withNames(text, names) {
  try {
    const data = JSON.parse(text);
    for (const game of data.games) {
      game.bots = game.bots.map((spec) => spec.replace(/^[^:]*/, (name) =>
        names.bot?.[name] ?? name));
      game.variant = game.variant.split("+").map((name) =>
        names.variant?.[name] ?? name).join("+");
    }
    return JSON.stringify(data);
  } catch {
    return text; // the engine says what is wrong with it
  }
}

async function openShared(sent) {
  const names = { bot: Object.create(null), variant: Object.create(null) };
  for (const kind of ["variant", "bot"]) {
    for (const one of sent[work.kinds[kind]].slice().reverse()) {
      names[kind][one.name] = takeFile(kind, one);
      openFile(kind, names[kind][one.name]);
    }
  }
  whenShared(Object.values(names.bot).at(-1), Object.values(names.variant).at(-1));
  if (sent.challenge) {
    await challenge(withNames(sent.session, names));
  } else if (sent.session) {
    await replaceSession(withNames(sent.session, names), "The shared game");
  } else {
    show("edit");
  }
}

// Show what a link holds; open it if the user says so. Returns the dialog.
function offer(sent) {
  const code = (title, list) => list.flatMap((one) => [
    make("h3", {}, `${title} ${one.name}`), make("pre", { class: "shared",
      tabindex: 0, "aria-label": `${title} ${one.name}` }, one.text)]);
  const box = dialog("Someone shared this with you", (close) => [
    make("p", {}, "None of this code has run yet. "
      + (sent.challenge ? "It belongs to a challenge: a game that you play against "
        + "the sender's score. " : sent.session ? `The link also contains a game${sent.place
        ? ` at ${sent.place.slice(0, 20)}` : ""}. ` : "")
      + "If you open it, the code runs in the same sandbox as every bot. Your "
      + "own files are kept."),
    ...code("Bot", sent.bots), ...code("House rule", sent.variants),
    make("div", { class: "controls" },
      button("Open it", () => {
        close();
        openShared(sent);
      }), button("Leave it", close))]);
  box.classList.add("wide-box");
  return box;
}

// Show the link in the page's address. It is removed from the address once the
// user has decided.
export async function receive() {
  const done = () => history.replaceState(null, "", location.href.split("#")[0]);
  try {
    const sent = await readLink(location.hash);
    if (sent.challenge && sent.bots.length + sent.variants.length === 0) {
      done();
      await openShared(sent);
      return;
    }
    offer(sent).addEventListener("close", done);
  } catch (problem) {
    done();
    say(problem.message);
  }
}

export function openExchange(showPane, onShared) {
  show = showPane;
  whenShared = onShared;
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    openAll([...event.dataTransfer.files]);
  });
}
