-- Through the metatable that all texts share.
return {
  bid = function(_, view)
    local m = getmetatable ""
    assert(m == "locked", "it is open")
    assert(not pcall(function() m.__index = nil end))
    assert(not pcall(setmetatable, "", {}))
    assert(not pcall(function() string.rep = nil end))
    assert(("x").dump == nil)
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
