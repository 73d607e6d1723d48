-- expect: players-number.lua:4: players: expected a table such as { [4] = {} }
return {
  name = "players-number",
  players = 5,
}
