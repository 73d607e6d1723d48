-- An error whose text raises an error whose text raises.
return {
  bid = function(_, view)
    local class = {}
    class.__tostring = function(t) error(t) end
    error(setmetatable({}, class))
  end,
  play = function(_, view) return view:random() end,
}
