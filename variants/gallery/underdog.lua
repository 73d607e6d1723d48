-- House rule: help for those who are behind. It pays in skill only: the bid
-- must still be made exactly.
return {
  name = "underdog",
  title = "underdog",

  rules = {
    { "A side that has fewer nuggets than another side scores 3 points more "
      .. "for an exact bid.", where = { cumulative = false } },
    { "There are no nuggets, so no side has fewer of them: the house rule "
      .. "`underdog` changes nothing.", of = {},
      where = { cumulative = true } },
  },

  bid_points = function(s, side, bid, taken, points)
    if taken ~= bid then return points end
    for _, nuggets in ipairs(s.nuggets) do
      if nuggets > s.nuggets[side] then return points + 3 end
    end
    return points
  end,
}
