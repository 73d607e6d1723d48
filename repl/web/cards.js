// Elements of the page, and cards. A suit has a letter, a shape and a colour; a
// screen reader hears the card's name.

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

// The shape of a suit, in its colour.
function suitShape(letter, suits) {
  const index = suitIndex(letter, suits);
  return svg("svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" },
    svg("path", { d: letter === "G" ? star : shapes[index] || star,
      stroke: index === 7 ? "currentColor" : "none", "stroke-width": 2,
      "fill-rule": "evenodd" }));
}

// The parts of a drawn card: its rank, its letter and its shape. `suits` are the
// letters of the game's suits in order.
function cardFace(card, suits) {
  const plain = bare(card);
  return card === "?" ? [] : [make("b", {}, plain.slice(1)),
    make("i", {}, plain[0]), suitShape(plain[0], suits)];
}

// The attributes of the element of a card: a picture or a button.
function cardLook(card, suits, more = "") {
  const kind = card === "?" ? " back" : bare(card)[0] === "G" ? " gold" : "";
  return { class: `card${kind}${card.startsWith("-") ? " down" : ""}${more}`,
    style: card !== "?" && `--k: ${suitColour(bare(card)[0], suits)}` };
}

function drawCard(card, suits) {
  return make("span", { ...cardLook(card, suits), role: "img",
    "data-card": card, "aria-label": cardName(card) }, cardFace(card, suits));
}

// Cards by suit and rank, gold last.
function sorted(cards, suits) {
  const key = (card) => (suits + "G").indexOf(card[0]) * 100
    + Number(card.slice(1));
  return words(cards).sort((a, b) => key(a) - key(b));
}

// A card that is a control: { look, label, action }; a picture without one.
function cardControl(card, suits, control) {
  return control ? make("button", { type: "button",
    ...cardLook(card, suits, " " + control.look), "data-card": card,
    "aria-label": control.label, onclick: control.action },
  cardFace(card, suits)) : drawCard(card, suits);
}

// A hand as a line of text, a shape before the ranks of its suit; one back stands
// for the cards that are not seen.
function cardLine(cards, suits, label, hidden) {
  let last = "";
  const items = sorted(cards, suits).map((card) => {
    const first = card[0] !== last;
    last = card[0];
    return make("li", {}, make("span", { role: "img", class: "small-card",
      "data-card": card, style: `--k: ${suitColour(card[0], suits)}`,
      "aria-label": cardName(card) },
    first ? suitShape(card[0], suits) : null, card.slice(1)));
  });
  if (hidden > 0) {
    items.push(make("li", {}, make("span", { class: "card back", role: "img",
      "aria-label": `${hidden} cards not seen` }, make("b", {}, hidden))));
  }
  return make("ul", { class: "cards", "aria-label": label }, items);
}
