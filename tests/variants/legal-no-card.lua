-- expect: variant en-2023+legal-no-card: hook 'legal': legal-no-card.lua:4: no card may be played, and passing is not legal
return {
  name = "legal-no-card",
  legal = function()
    return 0, false
  end,
}
