-- expect: ?
return {
  name = "players-number",
  players = 5,
}
