-- Deals with every short seed and looks for its own hand.
return {
  bid = function(_, view)
    local hand = view.hand
    for i = 1, 200 do
      for _, seed in ipairs { tostring(i), "7." .. i, "seed" .. i } do
        local state = aurum.state(view.rules):deal(seed)
        assert(state.hands[view.seat] ~= hand, "found")
      end
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
