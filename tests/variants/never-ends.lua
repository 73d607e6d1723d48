-- expect: never-ends.lua:4: with 4 players: rounds: neither 'nuggets' nor 'rounds' ever ends the game
return {
  name = "never-ends",
  nuggets = 0, rounds = 0,
}
