-- A change whose fields are computed by the bot.
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  change = function()
    return setmetatable({}, { __index = function() while true do end end })
  end,
}
