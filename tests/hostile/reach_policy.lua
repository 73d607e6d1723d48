-- Uses up the state that a playout is at.
return {
  bid = function(_, view)
    local state = view:sample(1)[1]
    for _, policy in ipairs {
      function(s) s:playout(nil, "game") end,
      function(s) s:set { round = 1, hands = { "" } } end,
      function(s) while s:undo() do end return "pass" end,
      function(s) return s end, function() return view end,
      function(s) s:playout(function() error "inner" end) end,
      print, rawlen, type, state.undo, state.clone } do
      pcall(state.playout, state:clone(), policy)
      pcall(state.playout, state:clone(), policy, "game")
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
