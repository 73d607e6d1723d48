// Elements of the page, and cards drawn as SVG. A suit has a letter, a shape and
// a colour; a screen reader hears the card's name.

const svgSpace = "http://www.w3.org/2000/svg";

function set(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const child of [children].flat(Infinity)) {
    if (child != null && child !== false) element.append(child);
  }
  return element;
}

// An element with attributes and children (elements, texts, lists, null).
function make(name, attributes, ...children) {
  return set(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
  return set(document.createElementNS(svgSpace, name), attributes, children);
}

const shapes = [ // of the suits B, C, P, S, Z, then others; 10 by 10 around 0
  "M-5-5H5V5H-5ZM-2-2V2H2V-2Z", "M0-5A5 5 0 1 0 .01-5Z", "M0-5 5 5H-5Z",
  "M0-6 5 0 0 6-5 0Z", "M-5-3H5V3H-5Z", "M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2Z",
  "M0 6C-9-1-3-8 0-3 3-8 9-1 0 6Z", "M-5-5 5 5M-5 5 5-5",
];
const star = "M0-6 1.8-1.9 6-1.9 2.7 1 4 5.5 0 2.8-4 5.5-2.7 1-6-1.9-1.8-1.9Z";
const suitNames = { B: "Bismuth", C: "Copper", P: "Phosphorus", S: "Silver",
  Z: "Zinc", G: "Gold" };

function cardName(card) {
  if (card === "?") return "a card face down";
  if (card.startsWith("-")) return cardName(card.slice(1)) + ", face down for 0";
  return `${suitNames[card[0]] || card[0]} ${card.slice(1)}`;
}

// The number of a suit's shape and colour: its own in all rules.
function suitIndex(letter, suits) {
  const known = "BCPSZ";
  if (known.includes(letter)) return known.indexOf(letter);
  const others = [...suits].filter((one) => !known.includes(one));
  return known.length + others.indexOf(letter) % (shapes.length - known.length);
}

const suitColour = (letter, suits) => letter === "G" ? "var(--gold)"
  : `var(--suit-${suitIndex(letter, suits) + 1})`;

// A card as SVG. `suits` are the letters of the game's suits in order.
function drawCard(card, suits) {
  const back = card === "?";
  const plain = bare(card);
  const gold = plain[0] === "G";
  const index = suitIndex(plain[0], suits);
  const colour = suitColour(plain[0], suits);
  const kind = back ? " back" : gold ? " gold" : "";
  return svg("svg", { class: "card" + kind, viewBox: "0 0 36 50", role: "img",
    "aria-label": cardName(card) },
  svg("rect", { x: 1, y: 1, width: 34, height: 48, rx: 5, "stroke-width": 1.5 }),
  back ? svg("path", { d: "M9 12 27 38M27 12 9 38",
    stroke: "var(--card-line)", "stroke-width": 2 }) : [
    svg("text", { x: 18, y: 20, fill: colour, "aria-hidden": "true" },
      plain.slice(1)),
    svg("path", { d: gold ? star : shapes[index] || star, fill: colour,
      stroke: index === 7 ? colour : "none", "stroke-width": 2,
      transform: "translate(11 36)", "fill-rule": "evenodd" }),
    svg("text", { x: 25, y: 41, class: "letter", fill: colour,
      "aria-hidden": "true" }, plain[0]),
  ]);
}

// Cards by suit and rank, gold last.
function sorted(cards, suits) {
  const key = (card) => (suits + "G").indexOf(card[0]) * 100
    + Number(card.slice(1));
  return words(cards).sort((a, b) => key(a) - key(b));
}

// A list of cards; `hidden` cards more are drawn as backs and named once.
function cardList(cards, suits, label, hidden = 0) {
  const items = sorted(cards, suits).map((card) =>
    make("li", {}, drawCard(card, suits)));
  for (let i = 0; i < hidden; i++) {
    const back = drawCard("?", suits);
    if (i === 0) back.setAttribute("aria-label", `${hidden} cards not seen`);
    items.push(make("li", { "aria-hidden": i > 0 && "true" }, back));
  }
  return make("ul", { class: "cards", "aria-label": label }, items);
}
