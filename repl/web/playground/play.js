// A person at the table: the table fills the window, the own cards are the
// controls, and what the bots did is shown step by step. Every action is a line
// for the session, as in the other panes.
import { button, labelled, select, dialog } from "./widgets.js";
import { talk, said } from "./session.js";
import { withRules } from "./markdown.js";
import { roundSheet, closeSheet } from "./sheets.js";
import { fly, mark, dropAt } from "./motion.js";
import { openDrag } from "./drag.js";
import { aside } from "./aside.js";
import { toYou } from "./toyou.js";
import * as keep from "./storage.js";

const rests = { b: 500, c: 1300, p: 650, x: 700, a: 800, r: 1000, t: 1500, e: 0 };
const paces = { 1: "normal", 1.8: "slow", 0.4: "fast", 0: "at once" };
const stops = { then: "if the bid cannot be met", always: "before each trick",
  never: "only when I say" };
const confirms = { bid: "a bid", all: "a bid or a card", none: "nothing" };
const alones = { auto: "by itself", press: "when I press it" };

// `shown` is the frame that the person has seen last, `tip` that of the session;
// `draft` what is chosen of a bid or its change; `wants` a change before the next
// trick; `refused` is why the last action was not carried out, `back` opens the sheet
// again from which the person looks back.
const at = { seat: 0, shown: 0, tip: 0, timer: 0, game: "", left: "", draft: {},
  wants: false, sheet: "", busy: false, forced: false, answer: {}, refused: "",
  back: null };
let hooks; // as openPlay takes them
const held = -2; // the timer while the guide holds the game

const settings = () => ({ pace: "1", stop: "then", confirm: "bid", alone: "auto",
  ...keep.getData("play") });
const confirmed = (kind) => settings().confirm === "all"
  || settings().confirm === kind;
const isOpen = () => document.body.classList.contains("playing");
const isMoving = () => at.shown < at.tip || at.timer === held;
const frame = () => show.line[at.shown].frame;
const legal = () => talk.here.legal;
const isMine = () => !at.busy && !isMoving() && talk.here.turn === at.seat
  && legal().length > 0;
const has = (text) => legal().some((action) => action.text === text);

// ---- Words ------------------------------------------------------------------

// Words that do not fit their box get smaller; then the trick before is left out, and
// the last event.
const levels = ["tight", "tighter", "short", "brief"];

function fit() {
  const box = parts.status, room = box.parentElement.clientHeight - 6;
  box.classList.remove(...levels);
  for (const one of levels) {
    if (box.getBoundingClientRect().height <= room) return;
    box.classList.add(one);
  }
}

function say(...list) {
  parts.status.replaceChildren(...list.flat().filter(Boolean));
  fit();
}

// Says why an action was refused: the words stay until the person acts.
function refuse(text) {
  at.refused = text;
  say(make("span", { class: "bad" }, withRules(text, hooks.openRule)));
}

// How the trick before ended, and how the own side's bids were changed, before the
// last event and after the person's last step: these sentences were in sight for a
// moment only.
function before(index) {
  const list = [], side = show.game.side_of[at.seat - 1];
  for (let i = index - 1; i > 0; i--) {
    const { round, frame: { step }, frame } = show.line[i];
    const [kind, seat] = words(step);
    if (kind === "e" || kind !== "t" && kind !== "k" && Number(seat) === at.seat) break;
    if (kind === "t" || kind === "c" && show.game.side_of[seat - 1] === side) {
      list.unshift(toYou(sentence(round, { ...frame, why: "" })));
    }
    if (kind === "t") break;
  }
  return list.join(" ");
}

// Says the last event, and what the person may do.
function tell(hint) {
  let index = at.shown;
  while (show.line[index].frame.step[0] === "k") index--;
  const item = show.line[index], past = hint ? before(index) : "";
  const done = toYou(sentence(item.round, item.frame))
    + (at.forced && item.frame.step.startsWith(`p ${at.seat} `)
      ? " It was the only card that you may play." : "");
  say(past && make("span", { class: "soft past" }, past, " "),
    make("span", { class: hint ? "soft event" : "" },
    withRules(done, hooks.openRule)), hint ? [" ", make("b", {},
    hint.split(/( \([^)]*\))/).map((part, i) => i % 2 === 0 ? part
      : make("span", { class: "event" }, part)))] : "");
}

