-- Looks for other hands in its view.
return {
  bid = function(_, view)
    assert(not pcall(function() return view.hands end))
    local mine, seen = view.hand, 0
    for _, known in ipairs(view.known) do seen = seen + #(known - mine) end
    assert(seen == 0, "a hand is known")
    assert(#view:copy().hand == #mine)
    assert(not pcall(function() return view.seed end))
    assert(not pcall(function() return view:view(2) end))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
