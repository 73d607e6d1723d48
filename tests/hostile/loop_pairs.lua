-- A __pairs that never ends.
return {
  bid = function(_, view)
    local t = setmetatable({}, { __pairs = function()
      return function() return 1 end
    end })
    for _ in pairs(t) do end
  end,
  play = function(_, view) return view:random() end,
}
