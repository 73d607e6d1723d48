-- A message of a megabyte.
return {
  bid = function(_, view)
    error(("x"):rep(1 << 20), 0)
  end,
  play = function(_, view) return view:random() end,
}
