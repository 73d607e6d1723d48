-- expect: the game goes on after 255 rounds
return {
  name = "game-end-never",
  game_end = function(_, _, winners)
    return false, winners
  end,
}
