-- Sheets: the results of a shard as plain data, one line for each item.
-- Commands that write no journal are cut into shards by them.
--
-- The first line names the plan and the shard. Each other line is an item:
--   NUMBER CRC32 DATA
-- with DATA of aurum.sys.pack, in which "\n" and "\\" stand for a newline
-- and a backslash. Lines are only added, in the order of the items; one without
-- its newline was being written when the task died, and does not count. An item
-- without results, such as a line that is not a game, has no line.
--
-- In a task a command finds args.shard: its `from` and `to` are the first and
-- the last item to do, and shard:put(item, data[, faults]) takes each result.
-- In a merge it finds args.parts: parts:values(check) is an iterator over all
-- results. A sheet may come from a stranger, who puts check sums right: `check`
-- is the shape of a result (lua/text/shape.lua).
local aurum = require "aurum"
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = require "aurum.lab.plan.task_done"
local shape = require "aurum.text.shape"
local shard_results = {}

local unescaped = { n = "\n", ["\\"] = "\\" }
local escaped = { ["\n"] = "\\n", ["\\"] = "\\\\" }

--- The first line of a sheet, with its newline.
function shard_results.head_line(plan, k)
  return ('{"format":"aurum-sheet/1","plan":"%s","shard":%d}\n'):format(plan.id,
    k)
end

--- The line of an item, with its newline.
function shard_results.item_line(item, data)
  local text = aurum.sys.pack(data):gsub("[\n\\]", escaped)
  return ("%d %08x "):format(item, aurum.sys.crc32(text)) .. text .. "\n"
end

--- The number of a line's item and its text; nil if it is damaged.
local function parsed(line)
  local item, check, text = line:match "^(%d+) (%x+) (.*)$"
  if item and tonumber(check, 16) == aurum.sys.crc32(text) then
    return math.tointeger(tonumber(item)), text
  end
end

--- The data of a line's text; nil and a message if they are damaged, or do not
--- have a shape.
function shard_results.data_of(text, check)
  local good, data = pcall(function()
    return aurum.sys.unpack((text:gsub("\\(.)", unescaped)))
  end)
  if not good then return nil, "the data are damaged" end
  local problem = shape.problem(check, data)
  if problem then return nil, problem end
  return data
end

-- ---- Reading ------------------------------------------------------------

--- An iterator over the items of a sheet, which lie from `from` to `to`: item,
--- text, line, number of the line; nil and a message if it is not shard
--- k's or has a damaged line. nil and a message if it cannot be read.
function shard_results.items(plan, k, path, from, to)
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local wanted, last = shard_results.head_line(plan, k):sub(1, -2), from - 1
  return function()
    local number, line, trouble, ended = lines()
    if number == 1 and ended and not trouble then
      if line ~= wanted then
        return nil, path .. ": not a sheet of this shard of the plan"
      end
      number, line, trouble, ended = lines()
    end
    if not number or not ended and not trouble then return nil end
    local item, text = parsed(line)
    if trouble or not item then
      return nil, ("%s:%d: %s"):format(path, number, trouble or "damaged")
    elseif item <= last or item > to then
      return nil, ("%s:%d: expected an item from %d to %d, got %d"):format(path,
        number, last + 1, to, item)
    end
    last = item
    return item, text, line, number
  end
end

--- Copies the results of an earlier attempt up to the first damaged line.
--- Returns the numbers of items and faults, which `faults_in` finds in the data
--- of an item; or nil, a message, and true if the new file cannot be written.
local function copy(plan, k, path, writer, warn, faults_in)
  local each, problem = shard_results.items(plan, k, path, plan:range(k))
  if not each then return nil, problem end
  local good, last, faults = true, plan:range(k) - 1, 0
  local item, text, line = each()
  while item and good do
    local data = faults_in and shard_results.data_of(text, function() end)
    faults = faults + (data and faults_in(data) or 0)
    good, problem = writer:write(line .. "\n")
    last = item
    item, text, line = each()
  end
  if not good then return nil, problem, true end
  if text then warn(text .. "; from there on it is done again") end
  return last - plan:range(k) + 1, faults
end

--- The number of the shard of a plan's sheet; nil and a message for another
--- file.
local function shard_of(plan, path)
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local _, line = lines()
  local k = math.tointeger(tonumber(line and line:match '"shard":(%d+)}$'))
  if k and k <= plan.shards
    and line == shard_results.head_line(plan, k):sub(1, -2) then
    return k
  end
  return nil, path .. ": not a sheet of this plan"
end

-- ---- A task -------------------------------------------------------------

local writing = {}
writing.__index = writing

--- Takes the result of an item. True; or nil and a message.
function writing:put(item, data, faults)
  self.done = item - self.first + 1
  self.faults = self.faults + (faults or 0)
  local good, problem = self.writer:write(shard_results.item_line(item, data))
  local now = aurum.sys.clock()
  if good and now > self.due then
    self.due = now + 0.5
    good, problem = self.writer:flush()
    self.attempt:progress(self.done, self.faults)
  end
  if good then return true end
  return nil, ("%s: %s"):format(self.attempt.path, problem)
