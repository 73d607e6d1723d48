-- expect: ?
return {
  name = "legal-loops",
  legal = function(_, cards)
    while cards ~= 0 do cards = cards | 1 end
    return cards
  end,
}
