// Motion at the table: a card flies from its seat, the gold to its taker, the
// trick to its winner. Nothing does if the reader wants no motion.

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const centre = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
};

let dropped = null; // where a card that was dragged has been let go

// The next own card comes from a place in the window, { x, y, width }.
export const dropAt = ({ left, top, width, height }) => {
  dropped = { x: left + width / 2, y: top + height / 2, width };
};

// Let an element come from the place of another.
function comeFrom(element, other, duration = 260, delay = 0, place = null) {
  if (!element || !other || still()) return;
  const to = centre(element), from = place || centre(other);
  element.animate([{ transform: `translate(${from.x - to.x}px, ${
    from.y - to.y}px) scale(${Math.min(1, from.width / to.width, 0.8)})` },
  { transform: "none" }], { duration, delay, fill: "backwards",
    easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
}

const seatBox = (seat) => document.querySelector(
  `.stage [aria-label="Seat ${seat}"] dl`)?.closest(".board .seat, .own-facts")
  || document.querySelector(".stage .own-facts");

// Show the step of a frame, which is drawn.
export function fly(frame, game, near) {
  const [kind, ...args] = words(frame.step);
  const place = (seat) => (seat - near + game.players) % game.players + 1;
  const own = Number(args[0]) === near;
  const from = own ? dropped : null;
  if (own) dropped = null;
  if (kind === "p") {
    comeFrom(document.querySelector(`.trick .at-${place(args[0])} .card`),
      own ? document.querySelector(".own-cards") : seatBox(args[0]), 260, 0,
      from);
  }
  if (kind === "b" || kind === "c") {
    const seat = kind === "c" ? args[3] : args[0];
    const box = seatBox(seat);
    comeFrom(box?.querySelector("dl .card"), own
      ? document.querySelector(".own-cards") : box, 260, 0, from);
  }
  if (kind === "t" && args[2]) {
    const box = args[3] === String(near) ? document.querySelector(
      ".own-cards .golds") : seatBox(args[3])?.querySelector(".golds");
    const card = [...box?.querySelectorAll(".card") || []].findLast((one) =>
      one.querySelector("b").textContent === args[2].slice(1));
    comeFrom(card, document.querySelectorAll(".rack > span")[
      args[2].slice(1)], 420, 500);
  }
  if (kind === "t" && args[0] !== "0") gather(seatBox(args[0]));
}

// The trick gathers at its winner and fades.
function gather(box) {
  if (!box || still()) return;
  const to = centre(box);
  for (const card of document.querySelectorAll(".trick .card")) {
    const from = centre(card);
    card.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${
      to.x - from.x}px, ${to.y - from.y}px) scale(0.3)`, opacity: 0.2 }],
    { duration: 420, delay: 1000, easing: "ease-in", fill: "forwards" });
  }
}

// A card that may not be played shakes once.
export function mark(card) {
  if (!card) return;
  card.classList.add("wrong");
  if (still()) return;
  card.animate([{ translate: 0 }, { translate: "-4px" }, { translate: "4px" },
    { translate: 0 }], { duration: 320 });
}
