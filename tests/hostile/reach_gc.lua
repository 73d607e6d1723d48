-- Code that would run when the collector does.
return {
  bid = function(_, view)
    for _, key in ipairs { "__gc", "__close", "__mode" } do
      assert(not pcall(setmetatable, {}, { [key] = function() end }))
      local class = {}
      local object = setmetatable({}, class)
      class[key] = key == "__mode" and "kv" or function() error "ran" end
      assert(getmetatable(object) == class)
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
