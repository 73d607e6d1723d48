-- House rule: a card may be laid face down as a bid of nought, no trick at all.
-- A side that keeps to it scores as for an exact bid of three.
return {
  name = "misere",
  title = "misere",

  nought = true,

  bid_points = function(s, _, bid, taken, points)
    if bid ~= 0 or taken ~= 0 then return points end
    return 3 * s.rules.exact + s.rules.exact_bonus
  end,
}
