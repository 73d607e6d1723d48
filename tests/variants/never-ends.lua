-- expect: ?
return {
  name = "never-ends",
  nuggets = 0, rounds = 0,
}
