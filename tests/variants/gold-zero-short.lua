-- expect: ?
return {
  name = "gold-zero-short",
  gold = { 3, 2, 2, 2, 1, 1, 1, 1, 1 },
}
