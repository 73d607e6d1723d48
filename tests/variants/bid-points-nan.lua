-- expect: ?
return {
  name = "bid-points-nan",
  bid_points = function(_, _, bid, taken)
    return taken / bid
  end,
}
