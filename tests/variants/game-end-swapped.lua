-- expect: variant en-2023+game-end-swapped: hook 'game_end': game-end-swapped.lua:4: expected true or false, then the winners; got a table value
return {
  name = "game-end-swapped",
  game_end = function(_, over, winners)
    return winners, over
  end,
}
