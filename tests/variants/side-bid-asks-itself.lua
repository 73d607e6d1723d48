-- expect: ?
return {
  name = "side-bid-asks-itself",
  side_bid = function(s, side)
    return s.bid[side] + 1
  end,
}
