-- Plays a match: from its options to its tally. `aurum match` and aurum.match
-- (lua/lab/experiments.lua) are built on it. The options are those of the
-- command; `on_print`, if given, gets what bots print (lua/play/series.lua).
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local seat_orders = require "aurum.lab.seat_orders"
local match_tally = require "aurum.lab.match.match_tally"
local series = require "aurum.play.series"
local option_values = require "aurum.text.option_values"
local versions = require "aurum.lab.bots.versions"
local writers = require "aurum.text.writers"
local match_play = {}

local run = {}
run.__index = run

--- The label of each seat's bot: its name, or its path if two files have the
--- same name.
local function labels(names, bots)
  local result, path_of, clash = names, {}, {}
  for seat, name in ipairs(result) do
    local path = bots[seat].path
    clash[name] = clash[name] or path_of[name] and path_of[name] ~= path
    path_of[name] = path
  end
  for seat, name in ipairs(result) do
    local bot = bots[seat]
    if clash[name] then result[seat] = bot.path .. name:sub(#bot.name + 1) end
  end
  return result
end

--- The seatings of the match: lists of bots by seat. Or nil and a message.
local function seatings_of(args, rules)
  local bots, message = seat_orders.bots(args.bots, rules.players)
  if not bots then return nil, message end
  local seatings, problem = seat_orders.seat(bots, rules, args.mirror)
  return seatings, problem and caller.text "{mirror}: " .. problem
end

--- A match under `rules` that is ready to play: its `seatings`, `seated` (the
--- names by seat of each), `seed`, `total` number of games, number of `games`
--- played, `tally`, and `guesser`, the name of a bot that could guess the seed
--- `series`. Or nil, a message and perhaps "usage".
function match_play.open(args, rules)
  if args.keep and not args.mirror then
    return nil, caller.text "{keep} needs {mirror}, which gives differences "
      .. "between bots", "usage"
  end
  local named, wrong = series.name_programs(args)
  if not named then return nil, wrong, "usage" end
  local seatings, message = seatings_of(args, rules)
  if not seatings then return nil, message, "usage" end
  if args.keep then versions.reserve(seatings[1]) end
  local seed, first, last, again = option_values.series(args.seed, args.games,
    100)
  local deals = last - first + 1
  local self = setmetatable({ args = args, rules = rules, seatings = seatings,
    series = seed, seed = again, games = 0, total = deals * #seatings,
    seated = {} }, run)
  local problem, status
  self.player, problem, status = series.open(args, { rules = { rules },
    seatings = seatings, on_fault = args.on_fault, most = self.total,
    job = function(i)
      return { game = (i - 1) % #seatings + 1,
        seed = ("%s.%d"):format(seed, first + (i - 1) // #seatings),
        number = tostring(i) }
    end })
  if not self.player then return nil, problem, status end
  for i, names in ipairs(self.player.names) do
    self.seated[i] = labels(names, seatings[i])
  end
  self.guesser = series.guesser(args, seed, seatings)
  self.tally = match_tally.tally(self.seated, rules.side_of,
    args.mirror and deals)
  return self
end

--- A function that adds a game to the record. It flushes every second, so that
--- the games can be read and survive if the match is killed.
local function recorder(writer)
  if not writer then return function() return true end end
  local flushed = aurum.sys.clock()
  return function(line)
    local good, problem = writer:write(line)
    if not good then return nil, problem end
    if aurum.sys.clock() - flushed < 1 then return true end
    flushed = aurum.sys.clock()
    return writer:flush()
  end
end

--- Play the games, record and count them. `on_game(i, result)` is called after
--- each. `failure` is the error of the variant that ended the match, if one
--- did. Returns true; or nil, a message and the path of the file at fault.
function run:play(on_game)
  local path, player = self.args.record, self.player
  local writer, problem, status
  if path then
    writer, problem, status = writers.create(path, self.args.force)
    if not writer then return nil, problem, path, status end
  end
  local record = recorder(writer)
  for i, result, failure in player:all(self.total) do
    self.failure = failure
    if failure then break end
    local good, trouble = record(result.record)
    if not good then return nil, trouble, path end
    self.tally:add(result)
    self.games = i
    if result.printed then self.args.on_print(result.printed:sub(1, -2)) end
    on_game(i, result)
  end
  player:close()
  if not writer then return true end
  local good, trouble = writer:close()
  return good, trouble, path
end

--- The result, for programs.
function run:result() return self.tally:result(self) end

--- The names of a mirrored match's bots other than the i-th.
local function others(bots, i)
  local names = {}
  for k, bot in ipairs(bots) do
    if k ~= i then names[#names + 1] = bot.name end
  end
  return table.concat(names, ", ")
end

--- Keep the bots that did not come with aurum, each with the difference of its
--- line-up from the others if it is alone in it. Returns true; or nil and a
--- message.
function run:keep()
  local result, kept = self:result(), {}
  local mirror = result.mirror
  for seat, bot in ipairs(self.seatings[1]) do
    local name, results = self.seated[1][seat], {}
    for i, row in ipairs(mirror.bots) do
      if row.name == name and #mirror.bots > 1 and mirror.deals > 0 then
        results[1] = { by = "match", bot = name,
          against = others(mirror.bots, i), variant = result.variant,
          players = result.players, seed = result.seed, deals = mirror.deals,
          mean = row.mean, low = row.low, high = row.high }
      end
    end
    if not bot.bundled and not kept[name] then
      kept[name] = true
      local good, problem = versions.keep(bot, results)
      if not good then return nil, problem end
    end
  end
  return true
end

return match_play
