-- The arena as a command of plans: an item is a deal, in all its seatings.
-- The journal of a shard is that of an arena of its deals. A complete shard
-- also has a sheet of the sums of its blocks (lua/lab/blocks.lua), which is
-- smaller: a merge that needs no single games reads these alone.
local arena_tally = require "aurum.lab.arena.arena_tally"
local arena_play = require "aurum.lab.arena.arena_play"
local aurum = require "aurum"
local blocks = require "aurum.lab.blocks"
local journal = require "aurum.record.journal"
local keys = require "aurum.text.option_values".keys
local result_writer = require "aurum.lab.arena.result_writer"
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = require "aurum.lab.plan.task_done"
local shard_results = require "aurum.lab.plan.shard_results"
local schedule = require "aurum.lab.arena.schedule"
local option_values = require "aurum.text.option_values"
local plan_arena = { unit = "deal", rules = true, seeded = true,
  command = { "arena" }, least = { "arena" } }

plan_arena.says = keys("bots", "gauntlet", "variant", "players", "deals",
  "seed", "sprt", "anchor", "on_fault", "cpu", "fuel", "odds", "print",
  "print_bytes", "log", "jobs", "threads", "quiet")
plan_arena.shown = { json = "flag", csv = "flag", raw = "flag", html = "value",
  record = "value", force = "flag", sprt = "value", anchor = "value",
  quiet = "flag" }
plan_arena.refused = {
  journal = "every shard has a journal of its own",
  since = "kept versions belong to one machine",
  keep = "kept versions belong to one machine",
  ceiling = "it is measured in one process",
}

