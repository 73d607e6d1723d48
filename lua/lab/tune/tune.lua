-- Tuner of a bot's options: finds the values under which it gains most against
-- other bots, by lua/stats/spsa.lua, then confirms them on fresh deals.
--
-- A batch has a fixed number of deals. Each deal is played by two versions of
-- the bot against each opponent, in all seatings of a gauntlet, so that both
-- meet the same cards and the same bots. The value of a deal for a version is
-- the mean over its games of its points a round less the mean of the other
-- sides'.
-- Batches are applied in the order of their numbers, so neither the number of
-- workers nor an interruption changes the course.
--
-- `args` has the command's options with `_` for `-`: `bot` and `against` are
-- texts, `params` the results of space.parse.
local arena_play = require "aurum.lab.arena.arena_play"
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local digest = aurum.sys.digest
local estimate = require "aurum.stats.estimate"
local hint = require "aurum.text.hint"
local schedule = require "aurum.lab.arena.schedule"
local series = require "aurum.play.series"
local space = require "aurum.stats.space"
local spsa = require "aurum.stats.spsa"
local tune_journal = require "aurum.lab.tune.tune_journal"
local tune = {}
tune.__index = tune

tune.batch = 16 -- deals of a batch

-- ---- Versions of the bot ------------------------------------------------

--- The bot with these values of the parameters.
local function version(self, values)
  local copy, options = {}, {}
  for key, value in pairs(self.bot) do copy[key] = value end
  for key, value in pairs(self.bot.options) do options[key] = value end
  for i, param in ipairs(self.space.params) do
    options[param.name] = self.space:text(i, values[i])
  end
  copy.options = options
  return copy
end