// ---- Own cards --------------------------------------------------------------

const phases = { bid: "bid", play: "play", change: "change", ask: "answer" };

// The change of a bid that is chosen so far, as far as it fits the legal ones.
function changes() {
  const { gold, card, of } = at.draft;
  return legal().filter((action) => action.kind === "change"
    && (!gold || String(action.gold) === gold)
    && (!card || String(action.card) === card)
    && (!of || action.of === of));
}

function choose(part, value) {
  closeSheet();
  at.refused = "";
  at.draft = { ...at.draft, [part]: at.draft[part] === value ? null : value };
  draw();
}

// The meaning of an own card: how it looks, its name, the action of a press.
function cardAction(card) {
  const { phase } = talk.here;
  const name = cardName(card);
  const picked = Object.values(at.draft).includes(card);
  if (phase === "change") {
    const part = card[0] === "G" ? "gold" : "card";
    return { look: picked ? "legal picked" : "legal", action: () =>
      choose(part, card), label: `${card}: ${part === "gold" ? "pay" : "lay"} ${
      name}${picked ? ", chosen" : ""}` };
  }
  if (phase === "ask") {
    const answer = legal().find((action) => String(action.value) === card);
    return answer && { look: "legal", label: `${card}: answer ${name}`,
      action: () => act(`answer ${card}`) };
  }
  const verb = phases[phase];
  if (!has(`${verb} ${card}`) && !has(`${verb} -${card}`)) {
    return { look: "off", label: `${card}: why not ${name}?`,
      action: () => why(card) };
  }
  if (phase === "bid") {
    return { look: picked ? "legal picked" : "legal", label: `${card}: bid ${name}`,
      action: () => picked || !confirmed("bid") ? act(`bid ${card}`)
        : choose("card", card) };
  }
  return { look: picked ? "legal picked" : "legal", label: `${card}: play ${name}`,
    action: () => picked || !confirmed("play") ? act(`play ${card}`)
      : choose("card", card) };
}

// An own card that was dragged to the table: it is laid at once. In a change of
// bids the place tells which bid it replaces. Returns false if it may not be laid.
function dropped(card, under, box) {
  const { phase } = talk.here;
  if (!isMine()) return false;
  if (phase === "change") {
    const seat = under.map((one) => one.closest(".seat")?.getAttribute(
      "aria-label").replace("Seat ", "")).find(Boolean);
    const of = legal().find((action) => String(action.of) === seat)?.of;
    at.draft[card[0] === "G" ? "gold" : "card"] = card;
    if (of) at.draft.of = of;
    draw();
    return true;
  }
  const action = phase === "ask" ? `answer ${card}` : `${phases[phase]} ${card}`;
  if (!legal().some(({ text, value }) => text === action
    || phase === "ask" && String(value) === card)) {
    if (phase !== "ask") why(card);
    return false;
  }
  dropAt(box);
  act(action);
  return true;
}

// A bid card that may be replaced is a control too.
function bidAction(seat) {
  if (talk.here.phase !== "change" || !legal().some((action) =>
    action.of === seat)) return null;
  const picked = at.draft.of === seat;
  return { look: picked ? "legal picked" : "legal",
    action: () => choose("of", seat),
    label: `${seat === at.seat ? "Your bid" : `Bid of seat ${seat}`}, to replace${
      picked ? ", chosen" : ""}` };
}

const press = (card, seat) => !isOpen() || !isMine() ? null
  : seat === undefined ? cardAction(card) : bidAction(seat);

async function why(card) {
  const { text } = await said(`why ${card}`);
  refuse(capital(text.replace(/^no, /, "")).replace(/\.?$/, "."));
  mark(parts.own.querySelector(`[data-card="${card}"]`));
}

// ---- Actions ----------------------------------------------------------------

