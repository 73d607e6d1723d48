-- expect: ?
return {
  name = "game-end-never",
  game_end = function(_, _, winners)
    return false, winners
  end,
}
