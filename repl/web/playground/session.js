// The session: the REPL in its worker. Every action at the table is a line for
// it, typed by the user or by a button; lines are carried out in order.
// Listeners get its output and each new table.
import { openEngine } from "./engine.js";

const listeners = { output: [], table: [], here: [], busy: [], ended: [],
  session: [], before: [], news: [] };
let engine = null;
let waiting = 0; // questions under way
let turn = Promise.resolve(); // the last of them

// `lines` are under way: the table may change, and nothing else moves it.
export const talk = { here: null, prompt: "aurum> ", continued: false, lines: 0 };

export const on = (name, listener) => listeners[name].push(listener);
const tell = (name, ...args) => listeners[name].forEach((one) => one(...args));

function busy(change) {
  waiting += change;
  tell("busy", waiting > 0);
}

// Ask the engine a question, after the earlier ones. Returns null if it failed;
// listeners of "output" get the reason.
function request(method, params, quiet) {
  const output = (stream, text) => {
    if (!quiet) tell("output", stream, text);
  };
  busy(1);
  turn = turn.then(() => engine.request(method, params, { output,
    news: (value) => tell("news", value) }))
    .catch((problem) => {
      tell("output", "stderr", problem.message + "\n");
      return null;
    }).finally(() => busy(-1));
  return turn;
}

async function heard(answer) {
  if (!answer) return null;
  if (answer.prompt !== undefined) talk.prompt = answer.prompt;
  if (answer.continued !== undefined) talk.continued = answer.continued;
  if (answer.session) tell("session", answer.session);
  return answer;
}

async function table() {
  const now = await request("table", {}, true);
  if (!now) return;
  talk.here = now;
  tell("table", now);
}

// Carry out a line as typed, and show the table that it leads to. What listens
// to "before" is waited for.
export async function line(text) {
  await Promise.all(listeners.before.map((one) => one()));
  talk.lines += 1;
  try {
    tell("output", "typed", `${talk.prompt}${text}\n`);
    const answer = await heard(await request("line", { line: text }));
    if (!talk.continued) await table();
    return answer;
  } finally {
    talk.lines -= 1;
  }
}

// Carry out a line. Returns what it prints, and whether it failed.
export async function said(text) {
  let printed = "";
  const listen = (stream, part) => {
    if (stream !== "typed") printed += part;
  };
  listeners.output.push(listen);
  const answer = await line(text);
  listeners.output.splice(listeners.output.indexOf(listen), 1);
  return { text: printed.trimEnd(), failed: !answer || answer.failed };
}

// Go to a place of the branch, without output.
export async function go(place) {
  const now = await request("go", { place }, true);
  if (!now) return;
  const { games, judge } = talk.here;
  talk.here = { games, judge, ...now };
  await heard(now);
  tell("here", talk.here);
}

export const drop = async () => heard(await request("drop", {}));
export const complete = (text, cursor) =>
  request("complete", { line: text, cursor }, true);
export const question = (method, params = {}) => request(method, params, true);

// Open an empty session, or the one in a text. Returns null if it cannot be
// opened; the earlier session then stays.
export async function open(session) {
  const answer = await heard(await request("open", session ? { session } : {}));
  if (!answer) return null;
  for (const remark of [answer.remarks].flat().filter((one) => one.length > 0)) {
    tell("output", "stderr", remark + "\n");
  }
  if (session) tell("session", session);
  await table();
  return answer;
}

export const put = (path, text) => engine.put(path, text);
export const remove = (path) => engine.remove(path);
export const stop = () => engine.stop();

// Starts the engine with files by path. Rejects with one sentence.
export async function start(files) {
  engine = await openEngine({ files, onEnd: async (why) => {
    talk.continued = false;
    tell("ended", why);
    await table();
  } });
}
