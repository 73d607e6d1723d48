-- expect: ?
return {
  name = "round-winners-one",
  round_winners = function(_, _, winners)
    return winners[1]
  end,
}