--- The bots and variants that arguments name.
function plan_arena.named(args)
  local bots = { table.unpack(args.bots) }
  bots[#bots + 1] = args.gauntlet
  return bots, { args.variant or "standard" }
end

--- The problem of the arguments of a plan; nil if there is none.
function plan_arena.problem(plan, args)
  local _, first, last = option_values.series(args.seed, args.deals, 1000)
  return plan:deals_problem(last - first + 1)
end

local function without_output(args)
  local own = {}
  for key, value in pairs(args) do
    if not plan_arena.shown[key] or key == "quiet" then own[key] = value end
  end
  return own
end

--- True if an arena of these arguments can begin: its bots load and meet. Or
--- nil, a message and perhaps "usage".
local function starts(args, rules)
  local own = without_output(args)
  own.sprt, own.anchor, own.jobs = args.sprt, args.anchor, 1
  local run, problem, status = arena_play.open(own, rules)
  if not run then return nil, problem, status end
  run.player:close()
  return true
end

--- Adds to a plan what an arena of these arguments needs. True; or nil and a
--- message, and perhaps "usage".
function plan_arena.prepare(plan, args, rules)
  local good, problem = plan:add_all(plan_arena.named(args))
  if not good then return nil, problem, "usage" end
  local _, first, last = option_values.series(args.seed, args.deals, 1000)
  plan.items = last - first + 1
  return starts(args, rules)
end

--- The arguments without those that say how results are shown, and with the
--- plan's files.
local function placed(plan, args)
  local own = without_output(args)
  own.variant = plan:variant(args.variant or "standard")
  own.bots = {}
  for i, spec in ipairs(args.bots) do own.bots[i] = plan:bot(spec) end
  own.gauntlet = args.gauntlet and plan:bot(args.gauntlet)
  return own
end

--- The first deal of a plan, and how many there are before shard k.
local function range_of(plan, args, k)
  local _, first = option_values.series(args.seed, args.deals, 1000)
  local from, to = plan:range(k)
  return { first = first + from - 1, deals = to - from + 1 }
end

--- True if the tasks of a plan can begin, by `starts`; or nil and a message.
--- Bots that would be trusted are not tried.
function plan_arena.starts(plan, args)
  if args.trust then return true end
  local own = placed(plan, args)
  local rules, problem = aurum.variant(own.variant, own.players)
  if not rules then return nil, tostring(problem) end
  own.print = "off"
  return starts(own, rules)
end

-- ---- Playing a shard ----------------------------------------------------

--- A journal as a stream of games, from which others are copied: `line` is that
--- of the next game, `deal` and `seating` its id; nil after the last that is
--- whole.
local function next_game(stream)
  local read = stream.read
  local line, problem = read:line()
  local record, id, seconds = journal.record_in(line or "")
  stream.line, stream.deal, stream.record = nil, nil, nil
  if seconds then
    local deal, seating = id:match "^(%d+)/(%d+)$"
    stream.deal, stream.seating = tonumber(deal), tonumber(seating)
    stream.line, stream.record = line .. "\n", record
  elseif line or problem then
    stream.warn(("%s:%d: damaged; from there on its games are played again")
      :format(read.path, read.number))
  end
  return stream
end

--- The stream of a journal; nil if it is empty. Or nil and a message.
local function open_stream(path, warn)
  local read, problem = journal.read(path)
  if not read then return nil, problem end
  return read.head and next_game { read = read, warn = warn } or nil
end

--- True if the next game of a stream lies before one of a schedule.
local function is_before(stream, deal, seating)
  return stream.deal and (stream.deal < deal
    or stream.deal == deal and stream.seating < seating)
end

--- The stream whose next game is this one of a schedule; nil if there is none.
local function stream_at(streams, deal, seating)
  for _, stream in ipairs(streams) do
    while is_before(stream, deal, seating) do next_game(stream) end
    if stream.deal == deal and stream.seating == seating then return stream end
  end
end

--- The number of faults in a record's line.
local function faults_in(line)
  if not line:find('"faults":[', 1, true) then return 0 end
  local record <close> = aurum.record(line)
  return record and #record.faults or 0
end

--- Writes a journal with the games of streams, from the first of its schedule
--- to the first that is missing. Returns the numbers of its deals and faults;
--- or nil and a message, and true if it cannot be written.
local function copy_games(streams, head, writer)
  head.format = nil -- head_line adds it
  local own, faults = schedule.new(head), 0
  local good, failure = writer:write(journal.head_line(head))
  for i = 1, own.games do
    local stream = good and stream_at(streams, own:game(i))
    if not stream then
      return good and (i - 1) // own.size, good and faults or failure, not good
    end
    faults = faults + faults_in(stream.record)
    good, failure = writer:write(stream.line)
  end
  return good and head.deals, good and faults or failure, not good
end

--- Copies the games of a journal up to the first that is damaged.
function plan_arena.copy(_, _, from, writer, warn)
  if not from then return 0, 0 end
  local stream, problem = open_stream(from, warn)
  if stream then return copy_games({ stream }, stream.read.head, writer) end
  return not problem and 0, problem or 0
end

--- The number of whole deals in a journal, which need not be valid.
function plan_arena.count(_, _, path)
  local read, n = journal.read(path), 0
  if not read or not read.head then return 0 end
  while read:line() do n = n + 1 end
  return n // #read.head.seatings
end

local function faults_of(tally)
  local n = 0
  for _, bot in ipairs(tally.bots) do
    for _, count in pairs(bot.faults) do n = n + count end
  end
  return n
end

local gathered = 128 -- games that are summed up together

--- Writes the sums of a complete journal. They only save time: without space
--- for them, the merge reads the journal. Where files have no locks, another
--- task may have removed that.
local function write_sums(plan, k, attempt)
  local read = journal.read(attempt.path)
  if not (read and read.head) then return end
  local own, summer = schedule.new(read.head), blocks.new(read.head)
  local games, size = result_writer.games(read, own), own.size
  local most, list, i = math.max(gathered // size, 1) * size, {}, 0
  local path = shard_files.path(plan, k, attempt.a, "sums")
  local writer = shard_files.writer(plan, k, attempt.a, "sums")
  local good = writer and writer:write(shard_results.head_line(plan, k))
  while good and i < own.games do
    local game = games()
    list[#list + 1], i = game, i + 1
    good = game ~= nil
    if good and (#list == most or i == own.games) then
      local sums = arena_tally.reduce(own, summer, list, i - #list + 1, false)
      list, good = {}, writer:write(shard_results.item_line(i // size, sums[1]))
    end
  end
  if writer and not writer:close() or not good then
    aurum.sys.remove(path)
  end
end

--- Plays what is left of shard k into the journal of an attempt. Returns the
--- numbers of its deals and faults, and a problem that ended it early.
function plan_arena.play(plan, args, k, attempt, _, report)
  local own = placed(plan, args)
  own.range = range_of(plan, args, k)
  own.seed = option_values.series(args.seed, args.deals, 1000)
  own.deals = own.range.deals
  own.jobs, own.journal, own.alone = args.jobs or 1, attempt.path, true
  own.report = report
  local rules, problem = aurum.variant(own.variant, own.players)
  if not rules then return 0, 0, tostring(problem) end
  local run
  run, problem = arena_play.open(own, rules)
  if not run then return 0, 0, problem end
  local tally, size = run.games.tally, run.plan.size
  local function played() return tally.taken // size end
  local good, trouble, path = run:resume(function() end)
  if good then
    good, trouble, path = run:play(function()
      attempt:progress(played(), faults_of(tally))
    end)
  end
  problem = run.failure
  if not good then problem = path and path .. ": " .. trouble or trouble end
  if not problem and not tally:is_done() then problem = "interrupted" end
  if not problem then write_sums(plan, k, attempt) end
  return played(), faults_of(tally), problem
end

-- ---- Journals of other machines -----------------------------------------

-- Parts of a head in which a journal may differ from the plan's arena.
local free = keys("first", "deals", "shard", "shards")

--- True if a journal is one of the plan's arena, whose head is `wanted`: any of
--- its deals, under the limits of its other journals. Or nil and a message.
local function belongs(wanted, read)
  for i, bot in ipairs(wanted.bots) do -- the full name follows from the files
    local other = read.head.bots[i] or bot
    bot.name = other.label == bot.label and other.name or bot.label
  end
  wanted.limits = wanted.limits or read.head.limits
  local other = journal.difference(wanted, read.head, free)
  if not other then return true end
  return nil, ("%s does not belong to this plan: %s"):format(read.path, other)
end

--- The head of the plan's arena, and the streams of journals that belong to it;
--- or nil and a message.
local function open_given(plan, args, paths, warn)
  local own, streams = placed(plan, args), {}
  local rules, problem = aurum.variant(own.variant, own.players)
  if not rules then return nil, tostring(problem) end
  local made, why = arena_play.schedule(own, rules)
  if not made then return nil, why end
  local before = plan_arena.parts(plan, args)
  made.head.limits = before and before.head.limits
  for _, path in ipairs(paths) do
    local stream, unread = open_stream(path, warn)
    if unread then return nil, unread end
    local good, other = true, nil
    if stream then good, other = belongs(made.head, stream.read) end
    if not good then return nil, other end
    streams[#streams + 1] = stream
  end
  return made.head, streams
end

--- True if a stream has one of the deals from `first` to `last`; those before
--- are skipped.
local function has_deal(stream, first, last)
  while is_before(stream, first, 1) do next_game(stream) end
  return stream.deal ~= nil and stream.deal <= last
end

--- The games of journals that other machines wrote: of any deals, such as a
--- shard's of this plan made there.
function plan_arena.given(plan, args, paths, warn)
  local wanted, streams = open_given(plan, args, paths, warn)
  if not wanted then return nil, streams end
  return function(k)
    local range, any, head = range_of(plan, args, k), false, {}
    for _, stream in ipairs(streams) do
      any = has_deal(stream, range.first, range.first + range.deals - 1) or any
    end
    for key, value in pairs(wanted) do head[key] = value end
    head.first, head.deals = range.first, range.deals
    return any and function(from, writer)
      local all = { table.unpack(streams) }
      all[#all + 1] = from and open_stream(from, warn)
      return copy_games(all, head, writer)
    end
  end
end

-- ---- Merging ------------------------------------------------------------

local parts = {}
parts.__index = parts

--- True if a journal has the deals of shard k; or nil and a message.
local function fits(self, read, k)
  local range = range_of(self.plan, self.args, k)
  local head, wanted = read.head, {}
  for key, value in pairs(self.head) do wanted[key] = value end
  wanted.first, wanted.deals = range.first, range.deals
  local other = journal.difference(wanted, head)
  if not other then return true end
  return nil, ("%s does not belong to this plan: %s"):format(read.path, other)
end

--- The journal of shard k, with its head read, and the number of its attempt if
--- that is complete; nil if it has none yet. Or nil and a message.
local function open_part(self, k)
  local a, whole, unread = task_done.best(self.plan, k, self.attempts[k])
  if not a then return nil, unread end
  local read, problem = journal.read(shard_files.path(self.plan, k, a,
    "journal"))
  if not read then return nil, problem end
  if not read.head then return nil end
  return read, nil, whole and a
end

--- The results of a plan's shards so far, to be taken by an arena. `missing` is
--- a list of { shard =, items =, of = } once they were. Or nil and a message.
function plan_arena.parts(plan, args)
  local self = setmetatable({ plan = plan, args = args, missing = {},
    attempts = shard_files.attempts(plan) }, parts)
  local read = nil
  for k = 1, plan.shards do
    local problem
    read, problem = open_part(self, k)
    if problem then return nil, problem end
    if read then break end
  end
  if not read then return nil, "no shard has results yet" end
  self.head = {}
  for key, value in pairs(read.head) do self.head[key] = value end
  self.head.first = range_of(plan, args, 1).first
  self.head.deals = plan.items
  return self
end

--- The games of the whole deals of a shard's journal, in order, as an iterator;
--- `note` counts the deals.
local function games_of(read, note)
  local plan, block, i = schedule.new(read.head), {}, 0
  local games = result_writer.games(read, plan)
  return function()
    if i == #block then
      block, i = {}, 0
      for n = 1, plan.size do
        local game, trouble = games()
        if not game then return nil, trouble end
        block[n] = game
      end
      note.items = note.items + 1
    end
    i = i + 1
    return block[i]
  end
end

--- Take the sums of a shard from a file. True; or nil and a message.
local function take_sums(self, k, path, whole, note)
  local each, problem = shard_results.items(self.plan, k, path, 1, note.of)
  if not each then return nil, problem end
  local function check(sums)
    return whole.tally.summer:problem(sums, note.of)
  end
  local item, text, _, at = each()
  while item do
    local sums, trouble = shard_results.data_of(text, check)
    if not sums then return nil, ("%s:%d: %s"):format(path, at, trouble) end
    whole.tally:take(sums)
    note.items = item
    item, text, _, at = each()
  end
  if text then return nil, text end
  if note.items == note.of then return true end
  return nil, path .. ": cut off"
end

--- Take the results of shard k, whose number of deals is added to the `note`.
local function take_shard(self, k, whole, note, on_progress)
  local read, problem, a = open_part(self, k)
  if not read then return not problem, problem end
  local good, failure = fits(self, read, k)
  if not good then return nil, failure end
  local single = whole.options.writer or whole.tally.test
  local sums = a and shard_files.path(self.plan, k, a, "sums")
  if sums and not single and aurum.sys.readable(sums) then
    good, problem = take_sums(self, k, sums, whole, note)
    return good, problem and problem .. "; remove it, then its journal is read"
  end
  local path
  good, problem, path = whole:take_journalled(games_of(read, note), on_progress)
  if problem and not path then problem = shard_files.damaged(problem, k) end
  return good, problem, path
end

--- Take the games of all shards into the ledger of the whole, as
--- ledger:take_journalled.
function parts:take(whole, on_progress)
  for k = 1, self.plan.shards do
    local from, to = self.plan:range(k)
    local note = { shard = k, items = 0, of = to - from + 1 }
    local good, problem, path = take_shard(self, k, whole, note, on_progress)
    if not good then return nil, problem, path end
    if whole.tally:is_done() then -- a test may need no more
      self.missing = {}
      break
    end
    if note.items < note.of then table.insert(self.missing, note) end
    on_progress()
  end
  return true
end

--- The arguments by which the command prints the results of all shards.
function plan_arena.merged(plan, args, own)
  local merged = placed(plan, args)
  for key in pairs(plan_arena.shown) do merged[key] = args[key] end
  merged.parts = own
  return merged
end

return plan_arena
