-- expect: variant en-2023+gold-points-raises-again: hook 'gold_points': gold-points-raises-again.lua:8: asked again
local asked = 0

return {
  name = "gold-points-raises-again",
  gold_points = function(_, _, points)
    asked = asked + 1
    if asked > 4 then error "asked again" end
    return points
  end,
}
