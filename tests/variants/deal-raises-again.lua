-- expect: variant en-2023+deal-raises-again: hook 'deal': deal-raises-again.lua:8: asked twice
local asked = 0

return {
  name = "deal-raises-again",
  deal = function(_, deal)
    asked = asked + 1
    if asked % 2 == 0 then error "asked twice" end
    return deal
  end,
}
