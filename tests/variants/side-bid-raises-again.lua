-- expect: variant en-2023+side-bid-raises-again: hook 'side_bid': side-bid-raises-again.lua:8: asked again
local asked = 0

return {
  name = "side-bid-raises-again",
  side_bid = function(_, _, bid)
    asked = asked + 1
    if asked % 3 == 0 then error "asked again" end
    return bid
  end,
}