end

--- Opens the journal of an attempt for more items. Returns args.shard; or nil
--- and a message.
local function open(plan, k, attempt)
  local first, to = plan:range(k)
  local size, problem = aurum.sys.look(attempt.path, 0)
  if not size then return nil, ("%s: %s"):format(attempt.path, problem) end
  local writer
  writer, problem = aurum.sys.writer(attempt.path, "alone", size, size)
  if not writer then return nil, ("%s: %s"):format(attempt.path, problem) end
  return setmetatable({ plan = plan, attempt = attempt, writer = writer,
    first = first, from = first + attempt.from, to = to, done = attempt.from,
    faults = attempt.faults, due = 0 }, writing)
end

-- ---- A merge ------------------------------------------------------------

local merging = {}
merging.__index = merging

--- The iterator over the items of shard k, whether they are all, and its path.
local function shard_items(self, k)
  local attempts = self.attempts[k]
  local a, whole, unread = task_done.best(self.plan, k, attempts)
  if unread then return nil, unread end
  if not a then return function() end, false end
  local path = shard_files.path(self.plan, k, a, "journal")
  local each, problem = shard_results.items(self.plan, k, path,
    self.plan:range(k))
  return each, each and whole or problem, path
end

--- An iterator over the results of all shards so far, each of which must have a
--- shape: item, data, and a function that ends the merge with a message about
--- this item. Afterwards `missing` has the shards that are not complete, and
--- `problem` what is wrong with a file at which it ended early.
function merging:values(check)
  local k, each, whole, path, last = 0, function() end, true, nil, 0
  local function close()
    local from, to = self.plan:range(math.max(k, 1))
    if whole then return end
    table.insert(self.missing, { shard = k, of = to - from + 1,
      items = math.max(last - from + 1, 0) })
  end
  local function damaged(problem, at)
    self.problem = shard_files.damaged(at and ("%s:%d: %s"):format(path, at,
      problem) or problem, k)
  end
  return function()
    while not self.problem do
      local item, text, _, at = each()
      if item then
        last = item
        local data, problem = shard_results.data_of(text, check)
        if not problem then
          return item, data, function(why) damaged(why, at) end
        end
        damaged(problem, at)
      elseif text then
        damaged(text)
      else
        close()
        if k == self.plan.shards then return nil end
        k = k + 1
        each, whole, path = shard_items(self, k)
        if not each then self.problem = whole end
      end
    end
  end
end

--- The number of lines that were skipped, after values() has given this many
--- games.
function merging:skipped(games)
  local n = self.plan.items - self.plan.heads - games
  for _, part in ipairs(self.missing) do n = n - (part.of - part.items) end
  return math.max(n, 0)
end

-- ---- A kind -------------------------------------------------------------

--- A module of plan_kinds.lua whose results are sheets, from its `unit`,
--- `shown` and `prepare`, `placed`, a function of a plan and arguments that
--- gives those with the plan's files, and perhaps `faults_in`, a function of an
--- item's data.
function shard_results.kind(kind)
  function kind.copy(plan, k, from, writer, warn)
    local good, problem = writer:write(shard_results.head_line(plan, k))
    if not good then return nil, problem, true end
    if not from then return 0, 0 end
    return copy(plan, k, from, writer, warn, kind.faults_in)
  end

  function kind.given(plan, _, paths, warn)
    local by_shard = {}
    for _, path in ipairs(paths) do
      local k, problem = shard_of(plan, path)
      if not k then return nil, problem end
      by_shard[k] = by_shard[k] or {}
      table.insert(by_shard[k], path)
    end
    return function(k)
      return by_shard[k] and function(from, writer)
        local longest, most = nil, -1
        for _, path in ipairs { from or by_shard[k][1],
          table.unpack(by_shard[k]) } do
          local n = kind.count(plan, k, path)
          if n > most then longest, most = path, n end
        end
        return kind.copy(plan, k, longest, writer, warn)
      end
    end
  end

  function kind.count(plan, k, path)
    local last = plan:range(k) - 1
    local each = shard_results.items(plan, k, path, plan:range(k))
      or function() end
    for item in each do last = item end
    return last - plan:range(k) + 1
  end

  function kind.play(plan, args, k, attempt, run)
    local shard, problem = open(plan, k, attempt)
    if not shard then return 0, 0, problem end
    local own = kind.placed(plan, args)
    own.shard = shard
    local good, failure = pcall(run, own)
    local closed, trouble = shard.writer:close()
    if not good then
      problem = failure
    elseif not closed then
      problem = ("%s: %s"):format(attempt.path, trouble)
    elseif aurum.sys.interrupted() then
      problem = "interrupted"
    else
      shard.done = shard.to - shard.first + 1
    end
    return shard.done, shard.faults, problem
  end

  function kind.parts(plan)
    return setmetatable({ plan = plan, missing = {},
      attempts = shard_files.attempts(plan) }, merging)
  end

  function kind.merged(plan, args, parts)
    local own = kind.placed(plan, args)
    own.parts = parts
    return own
  end

  return kind
end

return shard_results
