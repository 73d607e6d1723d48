-- expect: ?
return {
  name = "var-undeclared",
  winner = function(s, seat)
    s.vars.streak = s.vars.streak + 1
    return seat
  end,
}
