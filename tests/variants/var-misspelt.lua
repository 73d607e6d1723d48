-- expect: ?
return {
  name = "var-misspelt",
  vars = { streak = "round" },
  winner = function(s, seat)
    s.vars.steak = 1
    return seat
  end,
}
