-- Journal of an arena: a file with a line for each game that was played, so
-- that no game is lost or played twice, whenever the program is stopped.
--
-- The first line, the head, describes the schedule in full: bots and rules with
-- their digests, seed, seatings. Each other line is a game, in the order of the
-- schedule, so that a journal always holds the first games of it:
--   {"game":"7/2","timing":[[57,0.0012,"72:9 80"],...],"crc32":"90f3e4a1",
--    "record":{...}}
-- These are deal/seating; decisions, seconds and times
-- (lua/stats/answer_times.lua) by seat; and the game's record with its check
-- sum. Earlier versions wrote no times. A record with the right check sum is
-- taken as the program wrote it: it is read, but not replayed. Lines are only
-- added. One without its newline was being written when the program died: it is
-- dropped, and its game is played again.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local answer_times = require "aurum.stats.answer_times"
local journal = {}

local format = '{"format":"aurum-journal/1"'

-- ---- Games --------------------------------------------------------------

--- The line of a game, with its newline. `result` as in lua/play/player.lua.
function journal.line(id, result)
  local timing = {}
  for seat, t in ipairs(result.timing) do
    timing[seat] = ('[%d,%.6f,"%s"]'):format(t.decisions, t.seconds, t.times)
  end
  local record = result.record:sub(1, -2)
  return ('{"game":"%s","timing":[%s],"crc32":"%08x","record":%s}\n'):format(id,
    table.concat(timing, ","), aurum.sys.crc32(record), record)
end

--- The record, the id and the timing of a game's line as texts, with the check
--- sum of the record; nil if it is not such a line.
local function parts_of(line)
  local id, timing, check, at = line:match
    '^{"game":"([^"]*)","timing":%[(.-)%],"crc32":"(%x+)","record":()'
  if not id then return nil end
  return line:sub(at, -2), id, timing, tonumber(check, 16)
end

local corrupt = "the record does not match its checksum"

