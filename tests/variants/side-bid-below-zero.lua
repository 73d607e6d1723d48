-- expect: ?
return {
  name = "side-bid-below-zero",
  side_bid = function(_, _, bid)
    return bid - 9
  end,
}
