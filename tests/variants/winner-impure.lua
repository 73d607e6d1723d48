-- expect: asked twice, 'winner' answered otherwise: a hook remembers nothing but vars
local last = 1

return {
  name = "winner-impure",
  winner = function(_, seat)
    last, seat = seat, last
    return seat
  end,
}
