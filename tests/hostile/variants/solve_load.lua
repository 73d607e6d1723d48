-- Stays in one C call at file level, where no count of instructions fires.
aurum.state(aurum.rules { players = 4, knobs = {} }):deal "x"
  :solve { nodes = 1000000000000 }
return { name = "solve_load" }
