// Going through games: the controls, the keyboard, and places, which are named
// "#GAME.ROUND.TRICK.PLAY" as in the REPL's `goto`: the position before that
// decision, whose verdict and notes stand there.

let data = { games: [] }; // what openPlayer was given
let drawn = () => {}; // called with the name of the place after each drawing

// What is shown: the game, the viewer (0: all hands open), the line of all its
// frames as { round, frame, place, made }, and the index of the one shown.
// A page may add `near`, the seat shown nearest, and `press`, that of ownCards; and
// to a game `person`, the seat that the reader plays.
const show = { game: null, viewer: 0, line: [], index: 0, timer: null };
const parts = {}; // elements that are filled again at each step

function lineOf(game, viewer) {
  const line = [];
  for (const round of game.rounds) {
    const frames = framesOf(game, round, viewer);
    const places = placesOf(round, frames);
    frames.forEach((frame, i) => line.push({ round, frame,
      place: places.at[i], made: places.of[i] }));
  }
  return line;
}

// The seat that acts next: the next step's, if it is a decision; at the end of
// the line, the seat on turn of a game that goes on.
function turnAt(line, index) {
  const next = line[index + 1];
  if (!next) return show.game.turn || 0;
  if (!isDecision(next.frame.step[0] || " ")) return 0;
  return Number(words(next.frame.step)[1]);
}

// ---- Showing a place --------------------------------------------------------

function draw() {
  const { game, line, index } = show;
  if (line.length === 0) return;
  const item = line[index];
  const last = index === line.length - 1;
  parts.status.textContent = sentence(item.round, item.frame)
    + (last && game.result ? " " + capital(game.result) : "");
  parts.judged.replaceChildren(verdictWords(show));
  drawTable(game, item.frame, turnAt(line, index));
  pointOut(show);
  parts.verdict.replaceChildren(...[verdictBox(show),
    comment(show, last)].filter(Boolean));
  parts.insight.replaceChildren(...insight(show));
  drawMoves();
  parts.scores.replaceChildren(...scores(show));
  drawGraph(parts.graph, show, go);
  parts.costly.replaceChildren(...costliest(show,
    data.games.indexOf(game) + 1));
  parts.accuracy.replaceChildren(...accuracy(show));
  parts.luck.replaceChildren(...luck(show));
  const stop = stops().findLastIndex((at) => at <= index);
  parts.slider.value = stop;
  parts.slider.setAttribute("aria-valuetext",
    `Round ${item.frame.round}, trick ${item.frame.trick}`);
  for (const name of ["first", "back"]) parts[name].disabled = index === 0;
  for (const name of ["next", "last"]) parts[name].disabled = last;
  drawn(`#${data.games.indexOf(game) + 1}.${item.place}`);
}

// The board and the viewer's seat, which stay elements of the page. The focus
// stays at its card, or near it.
function drawTable(game, frame, turn) {
  const focused = document.activeElement;
  const cards = [...parts.own.querySelectorAll("button")];
  const at = cards.indexOf(focused);
  const viewer = show.viewer || game.seat || 0;
  const [middle, own] = board(game, frame, viewer, show.near || viewer || 1, turn,
    show.press);
  parts.board.replaceChildren(middle);
  parts.own.replaceChildren(own);
  if (at < 0) return;
  const now = [...parts.own.querySelectorAll("button")];
  (now.find((one) => one.dataset.card === focused.dataset.card)
    || now[Math.min(at, now.length - 1)])?.focus();
}

function drawMoves() {
  const focused = document.activeElement;
  const at = parts.moves.contains(focused) && focused.dataset.at;
  const open = [...parts.moves.children].map((child) => child.open);
  parts.moves.replaceChildren(...moveList(show, go));
  [...parts.moves.children].forEach((child, i) => {
    child.open = child.open || open[i] === true;
  });
  if (at) {
    const button = parts.moves.querySelector(`[data-at="${at}"]`);
    if (button) button.focus();
  }
}

function go(index) {
  show.index = Math.max(0, Math.min(index, show.line.length - 1));
  draw();
}

// The frames at which the slider stops: the first of each trick, and the ends
// of rounds.
function stops() {
  const trick = (item) => item.place.split(".").slice(0, 2).join(".");
  return show.line.flatMap((item, i) => i === 0
    || trick(item) !== trick(show.line[i - 1]) ? [i] : []);
}

function setViewer(viewer) {
  show.viewer = viewer;
  parts.head.replaceChildren(...head(show.game, viewer).flat()
    .filter(Boolean));
  show.line = lineOf(show.game, viewer);
  parts.slider.max = Math.max(stops().length - 1, 0);
  draw();
}

// ---- Places -----------------------------------------------------------------