// Carry out a line of the person, again as long as `more()` is true.
function act(text, more) {
  at.refused = "";
  return carryOut(text, more);
}

async function carryOut(text, more = () => false) {
  closeSheet();
  at.forced = false;
  at.draft = {};
  if (aside.now?.answer) return aside.now.answer(text);
  at.busy = true;
  parts.stage.dataset.state = "moving";
  const thinking = setTimeout(() => {
    say("The bots are thinking\u2026 ", button("Stop", hooks.stop,
      { class: "main" }));
  }, 700);
  let answer;
  do answer = await said(text); while (!answer.failed && more());
  clearTimeout(thinking);
  at.busy = false;
  if (answer.failed) at.refused = answer.text;
  follow();
  if (document.activeElement === document.body
    || document.activeElement.getClientRects().length === 0) focusFirst();
  return undefined;
}

function focusFirst() {
  (parts.own.querySelector("button.legal") || parts.board.querySelector("button")
    || parts.acts.querySelector("button"))?.focus({ preventScroll: true });
}

// True if no cards that are left can make the side take exactly its bid.
function isLost() {
  const now = frame(), need = now["need" + show.game.side_of[at.seat - 1]];
  const left = words(now["hand" + at.seat]).length
    + words(now["gold" + at.seat]).length;
  return need < 0 || need > left;
}

const goldNow = () => words(frame()["gold" + at.seat]).length;

// True if the person has kept a bid that cannot be met, in this round and with as
// much gold as now: the question would be the same.
const hasAnswered = () => at.answer.round === frame().round
  && goldNow() <= at.answer.gold;

// Bids are kept without a question, but where the person wants one.
function keepsBid() {
  const { stop } = settings();
  return !hooks.guide.asks(at) && !aside.now?.answer
    && talk.here.phase === "change" && !at.wants
    && (stop === "never" || stop === "then" && (!isLost() || hasAnswered()));
}

// True if the guide says what to press: the line below the table does not.
const isGuided = () => hooks.guide.advised(at) !== "";

const main = (text, action, more) => button(text, action,
  { class: "main", ...more });

// "a, b, and c"
const listed = (list) => list.length < 3 ? list.join(" and ")
  : `${list.slice(0, -1).join(", ")}, and ${list.at(-1)}`;

function changeActs() {
  const { gold, card, of } = at.draft;
  const list = changes();
  const one = gold && card && list.length === 1 ? list[0] : null;
  const bid = (seat) => frame()["bid" + seat];
  tell(one ? `Pay ${gold}: ${card} takes the place of ${one.of === at.seat
    ? "your" : `seat ${one.of}'s`} bid ${bid(one.of)}.`
    : isGuided() ? "" : `Change a bid: press ${listed([!gold && "a gold card",
      !card && "a new bid card", !of && legal().some((action) => action.of
        && action.of !== at.seat) && "the bid to replace (yours or your partner's)",
    ].filter(Boolean)) || "another card"}.`);
  return [button("Keep", () => {
    at.wants = false;
    at.answer = { round: frame().round, gold: goldNow() };
    act("keep");
  }),
    main("Change", () => { at.wants = false; act(one.text); },
      { disabled: !one })];
}

function bidActs() {
  const { card } = at.draft;
  const intro = frame().round === 1 && !isGuided() && aside.now?.intro?.();
  tell(card ? `Bid ${card}?` : isGuided() ? "" : intro || "Choose the card to bid: its "
    + "rank is the number of tricks.");
  return [has(`bid -${card}`) ? main("Bid 0", () => act(`bid -${card}`)) : null,
    main(card ? `Bid ${card.slice(1)}` : "Bid", () => act(`bid ${card}`),
      { disabled: !card || !has(`bid ${card}`) })];
}

function askActs() {
  tell(talk.here.question?.[0]);
  const held = words(frame()["hand" + at.seat]);
  return legal().filter(({ value }) => !held.includes(String(value))).map(
    ({ value }) => button(String(value), () => act(`answer ${value}`)));
}

