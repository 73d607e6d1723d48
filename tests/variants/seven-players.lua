-- expect: ?
return {
  name = "seven-players",
  players = { [7] = { hand = 7 } },
}
