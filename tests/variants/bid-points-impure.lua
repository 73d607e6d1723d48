-- expect: asked twice, 'side_bid', 'bid_points' or 'gold_points' answered otherwise: a hook remembers nothing but vars
local streak = 0

return {
  name = "bid-points-impure",
  bid_points = function(_, _, bid, taken, points)
    streak = bid == taken and streak + 1 or 0
    return points + streak
  end,
}
