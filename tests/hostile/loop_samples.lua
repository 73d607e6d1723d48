-- Draws samples without end.
return {
  bid = function(_, view)
    while true do view:sample(10) end
  end,
  play = function(_, view) return view:random() end,
}
