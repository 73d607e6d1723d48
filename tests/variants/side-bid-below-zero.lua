-- expect: variant en-2023+side-bid-below-zero: hook 'side_bid': side-bid-below-zero.lua:4: expected a bid from 0 to 10000, got -2
return {
  name = "side-bid-below-zero",
  side_bid = function(_, _, bid)
    return bid - 9
  end,
}
