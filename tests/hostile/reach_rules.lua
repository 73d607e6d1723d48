-- Rules at their limits, and games under them.
return {
  bid = function(_, view)
    for _, knobs in ipairs { { ranks = { 0, 30 }, suits = "AB" },
      { suits = "ABCDEFHI", ranks = { 1, 5 }, hand = 10, nuggets = 40 },
      { gold = { 15, 15, 15, 15, 15, 15, 15, 15 }, nuggets = 0, rounds = 99,
        cumulative = true }, { hand = 1 }, { hand = 64 }, { changes = 4 } } do
      for players = 2, 6 do
        local rules = aurum.rules { players = players, knobs = knobs }
        if rules then
          local state = aurum.state(rules):deal "x"
          pcall(state.playout, state, nil, "game")
          for seat = 1, players do pcall(state.view, state, seat) end
          pcall(function() return state:view(1):sample(3) end)
        end
      end
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
