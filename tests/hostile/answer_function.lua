-- Answers a function.
return {
  bid = function(_, view)
    return function() return view:random() end
  end,
  play = function(_, view) return view:random() end,
}
