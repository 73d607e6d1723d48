-- expect: ?
return {
  name = "deal-card-twice",
  deal = function(_, deal)
    deal.hands[2] = deal.hands[1]
    return deal
  end,
}
