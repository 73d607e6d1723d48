-- expect: ranks-upside-down.lua:4: with 4 players: ranks: lowest 10 above highest 1
return {
  name = "ranks-upside-down",
  ranks = { 10, 1 },
}
