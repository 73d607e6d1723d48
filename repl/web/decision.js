// The decision due at the place shown: the judge's verdict on it, what its bot
// noted, and as bars what each action is worth to both.

const shownValues = 14; // rows, and that of the action made

// The index of the frame after the decision that is due at the place shown; at
// the end of the line, after the last one; 0 if there is none.
function dueIndex(show) {
  const { line, index } = show;
  if (index === line.length - 1) {
    return Math.max(0, line.findLastIndex((item) => item.made !== ""));
  }
  return line[index + 1].made === "" ? 0 : index + 1;
}

// Its verdict or its note, from those of the game by place: undefined if there is
// none that the viewer may see.
function dueOf(show, byPlace) {
  const found = (byPlace || {})[show.line[dueIndex(show)].made];
  return found && canSee(show, found) ? found : undefined;
}

// Its lines are made for a terminal; here the better move begins a line.
function verdictBox(show) {
  const verdict = dueOf(show, show.game.verdicts);
  if (!verdict) return null;
  return make("div", { class: "verdict" + (verdict.bad ? " bad" : "") },
    verdict.text.join(" ").split(/ (?=Better: )/).map((line) =>
      make("p", {}, capital(line))));
}

// ---- Values -----------------------------------------------------------------

// An action: a card in a few letters, which a screen reader hears as its name, or
// words.
function actionText(text, suits) {
  const [kind, card, lays, , of] = words(text);
  if (kind === "change") return `pays ${card}, lays ${lays} for ${of}`;
  if (!/^(bid|play) -?[A-Z]\d+$/.test(text)) return text;
  return [make("b", { style: `color: ${suitColour(bare(card)[0], suits)}`,
    "aria-hidden": "true" }, card),
  make("span", { class: "hidden" }, cardName(card))];
}

// A value and its bar, between the worst and the best of the legal actions of its
// column, which are `all`.
function valueCell(value, all, { name, write }) {
  if (value === undefined) return make("td", { class: "soft" }, "-");
  const low = Math.min(...all), high = Math.max(...all);
  const share = high > low
    ? Math.max(0, Math.min((value - low) / (high - low), 1)) : 1;
  return make("td", { class: value === high ? "best" : "" },
    svg("svg", { class: `share of-${name}`, viewBox: "0 0 100 10",
      preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 10 }),
    svg("rect", { width: Math.max(1, 100 * share), height: 10 })),
    make("span", {}, write(value)));
}

// The rows of a table of values, and the number of those left out: a column for
// each of `columns`, { name, of: values by action, write: a value's text }.
function valueRows(columns, done, illegal, suits) {
  const actions = [...new Set(columns.flatMap(({ of }) => Object.keys(of)))];
  const worth = (action) => columns.map(({ of }) => of[action] ?? -Infinity);
  actions.sort((a, b) => {
    const x = worth(a), y = worth(b);
    const i = x.findIndex((value, k) => value !== y[k]);
    return i < 0 ? 0 : y[i] - x[i];
  });
  const kept = actions.filter((action, i) => i < shownValues || action === done);
  return [kept.map((action) => make("tr", { class: action === done && "done" },
    make("th", { scope: "row" }, actionText(action, suits),
      action === done ? " (made)" : illegal.includes(action) ? " (not legal)"
        : null),
    columns.map((column) => valueCell(column.of[action], kept.flatMap((each) =>
      illegal.includes(each) ? [] : column.of[each] ?? []), column)))),
  actions.length - kept.length];
}

const goals = { margin: "points above the best other side", points: "points",
  lead: "points above the mean of the other sides",
  round: "share of the round", game: "share of the game" };

function valueTable(verdict, note, suits) {
  const columns = [note && note.values && { name: "Bot", of: note.values,
    write: (value) => String(Number(value.toPrecision(3))),
    said: `Bot: ${goals[note.goal] || "an estimate without a unit"}.` },
  verdict && verdict.values && { name: "Judge", of: verdict.values,
    write: (value) => value.toFixed(1),
    said: `Judge: ${goals.margin}, as it looked for a better action; a loss is `
      + "measured again, and scaled." }].filter(Boolean);
  if (columns.length === 0) return null;
  const [rows, left] = valueRows(columns, (verdict || note).done,
    note && note.illegal || [], suits);
  const more = left + (note && note.more_values || 0);
  return [make("table", { class: "values", "aria-label": "Value of each action" },
    make("thead", {}, row("th", ["Action", ...columns.map(({ name }) => name)])),
    make("tbody", {}, rows)),
  make("p", { class: "soft" }, [...columns.map(({ said }) => said),
    "A full bar is the best of its column, an empty one the worst.",
    more > 0 && `${plural(more, "value")} more ${more === 1 ? "is" : "are"} not `
      + "shown."].filter(Boolean).join(" "))];
}

// ---- Notes ------------------------------------------------------------------

function noteTexts(note) {
  const more = (n, what) => n ? make("li", { class: "soft" },
    `${plural(n, what)} ${n === 1 ? "is" : "are"} not shown.`) : null;
  const worlds = note.worlds || [];
  const items = [(note.texts || []).map((text) =>
    make("li", {}, make("bdi", {}, text))),
  more(note.more_texts, "more text"),
  worlds.map((world) => make("li", {}, "World, hands by seat: ", world)),
  more(note.more_worlds, "more world"), note.left_out ? make("li",
    { class: "soft" }, `${plural(note.left_out, "note")} left out: too many, too `
      + "long, or no legal form.") : null].flat().filter(Boolean);
  return items.length === 0 ? null
    : [make("p", {}, "The bot noted:"), make("ul", { class: "noted" }, items)];
}

// The command that asks a bot for this decision again; null if the file's name
// would have to be quoted.
function askAgain(game, made) {
  if (!game.line || !/^[\w./:,@%+-]+$/.test(game.file)) return null;
  return make("p", { class: "soft" }, "Ask a bot again: ", make("code", {},
    `aurum bot ask BOT --record ${game.file} --at ${game.line}.${made}`));
}

// The values and notes of the decision, under its place.
function insight(show) {
  const { game, line, index } = show;
  const item = line[dueIndex(show)];
  const verdict = dueOf(show, game.verdicts), note = dueOf(show, game.notes);
  if (!note && !(verdict && verdict.values)) return [];
  return [make("h2", {}, `${index === line.length - 1 ? "Last decision"
    : "Decision"} ${item.made}`), make("p", {}, sentence(item.round, item.frame)),
  valueTable(verdict, note, game.suits), note && noteTexts(note),
  askAgain(game, item.made)].flat().filter(Boolean);
}
