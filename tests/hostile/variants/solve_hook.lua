-- Stays in one C call in a hook.
return { name = "solve_hook", winner = function(_, seat)
  aurum.state(aurum.rules { players = 4, knobs = {} }):deal "x"
    :solve { nodes = 1000000000000 }
  return seat
end }
