-- expect: ?
return {
  name = "var-too-large",
  vars = { product = "game" },
  winner = function(s, seat)
    s.vars.product = s.vars.product * 2 + 1
    return seat
  end,
}