--- The text by which the bot with these values is named.
local function spec_of(self, values)
  local parts, own = { (self.bot.spec:match "^[^:]*") }, {}
  for i, param in ipairs(self.space.params) do
    own[param.name] = true
    parts[#parts + 1] = ("%s=%s"):format(param.name,
      self.space:text(i, values[i]))
  end
  for part in self.bot.spec:gmatch ":([^:]*)" do
    if not own[part:match "^[^=]*"] then parts[#parts + 1] = part end
  end
  return table.concat(parts, ":")
end

--- The seatings of both versions, lists of bots by seat, given their values.
local function seated(self, points)
  local list = {}
  for _, values in ipairs(points) do
    local own = version(self, values)
    for _, seating in ipairs(self.seatings) do
      local bots = {}
      for seat, i in ipairs(seating) do
        bots[seat] = i == 1 and own or self.others[i - 1]
      end
      list[#list + 1] = bots
    end
  end
  return list
end

--- Take the starts of the parameters from the bot's name with all its options.
--- Returns true; or nil and a message.
local function find_starts(self, name)
  local options, known = {}, {}
  for key, value in name:gmatch ":([%a_][%w_]*)=([^:]*)" do
    options[key], known[#known + 1] = value, key
  end
  for i, param in ipairs(self.space.params) do
    local text = options[param.name]
    local start = text and tonumber(text)
    if not text then
      return nil, caller.text("{param}: %s has no option '%s'%s", self.bot.spec,
        param.name, hint.near(param.name, known, #known == 0
          and ": it has none" or (" (there are: %s)"):format(
            table.concat(known, ", "))))
    elseif not start then
      return nil, caller.text("{param} %s: its value '%s' is not a number",
        param.name, text)
    elseif param.int and not math.tointeger(start) then
      return nil, caller.text("{param} %s: its value %s is not a whole number",
        param.name, text)
    elseif start < param.low or start > param.high then
      return nil, caller.text("{param} %s: its value %s is outside of %s..%s",
        param.name, text, self.space:text(i, param.low),
        self.space:text(i, param.high))
    end
    param.start = start
  end
  return true
end

-- ---- Values of deals ----------------------------------------------------

--- The tuned bot's margin in a game, and the fault that it is blamed for, if
--- there is one. A forfeit counts as in an arena.
local function margin_of(result, seating, side_of)
  local at_fault, own, fault = nil, nil, nil
  for seat, i in ipairs(seating) do
    if i == 1 then own = side_of[seat] end
  end
  for _, one in ipairs(result.faults) do
    if not one.substituted then
      at_fault = at_fault or side_of[one.seat]
    end
    if seating[one.seat] == 1 then fault = fault or one end
  end
  local sides = math.max(table.unpack(side_of))
  local points, rounds = estimate.points(result.rounds, sides, at_fault)
  return estimate.margins(points, rounds)[own], fault
end

--- A function that reduces results, of which the first belongs to game
--- `from`, to margins.
local function reducer(self)
  local side_of, n = self.rules.side_of, #self.seatings
  return function(results, from)
    local margins, faults = {}, {}
    for k, result in ipairs(results) do
      local seating = self.seatings[(from + k - 2) % n + 1]
      local margin, fault = margin_of(result, seating, side_of)
      margins[k] = margin
      if fault then
        faults[#faults + 1] = { game = result.seed, fault = fault,
          trace = result.trace }
      end
    end
    return { margins = margins, faults = faults }
  end
end

-- ---- Opening ------------------------------------------------------------

--- The bots of the options; or nil and a message.
local function find_bots(self, args)
  local message
  self.bot, message = aurum.bot(args.bot)
  if not self.bot then return nil, message end
  self.others = {}
  local known = { self.bot }
  for i, spec in ipairs(args.against or { args.bot }) do
    self.others[i], message = aurum.bot(spec, known)
    if not self.others[i] then return nil, message end
    known[#known + 1] = self.others[i]
  end
  return true
end

--- Everything that the course depends on.
local function head_of(self, args)
  local opponents, against = {}, {}
  for i, bot in ipairs(self.others) do
    opponents[i], against[i] = bot_files.digest(bot), bot.spec
  end
  return { engine = aurum.version, variant = self.rules.name,
    rules = self.rules.digest, players = self.rules.players,
    bot = self.bot.spec, digest = bot_files.digest(self.bot),
    against = against, opponents = opponents, params = self.space.params,
    seed = self.seed, deals = self.deals, batch = tune.batch,
    on_fault = args.on_fault, limits = args.trust and { trust = true }
      or { cpu = series.seconds(args), fuel = args.fuel } }
end

--- Open the player. Returns true; or nil, a message and perhaps "usage".
local function open_player(self, args)
  local per_deal, n = 2 * #self.seatings, #self.seatings
  local plain = {}
  for k, seating in ipairs(self.seatings) do
    plain[k] = {}
    for seat, i in ipairs(seating) do
      plain[k][seat] = i == 1 and self.bot or self.others[i - 1]
    end
  end
  self.per_deal = per_deal
  local player, problem, status = series.open(args, { rules = { self.rules },
    seatings = plain, on_fault = args.on_fault, unit = n,
    seated = function(setting) return seated(self, setting.points) end,
    reduce = reducer(self),
    job = function(i)
      return { game = (i - 1) % per_deal + 1,
        seed = ("%s.%d"):format(self.seed, (i - 1) // per_deal + 1) }
    end })
  if not player then return nil, problem, status end
  self.player = player
  for seat, i in ipairs(self.seatings[1]) do
    if i == 1 then
      local good, wrong = find_starts(self, player.names[1][seat])
      return good, wrong, "usage"
    end
  end
end

--- A tuning that is ready to run; or nil, a message and perhaps "usage".
function tune.open(args, rules)
  local names = {}
  for _, param in ipairs(args.params) do
    if names[param.name] then
      return nil, caller.text("{param} %s is given twice", param.name), "usage"
    end
    names[param.name] = true
  end
  local self = setmetatable({ args = args, rules = rules,
    space = space.new(args.params), faults = 0, batches = 0,
    seed = args.seed or aurum.sys.entropy() }, tune)
  self.deals = math.max(args.deals // (2 * tune.batch), 1) * 2 * tune.batch
  local good, message = series.name_programs(args)
  if good then good, message = find_bots(self, args) end
  if not good then return nil, message, "usage" end
  self.seatings, message = schedule.seatings(1 + #self.others, rules.side_of,
    true)
  if not self.seatings then return nil, message, "usage" end
  local status
  good, message, status = open_player(self, args)
  if not good then
    if self.player then self.player:close() end
    return nil, message, status
  end
  self.guesser = series.guesser(args, self.seed, { { self.bot,
    table.unpack(self.others) } })
  self.tuner = spsa.new(self.space, self.deals, tune.batch,
    estimate.stream(tonumber(digest(self.seed), 16)))
  if not args.journal then return self end
  self.kept, self.journal, self.resumes = tune_journal.open(args.journal,
    head_of(self, args), function(k)
      return k * 2 * tune.batch <= self.deals and tune.batch or nil
    end)
  if self.kept then return self end
  self.player:close()
  return nil, self.journal
end

-- ---- Running ------------------------------------------------------------

--- Play a batch. Returns the values of both points by deal; nil if a signal
--- ended it, nil and a message if it failed.
local function play_batch(self, points)
  local first = self.batches * tune.batch * self.per_deal + 1
  local last, n = first + tune.batch * self.per_deal - 1, #self.seatings
  local margins, own = {}, 0
  for _, _, batch, problem in self.player:batches(first, last,
    { key = self.batches, points = points }) do
    if problem then return nil, problem end
    table.move(batch.margins, 1, #batch.margins, #margins + 1, margins)
    own = own + #batch.faults
    self.fault = self.fault or batch.faults[1]
  end
  if #margins < last - first + 1 then return nil end
  self.faults = self.faults + own
  if own == #margins then
    return nil, ("%s was at fault in all %d games of batch %d, as in game %s: "
      .. "%s"):format(self.bot.spec, own, self.batches + 1, self.fault.game,
        self.fault.fault.message)
  end
  local values = { {}, {} }
  for i = 1, #margins, n do
    local sum = 0.0
    for k = i, i + n - 1 do sum = sum + margins[k] end
    local point = (i - 1) // n % 2 + 1
    table.insert(values[point], sum / n)
  end
  return values
end

--- Run the tuner to its end, or until a signal. `on_progress(deals)` is called
--- after each batch. Returns true; or nil and a message.
function tune:run(on_progress)
  while true do
    local points = self.tuner:next_points()
    if not points then break end
    local kept = self.kept and self.kept[self.batches + 1]
    local values, problem = kept, nil
    if not kept then values, problem = play_batch(self, points) end
    if problem then return nil, problem end
    if not values then return true end
    if self.journal and not kept then
      local good, trouble = self.journal:write(tune_journal.line(
        self.batches + 1, values))
      if good then good, trouble = self.journal:flush() end
      if not good then
        return nil, ("%s: %s"):format(self.args.journal, trouble)
      end
    end
    self.tuner:tell(values)
    self.batches = self.batches + 1
    on_progress(self.batches * 2 * tune.batch)
  end
  self.complete = true
  return true
end

--- Close the player and the journal.
function tune:close()
  self.player:close()
  if self.journal then self.journal:close() end
end

-- ---- The result ---------------------------------------------------------

--- The confirmation: an arena of the new values against the old ones, on fresh
--- deals. nil if they are the same; nil, a message and perhaps "usage" if it
--- cannot be played.
function tune:confirmation()
  local starts = {}
  for i, param in ipairs(self.space.params) do starts[i] = param.start end
  local new, old = spec_of(self, (self.tuner:estimate())),
    spec_of(self, starts)
  if new == old then return nil end
  local args = {}
  for _, key in ipairs { "cpu", "fuel", "trust", "jobs", "threads", "on_fault",
    "html" } do
    args[key] = self.args[key]
  end
  args.bots, args.seed = { new, old }, self.seed .. "/confirmation"
  args.deals, args.sprt = self.args.confirm, self.args.sprt
  return arena_play.open(args, self.rules)
end

--- The spread of each parameter after each batch.
function tune:spreads()
  local list = {}
  for i in ipairs(self.space.params) do
    list[i] = {}
    for n in ipairs(self.tuner.course) do
      list[i][n] = self.tuner:spread(i, n)
    end
  end
  return list
end

--- The result, for programs. `confirmed` are the standings of the confirmation,
--- if it was played.
function tune:result(confirmed)
  local values, spreads = self.tuner:estimate()
  local result = { bot = self.bot.spec, variant = self.rules.name,
    players = self.rules.players, seed = self.seed, against = {},
    deals = self.batches * 2 * tune.batch, complete = self.complete or false,
    games = self.batches * tune.batch * self.per_deal, faults = self.faults,
    tuned = spec_of(self, values), params = {} }
  for i, bot in ipairs(self.others) do result.against[i] = bot.spec end
  for i, param in ipairs(self.space.params) do
    local course = {}
    for k, theta in ipairs(self.tuner.course) do course[k] = theta[i] end
    result.params[i] = { name = param.name, low = param.low, high = param.high,
      start = param.start, value = tonumber(self.space:text(i, values[i])),
      spread = spreads[i], course = course }
  end
  if confirmed then
    local test = confirmed.sprt
    result.confirmation = test
    result.gained = test.stopped == "m1"
  end
  return result
end

return tune
