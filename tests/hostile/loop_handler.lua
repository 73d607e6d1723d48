-- Loops where its own error is made a text.
return {
  bid = function(_, view)
    error(setmetatable({}, { __tostring = function() while true do end end }))
  end,
  play = function(_, view) return view:random() end,
}
