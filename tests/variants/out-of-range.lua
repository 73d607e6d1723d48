-- expect: ?
return {
  name = "out-of-range",
  changes = 5,
}
