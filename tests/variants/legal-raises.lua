-- expect: variant en-2023+legal-raises: hook 'legal': legal-raises.lua:5: attempt to index a nil value (field 'suits')
return {
  name = "legal-raises",
  legal = function(s, cards, pass)
    return cards & s.trick.suits.bits, pass
  end,
}
