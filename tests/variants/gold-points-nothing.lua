-- expect: ?
return {
  name = "gold-points-nothing",
  gold_points = function() end,
}
