-- expect: ?
return {
  name = "sole-never-ends",
  sole_nuggets = true, rounds = 0,
}
