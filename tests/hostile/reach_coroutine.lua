-- Runs a coroutine in which no limit would hold.
return {
  bid = function(_, view)
    coroutine.wrap(function() while true do end end)()
  end,
  play = function(_, view) return view:random() end,
}
