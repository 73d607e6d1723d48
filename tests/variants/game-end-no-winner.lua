-- expect: variant en-2023+game-end-no-winner: hook 'game_end': game-end-no-winner.lua:4: expected a list of sides, got a nil value
return {
  name = "game-end-no-winner",
  game_end = function()
    return true
  end,
}
