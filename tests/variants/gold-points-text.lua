-- expect: ?
return {
  name = "gold-points-text",
  gold_points = function(_, _, points)
    return points .. ""
  end,
}
