-- House rule: gold keeps its points when it is played. The card returns to the
-- supply as usual. The side that played it to a full trick keeps its points
-- until the next deal.
return {
  name = "gold-rush",
  title = "gold rush",

  rules = {
    "A side that plays gold to a full trick keeps the points of that "
      .. "gold until the end of the round, although the card goes back to "
      .. "the supply.",
  },

  -- Points of the gold that each side has played.
  vars = { rush1 = "round", rush2 = "round", rush3 = "round", rush4 = "round",
    rush5 = "round", rush6 = "round" },

  -- Asked once for each full trick, so it can add up the gold played to it.
  winner = function(s, seat, ...)
    local cards = { ... } -- of the trick, in playing order
    for place = 1, #cards do
      local card = cards[place]
      if card.gold then
        local rush = "rush" .. s:side_of(s:seat_at(place))
        s.vars[rush] = s.vars[rush] + s.rules.gold_points[card.rank + 1]
      end
    end
    return seat
  end,

  gold_points = function(s, side, points)
    return points + s.vars["rush" .. side]
  end,
}
