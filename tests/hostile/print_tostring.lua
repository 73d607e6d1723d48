-- Prints what raises when it is made a text.
return {
  bid = function(_, view)
    print(setmetatable({}, { __tostring = function() error "in print" end }))
  end,
  play = function(_, view) return view:random() end,
}
