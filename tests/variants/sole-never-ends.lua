-- expect: sole-never-ends.lua:4: with 4 players: sole_nuggets: without 'rounds' a game need never end
return {
  name = "sole-never-ends",
  sole_nuggets = true, rounds = 0,
}
