-- A playout whose policy takes back what was played.
return {
  bid = function(_, view)
    local state = view:sample(1)[1]
    state:playout(function(s)
      s:undo()
      s:undo()
    end)
  end,
  play = function(_, view) return view:random() end,
}
