-- Waits for a random number that never comes.
return {
  bid = function(_, view)
    repeat until math.random(0) == 0
  end,
  play = function(_, view) return view:random() end,
}
