// The work that the browser keeps. Each bot and variant has its own key, so
// that two open tabs conflict only if they edit the same file. If the browser
// refuses to keep anything, the page says so once and works on.

const prefix = "aurum-playground/";
let complain = () => {};
let refused = false;

function attempt(f, other) {
  try {
    return f(window.localStorage);
  } catch (problem) {
    if (!refused) {
      refused = true;
      complain(/quota/i.test(problem.name + problem.message)
        ? "The browser's storage is full, so this work is not kept. Save your "
          + "files before you leave."
        : "This browser keeps nothing here (a private window?). Save your "
          + "files before you leave.");
    }
    return other;
  }
}

// `say(sentence)` is called once if nothing can be kept.
export function openKeep(say) {
  complain = say;
  attempt((store) => {
    store.setItem(prefix + "test", "1");
    store.removeItem(prefix + "test");
  });
}

export const put = (key, text) => attempt((store) =>
  store.setItem(prefix + key, text));
export const drop = (key) => attempt((store) => store.removeItem(prefix + key));
export const get = (key) => attempt((store) => store.getItem(prefix + key), null);

// The texts whose keys begin with `kind/`, by the rest of the key.
export function all(kind) {
  return attempt((store) => {
    const found = Object.create(null); // a file may be called "constructor"
    const head = `${prefix}${kind}/`;
    for (let i = 0; i < store.length; i++) {
      const key = store.key(i);
      if (key.startsWith(head)) found[key.slice(head.length)] = store.getItem(key);
    }
    return found;
  }, Object.create(null));
}

// ---- Sessions ---------------------------------------------------------------

// Each open tab keeps its own session, under a key that it holds by a lock
// of the browser's. The first key is "session".
let session = "session";
const tabs = 20, wait = 1000; // the most tabs; milliseconds

// Take a lock until the tab is closed. Returns false if another tab has it.
function hold(name, options) {
  return new Promise((resolve) => {
    navigator.locks.request(prefix + name, options, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(false)); // the wait has ended, or locks are forbidden
  });
}

// Choose the tab's session: the one that it had before it was reloaded, else the
// first that no other tab has. Returns true if another tab has the first one.
export async function takeSession() {
  if (!navigator.locks) return false;
  const key = prefix + "tab";
  const before = attempt(() => window.sessionStorage.getItem(key), null);
  // the page that was here before the reload may still be ending
  if (before && await hold(before, { signal: AbortSignal.timeout(wait) })) {
    session = before;
    return session !== "session";
  }
  for (let n = 1; n <= tabs; n++) {
    const name = n === 1 ? "session" : `session-${n}`;
    if (await hold(name, { ifAvailable: true })) {
      session = name;
      attempt(() => window.sessionStorage.setItem(key, name));
      return n > 1;
    }
  }
  return false;
}

export const getSession = () => get(session);
export const putSession = (text) => put(session, text);

// ---- Settings ---------------------------------------------------------------

// Settings of the page: plain data that may be lost.
export function getData(key) {
  try {
    return JSON.parse(get(key)) || {};
  } catch {
    return {};
  }
}
export const putData = (key, value) => put(key, JSON.stringify(value));
