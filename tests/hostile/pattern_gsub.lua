-- The same, once for each place.
return {
  bid = function(_, view)
    return ("a"):rep(100000):gsub(".-.-.-b", "")
  end,
  play = function(_, view) return view:random() end,
}
