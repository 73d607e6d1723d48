-- expect: variant en-2023+deal-card-twice: hook 'deal': deal-card-twice.lua:4: seat 2: a card that is dealt twice or not in the deck (RULES 1.3, 3.1)
return {
  name = "deal-card-twice",
  deal = function(_, deal)
    deal.hands[2] = deal.hands[1]
    return deal
  end,
}
