-- expect: variant en-2023+winner-raises-again: hook 'winner': winner-raises-again.lua:8: asked twice
local asked = 0

return {
  name = "winner-raises-again",
  winner = function(_, seat)
    asked = asked + 1
    if asked % 2 == 0 then error "asked twice" end
    return seat
  end,
}
