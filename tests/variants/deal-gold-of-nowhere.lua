-- expect: ?
return {
  name = "deal-gold-of-nowhere",
  deal = function(_, deal)
    deal.gold[1] = { "G8", "G8" }
    return deal
  end,
}
