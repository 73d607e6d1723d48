-- expect: variant deal-loops.lua: hook 'deal': deal-loops.lua:6: facts have no field 'fair'
return {
  name = "deal-loops",
  players = { [4] = {} },
  deal = function(s, deal)
    repeat local good = pcall(s.fair, deal) until good
    return deal
  end,
}
