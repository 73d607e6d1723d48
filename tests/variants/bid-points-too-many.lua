-- expect: variant en-2023+bid-points-too-many: hook 'bid_points': bid-points-too-many.lua:4: expected points from -10000 to 10000, got 16000
return {
  name = "bid-points-too-many",
  bid_points = function(_, _, _, _, points)
    return points * 1000 + 10000
  end,
}
