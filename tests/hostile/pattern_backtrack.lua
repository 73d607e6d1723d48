-- A pattern with more ways to fail than there is time.
return {
  bid = function(_, view)
    return ("a"):rep(5000):find(("a*"):rep(20) .. "b")
  end,
  play = function(_, view) return view:random() end,
}