// Why no bid can be changed before the next trick; "" if one can.
function whyNoChange() {
  const { ["gold" + at.seat]: gold, ["hand" + at.seat]: hand } = frame();
  return gold === "" ? "Changing a bid costs a gold card, and you have none (RULES 5.4)."
    : hand === "" ? "You have no card left to lay as a new bid (RULES 5.4)." : "";
}

// A change before the next trick can be asked for at any time.
const changeBid = () => button("Change bid", () => {
  const reason = at.wants ? "" : whyNoChange();
  at.refused = "";
  at.wants = !at.wants && !reason;
  draw();
  if (reason) refuse(reason);
  else if (at.wants) tell("You are asked before the next trick, and can change it then.");
}, { "aria-pressed": String(at.wants), title: "Before the next trick" });

// What the person may do in a trick.
function playWords() {
  const { card } = at.draft;
  if (card) return `Play ${card}? Press it again.`;
  if (isGuided()) return "";
  const ends = "A pass ends the round (RULES 8.1).";
  return !has("pass") ? "Your turn: play a card." : legal().length === 1
    ? `You cannot play a card, so you must pass. ${ends}`
    : `No card of your hand fits: play gold, or pass. ${ends}`;
}

function playActs() {
  tell(playWords());
  return [has("pass") ? main("Pass", () => act("pass")) : null, changeBid()];
}

// True if the play that is due is the only one, and plays itself.
const isOnly = () => talk.here.phase === "play" && talk.here.turn === at.seat
  && legal().length === 1 && settings().alone === "auto" && !has("pass")
  && !document.body.classList.contains("guiding");

const acts = { bid: bidActs, change: changeActs, ask: askActs, play: playActs };

// The end of a round, or of the game: a sheet, once.
function ended() {
  const { phase } = talk.here;
  tell("");
  const other = aside.now?.end?.(show.line[at.tip], phase === "over");
  if (other) return other;
  const again = () => roundSheet({ over: phase === "over", seat: at.seat,
    item: show.line[at.tip], next: () => act("step"), ...hooks,
    look: (index) => lookBack(index, () => !again()) });
  const key = `${at.game} ${show.line.length}`;
  if (at.sheet !== key) {
    at.sheet = key;
    setTimeout(() => {
      if (isOpen() && at.sheet === key && !isMoving()) again();
    }, settings().pace === "0" ? 0 : 900);
  }
  return [button("Score", again), phase === "over"
    ? main("New game", () => hooks.again(false)) : main("Next round", () => act("step"))];
}

function draw() {
  drawTable(show.game, frame(), isMoving() ? turnAt(show.line, at.shown)
    : talk.here.turn);
  const name = aside.now?.name?.(frame().round);
  if (name) {
    const where = parts.board.querySelector(".where");
    where.textContent = where.textContent.replace(/Round \d+/, name);
    where.classList.add("named");
  }
  const { phase, problem } = talk.here;
  let list = at.timer === -1 ? (tell(""), []) : isMoving() || at.busy ? (tell(""), phase === "play"
    && frame().trick > 0 ? [changeBid()] : [])
    : phase === "deal" || phase === "over" ? ended()
    : problem ? (say(problem), []) : isMine() ? acts[phase]() : (tell(""), []);
  if (aside.now?.draw && isMine()) list = aside.now.draw(list, say);
  if (at.refused && !isMoving()) refuse(at.refused);
  parts.stage.dataset.state = at.timer === -1 ? "deal" : at.timer === held ? "held"
    : isMoving() || at.busy ? "moving" : phase;
  const focused = document.activeElement.textContent;
  const had = parts.acts.contains(document.activeElement);
  const many = list.length > 3; // answers lie where the trick will be
  if (many) {
    parts.board.querySelector(".centre").append(make("div",
      { class: "answers" }, list));
  }
  parts.acts.replaceChildren(...aside.now?.draw ? [] : [button("Menu", menu)],
    ...many ? [] : list.filter(Boolean));
  if (had) {
    ([...parts.acts.children].find((one) => one.textContent === focused
      && !one.disabled) || parts.acts.lastChild).focus();
  }
  hooks.guide.shows(at, isMine() && !keepsBid());
}

