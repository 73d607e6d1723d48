-- Loops in a concatenation.
return {
  bid = function(_, view)
    local t = setmetatable({}, { __concat = function() while true do end end })
    return t .. t
  end,
  play = function(_, view) return view:random() end,
}
