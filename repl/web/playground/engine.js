// The engine for the page. Starts a worker and watches it. Ends it on request, or
// when it gives no sign of life for long; then starts a new one with the same
// files and the same session.
//
//   const engine = await openEngine({ files, session, silence, onEnd, onFiles });
//   const { status } = await engine.run(["match", "--games", "10"], { output });
//   const { prompt } = await engine.request("line", { line: "step" }, { output });
//
// Calls queue. A page may open several engines: each has a worker, a working
// folder and a session of its own.

import { scripts } from "./shared.mjs";

const tick = 500; // milliseconds between two checks of the watchdog
const patience = 3; // times `silence`: the limit without anything new

export class EngineError extends Error {
  // `ended`: null if the engine lives, else "stopped", "silent" or "crashed".
  constructor(message, ended = null) {
    super(message);
    this.name = "EngineError";
    this.ended = ended;
  }
}

// ---- The engine's parts in the page ---------------------------------------------

let pack; // a promise of the engine's parts, which all engines share

// The parts, from the page's element: gzip data in base64, of which the first
// four bytes say how long the JSON is that stands before the program.
async function unpack() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function"
      || typeof DecompressionStream !== "function") {
    throw new EngineError("This browser cannot run the engine, which needs "
      + "WebAssembly, workers and DecompressionStream: a current Chromium or "
      + "Firefox has them.");
  }
  try {
    const text = atob(document.getElementById("engine").textContent.trim());
    const packed = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const bytes = new Uint8Array(await new Response(new Blob([packed]).stream()
      .pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    const n = new DataView(bytes.buffer).getUint32(0, true);
    const { installed, worker, licences, binary } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(4, 4 + n)));
    let at = 4 + n;
    for (const [path, size] of binary) {
      installed[path] = bytes.slice(at, at += size);
    }
    Object.assign(installed, shared());
    return { installed, licences,
      url: URL.createObjectURL(new Blob([worker], { type: "text/javascript" })),
      module: await WebAssembly.compile(bytes.subarray(at)) };
  } catch (error) {
    throw new EngineError("The engine in this page is damaged; reload the "
      + `page (${error.message}).`);
  }
}

// The scripts and styles of the pages that the engine writes, which are those of
// this page: all scripts stand in the first of their files.
function shared() {
  const text = (name) => document.getElementById(name)?.textContent || "";
  return { "repl/web/style.css": text("style"),
    ...Object.fromEntries(scripts.map((name, i) =>
      [`repl/web/${name}.js`, i === 0 ? text("table") : ""])) };
}

// The names, versions and texts of the licences of what is in the engine.
export async function licences() {
  return (await (pack ??= unpack())).licences;
}

// ---- Watching --------------------------------------------------------------------

const sentences = {
  stopped: () => "stopped",
  silent: (seconds) => `stopped, because nothing happened for ${seconds} `
    + "seconds or more: a loop in typed Lua, or a call of a bot or a variant "
    + "that does not end",
};

class Engine {
  #parts; #worker; #timer;
  #files = new Map();
  #session; // the text of the session, for a new worker
  #options;
  #calls = new Map(); // the open calls, by number
  #number = 0;
  #quiet = 0; // milliseconds since the worker gave a sign, as ticks count them
  #still = 0; // and since it reported something new
  #ticked = 0;
  #started; // a promise: the worker has started
  #opened; // a promise: its session is open, where it should have one

  constructor(parts, options) {
    this.#parts = parts;
    this.#options = options;
    this.#session = options.session;
    for (const path in options.files) {
      this.#files.set(path, bytes_of(options.files[path]));
    }
  }

  async open() {
    await this.#launch(this.#session !== undefined);
    return this;
  }

