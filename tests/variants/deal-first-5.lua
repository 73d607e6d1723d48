-- expect: variant en-2023+deal-first-5: hook 'deal': deal-first-5.lua:4: first: expected a seat from 1 to 4, got 5
return {
  name = "deal-first-5",
  deal = function(s, deal)
    deal.first = s.rules.players + 1
    return deal
  end,
}
