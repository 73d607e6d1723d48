-- Upvalues, two hundred a closure.
local last
return {
  bid = function(_, view)
    while true do
      local a, b, c, d = {}, {}, {}, last
      last = function() return a, b, c, d end
    end
  end,
  play = function(_, view) return view:random() end,
}
