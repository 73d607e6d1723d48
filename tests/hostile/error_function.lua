-- Raises a function.
return {
  bid = function(_, view)
    error(print)
  end,
  play = function(_, view) return view:random() end,
}
