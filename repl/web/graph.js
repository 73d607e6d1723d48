// The expected points of a round over its tricks, as SVG: a line for each side,
// with the range of the results around it, and marks at costly moves.

const graphSize = { width: 380, height: 210, left: 34, right: 44, top: 12,
  bottom: 46 };
const dashes = ["", "7 3", "2 3", "9 3 2 3", "1 4", "12 4"];

// The points of the round shown: { at, place, sides } up to the place `until`.
function outlookPoints(show, until) {
  const { game, line, index } = show;
  const points = [];
  line.forEach((item, at) => {
    const sides = (game.outlook || {})[item.place];
    if (sides && at <= until && item.round === line[index].round) {
      points.push({ at, place: item.place, sides });
    }
  });
  return points;
}

// Costly moves of the round shown: { at, mark }.
function costly(show, until) {
  const { game, line, index } = show;
  return line.map((item, at) => ({ at, item })).filter(({ at, item }) => {
    const verdict = game.verdicts[item.made];
    return at <= until && item.round === line[index].round && verdict
      && verdict.bad && canSee(show, verdict);
  }).map(({ at, item }) => ({ at: at - 1,
    mark: game.verdicts[item.made].mark }));
}

function axes(x, y, low, high, points) {
  const { width, height, left, right, bottom } = graphSize;
  const parts = [];
  const apart = [1, 2, 5, 10, 20, 50, 100].find((step) =>
    (high - low) / step <= 6) || 1000;
  for (let value = Math.ceil(low / apart) * apart; value <= high;
    value += apart) {
    parts.push(svg("line", { x1: left, x2: width - right, y1: y(value),
      y2: y(value), stroke: "var(--line)" }),
    svg("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" },
      String(value)));
  }
  points.forEach((point, i) => {
    const trick = point.place.split(".")[1];
    if (points.length > 8 && i % 2 === 1) return;
    parts.push(svg("text", { x: x(point.at), y: height - bottom + 16,
      "text-anchor": "middle" }, trick === "0" ? "bids" : trick));
  });
  return parts;
}

function sideLine(points, side, x, y) {
  const colour = `var(--suit-${side + 1})`;
  const band = points.map((p) => `${x(p.at)},${y(p.sides[side][2])}`).concat(
    points.slice().reverse().map((p) => `${x(p.at)},${y(p.sides[side][1])}`));
  return [
    svg("polygon", { points: band.join(" "), fill: colour,
      "fill-opacity": 0.13 }),
    svg("polyline", { points: points.map((p) =>
      `${x(p.at)},${y(p.sides[side][0])}`).join(" "), fill: "none",
    stroke: colour, "stroke-width": 2.5, "stroke-dasharray": dashes[side] }),
  ];
}

// The names of the lines, right of them and a line of text apart.
function sideNames(last, y) {
  const { width, height, right, bottom } = graphSize;
  const list = last.sides.map((one, side) => ({ side, at: y(one[0]) + 4 }))
    .sort((a, b) => a.at - b.at);
  list.forEach((one, i) => {
    if (i > 0) one.at = Math.max(one.at, list[i - 1].at + 13);
  });
  list.reverse().forEach((one, i) => {
    one.at = Math.min(one.at, i > 0 ? list[i - 1].at - 13 : height - bottom);
  });
  return list.map(({ side, at }) => svg("text", { x: width - right + 5, y: at,
    style: `fill: var(--suit-${side + 1})` }, `side ${side + 1}`));
}

// The parts of the graph: its points, scales and sides; null where nothing is known,
// or while a seat's view is on: an onlooker's estimate tells of hidden cards.
function graphOf(show) {
  if (show.viewer) return null;
  const isAll = !show.game.seat || show.near && show.game.result;
  const until = isAll ? show.line.length - 1 : show.index;
  const whole = outlookPoints(show, show.line.length - 1);
  const points = whole.filter(({ at }, i) => i === 0 || at <= until);
  if (points.length === 0) return null;
  const all = points.flatMap((point) => point.sides.flatMap((one) =>
    [one[1], one[2]]));
  const low = Math.floor(Math.min(...all)), high = Math.ceil(Math.max(...all));
  const { width, height, left, right, top, bottom } = graphSize;
  const first = points[0].at;
  const span = Math.max(1, whole.at(-1).at - first);
  const x = (at) => left + (Math.max(0, Math.min(at - first, span))) / span
    * (width - left - right);
  const y = (value) => top + (high - value) / Math.max(1, high - low)
    * (height - top - bottom);
  return { points, low, high, x, y, first, span, bad: costly(show, until) };
}

