-- expect: variant legal-loops: hook 'legal': legal-loops.lua:6: stopped: it ran for more than 1 s
return {
  name = "legal-loops",
  players = { [4] = {} },
  legal = function(_, cards)
    while cards ~= 0 do cards = cards | 1 end
    return cards
  end,
}
