-- expect: in a fresh state 'deal' answered otherwise: a hook remembers nothing but vars
local rounds = 0

return {
  name = "deal-impure",
  deal = function(s, deal)
    rounds = rounds + 1
    deal.first = rounds // 3 % s.rules.players + 1
    return deal
  end,
}
