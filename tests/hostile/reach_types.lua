-- Through the metatables of what it is handed.
return {
  bid = function(_, view)
    for _, v in ipairs { view, view.hand, view.rules, view:legal()[1],
      view.supply, aurum.card "Z7", aurum.state(view.rules), aurum } do
      assert(getmetatable(v) == "locked", tostring(v))
      assert(not pcall(setmetatable, v, {}))
      assert(not pcall(function() v.__gc() end))
      assert(not pcall(function() return v.__index end) or v.__index == nil)
      assert(not pcall(function() v.seat = 2 end))
      assert(not pcall(function() v.mine = 2 end))
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
