-- Harmless, for comparison: a hook that answers as the data would.
return { name = "honest", winner = function(_, seat) return seat end }
