-- Loops in an index that asks itself.
return {
  bid = function(_, view)
    local t = setmetatable({}, { __index = function() while true do end end })
    return t.card
  end,
  play = function(_, view) return view:random() end,
}
