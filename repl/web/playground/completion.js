// Completion and signatures in the editor, from the description of the API
// (lua/text/annotations.lua). The type of a name comes from its usual meaning
// in a bot or a variant, or from the last `local NAME = ...` or
// `for NAME in ...` above.

const keywords = ("and break do else elseif end false for function goto if in "
  + "local nil not or repeat return then true until while").split(" ");
const libraries = { math: "abs ceil floor fmod huge max maxinteger min "
  + "mininteger pi random sqrt tointeger type ult", string: "byte char find "
  + "format gmatch gsub len lower match rep reverse sub upper", table: "concat "
  + "insert move pack remove sort unpack" };
const usual = { view: "aurum.view", event: "aurum.event", self: "aurum.self",
  state: "aurum.state", card: "aurum.card", rules: "aurum.rules",
  public: "aurum.view", question: "aurum.question" };
// The class of the table that a file returns, by the kind of the file.
const returned = { bot: "aurum.bot", variant: "aurum.variant_file" };

// A property of its own: code may name "constructor" as well.
const ownOf = (object, key) => Object.hasOwn(object, key) ? object[key] : undefined;

// ---- Types ------------------------------------------------------------------

function classOf(api, type) {
  if (!type) return null;
  let name = type.replace(/\|nil/g, "").replace(/\?$/, "");
  if (!ownOf(api.classes, name) && ownOf(api.aliases, name)) {
    name = api.aliases[name].type.split("|")[0];
  }
  return ownOf(api.classes, name) ? name : null;
}

function member(api, name, key) {
  for (let own = api.classes[name]; own; own = api.classes[own.parent]) {
    const method = ownOf(own.methods, key), field = ownOf(own.fields, key);
    if (method) return { ...method, method: true, of: name };
    if (field) return { ...field, of: name };
  }
  return null;
}

const elementOf = (type) => (type || "").match(/^(.*)\[\]\??$/)?.[1]
  || (type || "").match(/^table<[\w.]+, (.*)>$/)?.[1];

// The type that a call of a function has.
function resultOf(about, owner) {
  const type = about.returns?.[0]?.type;
  return type === "self" ? owner : type;
}

// The type of the elements that `for NAME in CHAIN` goes through.
function iterated(type) {
  return (type || "").match(/^fun\(\): ?(.*?)\??$/)?.[1];
}

const chainPattern = /([A-Za-z_]\w*(?:\s*[.:]\s*[A-Za-z_]\w*|\([^()]*\)|\[[^[\]]*\])*)$/;

// The type of a chain such as `view:legal_cards()`; null if it is not known.
function typeOf(api, text, chain, depth = 0) {
  if (depth > 8) return null;
  const parts = chain.match(/^[A-Za-z_]\w*|[.:]\s*[A-Za-z_]\w*|\([^()]*\)|\[[^[\]]*\]/g);
  if (!parts) return null;
  let type = parts[0] === "aurum" ? "aurum" : nameType(api, text, parts[0], depth);
  let called = null; // the function that a call follows
  for (const part of parts.slice(1)) {
    if (part[0] === "(") {
      type = called && resultOf(called, called.of);
      called = null;
    } else if (part[0] === "[") {
      type = elementOf(type);
    } else {
      const key = part.replace(/^[.:]\s*/, "");
      const found = type === "aurum" ? ownOf(api.functions, key)
        && { ...api.functions[key], method: true }
        : classOf(api, type) && member(api, classOf(api, type), key);
      called = found && found.method ? found : null;
      type = found && !found.method ? found.type : null;
    }
    if (!type && !called) return null;
  }
  return type;
}

// The type of a name, by the last definition above, else the usual one.
function nameType(api, text, name, depth) {
  const loop = [...text.matchAll(new RegExp(
    `\\bfor\\s+(?:\\w+\\s*,\\s*)?${name}\\s+in\\s+([^\\n]*?)\\s+do\\b`, "g"))].at(-1);
  const local = [...text.matchAll(new RegExp(
    `\\blocal\\s+${name}\\s*=\\s*([^\\n]+)`, "g"))].at(-1);
  if (loop && (!local || loop.index > local.index)) {
    const pairs = loop[1].match(/^i?pairs\s*\((.*)\)$/);
    const type = typeOf(api, text.slice(0, loop.index), pairs ? pairs[1]
      : loop[1], depth + 1);
    return pairs ? elementOf(type) : iterated(type);
  }
  if (local) {
    const chain = local[1].match(
      /^([A-Za-z_]\w*(?:\s*[.:]\s*[A-Za-z_]\w*|\([^()]*\)|\[[^[\]]*\])*)/);
    const type = chain && typeOf(api, text.slice(0, local.index), chain[1],
      depth + 1);
    if (type) return type;
  }
  return ownOf(usual, name) || null;
}

// ---- Texts ------------------------------------------------------------------

function signature(name, about) {
  const params = about.params.map((one) =>
    one.name + (one.optional ? "?" : "") + ": " + one.type).join(", ");
  const result = about.returns.map((one) => one.type.split("|")[0]).join(", ");
  return `${name}(${params})${result ? " → " + result : ""}`;
}

