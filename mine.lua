return {
  options = { caution = 3 },
  bid = function(_, view) return view:legal()[1] end,
  play = function(_, view) return view:legal()[1] end,
}
