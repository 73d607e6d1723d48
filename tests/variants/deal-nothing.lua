-- expect: ?
return {
  name = "deal-nothing",
  deal = function(_, deal)
    deal.first = 1
  end,
}
