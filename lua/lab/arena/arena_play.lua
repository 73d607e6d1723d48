-- Plays an arena: from its options to its standings. `aurum arena` and
-- aurum.arena (lua/lab/experiments.lua) are built on it.
--
-- The options are those of the command, with `_` for `-`: `bots` and
-- `gauntlet` are texts, `variant` may be rules, `sprt` is the result of
-- sprt.parse. `range` is { first =, deals = }, the deals of a
-- plan's shard, and `parts` has the results of all shards
-- (lua/lab/plan/plan_arena.lua). `report` is the ledger's `on_fault`;
-- `on_print`, if given, gets what bots print, game by game
-- (lua/play/series.lua); `warn(text)` gets the damaged lines of a bot's
-- history. With `other_limits` the journal's games may have had other limits.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local bot_files = require "aurum.load.bot_files"
local ceiling = require "aurum.lab.bots.ceiling"
local hint = require "aurum.text.hint"
local journal = require "aurum.record.journal"
local result_writer = require "aurum.lab.arena.result_writer"
local handicaps = require "aurum.lab.handicaps"
local schedule = require "aurum.lab.arena.schedule"
local series = require "aurum.play.series"
local sprt = require "aurum.stats.sprt"
local standings = require "aurum.lab.arena.standings"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"
local versions = require "aurum.lab.bots.versions"
local writers = require "aurum.text.writers"
local arena_play = {}

-- Options of earlier versions, with the commands that replaced them.
arena_play.removed = {
  shard = "a plan cuts the deals: `aurum plan make DIR --shards N -- arena "
    .. "...`, then `aurum plan task DIR K`",
  merge = "a plan of the arena merges its journals: `aurum plan merge DIR "
    .. "JOURNAL...`",
}

-- ---- The bots -----------------------------------------------------------

--- True if two bots have the same files and the same options.
local function are_same(a, b)
  if bot_files.digest(a) ~= bot_files.digest(b) then return false end
  for key, value in pairs(a.options) do
    if b.options[key] ~= value then return false end
  end
  for key in pairs(b.options) do
    if not a.options[key] then return false end
  end
  return true
end

