-- expect: variant en-2023+legal-no-boolean: hook 'legal': legal-no-boolean.lua:4: expected true or false for passing, got a string value
return {
  name = "legal-no-boolean",
  legal = function(_, cards)
    return cards, "no"
  end,
}