// The index of a place such as "2.5.3", "2.5", "start" or "end", as tables write it
// with "at:" in front or without; -1 if it does not exist.
function find(line, text) {
  const place = text.replace(/^at:/, "");
  if (place === "" || place === "start") return line.length > 0 ? 0 : -1;
  if (place === "end") return line.length - 1;
  const exact = line.findIndex((item) => item.place === place);
  return exact >= 0 ? exact
    : line.findIndex((item) => item.place.startsWith(place + "."));
}

// Go to the place that the page's address names.
function goToHash() {
  let text = location.hash.slice(1);
  try { text = decodeURIComponent(text); } catch { /* taken as it is */ }
  const [number, ...rest] = text === "" ? ["1"] : text.split(".");
  const game = data.games[Number(number) - 1];
  parts.wrong.textContent = "";
  if (!game) {
    choose(0);
    parts.wrong.textContent = `This page has no game ${number}; it has `
      + `${plural(data.games.length, "game")}.`;
    return;
  }
  if (game !== show.game) choose(data.games.indexOf(game));
  const at = find(show.line, rest.join("."));
  if (at < 0 && rest.length > 0) {
    parts.wrong.textContent = `Game ${number} has no place ${rest.join(".")}.`;
  }
  go(Math.max(at, 0));
}

// ---- Jumps ------------------------------------------------------------------

const jumps = {
  "trick won": (item) => item.frame.step.startsWith("t "),
  "change of bid": (item) => item.frame.step.startsWith("c "),
  award: (item) => Boolean(item.frame.done && item.frame.done.award),
  "round's end": (item) => item.frame.step === "e",
  mistake: (_, i) => { // before it is made
    const next = show.line[i + 1];
    const verdict = next && show.game.verdicts[next.made];
    return Boolean(verdict && verdict.bad && canSee(show, verdict));
  },
};

function jump(forward) {
  const wanted = jumps[parts.kind.value];
  const step = forward ? 1 : -1;
  for (let i = show.index + step; i >= 0 && i < show.line.length; i += step) {
    if (wanted(show.line[i], i)) return go(i);
  }
  parts.wrong.textContent = `No ${parts.kind.value} `
    + `${forward ? "after" : "before"} this place.`;
  return undefined;
}

// ---- Playing ----------------------------------------------------------------

function stop() {
  clearInterval(show.timer);
  show.timer = null;
  parts.play.textContent = "Play";
}

function play() {
  if (show.timer) return stop();
  if (show.index === show.line.length - 1) go(0);
  parts.play.textContent = "Pause";
  show.timer = setInterval(() => {
    go(show.index + 1);
    if (show.index === show.line.length - 1) stop();
  }, 1000 / Number(parts.speed.value));
  return undefined;
}

// ---- The page ---------------------------------------------------------------

function button(name, text, title, action) {
  parts[name] = make("button", { type: "button", title, "aria-label": title,
    onclick: () => { parts.wrong.textContent = ""; action(); } }, text);
  return parts[name];
}

function choice(name, label, options, action) {
  parts[name] = make("select", { id: name, onchange: action }, options.map(
    ([value, text]) => make("option", { value }, text)));
  return make("span", { class: "choice" }, make("label", { for: name }, label),
    parts[name]);
}

// The bar above the table: buttons and the slider.
function bar() {
  return make("div", { class: "bar" }, make("div", { class: "steps",
    role: "group", "aria-label": "Going through the game" },
  button("first", "|\u25c0", "First step (Home)", () => go(0)),
  button("back", "\u25c0", "One step back (left arrow)",
    () => go(show.index - 1)),
  button("next", "\u25b6", "One step forward (right arrow)",
    () => go(show.index + 1)),
  button("last", "\u25b6|", "Last step (End)",
    () => go(show.line.length - 1)),
  button("play", "Play", "Play or pause (space)", play)), parts.slider);
}

// The table, as high as the window: the bar, the board, what the last step did,
// and the viewer's cards.
function stage() {
  return make("div", { class: "stage" }, bar(), parts.board,
    make("div", { class: "now" }, parts.status, parts.judged, parts.place), parts.acts,
    parts.own);
}

function controls() {
  return make("div", { class: "controls" },
  choice("speed", "Speed", [["1", "normal"], ["0.5", "slow"], ["3", "fast"],
    ["10", "very fast"]], () => { if (show.timer) { stop(); play(); } }),
  choice("kind", "Jump to", Object.keys(jumps).filter((name) =>
    name !== "mistake" || data.judge).map((name) => [name, name]), () => {}),
  make("span", { class: "choice" },
    button("jumpBack", "\u2190", "Previous one", () => jump(false)),
    button("jumpOn", "\u2192", "Next one", () => jump(true))),
  make("span", {}, parts.viewChoice));
}

