-- expect: variant en-2023+fact-misspelt: hook 'winner': fact-misspelt.lua:5: facts have no field 'leder'; did you mean 'leader'?
return {
  name = "fact-misspelt",
  winner = function(s, seat)
    return s.leder or seat
  end,
}
