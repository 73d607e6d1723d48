// Looking back: at a decision that lost points, the card that was played wears
// its mark, the better one a ring, and an arrow leads from one to the other.

// The cards of an action as text, and the seat whose bid it replaces.
function actionCards(text) {
  const [kind, card, lays, , of] = words(text || "");
  return kind === "change" ? { cards: [card, lays], of }
    : kind === "bid" || kind === "play" ? { cards: [bare(card)] } : { cards: [] };
}

// The drawn cards of an action in a seat's hand and gold, and the bid it replaces.
function drawnCards(seat, text) {
  const { cards, of } = actionCards(text);
  const box = (number) => parts.stage.querySelector(
    `.seat[aria-label="Seat ${number}"]`);
  const find = (place, card) => place?.querySelector(`[data-card="${card}"]`);
  return [...cards.map((card) => [".own-cards", ".cards", ".golds"].map((part) =>
    find(box(seat)?.querySelector(part), card)).find(Boolean)),
  of && box(of)?.querySelector("dl .card")].filter(Boolean);
}

// A curve from the middle of a card to that of another, below their ranks, inside
// of `box`.
function arrow(box, from, to) {
  const { left, top } = box.getBoundingClientRect();
  const place = (card) => {
    const it = card.getBoundingClientRect();
    return [it.left + it.width / 2 - left, it.top + it.height * 0.55 - top];
  };
  const [x, y] = place(from), [u, v] = place(to);
  const far = Math.hypot(u - x, v - y) || 1;
  const side = u >= x ? 1 : -1; // the curve passes above the cards
  const cx = (x + u) / 2 + (v - y) / far * 9 * side;
  const cy = (y + v) / 2 - Math.abs(u - x) / far * 9;
  const turn = Math.atan2(v - cy, u - cx);
  const wing = (angle) => `${u - 11 * Math.cos(turn + angle)} ${
    v - 11 * Math.sin(turn + angle)}`;
  return svg("svg", { class: "arrow", "aria-hidden": "true" },
    svg("path", { d: `M${x} ${y}Q${cx} ${cy} ${u} ${v}` }),
    svg("path", { d: `M${wing(0.5)}L${u} ${v}L${wing(-0.5)}` }));
}

// Mark the cards of the decision due at the place shown. Marks that are there are
// drawn anew.
function pointOut(show) {
  for (const old of parts.stage.querySelectorAll(".arrow, .own-cards .pill")) {
    old.remove();
  }
  const verdict = dueOf(show, show.game.verdicts);
  if (!verdict || !verdict.better || show.index === show.line.length - 1) return;
  const [made] = drawnCards(verdict.seat, verdict.done);
  const best = drawnCards(verdict.seat, verdict.better);
  for (const card of best) card.classList.add("better");
  const own = parts.own.querySelector(".own-cards");
  made?.classList.add("made");
  if (!own?.contains(made)) return;
  made.after(make("span", { class: "pill" }, verdict.mark));
  const to = best.filter((card) => own.contains(card)).at(-1);
  if (to && to !== made) own.append(arrow(own, made, to));
}

// "?? S6 loses 3.2; better: P4", for the words of the table.
function verdictWords(show) {
  const verdict = dueOf(show, show.game.verdicts);
  if (!verdict || !verdict.better || show.index === show.line.length - 1) return "";
  const named = (text) => actionText(text, show.game.suits);
  return make("span", {}, " Next: ", make("b", {
    class: verdict.bad ? "bad" : "" }, named(verdict.done), " ", verdict.mark),
  ` loses ${verdict.loss.toFixed(1)}; better: `, make("b", {},
    named(verdict.better)), ".");
}
