-- Answers a card of a deck of its own.
return {
  bid = function(_, view)
    local rules = aurum.rules { players = 2, knobs = { suits = "XY",
      ranks = { 1, 20 } } }
    return aurum.state(rules):deal("x"):legal()[1]
  end,
  play = function(_, view) return view:random() end,
}
