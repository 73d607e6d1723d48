-- expect: asked twice, 'leader' answered otherwise: a hook remembers nothing but vars
local last = 1

return {
  name = "leader-impure",
  leader = function(_, seat)
    last, seat = seat, last
    return seat
  end,
}
