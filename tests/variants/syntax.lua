-- expect: ?
return {
  name = "syntax",
  exact = = 3,
}
