-- Loops in a comparison, in a sort.
return {
  bid = function(_, view)
    local class = { __lt = function() while true do end end }
    table.sort({ setmetatable({}, class), setmetatable({}, class) })
  end,
  play = function(_, view) return view:random() end,
}
