-- expect: ?
return {
  name = "legal-raises",
  legal = function(s, cards)
    if s.trick.suit == "B" then return cards end
    return cards & s.forbidden.bits
  end,
}
