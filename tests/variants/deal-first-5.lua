-- expect: ?
return {
  name = "deal-first-5",
  deal = function(s, deal)
    deal.first = s.rules.players + 1
    return deal
  end,
}
