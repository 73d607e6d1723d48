-- expect: ?
local asked = 0

return {
  name = "legal-impure",
  legal = function(_, cards)
    asked = asked + 1
    return cards, asked % 7 == 0 or cards == 0
  end,
}
