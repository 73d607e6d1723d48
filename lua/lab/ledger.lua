-- What becomes of an arena's games, in the order of the schedule, whether they
-- were just played or are in a journal: they are noted in the journal and the
-- record, bots at fault are told of, and a tally (lua/lab/arena.lua) is kept.
local arena = require "aurum.lab.arena"
local blocks = require "aurum.lab.blocks"
local journal = require "aurum.record.journal"
local series = require "aurum.play.series"
local sprt = require "aurum.stats.sprt"
local standings = require "aurum.lab.standings"
local term = require "aurum.text.term"
local ledger = {}
ledger.__index = ledger

local gathered = 64 -- games of a journal that are summed up together

--- The book of a schedule, as the arena's options say.
function ledger.open(args, plan)
  local self = setmetatable({ args = args, plan = plan, told = {},
    tally = arena.tally(plan, args.sprt and sprt.new(args.sprt)) }, ledger)
  if args.record then
    self.record = term.writer(args.record, args.force)
  end
  return self
end

-- ---- Games that were played ---------------------------------------------

--- What a process that plays makes of a batch of results: lines for the
--- journal and the record, what the tally wants, and the faults of games with a
--- bot that had none before.
function ledger.reducer(args, plan)
  local summer, told = blocks.new(plan.head), {}
  return function(results, from)
    local batch = { faults = {},
      items = arena.reduce(plan, summer, results, from, args.sprt) }
    local lines, records = {}, {}
    for k, result in ipairs(results) do
      local i, news = from + k - 1, false
      lines[k] = args.journal and journal.line(plan:id(i), result) or ""
      records[k] = args.record and result.record or ""
      local _, seating = plan:game(i)
      for _, fault in ipairs(result.faults) do
        local bot = plan.head.seatings[seating][fault.seat]
        news, told[bot] = news or not told[bot], true
      end
      if news then
        table.insert(batch.faults, { game = i, faults = result.faults,
          trace = result.trace })
      end
    end
    batch.journal, batch.record = table.concat(lines), table.concat(records)
    return batch
  end
end

--- The first n of a text's lines.
local function first_lines(text, n)
  local at = 0
  for _ = 1, n do at = text:find("\n", at + 1, true) end
  return text:sub(1, at)
end

--- Take the next batch: as many of its games as it takes for a test. Those that
--- were not in the journal are put there.
local function take(self, batch)
  local tally, before = self.tally, self.tally.taken
  for _, item in ipairs(batch.items) do
    if tally:is_done() then break end
    tally:take(item)
  end
  local function put(path, file, lines)
    local n = tally.taken - before
    if not file or n == 0 then return end
    if tally:is_done() then lines = first_lines(lines, n) end
    term.checked(path, file:write(lines))
    if file == self.journal then term.checked(path, file:flush()) end
  end
  if batch.journal then put(self.args.journal, self.journal, batch.journal) end
  put(self.args.record, self.record, batch.record)
end

--- Tell of each bot's first fault, in the games that were taken of a batch.
local function tell_faults(self, batch, bar)
  local plan = self.plan
  for _, game in ipairs(batch.faults) do
    local id, _, seating = plan:id(game.game), plan:game(game.game)
    local taken = game.game <= self.tally.taken
    for i, fault in ipairs(taken and game.faults or {}) do
      local bot = plan.head.seatings[seating][fault.seat]
      if not self.told[bot] then
        self.told[bot] = true
        bar()
        series.tell_fault("arena", id, fault, plan.head.bots[bot].label,
          i == 1 and game.trace or fault.message, self.args.journal
            and "to see the game:\n" .. term.command("aurum", "match",
              "--replay", self.args.journal, id))
      end
    end
  end
end

--- Take a batch that was played; `bar` is the progress that is shown.
function ledger:take(batch, bar)
  take(self, batch)
  tell_faults(self, batch, bar)
end

-- ---- Games of journals --------------------------------------------------

--- An iterator over the games of a journal that was read to the end of its
--- head, which have to be those of a schedule.
function ledger.games(read, plan)
  local i = 0
  return function()
    local game, problem = read:game()
    if problem then term.fail(problem) end
    if not game then return nil end
    i = i + 1
    if i > plan.games then
      term.fail(("%s:%d: it has more games than its schedule"):format(read.path,
        read.number))
    elseif game.id ~= plan:id(i) then
      term.fail(("%s:%d: expected game %s, got %s"):format(read.path,
        read.number, plan:id(i), game.id))
    end
    return game
  end
end

--- Take the games of an iterator, to its end or until no more are wanted;
--- `tell()` is called now and then.
function ledger:take_journalled(games, tell)
  local plan, tally = self.plan, self.tally
  local summer = blocks.new(plan.head)
  local most = tally.test and plan.size -- it may end with any block
    or math.max(gathered // plan.size, 1) * plan.size
  local list, records = {}, {}
  local function take_list()
    take(self, { record = table.concat(records),
      items = arena.reduce(plan, summer, list, tally.taken + 1,
        self.args.sprt) })
    list, records = {}, {}
    tell()
  end
  while not tally:is_done() do
    local game = games()
    if not game then break end
    list[#list + 1] = game
    records[#list] = self.record and game.record or ""
    if #list == most or tally.taken + #list == plan.games then take_list() end
  end
  take_list()
end

--- Open the journal for what follows; what it has is taken.
function ledger:go_on(read)
  local path = self.args.journal
  if read and read.head then
    local bar = term.progress(read.size // 1024 + 1, self.args.quiet
      or self.args.record == "-")
    local function note() return "kB of " .. path end
    self:take_journalled(ledger.games(read, self.plan),
      function() bar(read.kept // 1024, note) end)
    repeat local line = read:line() until not line -- for a test that asks more
    bar()
  end
  self.journal = term.checked(path, journal.write(path, read))
  if not (read and read.head) then
    term.checked(path, self.journal:write(journal.head_line(self.plan.head)))
    term.checked(path, self.journal:flush())
  end
end

-- ---- The end ------------------------------------------------------------

--- Close the journal, which has all that was taken.
function ledger:close_journal()
  if not self.journal then return end
  term.checked(self.args.journal, self.journal:close())
end

--- Close the record, and print the results.
function ledger:finish()
  local args = self.args
  if self.record then term.checked(args.record, self.record:close()) end
  if args.record == "-" then return end
  standings.print(self.tally, args.format, self.tally:is_done(),
    args.raw)
end

return ledger
