// Makes the playground, one self-contained page:
//   node build.mjs WASM MODULES OUT [PAGE MAIN]
// WASM is the folder that holds aurum.js, aurum.wasm and src/, MODULES the
// folder of the npm packages. PAGE (page.html) has these words to be replaced,
// MAIN (main.js) is the script that everything else is bundled with:
//   @style@   the styles of the pages
//   @own@     those of the playground
//   @engine@  the engine, an element that engine.js unpacks
//   @table@   the scripts of the pages that show games, as they are
//   @script@  MAIN with all that it imports
//   @hashes@  the hashes of all scripts, for the page's policy
//   @version@ @licences@   texts
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";
import { scripts } from "./shared.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../../..");
const [wasm, modules, out, page, main] = [...process.argv.slice(2, 5),
  process.argv[5] ?? path.join(here, "page.html"),
  process.argv[6] ?? path.join(here, "main.js")].map((it) => path.resolve(it));
const esbuild = createRequire(path.join(modules, "x"))("esbuild");

const most = 3 << 20, mostPacked = 1.3e6; // bytes of the page, and as gzip

function fail(message) {
  console.error(`playground: ${message}`);
  process.exit(1);
}

function text(...parts) {
  return fs.readFileSync(path.join(...parts), "utf8");
}

// ---- The engine ------------------------------------------------------------------

// The files of an engine: Lua, and the sources of its pages and help.
const folders = [
  ["lua", /^(?!(internal|spec)\.d\.|text\/line_diff\.|learn\/|lab\/(bench|plan|debug|spec|league)\/)(?!.*\/(rulebook_(examples|reference)|study|study_(metrics|text|page)|tension|choices|variance_parts|restrictions|jackknife|pair_ratings|data_file|bot_profile|bot_serve|flame_graph)\.).*\.lua$/,
    bare],
  ["repl", /^(?!pages\/(study|site|league|learn)_).*\.lua$/, bare],
  ["scripts/commands", /^(?!bench\.|learn\.|(plan|league)[\/.]|bot\/(debug|history|profile|serve|spec)\.|variant\/(rules|study)\.).*\.lua$/,
    bare],
  ["repl/web", /^(games|report|sort|summary)\.js$|^[^/]*\.html$/, terse],
  ["scripts/bots", /\.(lua|jsonl)$/, brief],
  ["scripts/analysis", /\.lua$/], ["scripts/template", /./],
  ["variants", /^(?!gallery\/).*\.lua$/], ["core", /^RULES\.md$/]];

