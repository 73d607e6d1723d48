// The lists beside the table: moves by round and trick, scores, and verdicts.
// With a seat's view they end at the place shown, because a seat does not know
// what comes.

const marks = { inaccuracy: "?!", mistake: "?", blunder: "??", unsure: "(?)" };

const isDecision = (kind) => "bkcpxa".includes(kind);

// The places of a round as the REPL's `goto` names them. Item i of `at` is the
// place of frame i: the next decision's, or its trick's end. Item i of
// `of` is the place of the decision that step i made, "" for other steps.
function placesOf(round, frames) {
  const at = [], of = [""];
  let counts = {}, last = "";
  frames.slice(1).forEach((frame, i) => {
    const kind = frame.step[0];
    const trick = kind === "b" || kind === "r" ? 0
      : kind === "a" ? Number(words(frame.step)[2]) : frames[i].trick;
    if (String(trick) !== last) counts = { c: 0, p: 0, a: 0 };
    last = String(trick);
    const key = kind === "k" || kind === "c" ? "c" : kind === "a" ? "a" : "p";
    if (isDecision(kind)) counts[key]++;
    const play = !isDecision(kind) ? "end"
      : (key === "p" ? "" : key) + counts[key];
    at.push(`${round.number}.${trick}.${play}`);
    of.push(isDecision(kind) ? at[i] : "");
  });
  at.push(`${round.number}.end`);
  return { at, of };
}

// A move in a few letters: "3 Z7", "3 pays G0, lays S6 for 1", "3 passes".
function shortMove(frame) {
  const [kind, seat, card, second, of] = words(frame.step);
  if (kind === "b" || kind === "p") return `${seat} ${card}`;
  if (kind === "a") return `${seat} answers ${frame.answer}`;
  if (kind === "c") {
    return `${seat} pays ${card}, lays ${second}`
      + (of === seat ? "" : ` for ${of}`);
  }
  return `${seat} ${kind === "x" ? "passes" : "keeps"}`;
}

// The rounds of a game as lists of moves. `go(index)` shows a frame: that before a
// move, where its verdict stands. `until` is the last frame that may be listed.
function moveList(show, go) {
  const { game, line, index } = show;
  const until = show.viewer || game.seat ? index : line.length - 1;
  const listed = {}; // buttons by frame
  const rounds = [];
  let rows = null, row = null, trick = null;
  for (let i = 0; i <= until; i++) {
    const item = line[i];
    const kind = item.frame.step[0] || "";
    if (kind === "") {
      rows = make("ol", {});
      rounds.push(make("details", { open: item.round === line[index].round },
        make("summary", {}, `Round ${item.round.number}`), rows));
      trick = null;
    }
    if (kind === "t" && item.frame.done.award !== "") {
      row.append(` \u2605${item.frame.done.award} to ${item.frame.done.taker}`);
    }
    if (!isDecision(kind) || kind === "") continue;
    const verdict = game.verdicts[item.made];
    const seen = verdict && canSee(show, verdict) && verdict.mark;
    if (kind === "k" && !seen) continue;
    const number = item.made.split(".")[1];
    if (number !== trick) {
      trick = number;
      row = make("li", {}, make("span", { class: "soft" },
        trick === "0" ? "Bids " : `Trick ${trick} `));
      rows.append(row);
    }
    listed[i] = make("button", { type: "button", "data-at": i, tabindex: -1,
      onclick: () => go(i - 1) }, shortMove(item.frame), seen
      ? make("span", { class: verdict.bad ? "bad" : "soft" },
        " " + verdict.mark) : null);
    row.append(listed[i]);
  }
  // the decision due, or else the last one before that is listed
  const current = listed[dueIndex(show)] || listed[Object.keys(listed)
    .findLast((at) => at <= index)];
  if (current) set(current, { "aria-current": "step", tabindex: 0 });
  return rounds;
}

// A seat sees the verdicts on its own decisions only: others tell of its hand.
function canSee(show, verdict) {
  const viewer = show.viewer || show.game.seat;
  return !viewer || verdict.seat === viewer;
}

const row = (name, cells) => make("tr", {}, cells.map((cell, i) =>
  make(name, { scope: name === "th" && "col" }, String(cell), i < 0)));

// The scores of the finished rounds up to the place shown, and their heading.
function scores(show) {
  const { game, line, index } = show;
  const limited = show.viewer || game.seat;
  const body = [];
  const sides = [...new Set(game.side_of)].sort();
  const total = Object.fromEntries(sides.map((side) => [side, 0]));
  for (const round of game.rounds) {
    const last = line.findLastIndex((item) => item.round === round);
    if (!round.score || limited && last > index) continue;
    for (const side of sides) {
      const part = (name) => round.score[name][side - 1];
      total[side] += part("points");
      body.push(row("td", [side === sides[0] ? round.number : "", side,
        part("bid"), part("taken"), part("bid_points"), part("gold_points"),
        part("points"), total[side]]));
    }
  }
  if (body.length === 0) return [];
  return [make("h2", {}, "Scores"), make("div", { class: "scroll",
    tabindex: 0, role: "region",
    "aria-label": "Scores" }, make("table", {},
    make("thead", {}, row("th", ["Round", "Side", "Bid", "Taken", "For bid",
      "For gold", "Points", "Total"])), make("tbody", {}, body)))];
}

// The costliest decisions of the game that may be seen, as links to the places
// where they are shown.
function costliest(show, number) {
  const { game, line, index } = show;
  const limited = show.viewer || game.seat;
  const items = line.flatMap((item, at) => {
    const verdict = game.verdicts[item.made];
    return verdict && verdict.bad && canSee(show, verdict)
      && (!limited || at <= index) ? [{ item, verdict }] : [];
  }).sort((a, b) => b.verdict.loss - a.verdict.loss).slice(0, 6);
  if (items.length === 0) return [];
  return [make("h2", {}, "Costliest moves"), make("ol", { class: "costly" },
    items.map(({ item, verdict }) => make("li", {},
      make("a", { href: `#${number}.${item.made}` },
        `${item.made}: seat ${shortMove(item.frame)}`),
      make("span", { class: "bad" }, ` ${verdict.mark}`),
      ` loses ${verdict.loss.toFixed(1)}`)))];
}

// The comment on the place shown, if there is one; `last` is true at the end.
function comment(show, last) {
  const comments = show.game.comments || {};
  const text = comments[show.line[show.index].place]
    || last && comments.end;
  return text ? make("p", { class: "verdict" }, make("bdi", {}, text)) : null;
}
