-- A balance looked for from every place of a megabyte.
return {
  bid = function(_, view)
    return ("("):rep(1 << 20):find("%b()")
  end,
  play = function(_, view) return view:random() end,
}
