-- expect: variant en-2023+legal-raises-again: hook 'legal': legal-raises-again.lua:8: asked again
local asked = 0

return {
  name = "legal-raises-again",
  legal = function(_, cards, pass)
    asked = asked + 1
    if asked % 4 == 0 then error "asked again" end
    return cards, pass
  end,
}
