// The engine in a worker of the browser. build.mjs appends this file to the
// program that emscripten makes (createAurum); engine.js talks to it.
//
// A command runs in a new instance, which is dropped when it ends. The
// session lives in another instance, the door. All see the same working folder:
// the page's files are written into an instance before it begins, and its changes
// are reported afterwards.
"use strict";

const home = "/aurum", folder = "/work";
const most = 4 << 20; // bytes of the output of one command
const piece = 1 << 16, often = 100; // bytes and milliseconds of a piece
const signs = 250; // milliseconds between two signs of life

let compiled, installed; // the program, and the files that came with it
let door; // the instance that keeps the session
const files = new Map(); // the working folder: bytes by path
let signed = 0; // when the page heard last
let news = false; // something new has begun since then

function tell(message) {
  signed = performance.now();
  news = false;
  postMessage(message);
}

function alive(begun) {
  news ||= begun;
  if (performance.now() - signed > signs) tell({ do: "alive", begun: news });
}

// ---- Output --------------------------------------------------------------------

// The output of one request, in pieces of whole characters, in order.
class Output {
  constructor(id) {
    this.id = id;
    this.left = most;
    this.lost = 0;
    this.bytes = new Uint8Array(piece);
    this.n = 0;
    this.decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    this.sent = performance.now();
  }

  put(stream, byte) {
    if (stream !== this.stream || this.n === piece) this.flush();
    this.stream = stream;
    if (this.left === 0) {
      this.lost++;
      return;
    }
    this.left--;
    this.bytes[this.n++] = byte;
    if (byte === 10 && performance.now() - this.sent > often) this.flush();
  }

  send(stream, text) {
    if (text !== "") tell({ id: this.id, do: "output", stream, text });
  }

  flush() {
    if (this.n > 0) {
      this.send(this.stream, this.decoders[this.stream].decode(
        this.bytes.subarray(0, this.n), { stream: true }));
    }
    this.n = 0;
    this.sent = performance.now();
  }

  end() {
    this.flush();
    for (const stream in this.decoders) {
      this.send(stream, this.decoders[stream].decode());
    }
    if (this.lost > 0) {
      this.send("stderr", `\naurum: ${this.lost} more bytes of output were `
        + `left out, after ${most >> 20} MiB\n`);
    }
  }
}

// ---- Instances -----------------------------------------------------------------

function write(instance, path, bytes) {
  const slash = path.lastIndexOf("/");
  if (slash > 0) instance.FS.mkdirTree(path.slice(0, slash));
  instance.FS.writeFile(path, bytes);
}

function remove(instance, path) {
  try {
    instance.FS.unlink(path);
  } catch {
    return; // the session has removed it itself
  }
}

async function open() {
  const instance = await createAurum({
    instantiateWasm(imports, done) {
      const made = new WebAssembly.Instance(compiled, imports);
      done(made, compiled);
      return made.exports;
    },
    preRun: [(made) => Object.assign(made.ENV, { AURUM_HOME: home,
      AURUM_PATH: folder, HOME: "/home", LUA_PATH: `${home}/?.lua`,
      NO_COLOR: "1", PATH: "" })],
    stdin: () => null,
    stdout: (byte) => instance_output("stdout", byte),
    stderr: (byte) => instance_output("stderr", byte),
    alive,
    news(text) {
      output.flush();
      tell({ id: output.id, do: "news", value: JSON.parse(text) });
    },
  });
  let output; // of the request that the instance answers
  function instance_output(stream, byte) {
    if (byte !== null) output?.put(stream, byte & 255);
  }
  for (const path in installed) {
    write(instance, `${home}/${path}`, installed[path]);
  }
  instance.FS.mkdirTree("/home/.local/state/aurum/sessions");
  instance.FS.mkdirTree(folder);
  instance.FS.chdir(folder);
  for (const [path, bytes] of files) {
    write(instance, `${folder}/${path}`, bytes);
  }
  return { instance, prints: (to) => { output = to; } };
}

function same(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

// The files of the working folder that an instance has made or changed, and the
// names of those that it has removed.
function changes(instance) {
  const found = {}, there = new Set();
  const visit = (path) => {
    for (const name of instance.FS.readdir(folder + path)) {
      if (name === "." || name === "..") continue;
      const full = `${path}/${name}`;
      if (instance.FS.isDir(instance.FS.stat(folder + full).mode)) {
        visit(full);
        continue;
      }
      const key = full.slice(1), bytes = instance.FS.readFile(folder + full);
      there.add(key);
      const known = files.get(key);
      if (known === undefined || !same(known, bytes)) found[key] = bytes;
    }
  };
  visit("");
  const removed = [...files.keys()].filter((key) => !there.has(key));
  for (const key in found) files.set(key, found[key]);
  for (const key of removed) files.delete(key);
  return { files: found, removed };
}

// The reason for an instance's unexpected end, from the browser's error.
function words(error) {
  if (error instanceof RangeError) {
    return "the engine ran out of the browser's stack";
  }
  if (error?.name === "ExitStatus") {
    return "the engine ended: it ran out of memory, or os.exit was called";
  }
  return `the engine stopped: ${error?.message ?? error}`;
}

// ---- Requests ------------------------------------------------------------------

async function run({ id, argv }) {
  const output = new Output(id);
  const { instance, prints } = await open();
  prints(output);
  let status = 1, message = null, crashed = null;
  try {
    status = instance.callMain(argv);
  } catch (error) {
    if (error?.name === "ExitStatus") status = error.status;
    else [message, crashed] = [words(error), "crashed"];
  }
  output.end();
  // a command that fails says why, unless no memory is left to say it
  if (status === 1 && output.left === most) {
    message ??= "it ended without a message: it ran out of memory";
  }
  const changed = changes(instance);
  if (door) {
    for (const path in changed.files) {
      write(door.instance, `${folder}/${path}`, changed.files[path]);
    }
    for (const path of changed.removed) {
      remove(door.instance, `${folder}/${path}`);
    }
  }
  tell({ id, do: "done", status, ended: crashed, message,
    ...changed });
}

async function request({ id, method, params }) {
  const output = new Output(id);
  door ??= await open();
  const { instance } = door;
  door.prints(output);
  let answer;
  instance.reply = (good, text) => {
    answer = good ? JSON.parse(text) : { problem: text };
  };
  const text = JSON.stringify({ method, params });
  const n = instance.lengthBytesUTF8(text), at = instance._malloc(n + 1);
  try {
    instance.stringToUTF8(text, at, n + 1);
    instance._aurum_request(at, n);
    instance._free(at);
  } catch (error) {
    door = undefined;
    answer = { problem: words(error), ended: "crashed" };
  }
  output.end();
  const changed = answer.ended ? {} : changes(instance);
  tell({ id, do: "done", ...answer, ...changed });
}

async function start(message) {
  compiled = message.module;
  installed = message.installed;
  for (const path in message.files) files.set(path, message.files[path]);
  tell({ do: "ready" });
}

const does = {
  start, run, request,
  put({ path, bytes }) {
    files.set(path, bytes);
    if (door) write(door.instance, `${folder}/${path}`, bytes);
  },
  remove({ path }) {
    files.delete(path);
    if (door) remove(door.instance, `${folder}/${path}`);
  },
};

let last = Promise.resolve(); // requests wait for each other
onmessage = ({ data }) => {
  last = last.then(() => does[data.do](data)).catch((error) => {
    tell({ id: data.id, do: "done", status: 1, ended: "crashed",
      problem: words(error), message: words(error) });
  });
};