// ---- What happens -----------------------------------------------------------

const ends = (index) => show.line[index].frame.step === "e" && index < at.tip;

// True if the guide holds the game at the step shown, which is drawn then; the trick
// stays where it is.
function holds() {
  if (!hooks.guide.holds(at)) return false;
  at.timer = held;
  draw();
  return true;
}

// Go on after the guide has held the game.
export function goOn() {
  if (at.timer !== held) return;
  at.timer = 0;
  if (!holds()) advance();
}

// Show all steps, or those until the guide holds the game.
function showAll() {
  clearTimeout(at.timer);
  at.timer = 0;
  while (isMoving()) {
    at.shown++;
    if (ends(at.shown)) return endRound();
    if (holds()) return undefined;
  }
  return settle();
}

// Open the sheet of a round that has ended: the game waits until it is closed, by
// "Next round" or a press beside it.
function endRound(index = at.shown) {
  const item = show.line[index];
  const box = aside.now?.sheet?.(item) || roundSheet({ ...hooks, item,
    seat: at.seat, next: () => {},
    look: (place) => lookBack(place, () => {
      endRound(index);
      return true;
    }) });
  at.timer = -1;
  draw();
  box.querySelector(".main")?.focus({ preventScroll: true });
  box.addEventListener("close", () => {
    if (at.timer !== -1) return;
    at.timer = 0;
    if (!isOpen()) return;
    advance();
    if (document.activeElement === document.body) focusFirst();
  });
}

// Show the next step; then the one after a rest.
function advance() {
  clearTimeout(at.timer);
  at.timer = 0;
  if (!isOpen()) return;
  const pace = Number(settings().pace);
  if (pace === 0) {
    showAll();
    return;
  }
  while (isMoving()) {
    at.shown++;
    const kind = frame().step[0];
    if (!(kind in rests)) continue;
    if (holds()) return;
    draw();
    if (ends(at.shown)) {
      endRound();
      return;
    }
    fly(frame(), show.game, at.seat);
    if (isMoving()) {
      at.timer = setTimeout(advance, rests[kind] * pace);
      return;
    }
  }
  settle();
}

function settle() {
  if (at.busy) return draw();
  if (keepsBid() && isMine()) return carryOut("keep");
  if (isOnly() && isMine()) {
    const playing = carryOut(legal()[0].text);
    at.forced = true;
    return playing;
  }
  if (talk.here.phase === "change") at.wants = true;
  draw();
  return undefined;
}

function follow() {
  if (!at.timer) advance();
}

