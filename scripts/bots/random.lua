-- random: plays any legal action, each with the same probability.
-- The shortest bot, and the yardstick for all others.
---@type aurum.bot
return {
  name = "random",
  api = 2,
  bid = function(_, view) return view:random() end,
  change = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
  answer = function(_, view) return view:random() end,
}
