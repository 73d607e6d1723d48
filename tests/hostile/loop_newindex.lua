-- Loops in an assignment.
return {
  bid = function(_, view)
    local t = setmetatable({}, {
      __newindex = function() while true do end end })
    t.card = 1
  end,
  play = function(_, view) return view:random() end,
}
