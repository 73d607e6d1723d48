-- House rule: a bid card laid face down is a bid of 0. A side that makes it, by
-- taking no trick, scores as for an exact bid of three.
return {
  name = "misere",
  title = "misere",

  rules = {
    "A side that bid 0 and took no trick scores as for an exact bid of "
      .. "three.",
  },

  zero_bid = true,

  bid_points = function(s, _, bid, taken, points)
    if bid ~= 0 or taken ~= 0 then return points end
    return 3 * s.rules.exact + s.rules.exact_bonus
  end,
}
