// Long work: matches, checks, comparisons. They run in a second engine, which
// starts with the first job. Stopping a job leaves the session alone.
import { openEngine } from "./engine.js";

let engine = null, opening = null, files = {}, running = 0;

// A file of the user, also for an engine that is not started yet.
export function put(path, text) {
  files[path] = text;
  engine?.put(path, text);
}

export function remove(path) {
  delete files[path];
  engine?.remove(path);
}

// Starts the engine, and gives it what the user has changed meanwhile.
async function open() {
  const given = { ...files };
  engine = await openEngine({ files: given });
  for (const path in files) {
    if (files[path] !== given[path]) engine.put(path, files[path]);
  }
  for (const path in given) {
    if (files[path] === undefined) engine.remove(path);
  }
}

async function opened() {
  await (opening ??= open());
  return engine;
}

async function during(f) {
  running++;
  try {
    return await f(await opened());
  } finally {
    running--;
  }
}

// Work that a person waits for. Listeners hear when some is under way, and when none
// is.
let works = 0;
const listeners = [];
export const onWork = (listener) => listeners.push(listener);

async function work(f) {
  works++;
  listeners.forEach((one) => one(true));
  try {
    return await during(f);
  } finally {
    works--;
    if (works === 0) listeners.forEach((one) => one(false));
  }
}

export const isBusy = () => running > 0;
export const stop = () => engine?.stop();

// A command as on the command line: { status, ended, message }. `news` gets its
// progress, { done, total }.
export const run = (argv, output, news) =>
  work((one) => one.run(argv, { output, news }));

// A match, whose interim results `news` gets.
export const match = (params, news) =>
  work((one) => one.request("match", params, { news }));

// A question, whose interim answers `news` gets.
export const request = (method, params, news, output) =>
  during((one) => one.request(method, params, { news, output }));
