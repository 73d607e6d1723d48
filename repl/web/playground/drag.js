// Own cards that are dragged, by mouse, pen or finger. A press that moves takes
// the card along; let go above the hand, the card is laid. Anywhere else it
// returns. Presses without a drag stay presses.
import { still } from "./motion.js";

const slack = 8; // pixels that a press may move

let held = null; // { card, element, id, x, y, moves } from the press on
let swallow = false; // until the next press: a drag's last click is not one

const tops = () => document.querySelector(".own-cards").getBoundingClientRect().top;
const board = () => document.querySelector(".stage .board");

function follow({ clientX, clientY }) {
  held.element.style.translate = `${clientX - held.x}px ${clientY - held.y}px`;
  board()?.classList.toggle("over", clientY < tops());
}

// Let the card go. Returns what was held.
function release() {
  const was = held;
  held = null;
  board()?.classList.remove("over");
  was.element.classList.remove("dragged");
  return was;
}

// The card goes back to its place.
function giveBack({ element }) {
  const from = element.style.translate;
  element.style.translate = "";
  if (!still()) {
    element.animate([{ translate: from }, { translate: "0 0" }],
      { duration: 200, easing: "ease-out" });
  }
}

function onDown(event) {
  const element = event.target.closest?.(".playing .own-cards button.card");
  swallow = false;
  if (!element || !event.isPrimary || event.button !== 0) return;
  held = { card: element.dataset.card, element, id: event.pointerId,
    x: event.clientX, y: event.clientY, moves: false };
}

function onMove(event) {
  if (held?.id !== event.pointerId) return;
  if (!held.element.isConnected) {
    release();
  } else if (held.moves) {
    follow(event);
  } else if (Math.hypot(event.clientX - held.x, event.clientY - held.y) > slack) {
    held.moves = true;
    held.element.setPointerCapture(held.id);
    held.element.classList.add("dragged");
    follow(event);
  }
}

function cancel() {
  if (!held) return;
  const was = release();
  if (!was.moves) return;
  swallow = true;
  giveBack(was);
}

// `drop(card, under, box)` lays the card and returns true, or says why it may not be
// laid. `under` are the elements at the place, `box` is where the card was.
export function openDrag(drop) {
  document.addEventListener("pointerdown", onDown);
  document.addEventListener("pointermove", onMove);
  document.addEventListener("pointercancel", cancel);
  document.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const was = release();
    if (!was.moves) return;
    swallow = true;
    const { clientX, clientY } = event;
    if (!was.element.isConnected) return;
    const box = was.element.getBoundingClientRect();
    if (clientY >= tops() || !drop(was.card,
      document.elementsFromPoint(clientX, clientY), box)) giveBack(was);
  });
  document.addEventListener("click", (event) => {
    if (!swallow || event.detail === 0) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held?.moves) cancel();
  }, true);
}
