// The table: the player from the pages of games, with the actions at the place
// that is shown. The session moves to that place.
import { button, dialog, labelled, select, settled } from "./widgets.js";
import { talk, on, line, said, stop, go as goThere } from "./session.js";
import { openPlay, playTable, leave, resume } from "./play.js";
import { newForm, wanted, chooseSeat, closeForm, showForm } from "./newgame.js";
import { guide } from "./guide.js";
import { linked } from "./places.js";

let actions, answer;
let watch = () => {}; // takes the progress of a line, { done, total }
let moving = Promise.resolve(); // the session's last move to the place shown

// ---- Places -----------------------------------------------------------------

// The place of the session for the one that is shown: the ends of tricks are
// not places of their own there.
function placeShown() {
  const { line: all, index } = show;
  if (index === all.length - 1) return "end";
  for (let i = index; i < all.length - 1; i++) {
    const place = all[i].place;
    if (!/^\d+\.\d+\.end$/.test(place)) return place;
  }
  return "end";
}

function indexOf(now) {
  if (now.is_tip) return show.line.length - 1;
  return Math.max(0, find(show.line, now.at));
}

// Move the session to the place shown. Every line waits for this.
async function moveSession() {
  await moving;
  if (!talk.here || talk.lines > 0 || isPlaying()) return;
  const place = show.line.length > 0 ? placeShown() : "end";
  if (place === (talk.here.is_tip ? "end" : talk.here.at)) return;
  moving = goThere(place);
  await moving;
}

// Called after each step of the player: moves the session once they cease.
const moveSoon = settled(150, () => {
  if (show.line.length > 0) moveSession();
});

// Move the session to the end of its branch, where the person plays.
async function toEnd() {
  go(show.line.length - 1);
  await moving;
  if (talk.here.is_tip) return;
  moving = goThere("end");
  await moving;
}

const isPlaying = () => document.body.classList.contains("playing");

// ---- Acting -----------------------------------------------------------------

function showAnswer(text) {
  answer.replaceChildren(make("pre", {}, linked(text)));
}

// While a line is carried out, the buttons are off. If it takes longer, its progress
// and Stop are shown. Returns a function that ends that.
function underWay() {
  for (const one of actions.querySelectorAll("button, select")) one.disabled = true;
  const bar = make("progress", { "aria-label": "Progress" });
  const timer = setTimeout(() => answer.replaceChildren(make("div",
    { class: "controls work" }, make("span", {}, "running\u2026"), bar,
    button("Stop", stop))), 400);
  watch = ({ done, total }) => {
    bar.max = total;
    bar.value = done;
  };
  return () => {
    clearTimeout(timer);
    watch = () => {};
    for (const one of actions.querySelectorAll("button, select")) {
      one.disabled = false;
    }
  };
}

// Carry out a line from a button and show what it prints.
async function act(text) {
  const focused = document.activeElement.dataset?.key;
  const end = underWay();
  const { text: printed } = await said(text);
  end();
  showAnswer(printed);
  // the buttons are drawn anew; the focus follows, unless it went elsewhere
  if (!focused || document.activeElement !== document.body) return;
  (actions.querySelector(`[data-key="${focused}"]`)
    || actions.querySelector("button"))?.focus();
}

const key = (name, text, typed, title) => button(text, () => act(typed),
  { "data-key": name, title: title || `${text}: types ${typed}` });

// The cards of a bid or play: legal ones play, others say why not.
function cards(now) {
  const kind = now.phase === "bid" ? "bid" : "play";
  const frame = show.line[show.index]?.frame || {};
  const hand = words(frame["hand" + now.turn] || "");
  const gold = [...new Set(words(frame["gold" + now.turn] || ""))];
  const legal = new Set(now.legal.map((action) => action.text));
  const all = sorted(hand.join(" "), show.game.suits)
    .concat(kind === "play" ? gold : []);
  const list = all.map((card) => {
    const text = `${kind} ${card}`;
    return legal.has(text)
      ? button(card, () => act(text), { "data-key": "card", class: "legal",
        "aria-label": `${card}: ${kind} ${cardName(card)}` })
      : button(card, () => act(`why ${card}`), { "data-key": "card",
        class: "illegal", "aria-label": `${card}: why not ${cardName(card)}?` });
  });
  if (legal.has("pass")) list.push(key("pass", "Pass", "pass"));
  return list;
}

// A choice: what is typed for it, and its text for people.
function choice(action) {
  return action.kind === "answer"
    ? [`answer ${action.value}`, String(action.value)]
    : [action.text, `pay ${action.gold}: seat ${action.of} bids ${action.card}`];
}

// Many choices: the changes of a bid, and the answers to a question.
function choices(now) {
  const list = now.legal.filter((action) => action.kind !== "keep");
  const menu = select(list.map(choice), () => {});
  return [list.length < now.legal.length ? key("keep", "Keep the bids", "keep")
    : null,
  list.length > 0 ? labelled("choices",
    now.phase === "ask" ? "Answer" : "Change", menu) : null,
  list.length > 0 ? button("Do it", () => act(menu.value),
    { "data-key": "choice" }) : null];
}

function whatToDo(now) {
  if (show.line.length === 0 || now.phase === "deal") {
    return [make("p", {}, show.line.length === 0 ? "Nothing is dealt yet."
      : "The round is over."), key("step", "Deal", "step")];
  }
  if (now.phase === "over") return [make("p", {}, "The game is over.")];
  const person = now.humans.includes(now.turn);
  const who = person ? `You (seat ${now.turn})`
    : `Seat ${now.turn}, ${now.bots[now.turn - 1] || "played by hand"},`;
  const verb = { bid: "may bid", play: "may play", change: "may change a bid",
    ask: "must answer" }[now.phase];
  return [make("p", { class: "who" }, `${who} ${verb}:`),
    now.question ? make("p", {}, now.question[0]) : null,
    now.problem ? make("p", { class: "bad" }, now.problem) : null,
    make("div", { class: "controls choose" }, now.problem
      ? "Mend the house rule and start a new game." : now.legal.length === 0
      ? "It is another seat's turn." : now.phase === "bid"
        || now.phase === "play" ? cards(now) : choices(now))];
}

