-- Raises nothing.
return {
  bid = function(_, view)
    error()
  end,
  play = function(_, view) return view:random() end,
}
