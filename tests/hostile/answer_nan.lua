-- Answers what is no number.
return {
  bid = function(_, view)
    return 0 / 0
  end,
  play = function(_, view) return view:random() end,
}
