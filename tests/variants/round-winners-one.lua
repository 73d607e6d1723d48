-- expect: variant en-2023+round-winners-one: hook 'round_winners': round-winners-one.lua:4: expected a list of sides, got a number value
return {
  name = "round-winners-one",
  round_winners = function(_, _, winners)
    return winners[1]
  end,
}
