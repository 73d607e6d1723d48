-- expect: variant en-2023+deal-nothing: hook 'deal': deal-nothing.lua:4: it returned nothing
return {
  name = "deal-nothing",
  deal = function(_, deal)
    deal.first = 1
  end,
}
