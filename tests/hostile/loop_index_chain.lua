-- An __index that leads back to itself.
return {
  bid = function(_, view)
    local a, b = {}, {}
    setmetatable(a, { __index = b })
    setmetatable(b, { __index = a })
    return a.card
  end,
  play = function(_, view) return view:random() end,
}
