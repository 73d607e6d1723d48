-- Passes though it can play.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    return "pass"
  end,
}
