// The editor of bots and house rules: choose a file, write it, see its mistakes,
// check and compare it.
import { openEditor } from "./editor.js";
import { signatureAt } from "./completion.js";
import { button, labelled, select, setOptions, input, dialog, settled, download }
  from "./widgets.js";
import * as jobs from "./jobs.js";
import * as keep from "./storage.js";
import * as talk from "./session.js";
import { linked } from "./places.js";
import * as work from "./files.js";

const titles = { bot: "Bot", variant: "House rule" };
const current = { kind: "bot", bot: "", variant: "" }; // the files shown
let hooks, editor, tabs = {}, names, status, hint, report, actions, api = null;
let template = "";
const comparison = "compared.html"; // the page that a comparison writes
let played = false; // true while the mistakes of a check in games are shown
const edited = new Set(); // bots that have changed since the table loaded them

const rule = `-- NAME: a house rule, played with the standard edition.
-- Change a number, then press "Check" and "Compare". "All knobs" lists what else
-- a rule may set.
return {
  name = "NAME",
  title = "bold bids",
  exact = 3, -- an exact bid scores three times the bid, not twice
}
`;

// ---- Mistakes ---------------------------------------------------------------

const next = { bot: "\u201cCheck\u201d plays test games with the bot.",
  variant: "\u201cCheck\u201d plays random games by the rule." };

// Show mistakes, a list of { line, message }: the first one below the editor, all
// at their lines.
function showStatus(mistakes) {
  const [first] = mistakes;
  status.className = first ? "bad" : "";
  status.replaceChildren(...(first ? [
    first.line ? button(`Line ${first.line}`, () => editor.goTo(first.line),
      { class: "link" }) : "", (first.line ? ": " : "") + first.message]
    : [`No mistakes found so far. ${next[current.kind]}`]));
  editor.mark(mistakes);
}

// The mistakes with lines that `aurum bot check` prints of a bot, each once.
export function mistakesIn(printed, bot) {
  const pattern = new RegExp(`^wrong .*?[ /]${bot}\\.lua:(\\d+): (.*)$`, "gm");
  const found = new Map([...printed.matchAll(pattern)].map(([, line, message]) =>
    [`${line} ${message}`, { line: Number(line), message }]));
  return [...found.values()];
}

// Check a bot in games, and show the mistakes that those meet.
async function checkBot() {
  const { bot } = current, text = editor.text();
  const { printed, isWrong } = await run(`Check of ${bot}`, ["bot", "check", bot]);
  if (!isWrong || current.kind !== "bot" || current.bot !== bot
    || editor.text() !== text) return;
  played = true;
  const mistakes = mistakesIn(printed, bot);
  if (mistakes.length > 0) {
    showStatus(mistakes);
  } else {
    status.className = "bad";
    status.textContent = "The check found mistakes. The report below lists them.";
  }
}

// Look for mistakes while nothing else runs. The table reloads a bot without any.
const check = settled(500, async () => {
  const { kind } = current;
  const name = current[kind], text = editor.text();
  if (jobs.isBusy()) {
    status.className = "soft";
    status.textContent = "This file is checked once the running match or check "
      + "ends.";
    return check();
  }
  let answer;
  try {
    answer = await jobs.request("check", { kind,
      path: `${work.kinds[kind]}/${name}.lua` });
  } catch (problem) {
    answer = { message: problem.message };
  }
  if (current.kind !== kind || current[kind] !== name
    || editor.text() !== text) return undefined;
  if (answer.message || !played) showStatus(answer.message ? [answer] : []);
  if (kind === "variant" && answer.played_as
    && work.played[name] !== answer.played_as) {
    work.setPlayed(name, answer.played_as);
    hooks.named();
  }
  if (kind === "bot" && !answer.message && edited.delete(name)
    && (talk.talk.here?.bots || []).includes(name)) {
    await talk.line("reload");
  }
  return undefined;
});

function changed(text) {
  const { kind } = current;
  work.save(kind, current[kind], text);
  if (kind === "bot") edited.add(current.bot);
  status.className = "soft";
  status.textContent = "\u2026";
  played = false;
  check();
}

// ---- Files ------------------------------------------------------------------

