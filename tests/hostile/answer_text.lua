-- Answers a long text.
return {
  bid = function(_, view)
    return ("x"):rep(1 << 20)
  end,
  play = function(_, view) return view:random() end,
}
