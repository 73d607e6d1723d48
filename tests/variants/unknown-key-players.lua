-- expect: unknown-key-players.lua:5: unknown key 'hnad'; did you mean 'hand'?
return {
  name = "unknown-key-players",
  players = {
    [4] = { hnad = 11 },
  },
}