function drawTabs() {
  for (const [kind, tab] of Object.entries(tabs)) {
    tab.setAttribute("aria-selected", String(kind === current.kind));
    tab.tabIndex = kind === current.kind ? 0 : -1;
  }
  setOptions(names, Object.keys(work.files[current.kind]).map((name) => [name]));
  names.value = current[current.kind];
  for (const [kind, group] of Object.entries(actions)) {
    group.hidden = kind !== current.kind;
  }
  hooks.opened(current.kind);
}

// Show a file of a kind; without a name, the one shown last, or any.
export function openFile(kind, name) {
  const have = work.files[kind];
  if (!name || have[name] === undefined) {
    name = have[current[kind]] !== undefined ? current[kind]
      : Object.keys(have)[0];
  }
  if (name === undefined) {
    name = addFile(kind, kind === "bot" ? "mine" : "bold");
  }
  current.kind = kind;
  current[kind] = name;
  keep.putData("open", { kind, bot: current.bot, variant: current.variant });
  editor.open(work.files[kind][name]);
  drawTabs();
  status.textContent = "";
  played = false;
  check();
}

// The text of a file that had another name and now names itself `to`.
export function renamed(text, from, to) {
  const old = from.replace(/[^\w-]/g, "\\$&");
  return text.replace(new RegExp(`^(-- )${old}:`), `$1${to}:`)
    .replace(new RegExp(`(\\bname\\s*=\\s*)"${old}"`), `$1"${to}"`);
}

// A file from the template, or one with this text that was called `wanted`.
// Returns its name, which is like that and free.
export function addFile(kind, wanted, text) {
  const name = work.freeName(kind, wanted);
  const made = text !== undefined ? renamed(text, wanted, name)
    : (kind === "bot" ? template : rule)
    .replace("ANNOTATIONS", "the reference: names complete as you type")
    .replaceAll("NAME", name);
  work.save(kind, name, made);
  hooks.named();
  return name;
}

function newFile() {
  const { kind } = current;
  const name = input({ id: "new-name", value: work.freeName(kind,
    kind === "bot" ? "mine" : "rule") });
  const own = Object.keys(work.files[kind]), old = Object.keys(
    work.bundled[kind]);
  const from = select([["", "a short template"], ...own.map((one) => [one]),
    ...old.map((one) => [one])], () => {});
  const wrong = make("p", { role: "alert", class: "bad" });
  dialog(`New ${titles[kind].toLowerCase()}`, (close) => {
    const create = (event) => {
      event.preventDefault();
      const problem = work.problemOf(kind, name.value.trim());
      wrong.textContent = problem || "";
      if (problem) return;
      const source = work.files[kind][from.value]
        ?? work.bundled[kind][from.value];
      close();
      openFile(kind, addFile(kind, name.value.trim(), source
        && renamed(source, from.value, name.value.trim())));
      editor.focus();
    };
    return [make("form", { onsubmit: create },
      make("div", { class: "controls" }, labelled("new-name", "Name", name),
        labelled("new-from", "from", from)), wrong,
      make("div", { class: "controls" }, make("button", { type: "submit" },
        "Make it"), button("Cancel", close)))];
  });
}

function removeFile() {
  const { kind } = current;
  const name = current[kind];
  dialog(`Delete ${name}?`, (close) => [
    make("p", {}, "It cannot be brought back. Save it first if in doubt."),
    make("div", { class: "controls" }, button("Delete", () => {
      close();
      work.remove(kind, name);
      hooks.named();
      openFile(kind);
    }), button("Cancel", close))]);
}

// ---- Commands ---------------------------------------------------------------

// Run a command on the file, and show what it prints as it comes. Returns that,
// and whether the command found something wrong.
async function run(title, argv, show) {
  const pressed = document.activeElement;
  const body = make("pre", { tabindex: 0, "aria-label": title,
    class: current.kind });
  let printed = "";
  const state = make("span", { role: "status" }, "running\u2026");
  const bar = make("progress", { "aria-label": `Progress: ${title}` });
  const count = make("span", {});
  const end = button("Stop", () => jobs.stop());
  report.replaceChildren(make("div", { class: "controls" },
    make("h3", {}, title), state, bar, count, end,
    button("Close", () => report.replaceChildren())), body);
  end.focus({ preventScroll: true });
  const answer = await jobs.run(argv, (stream, text) => {
    printed += text;
    body.append(...linked(text));
  }, ({ done, total }) => {
    bar.max = total;
    bar.value = done;
    count.textContent = `${done} of ${total}`;
  }).catch((problem) => ({ status: 1, message: problem.message }));
  const moves = document.activeElement === end;
  for (const part of [bar, count, end]) part.remove();
  if (moves) pressed.focus({ preventScroll: true });
  state.textContent = answer.message || (answer.status === 0 ? "done"
    : "done, with mistakes");
  if (answer.status === 0) show?.(answer, body);
  report.scrollIntoView({ block: "nearest" });
  return { printed, isWrong: answer.status !== 0 && !answer.message };
}