// What is said above the table. A seat knows neither the seed, from which the
// deals follow, nor the messages of other seats' faults.
function head(game, viewer) {
  const file = game.line ? `${game.file}:${game.line}` : game.file || "";
  return [
    make("p", { class: "wide" }, game.title
      ? `${game.title}, ${game.players} players. ` : null,
      game.seat ? `As seat ${game.seat} saw it: hidden cards are not in this `
        + "page. " : !viewer && game.seed !== undefined ? ["Seed ",
          make("bdi", {}, game.seed), ". "] : null,
      make("span", { class: "soft" }, make("bdi", {}, file))),
    game.problem ? make("p", { class: "problem wide" },
      `Not a valid game: ${game.problem}`) : null,
    (game.faults || []).map((fault) => make("p", { class: "problem wide" },
      viewer && fault.seat !== viewer || !fault.full ? fault.brief
        : fault.full)),
    game.notes_problem ? make("p", { class: "problem wide" },
      `The notes of bots are left out: ${game.notes_problem}`) : null,
    game.notes_left ? make("p", { class: "soft wide" }, "The notes on "
      + `${plural(game.notes_left, "decision")} are left out: they are too long `
      + "for this page.") : null,
  ];
}

// Show another game from its beginning.
function choose(index) {
  if (show.timer) stop();
  show.game = data.games[index];
  show.viewer = 0;
  if (parts.games) parts.games.value = String(index);
  const game = show.game;
  parts.stage.hidden = parts.rest.hidden = game.rounds.length === 0;
  const views = [["0", "All hands open"]];
  for (let seat = 1; seat <= (game.players || 0); seat++) {
    views.push([String(seat), `As seat ${seat} saw it`]);
  }
  parts.viewChoice.replaceChildren(...(game.seat ? [] : [choice("view", "View",
    views, () => setViewer(Number(parts.view.value)))]));
  show.index = 0;
  setViewer(0);
}

function onKey(event) {
  const target = event.target.tagName;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (["SELECT", "INPUT", "TEXTAREA"].includes(target)) return;
  const keys = { ArrowLeft: () => go(show.index - 1),
    ArrowRight: () => go(show.index + 1), Home: () => go(0),
    End: () => go(show.line.length - 1) };
  if (target !== "BUTTON" && target !== "SUMMARY") keys[" "] = play;
  if (!keys[event.key]) return;
  event.preventDefault();
  parts.wrong.textContent = "";
  keys[event.key]();
}

function gameChoice() {
  const names = (game) => !game.names ? "not valid"
    : game.line ? [...new Set(game.names)].join(", ") : game.file;
  return data.games.length < 2 ? null : make("div", { class: "controls" },
    choice("games", "Game", data.games.map((game, i) => [String(i),
      `${i + 1}: ${names(game).slice(0, 60)}`]),
    () => choose(Number(parts.games.value))));
}

function build(root) {
  for (const name of ["head", "more", "board", "own", "acts", "verdict", "moves",
    "scores", "insight", "graph", "costly", "accuracy", "luck"]) {
    parts[name] = make("div", { class: "part-" + name });
  }
  parts.viewChoice = make("span");
  parts.wrong = make("p", { class: "wide", role: "alert" });
  parts.place = make("a", { title: "The address of this place, to share" });
  parts.judged = make("p", { class: "judged" });
  parts.status = make("p", { class: "status", "aria-live": "polite" });
  parts.slider = make("input", { type: "range", min: 0, value: 0,
    "aria-label": "Trick", oninput: () => go(stops()[parts.slider.value]) });
  const list = gameChoice();
  parts.stage = stage();
  parts.rest = make("div", {}, controls(), parts.verdict, parts.insight,
    parts.graph, parts.costly, make("h2", {}, "Moves"), parts.moves,
    parts.scores, parts.accuracy, parts.luck);
  root.replaceChildren(make("div", { class: "columns" }, parts.stage,
    make("div", { class: "side-lists" }, parts.more, make("div", {},
      list, parts.head, parts.wrong), parts.rest)));
}

// The games to show: { judge, games }. Frames and verdicts may be left out.
function setData(games) {
  data = games;
  for (const game of data.games) {
    game.verdicts = game.verdicts || {};
    game.rounds = game.rounds || [];
  }
}

// Put the player into the element `root`. Keys are those pressed in `keys`.
// `parts.more`, below the bar, is for what a page adds.
function openPlayer(root, keys, games, onDraw) {
  setData(games);
  drawn = onDraw;
  build(root);
  keys.addEventListener("keydown", onKey);
  window.addEventListener("resize", () => {
    if (show.line.length > 0 && !show.press) pointOut(show);
  });
  window.addEventListener("beforeprint", () => { // all moves on paper
    for (const round of parts.moves.children) round.open = true;
  });
}
