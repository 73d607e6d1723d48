-- expect: ?
return {
  name = "ranks-upside-down",
  ranks = { 10, 1 },
}
