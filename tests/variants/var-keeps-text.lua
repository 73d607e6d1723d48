-- expect: variant en-2023+var-keeps-text: hook 'winner': var-keeps-text.lua:6: vars.suit: expected a number from -32768 to 32767, got P
return {
  name = "var-keeps-text",
  vars = { suit = "round" },
  winner = function(s, seat, first)
    s.vars.suit = first.suit
    return seat
  end,
}
