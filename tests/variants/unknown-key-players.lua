-- expect: ?
return {
  name = "unknown-key-players",
  players = {
    [4] = { hnad = 11 },
  },
}
