-- expect: ?
return {
  name = "game-end-no-winner",
  game_end = function()
    return true
  end,
}
