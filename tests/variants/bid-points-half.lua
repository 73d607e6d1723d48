-- expect: variant en-2023+bid-points-half: hook 'bid_points': bid-points-half.lua:4: expected points from -10000 to 10000, got 3.5
return {
  name = "bid-points-half",
  bid_points = function(_, _, _, _, points)
    return (points + 1) / 2
  end,
}
