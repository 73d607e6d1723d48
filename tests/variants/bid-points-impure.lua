-- expect: asked twice, 'side_bid', 'bid_points' or 'gold_points' answered otherwise: a hook remembers nothing but vars
local streak = { 0, 0, 0, 0 }

return {
  name = "bid-points-impure",
  bid_points = function(_, side, bid, taken, points)
    streak[side] = bid == taken and streak[side] + 1 or 0
    return points + streak[side]
  end,
}
