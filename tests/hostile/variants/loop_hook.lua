-- Loops in a hook, and catches the error that stops it.
return { name = "loop_hook", winner = function(_, seat)
  while true do pcall(function() while true do end end) end
  return seat
end }
