-- Replaces the module that others are handed too.
return {
  bid = function(_, view)
    for _, lib in ipairs { aurum, string, table, math, utf8 } do
      assert(not pcall(function() lib.card = error end))
      assert(not pcall(rawset or error, lib, "card", error))
      assert(not pcall(table.insert, lib, error))
      assert(not pcall(table.move, { error }, 1, 1, 1, lib))
      assert(not pcall(setmetatable, lib, {}))
      assert(rawlen(lib) == 0 and next(lib) == nil)
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
