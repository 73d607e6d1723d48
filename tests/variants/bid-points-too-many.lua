-- expect: ?
return {
  name = "bid-points-too-many",
  bid_points = function(_, _, _, _, points)
    return points * 1000 + 10000
  end,
}
