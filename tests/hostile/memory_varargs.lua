-- Arguments upon arguments.
return {
  bid = function(_, view)
    local function more(...) return more(..., ...) end
    local t = {}
    for i = 1, 90000 do t[i] = i end
    local function grow(n, ...)
      if n == 0 then return select("#", ...) end
      return grow(n - 1, 1, table.unpack(t)), ...
    end
    while true do
      pcall(grow, 100)
      pcall(more, table.unpack(t))
    end
  end,
  play = function(_, view) return view:random() end,
}
