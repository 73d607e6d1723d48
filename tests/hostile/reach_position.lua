-- Positions that are none.
return {
  bid = function(_, view)
    local token = view:sample(1)[1]:position()
    for i = 1, #token do
      local bad = token:sub(1, i - 1) .. "A" .. token:sub(i + 1)
      local good, state = pcall(aurum.load_position, bad, view.rules)
      if good and state then pcall(state.playout, state, nil, "game") end
      pcall(aurum.load_position, token:sub(1, i), view.rules)
      pcall(aurum.read_position, token:sub(i))
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
