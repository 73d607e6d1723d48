-- plot.lua: plays an arena of three bots and plots their points a round.
--
--   LUA_CPATH='/path/to/build/?.so' lua5.4 plot.lua
local aurum = require "aurum"
local result = assert(aurum.arena { bots = { "greedy", "counter", "lowball" },
  deals = 100, seed = 1 })
local rows = {}
for i, bot in ipairs(result.bots) do
  local points = bot.difference
  rows[i] = { bot.name, points.mean, points.low, points.high }
end
io.write(aurum.chart.bars { rows = rows, format = "%+.2f",
  title = ("points a round more than the others, %d games"):format(
    result.games) })
