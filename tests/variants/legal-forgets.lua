-- expect: hook 'legal': in a fresh state it answered otherwise: a hook remembers nothing but vars
local asked = 0

return {
  name = "legal-forgets",
  legal = function(_, cards, pass)
    asked = asked + 1
    return cards, pass or asked > 1003
  end,
}
