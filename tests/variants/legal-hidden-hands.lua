-- expect: ?
-- Nobody may play a suit that the seat to the left has run out of: but who knows?
return {
  name = "legal-hidden-hands",
  legal = function(s, cards, pass)
    local left = s.hands[s.seat % s.rules.players + 1]
    if #left < 3 then return cards, pass end
    return cards, true
  end,
}
