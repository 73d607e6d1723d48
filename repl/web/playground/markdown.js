// The rule book as elements: the Markdown of core/RULES.md and no more. Rules
// get the id "rule-6.3", so that messages can link to them.

// `code`, **bold** and [links](...) of a line; links keep their text only.
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]*\))/).map((part) =>
    part.startsWith("`") ? make("code", {}, part.slice(1, -1))
      : part.startsWith("**") ? make("strong", {}, inline(part.slice(2, -2)))
        : part.startsWith("[") ? part.match(/^\[([^\]]+)\]/)[1] : part);
}

function table(lines) {
  const cells = (line) => line.split("|").slice(1, -1).map((one) => one.trim());
  return make("div", { class: "scroll", tabindex: 0, role: "region",
    "aria-label": "Table" }, make("table", {},
    make("thead", {}, make("tr", {}, cells(lines[0]).map((one) =>
      make("th", { scope: "col" }, inline(one))))),
    make("tbody", {}, lines.slice(2).map((line) => make("tr", {},
      cells(line).map((one) => make("td", {}, inline(one))))))));
}

// Lines that begin with "- " or "1. ", with the lines that continue them.
function list(lines) {
  const items = [];
  for (const line of lines) {
    const item = line.match(/^(?:-|\d+\.) (.*)$/);
    if (item) items.push(item[1]);
    else items.push(items.pop() + " " + line.trim());
  }
  return make(/^\d/.test(lines[0]) ? "ol" : "ul", {},
    items.map((item) => make("li", {}, inline(item))));
}

function block(lines) {
  const first = lines[0];
  const title = first.match(/^(#+) (.*)$/);
  if (title) {
    const part = title[2].match(/^\d+/);
    return make("h" + Math.min(title[1].length + 1, 6),
      { id: part && `rule-${part[0]}` }, title[2]);
  }
  if (first.startsWith("```")) {
    return make("pre", { tabindex: 0 }, lines.slice(1, -1).join("\n"));
  }
  if (first.startsWith("|")) return table(lines);
  if (/^(-|\d+\.) /.test(first)) return list(lines);
  const rule = first.match(/^\*\*(\d+\.\d+)\*\*/);
  return make("p", { id: rule && `rule-${rule[1]}`, tabindex: rule && -1 },
    inline(lines.join(" ")));
}

export function markdown(text) {
  const blocks = [];
  let lines = [], fenced = false;
  const close = () => {
    if (lines.length > 0) blocks.push(block(lines));
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      if (!fenced) close();
      lines.push(line);
      if (fenced) close();
      fenced = !fenced;
    } else if (fenced) {
      lines.push(line);
    } else if (line.trim() === "") {
      close();
    } else {
      if (/^#|^\*\*\d/.test(line)
        || /^(-|\d+\.) /.test(line) && lines[0] && !/^(-|\d+\.) /.test(lines[0])) {
        close();
      }
      lines.push(line);
      if (line.startsWith("#")) close();
    }
  }
  close();
  return blocks;
}

// A text in which each "RULES 6.3" is a link; `open(number)` shows the rule.
export function withRules(text, open) {
  return text.split(/(\(?RULES \d+(?:\.\d+)?\)?)/).map((part) => {
    const found = part.match(/^(\(?)(RULES (\d+(?:\.\d+)?))(\)?)$/);
    return found ? make("span", { class: "rule-link" }, found[1], make("button",
      { type: "button", class: "link", onclick: () => open(found[3]) }, found[2]),
    found[4]) : part;
  });
}