--- The times in a line's timing: { decisions =, seconds =, times = } by seat.
--- `times` is "" if the line has none. A field is nil where it is not valid.
local function times_of(timing)
  local list = {}
  for n, s, more in timing:gmatch "%[(%d+),([%d.]+)([^%]]*)%]" do
    local own = { decisions = math.tointeger(tonumber(n)),
      seconds = #s < 20 and tonumber(s) }
    local text = more:match '^,"([%d: ]*)"$'
    if more == "" then
      own.times = ""
    elseif text and answer_times.count(text) == own.decisions then
      own.times = text
    end
    list[#list + 1] = own
  end
  return list
end

--- True for the first line of a journal.
function journal.is_head(line)
  return line:sub(1, #format) == format
end

--- A record's line with the id of its game in the schedule, as `arena --record`
--- writes it. The id is the last key.
function journal.with_id(record, id)
  local head, space = record:match "^(.*)}(%s*)$"
  return ('%s,"id":"%s"}%s'):format(head, id, space)
end

--- The record in a line of a journal, with its id, the id, and the mean seconds
--- of a decision by seat. For a plain record: the line, and its id or nil. nil
--- and a message if the line is damaged.
function journal.record_in(line)
  local record, id, timing, check = parts_of(line)
  if not record then
    return line, line:match '[{,]%s*"id"%s*:%s*"(%d+/%d+)"'
  end
  if check ~= aurum.sys.crc32(record) then return nil, corrupt end
  local seconds = {}
  for seat, t in ipairs(times_of(timing)) do
    if t.seconds and (t.decisions or 0) > 0 then
      seconds[seat] = t.seconds / t.decisions
    end
  end
  return journal.with_id(record, id), id, seconds
end

--- True if an ascending list has at least one side, and only sides up to
--- `sides`.
local function are_sides(winners, sides)
  return #winners > 0 and winners[#winners] <= sides
end

--- The winners, faults and scores of a record's line; or nil if it is not the
--- record of a game between `sides` sides.
local function outcome_of(line, sides)
  local record <close> = aurum.record(line)
  local winners, scores = record and record.winners, record and record.scores
  if not scores or not are_sides(winners, sides) then return nil end
  if scores[1] and #scores[1].points ~= sides then return nil end
  return winners, record.faults, scores
end

--- The game of a line, a result as in lua/play/player.lua with its `id`, under
--- the head of its journal; or nil and a message.
local function game_of(line, head)
  local record, id, timing, check = parts_of(line)
  if not record then return nil, "expected a game of the journal" end
  if check ~= aurum.sys.crc32(record) then return nil, corrupt end
  local winners, faults, rounds = outcome_of(record,
    math.max(table.unpack(head.sides)))
  if not winners then
    return nil, "expected a record with winners and scores"
  end
  local result = { id = id, winners = winners, faults = faults,
    rounds = rounds, timing = times_of(timing), record = record .. "\n" }
  if #result.timing ~= head.players then
    return nil, ("expected the timing of %d seats, got %d"):format(head.players,
      #result.timing)
  end
  for _, t in ipairs(result.timing) do
    if not (t.decisions and t.decisions < 1 << 40 and t.seconds and t.times)
    then
      return nil, "timing: expected decisions, seconds and a histogram of as "
        .. "many times for each seat"
    end
  end
  return result
end

-- ---- Heads --------------------------------------------------------------

-- The parts of a head in the order in which heads are compared, each with its
-- name in messages.
local parts = {
  { "engine", "the program's version" }, { "variant", "{variant}" },
  { "rules", "the digest of the rules" }, { "players", "{players}" },
  { "sides", "the sides" }, { "seed", "{seed}" }, { "first", "the first deal" },
  { "deals", "{deals}" }, { "on_fault", "{on_fault}" },
  { "limits", "the bots' limits" }, { "bots", "the bots" },
  { "seatings", "the seatings" }, { "shards", "the number of shards" },
  { "shard", "the shard" },
}

local most = 1000000000000 -- deals

local words, optional = shape.text(100000), shape.optional
local deals = shape.whole(1, most)
local cpu = optional(shape.number(0.05, 3600))

-- The shapes of the parts of a head; the seatings follow from the others.
local shapes = {
  engine = words, variant = words, rules = words, seed = words,
  players = shape.whole(2, 6), first = shape.whole(0, most), deals = deals,
  shards = deals, shard = deals, sides = shape.list(shape.whole(1, 6), 2, 6),
  bots = shape.list(shape.object { spec = words, label = words, name = words,
    digest = words, cpu = cpu }, 1, 1000),
  on_fault = shape.word { "forfeit", "substitute" },
  limits = shape.object { trust = optional(shape.yes), cpu = cpu,
    fuel = optional(shape.whole(1, 2147483647)) },
}

--- True if the parts of a head fit together; or nil and a message.
local function check_whole(head)
  if #head.sides ~= head.players then
    return nil, ("expected a side for each of %d seats"):format(head.players)
  elseif head.shard > head.shards then
    return nil, ("shard %d of %d"):format(head.shard, head.shards)
  end
  local seated, sides = {}, 0
  for _, side in ipairs(head.sides) do
    sides, seated[side] = math.max(sides, side), true
  end
  for side = 1, math.max(sides, 2) do
    if not seated[side] then
      return nil, ("the sides: no seat is on side %d"):format(side)
    end
  end
  local seating = shape.list(shape.whole(1, #head.bots), head.players,
    head.players)
  local problem = shape.problem(shape.list(seating, 1, 1000), head.seatings,
    "the seatings")
  return not problem, problem
end

--- The head of a line; or nil and a message.
local function head_of(line)
  local head, problem = json.decode(line)
  if type(head) ~= "table" then return nil, problem or "expected an object" end
  for _, part in ipairs(parts) do
    local key, name = part[1], caller.text(part[2])
    if head[key] == nil then return nil, name .. " is missing" end
    problem = shapes[key] and shape.problem(shapes[key], head[key], name)
    if problem then return nil, problem end
  end
  local good
  good, problem = check_whole(head)
  return good and head, problem
end

--- A head as its line.
function journal.head_line(head)
  return format .. "," .. json.encode(head):sub(2) .. "\n"
end

--- The first difference between two lists of bots; nil if there is none. A
--- bot's file may lie elsewhere: its digest and the name with all options say
--- which bot it is.
local function bot_difference(ours, theirs)
  if #ours ~= #theirs then
    return ("%d bots, not %d"):format(#theirs, #ours)
  end
  for i, bot in ipairs(ours) do
    local other = theirs[i]
    if bot.name ~= other.name then
      return ("bot %d: %s, not %s"):format(i, other.name, bot.name)
    elseif bot.digest ~= other.digest then
      return ("bot %s: its file has changed"):format(bot.name)
    elseif bot.cpu ~= other.cpu then
      return caller.text("{odds}: bot %s had another limit", bot.name)
    elseif bot.label ~= other.label then
      return ("bot %s: called %s, not %s"):format(bot.name, other.label,
        bot.label)
    end
  end
end

--- True if a program of version `ours` reads what version `theirs` wrote: it is
--- the same or an earlier one.
function journal.reads(ours, theirs)
  if ours == theirs then return true end
  local a, b = {}, {}
  for list, version in pairs { [a] = ours, [b] = theirs } do
    for k, part in ipairs { tostring(version):match "^(%d+)%.(%d+)%.(%d+)$" } do
      list[k] = math.tointeger(tonumber(part)) or math.huge
    end
    if not list[1] then return false end
  end
  for k, part in ipairs(a) do
    if part ~= b[k] then return part > b[k] end
  end
  return true
end

--- The first difference between two heads, in words, but for the keys in `but`;
--- nil if there is none. The version of `theirs` may be an earlier one.
function journal.difference(ours, theirs, but)
  for _, part in ipairs(parts) do
    local key, what = part[1], caller.text(part[2])
    local a, b = json.encode(ours[key]), json.encode(theirs[key])
    if key == "bots" then
      local detail = bot_difference(ours.bots, theirs.bots)
      if detail then return detail end
    elseif a ~= b and not (but and but[key])
      and not (key == "engine" and journal.reads(ours[key], theirs[key])) then
      if #a + #b > 60 then return what .. ": another" end
      return ("%s: %s, not %s"):format(what, b, a)
    end
  end
end

-- ---- Reading ------------------------------------------------------------

local reader = {}
reader.__index = reader

--- The next complete line; nil after the last, nil and a message where reading
--- fails.
function reader:line()
  local number, line, problem, ended = self.lines()
  if not number then return nil end
  if problem then
    return nil, ("%s:%d: %s"):format(self.path, number, problem)
  end
  if number > self.number + 1 then -- a blank line, which `kept` must not miss
    return nil, ("%s:%d: expected a line of the journal, got a blank one")
      :format(self.path, self.number + 1)
  end
  local late = not self.gzip and self.kept + #line + 1 > self.size
  if late or not ended then return nil end -- written meanwhile, or torn
  self.kept, self.number = self.kept + #line + 1, number
  return line
end

--- The game of the line read last; or nil and a message with its place.
local function parsed(self, line)
  local game, problem = game_of(line, self.head)
  if game then return game end
  return nil, ("%s:%d: %s"):format(self.path, self.number, problem)
end

--- The next game; nil after the last, nil and a message if a line is not a
--- game.
function reader:game()
  local line, problem = self:line()
  if not line then return nil, problem end
  return parsed(self, line)
end

--- The game with an id; or nil and a message.
function reader:find(id)
  local start = ('{"game":"%s",'):format(id)
  local line, problem
  repeat line, problem = self:line() until not line
    or line:sub(1, #start) == start
  if line then return parsed(self, line) end
  return nil, problem or ("%s: no game '%s' in this file"):format(self.path, id)
end

--- A reader of a journal, with its `head`, which is nil if it has none yet; nil
--- and a message if the file cannot be read or is not a journal.
function journal.read(path)
  local size, first = aurum.sys.look(path, #format)
  if not size then return nil, ("%s: %s"):format(path, first) end
  local lines, problem = aurum.sys.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local self = setmetatable({ path = path, lines = lines, size = size,
    gzip = first:find "^\x1f\x8b" ~= nil, kept = 0, number = 0 }, reader)
  if size == 0 then return self end
  if first:find "^\xef\xbb\xbf" then -- a byte order mark, which no line has
    self.kept, first = 3, first:sub(4)
  end
  local line
  line, problem = self:line()
  if problem then return nil, problem end
  local begun = line and line:sub(1, #format) or first
  if begun ~= format:sub(1, line and #format or #first) then -- nor torn
    return nil, path .. ": not a journal of an arena"
  end
  if line then
    self.head, problem = head_of(line)
    if not self.head then return nil, ("%s:1: %s"):format(path, problem) end
  end
  return self
end

-- ---- Writing ------------------------------------------------------------

--- A writer that continues the journal `read`, which was read to its end, or
--- begins a journal at a path; or nil and a message. `alone` says that no other
--- process can write it, so that it needs no lock.
function journal.write(path, read, alone)
  local writer, problem
  if read and read.gzip then
    problem = "cannot continue gzip data"
  elseif read then
    writer, problem = aurum.sys.writer(path, alone and "alone" or "continue",
      read.kept, read.size)
  elseif path:find "%.gz$" then
    problem = "a journal grows, which gzip data cannot; leave out .gz"
  else
    writer, problem = aurum.sys.writer(path, "continue", 0, 0)
  end
  if writer then return writer end
  local why = problem:find "resource busy" and " (is another arena writing it?)"
    or problem:find "Invalid argument" and " (it is not a regular file)" or ""
  return nil, ("%s: %s%s"):format(path, problem, why)
end

--- True if no other process writes a journal that was opened; or nil and a
--- message. Call it before anything else is written.
function journal.is_free(path, read)
  local writer, problem = journal.write(path, { kept = read.size,
    size = read.size })
  if not writer then return nil, problem end
  return writer:close()
end

return journal
