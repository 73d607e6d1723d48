-- expect: variant en-2023+winner-is-a-card: hook 'winner': winner-is-a-card.lua:4: expected a seat from 1 to 4, got a card value
return {
  name = "winner-is-a-card",
  winner = function(_, _, first)
    return first
  end,
}
