-- expect: variant en-2023+round-winners-no-side: hook 'round_winners': round-winners-no-side.lua:4: expected a side from 1 to 2, got 5
return {
  name = "round-winners-no-side",
  round_winners = function(s)
    return { s.rules.players + 1 }
  end,
}
