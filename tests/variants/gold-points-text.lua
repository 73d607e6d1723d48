-- expect: variant en-2023+gold-points-text: hook 'gold_points': gold-points-text.lua:4: expected points from -10000 to 10000, got a string value
return {
  name = "gold-points-text",
  gold_points = function(_, _, points)
    return points .. ""
  end,
}
