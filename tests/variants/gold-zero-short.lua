-- expect: gold-zero-short.lua:4: with 4 players: zero_gold: 4 seats are dealt a G0 each, of 3
return {
  name = "gold-zero-short",
  gold = { 3, 2, 2, 2, 1, 1, 1, 1, 1 },
}
