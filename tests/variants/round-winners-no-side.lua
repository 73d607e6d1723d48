-- expect: ?
return {
  name = "round-winners-no-side",
  round_winners = function(s)
    return { s.rules.players + 1 }
  end,
}
