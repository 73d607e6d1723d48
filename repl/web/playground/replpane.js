// The REPL: its output, and a line to type. Tab completes, the arrows recall
// earlier lines, Ctrl-C stops.
import * as keep from "./storage.js";
import { button } from "./widgets.js";
import { talk, on, line, drop, complete, stop } from "./session.js";
import { linked } from "./places.js";

const most = { lines: 1500, characters: 200000, history: 200 };
let log, field, prompt, history = [], at = 0, kept = "", leaving = false;
let shown = 0; // characters in the log

function show(stream, text) {
  const near = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  log.append(make("span", { class: stream }, linked(text)));
  shown += text.length;
  while (log.childNodes.length > most.lines
    || shown > most.characters && log.childNodes.length > 1) {
    shown -= log.firstChild.textContent.length;
    log.firstChild.remove();
  }
  if (near || stream === "typed") log.scrollTop = log.scrollHeight;
}

function drawPrompt() {
  prompt.textContent = talk.prompt;
}

async function enter() {
  const text = field.value;
  field.value = "";
  if (text.trim() !== "" && history.at(-1) !== text) {
    history.push(text);
    history = history.slice(-most.history);
    keep.putData("history", { lines: history });
  }
  at = history.length;
  const answer = await line(text);
  if (answer?.left) {
    show("stdout", "The page stays open; close its tab to leave.\n");
  }
  drawPrompt();
}

function recall(step) {
  if (at === history.length) kept = field.value;
  at = Math.max(0, Math.min(history.length, at + step));
  field.value = at === history.length ? kept : history[at];
  field.setSelectionRange(field.value.length, field.value.length);
}

async function completeWord() {
  const cursor = field.selectionStart;
  const before = field.value;
  const answer = await complete(before, cursor);
  if (!answer || field.value !== before) return;
  if (answer.insert) {
    field.setRangeText(answer.insert, cursor, cursor, "end");
  } else if (answer.show) {
    show("stdout", answer.show);
  }
}

async function interrupt() {
  if (talk.continued) await drop();
  else if (talk.busy) stop();
  show("typed", `${talk.prompt}${field.value}^C\n`);
  field.value = "";
  drawPrompt();
}

function onKey(event) {
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.key === "Escape") leaving = true;
  else if (event.key !== "Tab" && event.key !== "Shift") leaving = false;
  const selected = field.selectionStart !== field.selectionEnd;
  if (event.key === "c" && event.ctrlKey && !selected) interrupt();
  else if (event.key === "ArrowUp" && plain) recall(-1);
  else if (event.key === "ArrowDown" && plain) recall(1);
  else if (event.key === "Tab" && plain && !event.shiftKey && !leaving
    && field.value !== "") completeWord();
  else return;
  event.preventDefault();
}

export function openRepl(pane) {
  history = keep.getData("history").lines || [];
  if (!Array.isArray(history)) history = [];
  at = history.length;
  log = make("div", { class: "log", role: "log", tabindex: 0,
    "aria-label": "What the REPL printed" });
  prompt = make("label", { for: "typed", class: "prompt" });
  field = make("input", { id: "typed", type: "text", autocomplete: "off",
    spellcheck: "false", autocapitalize: "off", "aria-describedby": "repl-keys",
    onkeydown: onKey });
  pane.append(make("h2", {}, "REPL"), log,
    make("form", { class: "typing", onsubmit: (event) => {
      event.preventDefault();
      enter();
    } }, prompt, field, button("Enter", enter)),
    make("p", { id: "repl-keys", class: "soft" }, "Type ", make("kbd", {},
      "help"), " for the commands. Tab completes (Escape, then Tab, leaves the "
      + "line), the up arrow recalls lines, Ctrl-C stops."));
  on("output", (stream, text) => show(stream, text));
  on("table", drawPrompt);
  on("here", drawPrompt);
  on("busy", (now) => {
    talk.busy = now;
    if (!now) drawPrompt();
  });
}
