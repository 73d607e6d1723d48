-- expect: syntax.lua:4: unexpected symbol near '='
return {
  name = "syntax",
  exact = = 3,
}