// A press anywhere ends the waiting.
function skip(event) {
  if (!isOpen() || !isMoving() || at.timer === held
    || document.querySelector("dialog:modal")
    || event.target.closest?.(".guide, .part-acts, dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  if (at.timer !== -1 || !closeSheet()) showAll();
}

// ---- Coming and going -------------------------------------------------------

// Called with each new table, and the frame of its session's place. Returns true
// if the person plays at it.
export function playTable(now, tip) {
  const game = `${now.number} ${now.variant}`;
  const plays = now.humans.length === 1 && !now.problem
    && at.left !== game && document.body.dataset.pane === "game";
  document.body.classList.toggle("playing", plays);
  show.press = plays ? press : null;
  show.near = now.humans.length === 1 ? now.humans[0] : 0;
  if (plays || at.left !== game) document.body.classList.remove("looking");
  if (!plays) {
    closeSheet();
    delete parts.stage.dataset.state;
    return false;
  }
  at.seat = now.humans[0];
  if (at.game !== game || at.shown > tip) {
    Object.assign(at, { shown: at.game === "" || at.game === game ? tip : 0,
      wants: false, draft: {}, answer: {}, refused: "", back: null });
    clearTimeout(at.timer);
    at.timer = 0;
    closeSheet();
  }
  at.tip = tip;
  at.game = game;
  if (at.busy || at.timer === -1) draw();
  else follow();
  return true;
}

// The next session is one that the person has seen, or a place of one: its steps are
// not shown again.
export function forget() {
  clearTimeout(at.timer);
  Object.assign(at, { timer: 0, game: "", sheet: "" });
  closeSheet();
}

// Show the session's place at once.
export function showNow() {
  if (isOpen()) showAll();
}

// Leave the table: the game can be studied there.
export function leave() {
  Object.assign(at, { left: at.game, back: null });
  clearTimeout(at.timer);
  at.timer = 0;
  document.body.classList.remove("playing");
  delete parts.stage.dataset.state;
  show.press = null;
  closeSheet();
  hooks.redraw();
}

// Look back at the game, from its start or another place: the window has the table
// and the lists beside it alone. `back` opens the sheet that led here, and returns
// true if the game waits until that is closed.
export function lookBack(index = 0, back = null) {
  leave();
  at.back = back;
  document.body.classList.add("looking");
  go(index);
  parts.next.focus();
}

// Return to the table from a look back: to the sheet that led to it, if one did.
export function resume() {
  const { back } = at;
  Object.assign(at, { left: "", back: null });
  document.body.classList.remove("looking");
  if (back) at.timer = -1;
  hooks.redraw();
  if (isOpen()) focusFirst();
  if (back && !(isOpen() && back())) advance();
}

// Go on with the game after a look back, wherever the look has ended.
export async function goOnPlaying() {
  await hooks.toEnd();
  resume();
}

function menu() {
  const now = settings();
  const setting = (name, label, options) => {
    const control = select(Object.entries(options), () =>
      keep.putData("play", { ...settings(), [name]: control.value }));
    control.value = now[name];
    return make("p", {}, labelled(`play-${name}`, label, control));
  };
  const closes = (close, action) => () => { close(); action(); };
  dialog("Menu", (close) => [setting("pace", "Bots act", paces),
    setting("stop", "Ask to change the bid", stops),
    setting("confirm", "Press twice for", confirms),
    setting("alone", "The only legal card is played", alones),
    make("div", { class: "controls" },
      button("Take back", closes(close, () => act("undo", () => keepsBid() || isOnly()))),
      button("Hint", closes(close, hint)),
      button("New game", closes(close, () => hooks.again(false)),
        { title: "New cards, the same rules and bots" }),
      button("Other rules or bots", closes(close, hooks.change)),
      button("Look back", closes(close, () => lookBack())),
      button("Study this game", closes(close, leave)),
      button("Start page", closes(close, hooks.start)),
      button("Back to the table", close))]);
}

async function hint() {
  const { text } = await said("hint");
  draw();
  const [advice] = text.split("\n");
  say(make("b", {}, "Hint: "), advice);
  for (const card of advice.match(/\b[A-Z]\d+\b/g) || []) {
    parts.own.querySelector(`[data-card="${card}"]`)?.classList.add("advised");
  }
}

// Arrows go along the cards, digits press them.
function onKey(event) {
  if (!isOpen() || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && closeSheet()) focusFirst();
  if (event.target.closest("dialog, select, input")) return;
  event.stopPropagation();
  const cards = [...parts.own.querySelectorAll(".own-cards button")];
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const number = "1234567890".indexOf(event.key);
  if (isMoving() && ["Enter", " "].includes(event.key)) {
    skip(event);
  } else if (step && cards.length > 0) {
    event.preventDefault();
    const here = cards.indexOf(document.activeElement);
    cards[here < 0 ? 0 : (here + step + cards.length) % cards.length].focus();
  } else if (number >= 0 && cards[number]) {
    event.preventDefault();
    cards[number].click();
  }
}

// `given`: { openRule, change, again, share, start, stop, redraw, toEnd, guide }; the last with
// holds(at), advised(at), asks(at) and shows(at, isMine) (guide.js).
export function openPlay(given) {
  hooks = given;
  openDrag(dropped);
  parts.stage.querySelector(".bar").append(button("Close", goOnPlaying,
    { class: "look-end" }));
  document.addEventListener("keydown", onKey, true);
  window.addEventListener("resize", () => { if (isOpen()) fit(); });
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("click", (event) => {
    if (isOpen() && isMoving()) skip(event);
  }, true);
}
