-- expect: variant en-2023+gold-points-nothing: hook 'gold_points': gold-points-nothing.lua:4: it returned nothing
return {
  name = "gold-points-nothing",
  gold_points = function() end,
}
