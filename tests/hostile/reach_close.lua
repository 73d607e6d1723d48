-- A variable to be closed by the bot's own code.
return {
  bid = function(_, view)
    local closed <close> = setmetatable({}, { __index = { __close = print } })
    return closed
  end,
  play = function(_, view) return view:random() end,
}
