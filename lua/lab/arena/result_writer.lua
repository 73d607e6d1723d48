-- Consumes results in schedule order: journal, record, tally. The results come
-- from games just played or from a journal.
--
-- A method that fails returns nil and a message. If a file cannot be written,
-- the file's path is a third result, and the message does not name it.
local arena_tally = require "aurum.lab.arena.arena_tally"
local blocks = require "aurum.lab.blocks"
local journal = require "aurum.record.journal"
local result_writer = {}
result_writer.__index = result_writer

local gathered = 64 -- games of a journal that are summed up together

--- The ledger of a schedule. `options`:
---   test      a sequential test (lua/stats/sprt.lua)
---   journal   the path of the journal, opened by `resume`
---   alone     true if no other process can write the journal
---   record    the path of the record, and `writer` its writer
---   courses   true if the tally is asked how it went
---   on_fault  function(id, fault, bot, trace): called for each bot's first
---             fault; `bot` is its entry in the head, `trace` as in lua/play
function result_writer.new(plan, options)
  return setmetatable({ plan = plan, options = options, reported = {},
    tally = arena_tally.tally(plan, options.test, options.courses) },
    result_writer)
end

-- ---- Games that were played ---------------------------------------------

--- A function that reduces a batch of results in the process that plays them.
--- It returns lines for the journal and the record, items for the tally, and
--- the faults of games in which a bot has its first one. `wanted` says of
--- `journal`, `record` and `test` whether there is one.
function result_writer.reducer(plan, wanted)
  local summer, reported = blocks.new(plan.head), {}
  return function(results, from)
    local batch = { faults = {},
      items = arena_tally.reduce(plan, summer, results, from, wanted.test) }
    local lines, records = {}, {}
    for k, result in ipairs(results) do
      local i, news = from + k - 1, false
      local id = plan:id(i)
      lines[k] = wanted.journal and journal.line(id, result) or ""
      records[k] = wanted.record and journal.with_id(result.record, id) or ""
      local _, seating = plan:game(i)
      for _, fault in ipairs(result.faults) do
        local bot = plan.head.seatings[seating][fault.seat]
        news, reported[bot] = news or not reported[bot], true
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

--- Write the lines of games that were taken; flush the journal.
local function put(self, path, file, lines, n)
  if not file or n == 0 then return true end
  if self.tally:is_done() then lines = first_lines(lines, n) end
  local good, problem = file:write(lines)
  if good and file == self.journal then good, problem = file:flush() end
  if good then return true end
  return nil, problem, path
end

--- Take a batch: as many of its games as a test needs. Games that are not yet
--- in the journal are written to it.
local function take(self, batch)
  local options, tally, before = self.options, self.tally, self.tally.taken
  for _, item in ipairs(batch.items) do
    if tally:is_done() then break end
    tally:take(item)
  end
  local n = tally.taken - before
  if batch.journal then
    local good, problem, path = put(self, options.journal, self.journal,
      batch.journal, n)
    if not good then return nil, problem, path end
  end
  return put(self, options.record, options.writer, batch.record, n)
end

--- Report each bot's first fault in the games taken from a batch.
local function report_faults(self, batch)
  local plan = self.plan
  for _, game in ipairs(batch.faults) do
    local id, _, seating = plan:id(game.game), plan:game(game.game)
    local taken = game.game <= self.tally.taken
    for i, fault in ipairs(taken and game.faults or {}) do
      local bot = plan.head.seatings[seating][fault.seat]
      if not self.reported[bot] then
        self.reported[bot] = true
        self.options.on_fault(id, fault, plan.head.bots[bot],
          i == 1 and game.trace or fault.message)
      end
    end
  end
end

--- Take a batch that was played.
function result_writer:take(batch)
  local good, problem, path = take(self, batch)
  if good then report_faults(self, batch) end
  return good, problem, path
end

-- ---- Games of journals --------------------------------------------------

--- An iterator over the games of a journal whose head has been read. They must
--- be the games of a schedule; else it returns nil and a message.
function result_writer.games(read, plan)
  local i = 0
  return function()
    local game, problem = read:game()
    if not game then return nil, problem end
    i = i + 1
    if i > plan.games then
      return nil, ("%s:%d: the journal has more games than its schedule")
        :format(read.path, read.number)
    elseif game.id ~= plan:id(i) then
      return nil, ("%s:%d: expected game %s, got %s"):format(read.path,
        read.number, plan:id(i), game.id)
    end
    return game
  end
end

--- Take the games of an iterator, to its end or until a test needs no more;
--- `on_progress()` is called now and then.
function result_writer:take_journalled(games, on_progress)
  local plan, tally, has_record = self.plan, self.tally, self.options.writer
  local summer = blocks.new(plan.head)
  local most = tally.test and plan.size -- it may end with any block
    or math.max(gathered // plan.size, 1) * plan.size
  local list, records = {}, {}
  local function take_list()
    local good, problem, path = take(self, { record = table.concat(records),
      items = arena_tally.reduce(plan, summer, list, tally.taken + 1,
        tally.test) })
    list, records = {}, {}
    on_progress()
    return good, problem, path
  end
  while not tally:is_done() do
    local game, problem = games()
    if problem then return nil, problem end
    if not game then break end
    list[#list + 1] = game
    records[#list] = has_record and journal.with_id(game.record, game.id) or ""
    if #list == most or tally.taken + #list == plan.games then
      local good, failure, path = take_list()
      if not good then return nil, failure, path end
    end
  end
  return take_list()
end

--- Open the journal for further games. First the games of `read`, if there are
--- any, are taken; `on_progress()` is called meanwhile.
function result_writer:resume(read, on_progress)
  local path = self.options.journal
  if read and read.head then
    local good, problem, where = self:take_journalled(
      result_writer.games(read, self.plan), on_progress)
    if not good then return nil, problem, where end
    -- a test may need fewer games than the journal has
    repeat local line = read:line() until not line
  end
  local file, problem = journal.write(path, read, self.options.alone)
  if not file then return nil, problem end
  self.journal = file
  if read and read.head then return true end
  local good
  good, problem = file:write(journal.head_line(self.plan.head))
  if good then good, problem = file:flush() end
  return good, problem, path
end

--- Close the journal, which now holds all games that were taken.
function result_writer:close_journal()
  if not self.journal then return true end
  local good, problem = self.journal:close()
  return good, problem, self.options.journal
end

return result_writer
