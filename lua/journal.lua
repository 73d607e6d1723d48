-- The journal of an arena: what was played, a line a game, so that nothing is
-- lost and nothing played twice, whenever the program is stopped.
--
-- The first line, the head, says what schedule the games are of, in full: bots
-- and rules with their digests, seed, seatings. Each other line is a game, in
-- the order of the schedule, so that a journal is always a beginning of it:
--   {"game":"7/2","timing":[[57,0.0012],...],"record":{...}}
-- that is deal/seating, decisions and seconds by seat, and the game's record.
-- A line is only ever added. One without its newline was being written when the
-- program died: it is dropped, and its game played again.
local aurum = require "aurum"
local json = require "lua.json"
local term = require "lua.term"
local journal = {}

local format = '{"format":"aurum-journal/1"'

-- ---- Text ---------------------------------------------------------------

--- A number list of a record's score, by side: "taken":[7,4].
local function numbers(text, key)
  local list = {}
  for n in text:match('"' .. key .. '":%[([^%]]*)%]'):gmatch "%-?%d+" do
    list[#list + 1] = math.tointeger(tonumber(n))
  end
  return list
end

--- The finished rounds of a record's line as aurum.writer wrote it. A quote in
--- a text of it stands behind a backslash, so no text is taken for a score.
local function rounds_of(record)
  local rounds = {}
  for score in record:gmatch '"score":(%b{})' do
    rounds[#rounds + 1] = { taken = numbers(score, "taken"),
      bid = numbers(score, "bid"), points = numbers(score, "points"),
      gold_points = numbers(score, "gold_points") }
  end
  return rounds
end

--- The line of a game, with its newline.
function journal.line(id, result)
  local timing = {}
  for seat, t in ipairs(result.timing) do
    timing[seat] = ("[%d,%.6f]"):format(t.decisions, t.seconds)
  end
  return ('{"game":"%s","timing":[%s],"record":%s}\n'):format(id,
    table.concat(timing, ","), result.record:sub(1, -2))
end

--- A game of a line, a result as of lua/play.lua with its `id`; or nil and what
--- is wrong.
local function game_of(line)
  local id, timing, record = line:match
    '^{"game":"([^"]*)","timing":%[(.-)%],"record":(.*)}$'
  if not id then return nil, "expected a game of the journal" end
  local parsed <close>, problem = aurum.record(record)
  if not parsed then return nil, problem end
  local result = { id = id, seed = parsed.seed, winners = parsed.winners,
    faults = parsed.faults, rounds = rounds_of(record), timing = {},
    record = record .. "\n" }
  for n, s in timing:gmatch "%[(%d+),([%d.]+)%]" do
    table.insert(result.timing, { decisions = math.tointeger(tonumber(n)),
      seconds = tonumber(s) })
  end
  return result
end

-- ---- Reading ------------------------------------------------------------

local reader = {}
reader.__index = reader

--- A file's size, and its first bytes; or nil and a message.
local function look(path)
  local file <close>, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local first = file:read(#format) or ""
  return file:seek "end", first
end

--- The next line that was written to its end; nil after the last, nil and a
--- message where reading fails.
function reader:line()
  local number, line, problem, ended = self.lines()
  if not number then return nil end
  if problem then
    return nil, ("%s:%d: %s"):format(self.path, number, problem)
  end
  local late = not self.gzip and self.kept + #line + 1 > self.size
  if late or not ended then return nil end -- written meanwhile, or torn
  self.kept, self.number = self.kept + #line + 1, number
  return line
end

--- The next game; nil after the last, nil and a message for what is none.
function reader:game()
  local line, problem = self:line()
  if not line then return nil, problem end
  local game
  game, problem = game_of(line)
  if game then return game end
  return nil, ("%s:%d: %s"):format(self.path, self.number, problem)
end

--- The game with an id; or nil and a message.
function reader:find(id)
  local last
  for game, problem in function() return self:game() end do
    if game.id == id then return game end
    last = problem
  end
  return nil, last or ("%s: it has no game '%s'"):format(self.path, id)
end

--- A journal to be read: its `head`, the text of its first line, nil if it has
--- none yet. nil and a message for what cannot be read or is no journal.
function journal.read(path)
  local size, first = look(path)
  if not size then return nil, first end
  local lines, problem = aurum.lines(path)
  if not lines then return nil, ("%s: %s"):format(path, problem) end
  local self = setmetatable({ path = path, lines = lines, size = size,
    gzip = first:find "^\x1f\x8b" ~= nil, kept = 0, number = 0 }, reader)
  if size == 0 then return self end
  self.head, problem = self:line()
  if problem then return nil, problem end
  if self.head and self.head:sub(1, #format) ~= format then
    return nil, path .. ": it is no journal of an arena"
  end
  if not self.head and first ~= format:sub(1, #first) then -- not torn
    return nil, path .. ": it is no journal of an arena"
  end
  return self
end

-- ---- Writing ------------------------------------------------------------

--- Go on with a journal that was read to its end, or begin one at a path; a
--- writer, or nil and a message.
function journal.write(path, read)
  local writer, problem
  if read and read.gzip then
    problem = "gzip data cannot be gone on with"
  elseif read then
    writer, problem = aurum.writer(path, read.kept, read.size)
  else
    writer, problem = aurum.writer(path, 0, 0)
  end
  if writer then return writer end
  local why = problem:find "busy" and " (is another arena writing it?)"
    or problem:find "Invalid argument" and " (it is no plain file)" or ""
  return nil, ("%s: %s%s"):format(path, problem, why)
end

--- Whether no other process writes a journal that was opened; or nil and a
--- message. Asked before anything else is written.
function journal.is_free(path, read)
  local writer, problem = journal.write(path, { kept = read.size,
    size = read.size })
  if not writer then return nil, problem end
  return writer:close()
end

-- ---- Heads --------------------------------------------------------------

-- ORDER of what is compared, and what it is called where it differs
local parts = {
  { "engine", "the program's version" }, { "variant", "--variant" },
  { "rules", "the digest of the rules" }, { "players", "--players" },
  { "sides", "the sides" }, { "seed", "--seed" }, { "first", "the first deal" },
  { "deals", "--deals" }, { "on_fault", "--on-fault" },
  { "limits", "the bots' limits" }, { "bots", "the bots" },
  { "seatings", "the seatings" }, { "shards", "the number of shards" },
  { "shard", "the shard" },
}

--- A head as its line.
function journal.head_line(head)
  return format .. "," .. term.json(head):sub(2) .. "\n"
end

--- The head of a line; or nil and a message.
function journal.head(line)
  local head, problem = json.decode(line)
  if not head then return nil, problem end
  for _, part in ipairs(parts) do
    if head[part[1]] == nil then return nil, "it lacks " .. part[2] end
  end
  return head
end

--- What to say of bots that differ: nil if only their number does.
local function bot_difference(ours, theirs)
  for i, bot in ipairs(ours) do
    local other = theirs[i]
    if not other then return nil end
    if bot.name ~= other.name then
      return ("bot %d: %s, not %s"):format(i, other.name, bot.name)
    elseif bot.digest ~= other.digest then
      return ("bot %s: its file is of another version"):format(bot.name)
    end
  end
end

--- How `theirs` differs from `ours`, the first thing only, apart from the keys
--- in `but`; nil if it does not.
function journal.difference(ours, theirs, but)
  for _, part in ipairs(parts) do
    local key, what = part[1], part[2]
    local a, b = term.json(ours[key]), term.json(theirs[key])
    if a ~= b and not (but and but[key]) then
      local told = key == "bots" and bot_difference(ours.bots, theirs.bots)
      if told then return told end
      if #a + #b > 60 then return what .. ": another" end
      return ("%s: %s, not %s"):format(what, b, a)
    end
  end
end

--- 64 bits of a text, as 16 hexadecimal digits (FNV-1a): a file's version.
function journal.digest(text)
  local hash = 0xcbf29ce484222325
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 0x100000001b3
  end
  return ("%016x"):format(hash)
end

return journal
