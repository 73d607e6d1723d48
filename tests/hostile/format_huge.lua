-- Formats that make much of little.
return {
  bid = function(_, view)
    local long = ("x"):rep(1 << 20)
    assert(not pcall(string.format, ("%s"):rep(50), table.unpack((function()
      local t = {}
      for i = 1, 50 do t[i] = long end
      return t
    end)())))
    assert(not pcall(string.format, "%999999999d", 1))
    assert(not pcall(string.format, "%.999999999f", 1))
    assert(#string.format("%99.99f", 1e308) < 512)
    assert(not pcall(string.format, "%q", long))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
