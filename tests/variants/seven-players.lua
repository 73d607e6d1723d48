-- expect: seven-players.lua:4: players: expected a table such as { [4] = {} }, with numbers from 2 to 6
return {
  name = "seven-players",
  players = { [7] = { hand = 7 } },
}
