-- expect: variant en-2023+legal-global: hook 'legal': legal-global.lua:5: 'asked' cannot be set: a hook remembers nothing but 'vars'
return {
  name = "legal-global",
  legal = function(_, cards, pass)
    asked = (asked or 0) + 1
    return cards, pass
  end,
}
