-- expect: a side's points are not the sum of its rounds'
local streak = 0

return {
  name = "bid-points-impure",
  bid_points = function(_, _, bid, taken, points)
    streak = bid == taken and streak + 1 or 0
    return points + streak
  end,
}
