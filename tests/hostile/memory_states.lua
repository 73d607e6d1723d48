-- Clones of a state with a long history, which C holds.
return {
  bid = function(_, view)
    local state = aurum.state(view.rules):deal "a"
    while state.phase ~= "over" do
      if state.phase == "deal" then state:deal "b" end
      state:apply(state:legal()[1])
    end
    local held = {}
    for i = 1, 1 << 60 do held[i] = state:clone() end
  end,
  play = function(_, view) return view:random() end,
}
