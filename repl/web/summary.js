// The head of a page of games: the result of the game shown, and a table of all
// games in which each row opens its game.

// The points of each side in all rounds that are scored.
const pointsOf = (game) => [...new Set(game.side_of)].sort().map((side) =>
  game.rounds.reduce((sum, round) =>
    sum + (round.score ? round.score.points[side - 1] : 0), 0));

// The players of each side: "greedy", or "greedy, lowball" of two bots.
const playersOf = (game) => [...new Set(game.side_of)].sort().map((side) =>
  [...new Set(game.names.filter((_, seat) => game.side_of[seat] === side))]
    .join(", "));

// The game's result in a sentence or two; "" of a line that is not a game.
function resultOf(game) {
  if (!game.names || !game.result) return "";
  const sides = playersOf(game);
  const won = /^side (\d+) wins the game\.$/.exec(game.result);
  return (won ? `${sides[won[1] - 1]} (side ${won[1]}) wins the game.`
    : game.result[0].toUpperCase() + game.result.slice(1))
    + ` Points by side: ${pointsOf(game).join(" to ")}.`;
}

const mistakesOf = (game) =>
  Object.values(game.verdicts).filter((verdict) => verdict.bad).length;

function gameCells(game, judge) {
  if (!game.names) {
    return ["not valid", game.problem || "", ""].concat(judge ? [""] : []);
  }
  const winners = game.winners || [];
  return [playersOf(game).join(" : "), pointsOf(game).join(" : "),
    winners.length > 0 ? winners.join(", ") : "-"]
    .concat(judge ? [mistakesOf(game)] : []);
}

function gameTable(list, judge) {
  const heads = ["Game", "Players by side", "Points", "Won by side"]
    .concat(judge ? ["Mistakes"] : []);
  const here = location.href.split("#")[0]; // "#2" alone were a skip link
  const rows = list.map((game, i) => make("tr", {},
    make("td", {}, make("a", { href: `${here}#${i + 1}` }, String(i + 1))),
    gameCells(game, judge).map((cell) => make("td", {}, String(cell)))));
  const table = make("table", {}, make("thead", {}, make("tr", {},
    heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", { onclick: (event) => {
    const link = event.target.closest("tr").querySelector("a");
    if (event.target !== link) link.click();
  } }, rows));
  makeSortable(table);
  return table;
}

// The table, which is made when it is opened and closes when a game is chosen.
function gameList(list, judge) {
  const place = make("div", { class: "scroll list", tabindex: 0,
    role: "region", "aria-label": "All games" });
  const details = make("details", { class: "all-games", ontoggle: () => {
    if (details.open && !place.firstChild) place.append(gameTable(list, judge));
  } }, make("summary", {}, `All ${list.length} games`), place);
  place.addEventListener("click", (event) => {
    if (event.target.closest("td a")) details.open = false;
  });
  return details;
}

// Fills the head. Returns a function that shows the result of a game.
function openSummary(data) {
  const line = make("p", { class: "result wide" });
  document.querySelector("header").append(line,
    ...data.games.length > 1 ? [gameList(data.games, data.judge)] : []);
  return (game) => { line.textContent = resultOf(game); };
}
