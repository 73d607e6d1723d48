-- expect: ?
return {
  name = "legal-sets-var",
  vars = { asked = "round" },
  legal = function(s, cards, pass)
    s.vars.asked = s.vars.asked + 1
    return cards, pass
  end,
}
