-- expect: hand-too-large.lua:4: with 4 players: hand: 52 cards to deal from a deck of 50
return {
  name = "hand-too-large",
  hand = 13,
}
