-- Prints without end.
return {
  bid = function(_, view)
    while true do print "x" end
  end,
  play = function(_, view) return view:random() end,
}
