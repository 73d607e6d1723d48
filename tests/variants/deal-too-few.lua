-- expect: ?
return {
  name = "deal-too-few",
  deal = function(_, deal)
    deal.hands[1] = deal.hands[1] - aurum.set { deal.hands[1]:lowest() }
    return deal
  end,
}
