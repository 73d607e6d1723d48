-- Loops in tostring of its own value.
return {
  bid = function(_, view)
    local t = setmetatable({}, {
      __tostring = function() while true do end end })
    return tostring(t)
  end,
  play = function(_, view) return view:random() end,
}
