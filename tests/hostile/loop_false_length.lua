-- Functions of table on a length that is false.
return {
  bid = function(_, view)
    local t = setmetatable({}, { __len = function() return 1 << 62 end,
      __index = function() return "x" end })
    table.concat(t)
    table.sort(t)
    table.insert(t, 1)
    table.remove(t)
    assert(select("#", table.unpack(t)) == 0)
    table.move(t, 1, 1 << 62, 2)
  end,
  play = function(_, view) return view:random() end,
}
