-- expect: ?
return {
  name = "game-end-swapped",
  game_end = function(_, over, winners)
    return winners, over
  end,
}
