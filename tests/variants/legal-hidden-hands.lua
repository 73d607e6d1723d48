-- expect: hook 'legal': its answer depends on what the seat cannot see
-- Whoever sits before a short hand may pass; but how would that seat know?
return {
  name = "legal-hidden-hands",
  legal = function(s, cards, pass)
    local left = s.hands[s.seat % s.rules.players + 1]
    return cards, pass or #left < 5
  end,
}
