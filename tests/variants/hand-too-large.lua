-- expect: ?
return {
  name = "hand-too-large",
  hand = 13,
}
