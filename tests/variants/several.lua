-- expect: ?
return {
  name = "several",
  hnad = 11,
  exact = "two",
  vars = { streak = "match" },
  legal = true,
}
