-- expect: variant en-2023+var-undeclared: hook 'winner': var-undeclared.lua:5: no var 'streak': declare it, as in vars = { streak = "round" }
return {
  name = "var-undeclared",
  winner = function(s, seat)
    s.vars.streak = s.vars.streak + 1
    return seat
  end,
}
