-- expect: variant deal-loops: hook 'deal': deal-loops.lua:6: stopped: it ran for more than 1 s
return {
  name = "deal-loops",
  players = { [4] = {} },
  deal = function(_, deal)
    repeat local fair = pcall(error, deal) until fair
    return deal
  end,
}
