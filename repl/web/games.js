// A page of games: its data, and the place shown as its address.

const games = JSON.parse(document.getElementById("data").textContent);

if (games.games.length > 0) {
  const showResult = openSummary(games);
  openPlayer(document.getElementById("page"), document, games, (place) => {
    parts.place.textContent = place;
    parts.place.setAttribute("href", place);
    showResult(show.game);
    if (location.hash !== place) history.replaceState(null, "", place);
  });
  window.addEventListener("hashchange", goToHash);
  goToHash();
} else {
  document.getElementById("page").textContent = "This page has no game.";
}
