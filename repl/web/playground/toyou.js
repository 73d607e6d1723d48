// The engine's sentences about seats and sides, said to the person who plays:
// "seat 1 wins the trick" is "You win the trick" there.

const plain = (verb) => ({ is: "are", has: "have", goes: "go", passes: "pass" }[verb]
  || verb.replace(/s$/, ""));

// "side 2" as the person calls it; a side of one seat is that seat.
function sideWords(side) {
  const { game } = show, mine = game.side_of[game.person - 1];
  if (!isShared(game, side)) return `seat ${seatsOf(game, side)[0]}`;
  return side === mine ? "your side" : Math.max(...game.side_of) === 2
    ? "the other side" : `side ${side}`;
}

export function toYou(sentence) {
  const { person } = show.game;
  const text = sentence.replace(/\bside (\d+)\b/gi, (_, side) => sideWords(
    Number(side)));
  const own = new RegExp(`\\bseat ${person}\\b`, "gi");
  if (!own.test(text)) return capital(text);
  return capital(text.replace(new RegExp(`\\bseat ${person}'s`, "gi"), "your")
    .replace(new RegExp(`^seat ${person} (\\w+)(.*?)(?=; |\\.|$)`, "i"),
      (_, verb, rest) => `You ${plain(verb)}${rest.replace(/ and (replaces|wins)/,
        (both) => both.slice(0, -1)).replace("its bid", "your bid")}`)
    .replace(new RegExp(`\\bseat ${person} (leads|wins|goes|is)\\b`, "gi"),
      (_, verb) => `you ${plain(verb)}`)
    .replace(own, "you"));
}
