-- expect: variant en-2023+deal-gold-of-nowhere: hook 'deal': deal-gold-of-nowhere.lua:4: seat 1: gold that is not in the supply
return {
  name = "deal-gold-of-nowhere",
  deal = function(_, deal)
    deal.gold[1] = { "G8", "G8" }
    return deal
  end,
}
