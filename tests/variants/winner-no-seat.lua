-- expect: ?
return {
  name = "winner-no-seat",
  winner = function(s)
    return s.rules.players + 1
  end,
}
