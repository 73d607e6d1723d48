-- expect: asked twice, 'game_end' answered otherwise: a hook remembers nothing but vars
local rounds = 0

return {
  name = "game-end-impure",
  game_end = function(_, _, winners)
    rounds = rounds + 1
    return rounds % 5 == 0, winners
  end,
}
