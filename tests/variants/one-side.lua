-- expect: one-side.lua:4: with 4 players: sides: must be at least two
return {
  name = "one-side",
  players = { [4] = { sides = { 1, 1, 1, 1 } } },
}