--- The bots of a list of texts, the gauntlet's first; or nil and a message.
local function find_bots(args)
  local bots = {}
  local named, wrong = series.name_programs(args)
  if not named then return nil, wrong end
  local function add(spec)
    local bot, message = aurum.bot(spec, bots)
    bots[#bots + 1] = bot
    return bot, message
  end
  if args.gauntlet then
    local bot, message = add(args.gauntlet)
    if not bot then return nil, message end
  end
  for _, spec in ipairs(args.bots) do
    local bot, message = add(spec)
    if not bot then return nil, message end
    if args.gauntlet and are_same(bot, bots[1]) then
      return nil, caller.text("{gauntlet} %s: it is also listed as an "
        .. "opponent (%s), but a bot gains nothing against itself",
        args.gauntlet, spec)
    end
  end
  if args.since then
    if #bots ~= 1 then
      return nil, caller.text("{since} compares one bot with a kept version, "
        .. "got %d bots", #bots)
    end
    local message
    bots[2], message = versions.since(bots[1], args.since, args.warn)
    if not bots[2] then return nil, message end
  end
  if #bots < 2 then
    return nil, ("expected at least two bots, got %s"):format(
      #bots == 1 and "only " .. bots[1].spec or "none")
  end
  return bots
end

--- The labels of bots: the name with the given options. A bot has its path
--- instead if files share the name, and a number if it is named several times.
local function labels(bots)
  local names, list, count, nth = {}, {}, {}, {}
  for i, bot in ipairs(bots) do
    names[i] = bot.name .. (bot.spec:match ":.*$" or "")
  end
  for i, name in ipairs(names) do
    for j, other in ipairs(names) do
      if other == name and bots[j].path ~= bots[i].path then
        list[i] = bots[i].path .. name:sub(#bots[i].name + 1)
      end
    end
    list[i] = list[i] or name
    count[list[i]] = (count[list[i]] or 0) + 1
  end
  for i, label in ipairs(list) do
    nth[label] = (nth[label] or 0) + 1
    if count[label] > 1 then list[i] = ("%s#%d"):format(label, nth[label]) end
  end
  return list
end

-- ---- The schedule -------------------------------------------------------

--- The limits of the bots, as the journal notes them.
local function limits_of(args)
  if args.trust then return { trust = true } end
  return { cpu = series.seconds(args), fuel = args.fuel }
end

--- The head of the journal: everything that the results depend on. The bots'
--- names with all their options are missing until the bots are loaded. Or nil
--- and a message.
local function head_of(args, rules, bots, seatings)
  local seed, first, last = option_values.series(args.seed, args.deals, 1000)
  if not utf8.len(seed) then
    return nil, caller.text "{seed}: expected UTF-8"
  end
  if args.range then
    first, last = args.range.first, args.range.first + args.range.deals - 1
  end
  local head = { engine = aurum.version, variant = rules.name,
    rules = rules.digest, players = rules.players, sides = rules.side_of,
    seed = seed, first = first, deals = last - first + 1, shard = 1,
    shards = 1, on_fault = args.on_fault, limits = limits_of(args),
    seatings = seatings, bots = {} }
  for i, label in ipairs(labels(bots)) do
    head.bots[i] = { spec = bots[i].spec, label = label,
      digest = bot_files.digest(bots[i]), cpu = bots[i].cpu }
  end
  return head
end

--- A player of the schedule; its head gets the names of the bots. Or nil, a
--- message and perhaps "usage".
local function open_player(args, rules, bots, plan)
  local seatings = {}
  for k, seating in ipairs(plan.head.seatings) do
    seatings[k] = {}
    for seat, i in ipairs(seating) do seatings[k][seat] = bots[i] end
  end
  local player, problem, status = series.open(args, { rules = { rules },
    seatings = seatings, on_fault = args.on_fault, unit = plan.size,
    reduce = result_writer.reducer(plan, { journal = args.journal,
      record = args.record, test = args.sprt }),
    job = function(i) return plan:job(i) end })
  if not player then return nil, problem, status end
  for k, seating in ipairs(plan.head.seatings) do
    for seat, i in ipairs(seating) do
      plan.head.bots[i].name = player.names[k][seat]
    end
  end
  return player, series.guesser(args, plan.head.seed, seatings)
end

--- Read "BOT=RATING": { bot = its text, rating = }; or nil and what was
--- expected.
function arena_play.parse_anchor(text)
  local bot, number = text:match "^(.+)=([^=]*)$"
  local rating = bot and tonumber(number)
  if rating and rating - rating == 0 then
    return { bot = bot, rating = rating }
  end
  return nil, ("expected BOT=RATING, such as greedy=0, got '%s'"):format(text)
end

--- The anchor of the ratings as of tally:rate; nil without one. Or nil and a
--- message.
local function anchor_of(anchor, head)
  if not anchor then return nil end
  local found, known = {}, {}
  for i, bot in ipairs(head.bots) do
    known[i] = bot.label
    local plain = bot.label:match "^[^:]*"
    if anchor.bot == bot.label or anchor.bot == bot.spec
      or anchor.bot == plain then
      found[#found + 1] = i
    end
  end
  if #found == 1 then return { bot = found[1], rating = anchor.rating } end
  if #found > 1 then
    return nil, caller.text("{anchor}: '%s' names %d bots: %s and %s",
      anchor.bot, #found, known[found[1]], known[found[2]])
  end
  return nil, caller.text("{anchor}: no bot '%s' plays%s", anchor.bot,
    hint.near(anchor.bot, known))
end

--- The journal to resume; nil if it does not exist. Or nil and a message: it
--- cannot be read, or another process writes it. If this process is `alone`
--- with it, no other is looked for.
local function find_journal(path, alone)
  if not path or not aurum.sys.readable(path) then return nil end
  local read, problem = journal.read(path)
  if not read then return nil, problem end
  if alone then return read end
  local free, busy = journal.is_free(path, read)
  return free and read, busy
end

--- True if a record is of the run whose journal is resumed: each line is a game
--- of the journal. So the same command may go on with it, and no game is lost.
local function is_same_run(journal_path, record_path)
  local own, known = journal.read(journal_path), {}
  local function read_game() return own and own.head and own:game() end
  for game in read_game do
    local line = journal.with_id(game.record, game.id):gsub("%s+$", "")
    known[aurum.sys.digest(line)] = true
  end
  for _, line, problem in assert(aurum.sys.lines(record_path, true)) do
    if problem or not known[aurum.sys.digest((line:gsub("%s+$", "")))] then
      return false
    end
  end
  return true
end

local arena = {}
arena.__index = arena

--- An arena that plays a schedule, with its record open; or nil, a message and
--- perhaps "usage". `replaces` is true if the record is one of this run.
local function new(args, plan, replaces)
  if args.sprt and #plan.head.bots ~= 2 then
    return nil, caller.text("{sprt} compares two bots, got %d",
      #plan.head.bots), "usage"
  end
  local anchor, message = anchor_of(args.anchor, plan.head)
  if message then return nil, message, "usage" end
  local writer, problem
  if args.record then
    local status
    writer, problem, status = writers.create(args.record,
      args.force or replaces)
    if not writer then
      return nil, ("%s: %s"):format(term.plain(args.record), problem), status
    end
  end
  return setmetatable({ args = args, plan = plan, anchor = anchor,
    games = result_writer.new(plan, { test = args.sprt and sprt.new(args.sprt),
      journal = args.journal, alone = args.alone, record = args.record,
      writer = writer,
      courses = args.html ~= nil,
      on_fault = args.report or function() end }) }, arena)
end

--- The schedule of the options, its rules and bots; or nil, a message and
--- perhaps "usage". `theirs` is the head of the journal to resume, if there is
--- one.
function arena_play.schedule(args, rules, theirs)
  local bots, message = find_bots(args)
  if not bots then return nil, message, "usage" end
  local good
  good, message = handicaps.give(args.odds, bots, args)
  if not good then return nil, message, "usage" end
  local seatings
  seatings, message = schedule.seatings(#bots, rules.side_of,
    args.gauntlet ~= nil)
  if not seatings then return nil, message, "usage" end
  if theirs and not args.seed then
    args.seed, args.deals = theirs.seed, args.deals or 1000
  end
  local head
  head, message = head_of(args, rules, bots, seatings)
  if not head then return nil, message, "usage" end
  return schedule.new(head), bots
end

--- An arena under `rules` that is ready to play; its `guesser` is the name of a
--- bot that could guess the seed. Or nil, a message and perhaps "usage".
function arena_play.open(args, rules)
  local read, busy = find_journal(args.journal, args.alone)
  if busy then return nil, busy end
  local plan, bots, status = arena_play.schedule(args, rules,
    read and read.head)
  if not plan then return nil, bots, status end
  if args.keep then versions.reserve(bots) end
  local player, guesser, wrong = open_player(args, rules, bots, plan)
  if not player then return nil, guesser, wrong end
  local other = read and read.head and journal.difference(plan.head, read.head,
    { limits = args.other_limits })
  if other then
    player:close()
    return nil, ("%s: the journal belongs to another arena: %s"):format(
      args.journal, term.plain(other))
  end
  local replaces = read and read.head and args.record and not args.force
    and aurum.sys.readable(args.record, "file")
    and is_same_run(args.journal, args.record)
  local self, message, code = new(args, plan, replaces)
  if not self then
    player:close()
    return nil, message, code
  end
  self.read, self.player, self.guesser, self.bots = read, player, guesser, bots
  self.rules = rules
  return self
end

--- An arena of a plan's shards, whose results are `args.parts`; or nil, a
--- message and perhaps "usage". Nothing is played.
function arena_play.merged(args)
  local self, wrong, status = new(args, schedule.new(args.parts.head))
  if not self then return nil, wrong, status end
  self.parts = args.parts
  return self
end

-- ---- Playing ------------------------------------------------------------

--- Take the games of the journal, and open it for the others; or take the games
--- of all shards. `on_progress()` is called now and then. A failure is nil, a
--- message and, if the message does not name it, the path of a file.
function arena:resume(on_progress)
  if self.parts then
    return self.parts:take(self.games, on_progress)
  elseif not self.args.journal then
    return true
  end
  return self.games:resume(self.read, on_progress)
end

--- Play the games that are left. `on_progress(games)` gets the number of those
--- played here. A failure is as in `resume`; `failure` is the problem that
--- ended it early, if one did.
function arena:play(on_progress)
  local games, player = self.games, self.player
  local tally, before = games.tally, games.tally.taken
  if not tally:is_done() then
    local batches = player:batches(before + 1, self.plan.games)
    for _, _, batch, problem, printed in batches do
      if batch then
        local good, trouble, path = games:take(batch)
        if not good then return nil, trouble, path end
      end
      for _, game in ipairs(printed or {}) do
        if game.job > tally.taken then break end -- the test has stopped
        self.args.on_print(game.text:sub(1, -2))
      end
      self.failure = problem
      on_progress(tally.taken - before)
      if tally:is_done() then break end
    end
  end
  if tally:is_done() then self.failure = nil end
  player:close()
  if self.failure and player.killed and self.args.journal then
    self.can_resume = true
  end
  return games:close_journal()
end

--- Close the record and rate the bots. Returns the standings, for programs; or
--- a failure as in `resume`.
function arena:finish()
  local writer, tally = self.games.options.writer, self.games.tally
  if writer then
    local good, problem = writer:close()
    if not good then return nil, problem, self.args.record end
  end
  local result = standings.of(tally, tally:is_done(), self.anchor)
  if not self.args.keep then return result end
  local good, problem = versions.keep_arena(self.bots, result, "arena")
  return good and result, problem
end

--- The number of deals on which the open-hand player meets the best bot.
function arena:ceiling_deals()
  return math.min(self.plan.head.deals, ceiling.deals)
end

--- Let the open-hand player meet the best bot of the standings `result` on the
--- first deals; `result.ceiling` gets what ceiling.of returns, with the bot's
--- name as in the standings. `on_progress(deals)` is called after each deal.
--- Returns true; or nil and a message.
function arena:measure_ceiling(result, on_progress)
  local head, seeds = self.plan.head, {}
  for i = 1, self:ceiling_deals() do
    seeds[i] = ("%s.%d"):format(head.seed, head.first + i - 1)
  end
  local best = standings.order(self.games.tally, result).bots[1]
  local found, problem = ceiling.of(self.bots[best], self.rules, seeds,
    self.args, on_progress)
  if not found then return nil, caller.text "{ceiling}: " .. problem end
  found.bot = result.bots[best].name
  result.ceiling = found
  return true
end

return arena_play
