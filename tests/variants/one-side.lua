-- expect: ?
return {
  name = "one-side",
  players = { [4] = { sides = { 1, 1, 1, 1 } } },
}
