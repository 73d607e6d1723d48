-- expect: variant en-2023+legal-changes-facts: hook 'legal': legal-changes-facts.lua:5: facts cannot be changed by setting a field
return {
  name = "legal-changes-facts",
  legal = function(s, cards, pass)
    s.hand = s.hand:base()
    return cards, pass
  end,
}
