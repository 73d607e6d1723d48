// The front door: what the game is, in one sentence, and the ways in. The way that
// was taken last comes first. The door is drawn before the engine has started; what
// is pressed until then is done as soon as it has.
import { button } from "./widgets.js";
import * as keep from "./storage.js";

const claim = "Say how many tricks you will take, then take exactly that many. Low "
  + "cards earn gold, and gold beats every other card.";
const fan = ["B9", "C3", "G5", "P1", "S8", "Z10"];
const ways = [
  ["play", "Play", "A card game for you and a partner against two bots. The first "
    + "round explains itself."],
  ["bot", "Write a bot", "A few lines of Lua, then hundreds of games in seconds."],
  ["rule", "Change a rule", "Change a number, and see what it does to the game."],
];
let state, more, latest, started, isReady = false;

// Do what is pressed, once the engine has started.
async function enter(name, action) {
  if (name) keep.putData("door", { last: name });
  if (!isReady) state.textContent = "Starting the engine\u2026";
  await started;
  action();
}

// The picture above the ways: a hand with gold in it.
function picture() {
  return make("div", { class: "fan", "aria-hidden": "true" }, fan.map((card, i) => {
    const drawn = drawCard(card, "BCPSZ");
    drawn.style.setProperty("--turned", `${(i - 2.5) * 7}deg`);
    drawn.style.setProperty("--sunk", `${(i - 2.5) ** 2 * 0.1}rem`);
    return drawn;
  }));
}

// Fill the door. `acts` has an action for each way; `start` is a promise that the
// engine has started.
export function openDoor(box, acts, start) {
  started = start;
  const { last } = keep.getData("door");
  const list = [...ways].sort((a, b) => (b[0] === last) - (a[0] === last));
  state = make("p", { role: "status", class: "soft" });
  more = make("div", { class: "more-ways" });
  latest = make("div");
  box.append(picture(), make("p", { id: "door", class: "claim" }, claim), latest,
    make("div", { id: "ways" }, list.map(([name, title, text], i) =>
      make("button", { type: "button", class: `way${i === 0 ? " main" : ""}`,
        "aria-describedby": `way-${name}`, onclick: () => enter(name, acts[name]) },
      make("b", {}, title), make("span", { id: `way-${name}`,
        "aria-hidden": "true" }, text)))),
    more, state);
  started.then(() => {
    isReady = true;
    state.textContent = "";
  });
}

// A smaller way in; `name` is that of the way it belongs to, if any.
export function addWay(text, action, name) {
  const control = button(text, () => enter(name, action));
  more.append(control);
  return control;
}

// Offer what the first press of "Play" does not do: a game without the guide, or later
// the guided round again.
export function offerOther(text, action) {
  more.querySelector(".learn")?.remove();
  more.prepend(make("button", { type: "button", class: "learn",
    onclick: () => enter("play", action) }, text));
}

// Offer to go on with a game before all other ways; "Play" says that it takes its
// place. Without a text, nothing is offered.
export function offerGame(text, action) {
  const play = document.getElementById("way-play");
  play.textContent = text ? "A new game, in place of the one under way."
    : ways.find(([name]) => name === "play")[2];
  latest.replaceChildren(...text ? [make("button", { type: "button",
    class: "way main go-on", onclick: () => enter("play", action) },
  make("b", {}, text))] : []);
  document.querySelector("#ways button").classList.toggle("main", !text);
}
