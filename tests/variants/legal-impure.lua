-- expect: hook 'legal': asked twice, it answered otherwise: a hook remembers nothing but vars
local asked = 0

return {
  name = "legal-impure",
  legal = function(_, cards, pass)
    asked = asked + 1
    return cards, pass or asked % 7 == 0
  end,
}