const plain = (text) => (text || "").replace(/`/g, "");

// The description of a function or field, as lines of text.
function lines(name, about) {
  const head = about.returns ? signature(name, about) : `${name}: ${about.type}`;
  const params = (about.params || []).filter((one) => one.text).map((one) =>
    `${one.name}: ${plain(one.text)}`);
  return [head, plain(about.text), ...params].filter(Boolean).join("\n");
}

const option = (name, about, kind) => ({ label: name, type: kind,
  detail: about.returns ? signature("", about) : about.type,
  info: lines(name, about) });

// ---- Answers ----------------------------------------------------------------

function members(api, type, separator) {
  if (type === "aurum") {
    return Object.entries(api.functions).map(([name, about]) =>
      option(name, about, "function"));
  }
  const list = new Map();
  let own = api.classes[classOf(api, type)];
  for (; own; own = api.classes[own.parent]) {
    for (const [name, about] of Object.entries(separator === ":"
      ? own.methods : own.fields)) {
      if (!list.has(name)) {
        list.set(name, option(name, about, separator === ":" ? "method"
          : "property"));
      }
    }
  }
  return [...list.values()];
}

function words(text) {
  const found = new Set(keywords);
  for (const [word] of text.matchAll(/[A-Za-z_]\w{2,}/g)) found.add(word);
  return [...found, "math", "string", "table", "ipairs", "pairs", "tostring"]
    .map((label) => ({ label }));
}

// True where a field of a table may begin: after "{", "," or ";" in a table.
function beginsField(head) {
  const code = head.replace(/"(\\.|[^"\\\n])*"|'(\\.|[^'\\\n])*'/g, "")
    .replace(/--[^\n]*/g, "");
  if (!/[{,;]\s*$/.test(code)) return false;
  let depth = 0;
  for (let i = code.length - 1; i >= 0; i--) {
    if (")]}".includes(code[i])) depth++;
    else if ("([{".includes(code[i]) && depth-- === 0) return code[i] === "{";
  }
  return false;
}

// The fields of the table that the file returns, where one may begin.
function fields(api, kind, head) {
  if (!beginsField(head)) return [];
  return members(api, returned[kind], ".")
    .filter((one) => /^\w+$/.test(one.label))
    .map((one) => ({ ...one, apply: `${one.label} = ` }));
}

// True inside a comment or a string of the line that ends at `at`.
function inText(text, at) {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const code = line.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "");
  return code.includes("--") || /["']/.test(code);
}

// The candidates at an offset in a file of a kind: { from, options }, or null.
export function candidates(api, kind, text, at, explicit) {
  const before = text.slice(0, at);
  if (inText(text, at)) return null;
  const word = before.match(/[A-Za-z_]?\w*$/)[0];
  const from = at - word.length;
  const head = before.slice(0, from);
  const after = head.match(/([.:])\s*$/);
  if (!after || /\.\.\s*$/.test(head)) {
    if (!word && !explicit) return null;
    const own = fields(api, kind, head);
    const names = new Set(own.map((one) => one.label));
    // the word that is being typed is not a candidate for itself
    const others = words(`${head} ${text.slice(at)}`);
    return { from, options: [...own, ...others.filter((one) =>
      !names.has(one.label))] };
  }
  const chain = head.slice(0, after.index).match(chainPattern)?.[1];
  if (!chain) return null;
  if (ownOf(libraries, chain) && after[1] === ".") {
    return { from, options: libraries[chain].split(" ").map((label) =>
      ({ label })) };
  }
  const type = typeOf(api, head, chain);
  const options = type ? members(api, type, after[1]) : [];
  return options.length > 0 ? { from, options } : null;
}

// The description of the word at an offset: { from, to, text }, or null.
export function describe(api, kind, text, at) {
  if (inText(text, at)) return null;
  const left = text.slice(0, at).match(/\w*$/)[0];
  const right = text.slice(at).match(/^\w*/)[0];
  const name = left + right;
  const from = at - left.length;
  const chain = text.slice(0, from).match(/([.:])\s*$/)
    && text.slice(0, from).replace(/[.:]\s*$/, "").match(chainPattern)?.[1];
  if (name && !chain && beginsField(text.slice(0, from))) {
    const field = member(api, returned[kind], name);
    return field && { from, to: from + name.length, text: lines(name, field) };
  }
  if (!name || !chain) return null;
  const type = typeOf(api, text.slice(0, from), chain);
  const about = type === "aurum" ? ownOf(api.functions, name)
    : type && classOf(api, type) && member(api, classOf(api, type), name);
  return about ? { from, to: from + name.length, text: lines(name, about) }
    : null;
}

// The signature of the function whose arguments stand at an offset, or "".
export function signatureAt(api, kind, text, at) {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  let depth = 0;
  for (let i = line.length - 1; i >= 0; i--) {
    if (line[i] === ")") depth++;
    if (line[i] === "(" && depth-- === 0) {
      const about = describe(api, kind, text, at - line.length + i);
      return about ? about.text.split("\n").slice(0, 2).join("  ") : "";
    }
  }
  const about = describe(api, kind, text, at);
  return about ? about.text.split("\n").slice(0, 2).join("  ") : "";
}