// Lua without its lines of comment, which stay as empty lines, and without its
// indentation. Texts that run over lines might hold either, and the reference is
// all comment. The page has no studies, so that it need not describe them.
function bare(code, name) {
  if (name === "aurum.d.lua" || name === "scripts.d.lua") {
    return code
      .replace(/---A metric of a study\.[^]*?(?=---Play bots against)/, "")
      .replace(/---The options of `aurum\.study`[^]*?\n\n/, "")
      .replace(/---Measure the quality of a variant[^]*?study\(options\) end\n/, "")
      .replace(/^--   aurum\.study.*\n/m, "");
  }
  return /\[=*\[|\\z|\\$/m.test(code) ? code
    : code.replace(/^ *--.*$/gm, "").replace(/^ +/gm, "");
}

// Puzzles without the words that the engine finds again (lua/judge/puzzles.lua).
function brief(text, name) {
  if (name !== "puzzles.jsonl") return text;
  return text.trimEnd().split("\n").map((line) => {
    const { position, seat, ask, best, others, by, worlds, sims, seed, level }
      = JSON.parse(line);
    const losses = Object.fromEntries(Object.entries(others).map(
      ([answer, { loss }]) => [answer, { loss }]));
    return JSON.stringify({ position, seat, ask, best, others: losses, by, worlds,
      sims, seed, level });
  }).join("\n") + "\n";
}

// Scripts and styles without comments and indentation.
function terse(code, name) {
  const loader = path.extname(name).slice(1);
  return loader === "html" ? code
    : esbuild.transformSync(code, { loader, minifyWhitespace: true,
      charset: "utf8" }).code;
}

function installed() {
  const files = {};
  for (const [folder, wanted, change = (it) => it] of folders) {
    for (const name of fs.readdirSync(path.join(root, folder),
      { recursive: true }).sort()) {
      const full = path.join(root, folder, name);
      if (wanted.test(name) && fs.statSync(full).isFile()) {
        files[`${folder}/${name}`] = change(text(full), name);
      }
    }
  }
  return { ...files, "argparse.lua": text(argparse()) };
}

// Lua's search path, as the machine that builds has it.
function argparse() {
  const places = ["/usr/share/lua/5.4", "/usr/local/share/lua/5.4",
    "/opt/homebrew/share/lua/5.4"];
  const found = places.map((it) => `${it}/argparse.lua`).find(fs.existsSync);
  return found ?? fail(`argparse.lua is not in ${places.join(", ")}`);
}

// The files of an engine that are not text: the nets of bots, by path.
function nets() {
  const folder = path.join(root, "scripts/bots");
  return fs.readdirSync(folder).filter((name) => name.endsWith(".net")).sort()
    .map((name) => [`scripts/bots/${name}`,
      fs.readFileSync(path.join(folder, name))]);
}

// gzip data as small as they can be made: by zopfli, a fifteenth less than by zlib.
function squeezed(bytes) {
  const file = path.join(wasm, "engine");
  fs.writeFileSync(file, bytes);
  const { status, error, stdout, stderr } = spawnSync("zopfli", ["-c", file],
    { maxBuffer: most });
  if (status !== 0) fail(`zopfli: ${error ?? stderr}`);
  return stdout;
}

function engine(licences) {
  const worker = esbuild.transformSync(
    text(wasm, "aurum.js") + text(here, "worker.js"), { minify: true }).code;
  const binary = nets();
  const head = Buffer.from(JSON.stringify({ installed: installed(), worker,
    licences, binary: binary.map(([name, bytes]) => [name, bytes.length]) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const packed = squeezed(Buffer.concat([size, head,
    ...binary.map(([, bytes]) => bytes),
    fs.readFileSync(path.join(wasm, "aurum.wasm"))]));
  return `<script type="application/octet-stream" id="engine">${
    packed.toString("base64")}</script>`;
}

// ---- Scripts and licences ----------------------------------------------------------

// MAIN with all that it imports, and the names of the packages among that.
function bundle() {
  const made = esbuild.buildSync({ entryPoints: [main], bundle: true,
    minify: true, format: "iife", target: ["chrome103", "firefox113"],
    nodePaths: [path.join(modules, "node_modules")], write: false,
    metafile: true, charset: "utf8", legalComments: "none",
    absWorkingDir: modules });
  const packages = new Set();
  for (const input in made.metafile.inputs) {
    const name = input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
    if (name) packages.add(name[1]);
  }
  return { script: made.outputFiles[0].text, packages: [...packages].sort() };
}

// The scripts of the pages, which name things for each other and for MAIN. The
// engine gets them and the styles from the page (engine.js).
function table() {
  const web = path.join(root, "repl/web");
  const code = scripts.map((name) => text(web, `${name}.js`));
  return esbuild.transformSync(`"use strict";\n${code.join("\n")}`,
    { minifyWhitespace: true, minifySyntax: true, charset: "utf8" }).code;
}

function licencesOf(packages, version) {
  const list = [{ name: "aurum", version, licence: "MIT",
    text: text(root, "LICENSE") }];
  const names = { lua: "Lua", cjson: "cJSON", zlib: "zlib" };
  const kinds = { lua: "MIT", cjson: "MIT", zlib: "Zlib" };
  for (const name in names) {
    const folder = path.join(wasm, "src", name);
    list.push({ name: names[name], version: text(folder, "VERSION").trim(),
      licence: kinds[name], text: text(folder, "COPYRIGHT") });
  }
  const notice = text(argparse()).split("\nlocal")[0].replace(/^-- ?/gm, "");
  list.push({ name: "argparse", version: "for Lua", licence: "MIT",
    text: notice });
  list.push({ name: "musl and emscripten", version: "C library and runtime",
    licence: "MIT", text: text(here, "emscripten.txt") });
  for (const name of packages) {
    const folder = path.join(modules, "node_modules", name);
    const { version: own, license } = JSON.parse(text(folder, "package.json"));
    list.push({ name, version: own, licence: license,
      text: text(folder, "LICENSE") });
  }
  return list;
}

// ---- The page ----------------------------------------------------------------------

function escape(string) {
  return string.replace(/[&<>]/g, (c) =>
    ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
}

const styles = (...parts) => esbuild.transformSync(text(...parts),
  { loader: "css", minify: true, target: ["chrome103", "firefox113"] }).code;

// A script that may stand in the page: no end of its element, no comment.
function inline(code) {
  return code.replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "<\\!--");
}

const version = text(root, "Makefile").match(/^VERSION := (.*)$/m)[1];
const { script, packages } = bundle();
const licences = licencesOf(packages, version);
const parts = { style: styles(root, "repl/web/style.css"),
  own: styles(here, "style.css"), engine: engine(licences), version,
  table: inline(table()), script: inline(script),
  licences: escape(licences.map((it) =>
    `${it.name} ${it.version} (${it.licence})\n\n${it.text.trim()}\n`)
    .join("\n\n")) };
let made = text(page).replace(/@(style|own|engine|version|table|script|licences)@/g,
  (_, name) => parts[name]);
const hashes = [...made.matchAll(/<script(?: id="table")?>([^]*?)<\/script>/g)].map((found) =>
  `'sha256-${createHash("sha256").update(found[1]).digest("base64")}'`);
made = made.replace("@hashes@", () => hashes.join(" "));
const size = Buffer.byteLength(made), packed = zlib.gzipSync(made,
  { level: 9 }).length;
if (size > most || packed > mostPacked) {
  fail(`the page has ${size} bytes, ${packed} as gzip; it may have ${most}, `
    + `${mostPacked}`);
}
fs.writeFileSync(out, made);
console.log(`${path.relative(root, out)}: ${size} bytes, ${packed} as gzip`);
