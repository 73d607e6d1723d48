-- House rule: phosphorus burns. Tricks are no longer all alike, so a player may
-- give an opponent a trick that hurts.
return {
  name = "burn",
  title = "burn",

  rules = {
    "A side loses 1 point for each Phosphorus card in the tricks that it wins.",
  },

  -- Phosphorus cards that each side has won.
  vars = { burn1 = "round", burn2 = "round", burn3 = "round", burn4 = "round",
    burn5 = "round", burn6 = "round" },

  -- Asked once for each full trick, so it can count.
  winner = function(s, seat, ...)
    if not seat then return nil end
    local burn = "burn" .. s:side_of(seat)
    for _, card in ipairs { ... } do
      if card.suit == "P" then s.vars[burn] = s.vars[burn] + 1 end
    end
    return seat
  end,

  bid_points = function(s, side, _, _, points)
    return points - s.vars["burn" .. side]
  end,
}
