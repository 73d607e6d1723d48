// The user's files: bots and variants by name. They are kept in the browser, and
// written into the engines as bots/NAME.lua and variants/NAME.lua, where a name
// finds them.
import * as keep from "./storage.js";
import * as talk from "./session.js";
import * as jobs from "./jobs.js";

export const kinds = { bot: "bots", variant: "variants" };
const byName = () => Object.create(null); // a file may be called "constructor"
export const files = { bot: byName(), variant: byName() }; // texts by name
export const bundled = { bot: byName(), variant: byName() };
export let played = byName(); // by name, what a variant is played as

const pathOf = (kind, name) => `${kinds[kind]}/${name}.lua`;

// Reads what the browser has kept. Returns the files by path.
export function load() {
  const paths = {};
  for (const kind of Object.keys(kinds)) {
    files[kind] = keep.all(kind);
    for (const [name, text] of Object.entries(files[kind])) {
      paths[pathOf(kind, name)] = text;
      jobs.put(pathOf(kind, name), text);
    }
  }
  played = Object.assign(byName(), keep.getData("played"));
  return paths;
}

export function save(kind, name, text) {
  files[kind][name] = text;
  keep.put(`${kind}/${name}`, text);
  jobs.put(pathOf(kind, name), text);
  talk.put(pathOf(kind, name), text);
}

export function remove(kind, name) {
  delete files[kind][name];
  keep.drop(`${kind}/${name}`);
  jobs.remove(pathOf(kind, name));
  talk.remove(pathOf(kind, name));
}

export const isName = (name) => /^[A-Za-z][\w-]{0,39}$/.test(name);

// The problem of a name for a new file; null if it is good.
export function problemOf(kind, name) {
  if (!isName(name)) {
    return "A name begins with a letter; up to 39 letters, digits, - and _ "
      + "follow.";
  }
  if (bundled[kind][name] || name === "standard") {
    return `${name} came with aurum. Choose another name.`;
  }
  // another open page may have made one since this page was loaded
  if (files[kind][name] !== undefined || keep.get(`${kind}/${name}`) !== null) {
    return `You have a ${name} already.`;
  }
  return null;
}

// A name like the wanted one that is free.
export function freeName(kind, wanted) {
  let name = wanted.replace(/[^\w-]/g, "-").replace(/^[^A-Za-z]+/, "")
    .slice(0, 36) || kind;
  for (let i = 2; problemOf(kind, name); i++) {
    name = `${name.replace(/-\d+$/, "")}-${i}`;
  }
  return name;
}

export const botNames = () =>
  [...Object.keys(files.bot), ...Object.keys(bundled.bot)];

export function setPlayed(name, as) {
  played[name] = as;
  keep.putData("played", played);
}

// The choices of rules, as [value, text]: editions, and house rules with the
// standard edition.
export function variants() {
  const own = Object.keys(files.variant).map((name) =>
    [played[name] || `standard+${name}`, name]);
  const others = Object.entries(bundled.variant).map(([name, text]) =>
    [/^\s*(base|players)\s*=/m.test(text) ? name : `standard+${name}`, name]);
  return [["standard", "standard"], ...own, ...others];
}

// The kind of a dropped Lua file; null if it is neither.
export function kindOf(text) {
  const bare = text.replace(/--[^\n]*/g, "");
  if (/\bplay\s*=|[.:]play\s*\(|\bbid\s*=\s*function/.test(bare)) return "bot";
  return /\breturn\b/.test(bare) ? "variant" : null;
}
