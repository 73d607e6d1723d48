-- Reads beyond a text.
return {
  bid = function(_, view)
    for _, format in ipairs { "s8", "s1", "z", "!16 i16", "i16", "c100",
      "!3 i4", "<I17", "j", "n", "Xi8", "X" } do
      for at = -20, 20 do pcall(string.unpack, format, "\255\255\255", at) end
    end
    assert(not pcall(string.unpack, "s8", ("\255"):rep(8)))
    assert(not pcall(string.pack, "c1000000000", ""))
    assert(not pcall(string.packsize, ("c2147483647"):rep(10)))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
