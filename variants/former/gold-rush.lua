-- House rule: gold keeps its points when it is played. The card goes back to
-- the supply as ever, but its points stay with the side that played it to a
-- full trick, until the next deal.
return {
  name = "gold-rush",
  title = "gold rush",

  -- What each side has played, in points.
  vars = { rush1 = "round", rush2 = "round", rush3 = "round", rush4 = "round",
    rush5 = "round", rush6 = "round" },

  -- Asked once for each full trick, so this is the place to take note of it.
  winner = function(s, seat, ...)
    local cards = { ... } -- of the trick, in the order they were played
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
