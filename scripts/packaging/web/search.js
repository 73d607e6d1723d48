// Search of the reference: functions, types and fields by name, then by text.
"use strict";

const most = 30; // results shown
const box = document.getElementById("search");
const results = document.getElementById("results");
const said = document.getElementById("found");

// The entries to search: { name, text, at }, `at` the element to go to.
function readEntries() {
  const list = [];
  let type = null;
  for (const element of document.querySelectorAll("h3[id], dl")) {
    if (element.tagName === "H3") {
      type = element;
      list.push({ name: element.id, text: element.nextElementSibling
        ? element.nextElementSibling.textContent : "", at: element.id });
    } else if (element.id || type) {
      const name = element.id || `${type.id}.${
        element.querySelector("dt").textContent.split(/[?:(]/)[0]}`;
      list.push({ name, text: element.querySelector("dd").textContent,
        at: element.id || type.id });
    }
  }
  return list;
}

const entries = readEntries();

// The rank of an entry for words in lower case; the lowest is the best.
function rank(entry, words) {
  const name = entry.name.toLowerCase();
  const text = entry.text.toLowerCase();
  if (!words.every((word) => name.includes(word) || text.includes(word))) {
    return -1;
  }
  if (name.split(/[^a-z_]+/).includes(words[0])) return 0;
  return name.includes(words[0]) ? 1 : 2;
}

function show() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : entries.map((entry) =>
    ({ entry, rank: rank(entry, words) })).filter((one) => one.rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  results.replaceChildren(...found.slice(0, most).map(({ entry }) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = "#" + entry.at;
    link.textContent = `${entry.name}  ${entry.text.slice(0, 90)}`;
    line.append(link);
    return line;
  }));
  said.textContent = words.length === 0 ? "" : found.length > most
    ? `${found.length} found, the first ${most} are shown`
    : `${found.length} found`;
}

box.addEventListener("input", show);
box.addEventListener("keydown", (event) => {
  const first = results.querySelector("a");
  if (event.key === "Enter" && first) first.click();
  if (event.key === "Escape") { box.value = ""; show(); }
});
results.addEventListener("click", () => { box.value = ""; show(); });
