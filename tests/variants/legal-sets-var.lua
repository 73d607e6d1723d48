-- expect: variant en-2023+legal-sets-var: hook 'legal': legal-sets-var.lua:6: vars can be set in winner, award, leader, round_winners and game_end, not in legal
return {
  name = "legal-sets-var",
  vars = { asked = "round" },
  legal = function(s, cards, pass)
    s.vars.asked = s.vars.asked + 1
    return cards, pass
  end,
}