function branches(now) {
  const own = now.branches.filter((one) => one.game === now.number);
  if (now.branches.length < 2) return null;
  const menu = select(now.branches.map((one) => [String(one.id),
    (one.game === now.number ? "" : `game ${one.game}, `)
    + `branch ${one.name}`]), () => act(`switch ${menu.value}`));
  menu.value = String(now.branches.find((one) => one.current).id);
  const other = own.find((one) => !one.current);
  return make("span", { class: "choice" }, labelled("branch", "Branch", menu),
    other ? key("compare", "Compare", `compare ${other.id} ${menu.value}`)
      : null);
}

function drawActions(now) {
  const bots = now.turn > 0 && !now.humans.includes(now.turn);
  actions.replaceChildren(...[...whatToDo(now),
    make("div", { class: "controls" },
      make("span", { class: "soft" }, "Bots:"),
      bots ? key("ask", "Ask its bot", "ask", "What would its bot do here?")
        : null,
      now.turn > 0 ? key("all", "Ask all bots", "ask all") : null,
      now.humans.length === 1 ? button("Play on", resume) : null,
      now.humans.length > 0 ? key("hint", "Hint", "hint") : null,
      now.humans.length > 0 ? key("undo", "Undo", "undo") : null,
      make("span", { class: "soft" }, "play a"), key("step", "Step", "step"),
      key("trick", "Trick", "trick"), key("round", "Round", "round"),
      key("game", "Game", "game")),
    make("div", { class: "controls" },
      make("span", { class: "soft" }, "Study:"),
      key("judge", "Judge", "judge", "Which decisions cost points?"),
      key("worst", "Costliest move", "worst"), branches(now)),
  ].filter(Boolean));
}

// ---- A new game -------------------------------------------------------------

async function newGame() {
  const { variant, players, seed, bots, human } = await wanted();
  closeForm();
  // the drawn table replaces the one that the REPL prints at a person's turn
  if (human) await line("brief on");
  await act(["new", variant, players, seed ? `seed=${seed}` : "",
    `bots=${bots.join(",")}`, human ? `human=${human}` : "; step"]
    .filter(Boolean).join(" "));
  // the button was hidden with the form: the focus moves to the first action
  if (document.activeElement === document.body
    || document.activeElement.getClientRects().length === 0) {
    (isPlaying() ? parts.acts : actions).querySelector(
      "button:not(:disabled)")?.focus();
  }
}

// ---- The pane ---------------------------------------------------------------

function showTable(now) {
  const before = show.game && show.viewer;
  for (const game of now.games) {
    game.person = now.humans.length === 1 ? now.humans[0] : 0;
  }
  setData(now);
  choose(0);
  if (before && !show.game.seat && before <= show.game.players) {
    parts.view.value = String(before);
    setViewer(before);
  }
  if (!playTable(now, indexOf(now))) go(indexOf(now));
  drawActions(now);
}

// A game for a person who presses "Play a game": against the bots of the last such
// game, or against some that are quick.
export async function playNow() {
  chooseSeat(["greedy", "lowball", "counter", "greedy"]);
  await newGame();
}

// Show the table again: the pane is in sight now, or the person leaves.
export function redraw() {
  if (talk.here) showTable(talk.here);
}

// A rule in a dialog: the table stays.
export function quoteRule(number) {
  const rule = document.getElementById(`rule-${number}`)
    || document.getElementById(`rule-${number.split(".")[0]}`);
  const words = (rule?.textContent || "There is no such rule.").split(
    /(\(\d+\.\d+\))/);
  dialog(`Rule ${number}`, (close) => [make("p", {}, words.map((part) =>
    /^\(\d+\.\d+\)$/.test(part) ? ["(", button(part.slice(1, -1), () => {
      close();
      quoteRule(part.slice(1, -1));
    }, { class: "link" }), ")"] : part)), button("Close", close)]);
}

// A game with new cards, the same rules and bots; or with the same deal, the person
// at the next seat.
async function again(sameDeal) {
  const { variant, players, bots, humans } = talk.here;
  const seed = sameDeal ? (await said("=session.seed")).text.replaceAll('"', "")
    : "";
  const seat = sameDeal ? humans[0] % players + 1 : humans[0];
  await line(["new", variant, players, seed && `seed=${seed}`,
    `bots=${bots.map((name) => name || "greedy").join(",")}`, `human=${seat}`]
    .filter(Boolean).join(" "));
}

export function openGame(pane, share, start) {
  const root = make("div", { id: "player" });
  pane.append(make("h2", { class: "hidden" }, "Table"), newForm(newGame), root);
  openPlayer(root, pane, { games: [{ players: 4, names: [], side_of: [],
    result: "" }] }, moveSoon);
  actions = make("section", { class: "actions", "aria-label":
    "What to do here" });
  answer = make("div", { class: "answer", "aria-live": "polite" });
  parts.more.append(actions, answer);
  openPlay({ openRule: quoteRule, stop, redraw, toEnd, again, share, guide, start,
    change() {
      leave();
      showForm();
    } });
  on("before", moveSession);
  on("news", (value) => watch(value));
  on("table", showTable);
  on("here", drawActions);
}
