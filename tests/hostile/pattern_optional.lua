-- A pattern of optional items: 2^200 ways.
return {
  bid = function(_, view)
    return ("a"):rep(200):match(("a?"):rep(200) .. ("a"):rep(200) .. "b")
  end,
  play = function(_, view) return view:random() end,
}
