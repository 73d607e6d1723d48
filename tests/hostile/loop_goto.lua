-- Closures made in a loop of goto.
return {
  bid = function(_, view)
    local last
    ::again::
    local n = 1
    last = function() return n, last end
    if last then last = nil goto again end
  end,
  play = function(_, view) return view:random() end,
}