  // Starts a worker and, if it should have a session, opens that. Returns a
  // promise of the answer to opening it.
  #launch(withSession) {
    this.#started = this.#startWorker();
    this.#opened = this.#started.then(() =>
      withSession ? this.#openSession() : {});
    return this.#opened;
  }

  #startWorker() {
    return new Promise((resolve, reject) => {
      this.#worker = new Worker(this.#parts.url);
      this.#worker.onmessage = ({ data }) => {
        this.#quiet = 0;
        if (data.do !== "alive" || data.begun) this.#still = 0;
        if (data.do === "ready") resolve();
        else if (data.do !== "alive") this.#hear(data);
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new EngineError(`The engine did not start: ${event.message}`));
        this.#end("crashed", `the engine crashed: ${event.message}`);
      };
      this.#worker.postMessage({ do: "start", module: this.#parts.module,
        installed: this.#parts.installed,
        files: Object.fromEntries(this.#files) });
    });
  }

  // Opens the last session, or an empty one if that cannot be restored.
  async #openSession() {
    try {
      return await this.#open({ session: this.#session });
    } catch (error) {
      if (error.ended) throw error;
      this.#session = undefined;
      const opened = await this.#open({});
      return { ...opened, remarks: ["the session could not be restored: "
        + error.message] };
    }
  }

  #open(params) {
    return this.#call({ do: "request", method: "open", params }, {}, this.#started);
  }

  #hear(data) {
    const call = this.#calls.get(data.id);
    if (call === undefined) return;
    if (data.do === "output") call.output?.(data.stream, data.text);
    else if (data.do === "news") call.news?.(data.value);
    else {
      this.#take(data);
      this.#settle(data.id, call, data);
      if (data.ended === "crashed" && call.method) {
        this.#end("crashed", data.problem);
      }
    }
  }

  // Notes the files that a call has changed.
  #take({ files = {}, removed = [] }) {
    for (const path in files) this.#files.set(path, files[path]);
    for (const path of removed) this.#files.delete(path);
    if (removed.length > 0 || Object.keys(files).length > 0) {
      this.#options.onFiles?.({ files, removed });
    }
  }

  #settle(id, call, data) {
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#watch(false);
    if (!call.method) {
      call.resolve({ status: data.status, files: data.files ?? {},
        ended: data.ended ?? null, message: data.message ?? null });
    } else if (data.problem !== undefined) {
      call.reject(new EngineError(data.problem, data.ended));
    } else {
      if (call.method === "open") this.#session = call.params.session;
      if (data.value?.session) this.#session = data.value.session;
      call.resolve(data.value);
    }
  }

  // Ends the worker and starts a new one. All open calls end with it. `detail` is
  // the message, if it is not the usual one.
  #end(why, detail) {
    this.#worker.terminate();
    const message = detail
      ?? sentences[why]((this.#options.silence ?? 10000) / 1000);
    const calls = [...this.#calls];
    const withSession = this.#session !== undefined
      || calls.some(([, call]) => call.method);
    for (const [id, call] of calls) {
      this.#settle(id, call, { status: 1, ended: why, message,
        problem: message });
    }
    this.#launch(withSession).then(
      (value) => this.#options.onEnd?.({ why, message, ...value }),
      (error) => this.#options.onEnd?.({ why, message,
        remarks: [error.message] }));
  }

  // The clock of a page that sleeps jumps: a tick counts for two at most.
  #watch(on) {
    clearInterval(this.#timer);
    if (!on) return;
    const silence = this.#options.silence ?? 10000;
    this.#quiet = this.#still = 0;
    this.#ticked = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      const passed = Math.min(now - this.#ticked, 2 * tick);
      this.#ticked = now;
      this.#quiet += passed;
      this.#still += passed;
      if (this.#quiet > silence || this.#still > patience * silence) {
        this.#end("silent");
      }
    }, tick);
  }

  #call(message, { output, news } = {}, begun = this.#opened) {
    return new Promise((resolve, reject) => {
      const id = ++this.#number;
      if (this.#calls.size === 0) this.#watch(true);
      this.#calls.set(id, { method: message.method, params: message.params,
        output, news, resolve, reject });
      begun.then(() => {
        if (this.#calls.has(id)) this.#worker.postMessage({ id, ...message });
      }, reject);
    });
  }

  // ---- For the page ----

  get busy() { return this.#calls.size > 0; }

  // A command as on the command line, in an engine of its own.
  run(argv, hooks) { return this.#call({ do: "run", argv }, hooks); }

  // A question to the session (repl/pages/playground_requests.lua).
  request(method, params = {}, hooks) {
    return this.#call({ do: "request", method, params }, hooks);
  }

  // A file of the working folder.
  put(path, content) {
    const bytes = bytes_of(content);
    this.#files.set(path, bytes);
    this.#started.then(() =>
      this.#worker.postMessage({ do: "put", path, bytes }));
  }

  remove(path) {
    this.#files.delete(path);
    this.#started.then(() => this.#worker.postMessage({ do: "remove", path }));
  }

  // Ends what runs.
  stop() { if (this.busy) this.#end("stopped"); }

  close() {
    this.#watch(false);
    this.#worker.terminate();
    this.#calls.clear();
  }
}

function bytes_of(content) {
  return typeof content === "string" ? new TextEncoder().encode(content)
    : content;
}

// Starts an engine. Rejects with an EngineError, whose message is for people.
export async function openEngine(options = {}) {
  return new Engine(await (pack ??= unpack()), options).open();
}
