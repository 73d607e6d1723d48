-- expect: variant en-2023+var-misspelt: hook 'winner': var-misspelt.lua:6: no var 'steak'; did you mean 'streak'?
return {
  name = "var-misspelt",
  vars = { streak = "round" },
  winner = function(s, seat)
    s.vars.steak = 1
    return seat
  end,
}