// Put the picture of a comparison in the place of its text. It is that of the page
// which `aurum variant compare --html` writes.
function showPage({ files }, body) {
  const page = new DOMParser().parseFromString(new TextDecoder().decode(
    files[comparison]), "text/html");
  const parts = [...page.querySelectorAll(".report section > *")];
  jobs.remove(comparison);
  body.replaceWith(make("section", { class: "report compared", tabindex: 0,
    "aria-label": "The games under both rules" }, make("section", {}, parts)));
}

const own = () => current[current.kind];
const playedAs = () => work.played[own()] || `standard+${own()}`;

const commands = {
  bot: [["Play a match", () => hooks.match(own())],
    ["Seat it", () => hooks.seat(own())],
    ["Check", checkBot]],
  variant: [["Check", () => run(`Check of ${own()}`,
    ["variant", "check", playedAs(), "--games", "200"])],
  ["Compare", () => run(`The game without and with ${own()}`,
    ["variant", "compare", "standard", playedAs(), "--deals", "20", "--html",
      comparison], showPage)],
  ["Show", () => run(`What ${own()} changes`,
    ["variant", "diff", "standard", playedAs()])],
  ["All knobs", () => run("The knobs of the standard edition",
    ["variant", "show", "standard"])],
  ["Play by it", () => hooks.playBy(playedAs())]],
};

// ---- The pane ---------------------------------------------------------------

function tab(kind) {
  return make("button", { type: "button", role: "tab", id: `tab-${kind}`,
    "aria-controls": "edited", onclick: () => openFile(kind),
    onkeydown: (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = kind === "bot" ? "variant" : "bot";
      openFile(other);
      tabs[other].focus();
    } }, titles[kind]);
}

// `on` has what other panes do: match(bot), seat(bot), playBy(variant),
// openRule(number), close(), opened(kind) when a file is shown, and named(), after
// the names of files have changed.
export function openEditorPane(pane, on, texts) {
  hooks = on;
  template = texts.template;
  tabs = { bot: tab("bot"), variant: tab("variant") };
  names = select([], () => openFile(current.kind, names.value));
  status = make("p", { role: "status", "aria-live": "polite" });
  hint = make("p", { class: "signature soft" });
  report = make("div", { class: "report-of-file" });
  actions = {};
  for (const [kind, list] of Object.entries(commands)) {
    actions[kind] = make("div", { id: kind === "bot" ? "bot-actions"
      : "rule-actions", class: "controls" }, list.map(
      ([text, action]) => button(text, action, { "data-work":
        !["Seat it", "Play by it"].includes(text) })));
  }
  const box = make("div", { id: "edited", role: "tabpanel" });
  pane.append(make("div", { class: "controls file-bar" },
    make("div", { role: "tablist", "aria-label": "What to edit" },
      tabs.bot, tabs.variant),
    labelled("file", "File", names), button("New", newFile),
    button("Save", () => download(`${own()}.lua`, editor.text()),
      { title: "Save the file to disk" }),
    button("Delete", removeFile), button("Close the editor", hooks.close,
      { class: "close-editor" })),
  make("p", { id: "editor-keys", class: "hidden" }, "Tab takes a completion or "
    + "indents; press Escape, then Tab, to leave the editor. Control and Space "
    + "completes."),
  box, status, hint, actions.bot, actions.variant, report);
  editor = openEditor({ parent: box, label: "Lua", changed,
    moved: (text, at) => {
      hint.textContent = api ? signatureAt(api, current.kind, text, at) : "";
    }, api: () => api, kind: () => current.kind });
  Object.assign(current, keep.getData("open"));
}

// Open a file at a line.
export function openLine(kind, name, number) {
  openFile(kind, name);
  editor.goTo(number);
}

// Select the first place of a text in the file, and bring it into sight.
export const reveal = (text) => editor.select(text);
export const setApi = (value) => { api = value; };
export const openFiles = () => ({ bot: current.bot, variant: current.variant,
  kind: current.kind });
