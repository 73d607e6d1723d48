-- The bot file that plays a net.
local aurum = require "aurum"
local bot_of = {}

local form = [[
-- %s
--
-- It plays the action after which its net values the position most. The net
-- lies beside it. It was learned for %s with %d players.
-- %s
local net = assert(aurum.net(aurum.data %q%s))

local function choose(_, view) return (net:choose(view)) end

---@type aurum.bot
return {
  name = %q,
  api = 2,
  bid = choose,
  change = choose,
  play = choose,
  answer = choose,
}
]]

--- The text of a bot named `name` that plays rules by the net in the file
--- `file` beside it. `bytes` are that net, which may have learned other rules.
function bot_of.text(name, file, bytes, rules)
  local net = assert(aurum.net(bytes))
  return form:format(name .. ": learned by `aurum learn`.", net.rules,
    net.players, net.how, file, net:fits(rules) and "" or ", { any = true }",
    name)
end

--- A name for a bot, from that of a file: letters, digits and dashes.
function bot_of.name(path)
  local stem = path:match "([^/]*)$":gsub("%.net$", "")
  local name = stem:gsub("[^%w_-]", "-"):sub(1, 40)
  return name == "" and "learned" or name
end

return bot_of
