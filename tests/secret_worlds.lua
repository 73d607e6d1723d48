-- secret_worlds.lua: holds sampled worlds against the truth of five rules in
-- which seats secretly give restricted cards away late in a round.
--
--   build/aurum run tests/secret_worlds.lua WORLDS EACH SEED [RULE]...
--
-- It draws WORLDS worlds in all, EACH for a view, in random games. A world is
-- possible if a search back to the deal finds answers, all allowed then, that
-- lead to it. The rules are in tests/lua/secret_rules.lua. It ends with 1 if a
-- world is impossible, or the search gave up.
package.path = "tests/lua/?.lua;" .. package.path
local secret = require "secret_rules"
local helper = require "helper"

local worlds, each, seed = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])
if not worlds or not each or not seed then
  io.stderr:write("secret_worlds: expected WORLDS EACH SEED [RULE]...\n")
  os.exit(2)
end
local names = #arg > 3 and { table.unpack(arg, 4) } or secret.names
local good = true
for _, name in ipairs(names) do
  local sum = secret.check(name, (worlds + #names - 1) // #names, each, seed)
  good = good and sum.impossible + sum.unsure + sum.wrong == 0
  print(("%-8s %d worlds, %d impossible, %d unsure; %d of %d views without; " ..
    "%.2f ms a world; %d of %d altered worlds refused; %d true deals refused")
    :format(name, sum.worlds, sum.impossible, sum.unsure, sum.none, sum.views,
      1000 * sum.seconds / math.max(sum.worlds, 1), sum.refused, sum.altered,
      sum.wrong))
end
helper.clean()
os.exit(good and 0 or 1)
