-- A table of few values whose length is 2^62 by Lua's own definition.
return {
  bid = function(_, view)
    local t = { [5] = 1, [9] = 1 }
    for i = 0, 62 do t[1 << i] = 1 end
    assert(#t >= 1 << 60, "the length is not what the attempt needs")
    for _, f in ipairs { table.concat, table.sort, table.unpack } do
      assert(not pcall(f, t))
    end
    assert(not pcall(table.insert, t, 1, "y"))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
