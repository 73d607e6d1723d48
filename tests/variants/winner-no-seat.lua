-- expect: variant en-2023+winner-no-seat: hook 'winner': winner-no-seat.lua:4: expected a seat from 1 to 4, got 5
return {
  name = "winner-no-seat",
  winner = function(s)
    return s.rules.players + 1
  end,
}
