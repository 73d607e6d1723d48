-- Calls itself until the stack is full.
return {
  bid = function(_, view)
    local function deeper() return 1 + deeper() end
    return deeper()
  end,
  play = function(_, view) return view:random() end,
}
