-- expect: ?
return {
  name = "fact-tricks",
  winner = function(s, seat)
    return #s.tricks > 3 and s.leader or seat
  end,
}
