-- A megabyte through print, at every decision.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    for _ = 1, 1024 do print(("x"):rep(1024)) end
    return view:random()
  end,
}
