-- expect: variant en-2023+fact-tricks: hook 'winner': fact-tricks.lua:5: facts have no list of tricks; 'finished' counts them
return {
  name = "fact-tricks",
  winner = function(s, seat)
    return #s.tricks > 3 and s.leader or seat
  end,
}
