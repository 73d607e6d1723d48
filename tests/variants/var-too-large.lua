-- expect: variant en-2023+var-too-large: hook 'winner': var-too-large.lua:6: vars.product: expected a number from -32768 to 32767, got 65535
return {
  name = "var-too-large",
  vars = { product = "game" },
  winner = function(s, seat)
    s.vars.product = s.vars.product * 2 + 1
    return seat
  end,
}
