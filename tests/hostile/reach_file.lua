-- Opens a file.
return {
  bid = function(_, view)
    io.open("stolen", "w"):write "x"
  end,
  play = function(_, view) return view:random() end,
}
