-- Looks for other hands and face-down bids in events.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  observe = function(_, event)
    local hands = 0
    for _ in pairs(event.hands or {}) do hands = hands + 1 end
    assert(hands <= 1, "hands of others are told")
  end,
}
