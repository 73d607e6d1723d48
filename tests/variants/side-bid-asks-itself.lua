-- expect: variant en-2023+side-bid-asks-itself: hook 'side_bid': side-bid-asks-itself.lua:5: it looks at a fact that depends on its own answer
return {
  name = "side-bid-asks-itself",
  side_bid = function(s, side)
    return s.bid[side] + 1
  end,
}