function graphPicture(show, { points, low, high, x, y, bad }) {
  const { width, height, top, bottom } = graphSize;
  const spoken = points[0].sides.map((_, side) => `side ${side + 1}: `
    + points.map((point) => point.sides[side][0]).join(", ")).join("; ");
  return svg("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`,
    role: "img", "aria-label": `By trick, ${spoken}` },
  axes(x, y, low, high, points),
  points[0].sides.map((_, side) => sideLine(points, side, x, y)),
  sideNames(points.at(-1), y),
  bad.map(({ at, mark }, i) => svg("text", { x: x(at),
    y: height - 4 - 12 * (i % 2), class: "bad", "text-anchor": "middle" },
  mark)),
  svg("line", { x1: x(show.index), x2: x(show.index), y1: top,
    y2: height - bottom, stroke: "var(--turn)", "stroke-width": 2 }),
  svg("circle", { cx: x(show.index), cy: height - bottom, r: 5,
    fill: "var(--turn)" }));
}

// Draw the graph into `box`; over it lies a slider that goes to a place of the
// round. The slider stays the same element, so that it can be dragged.
function drawGraph(box, show, go) {
  const found = graphOf(show);
  if (!found) {
    box.replaceChildren();
    return;
  }
  if (!box.firstChild) {
    box.append(make("h2", {}, "Expected points of the round"),
      make("div", { class: "scrubbed" }, make("div", {}), make("input", {
        type: "range", class: "scrub", "aria-label": "Place in the round",
        oninput: (event) => go(Number(event.target.value)) })),
      make("p", { class: "soft" }));
  }
  const [picture, slider] = box.children[1].children;
  picture.replaceChildren(graphPicture(show, found));
  Object.assign(slider, { min: found.first, max: found.first + found.span,
    value: show.index });
  const at = found.points.findLast((point) => point.at <= show.index)
    || found.points[0];
  slider.setAttribute("aria-valuetext", `${at.place}: ${at.sides.map(
    ([mean], side) => `side ${side + 1} ${mean}`).join(", ")}`);
  box.lastChild.textContent = "Press or drag to go to a place. Lines: mean of "
    + "playouts. Bands: the middle 80 % of their results."
    + (found.bad.length > 0 ? " Below: costly moves." : "");
}

// A figure and its interval: "87 (80 to 93)"; "-" without a decision.
const figure = (own) => own ? `${own.figure.toFixed(0)} (${own.low.toFixed(0)} `
  + `to ${own.high.toFixed(0)})` : "-";
const short = (own) => own ? own.figure.toFixed(0) : "-";

// The accuracy of each seat's decisions. A seat's own is known at the end.
function accuracy(show) {
  const list = show.game.accuracy || [];
  const last = show.index === show.line.length - 1;
  if (show.viewer || show.game.seat && !last || list.length === 0) return [];
  const body = list.map(({ seat, of }) => row("td", [seat,
    figure(of.all), of.all ? of.all.lost.toFixed(2) : "-", short(of.bid),
    short(of.change), short(of.play)]));
  return [make("h2", {}, "Accuracy"), make("div", { class: "scroll",
    tabindex: 0, role: "region", "aria-label": "Accuracy" }, make("table", {},
    make("thead", {}, row("th", ["Seat", "All", "Lost each", "Bids", "Changes",
      "Plays"])), make("tbody", {}, body))),
  make("p", { class: "soft" }, "100 is no loss; each point of the mean loss "
    + "halves it. Brackets: 95 % intervals.")];
}

// The luck of the deals, a row a side, for the rounds up to the place shown.
function luck(show) {
  if (show.viewer || !show.game.luck || show.game.luck.length === 0) return [];
  const body = show.game.luck.flatMap(({ round, sides }) =>
    sides.map(([worth, error], side) => row("td", [side === 0 ? round : "",
      side + 1, `${worth >= 0 ? "+" : ""}${worth.toFixed(1)} \u00b1 ${
        error.toFixed(1)}`])));
  return [make("h2", {}, "Luck of the deals"),
    make("table", {}, make("thead", {}, row("th", ["Round", "Side",
      "Points above the mean"])), make("tbody", {}, body))];
}
