-- expect: ?
return {
  name = "fact-misspelt",
  winner = function(s, seat)
    return s.leder or seat
  end,
}
