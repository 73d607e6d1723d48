-- The log of a league, league/results.jsonl: everything that a league knows but
-- its games. Lines are only added:
--   {"format":"aurum-league/1","seed":S}  the first line
--   {"kind":"version","bot":"duck@2","digest":D,"day":"2026-11-27"}
--   {"kind":"round","day":"2026-11-27","batches":[{"batch":7,"deal":121,
--    "deals":20,"bots":["duck@2","greedy@1"],"sides":[1,1],"variant":V,
--    "rules":D,"players":4}]}
--   {"kind":"result","batch":7,...}  the sums of a batch, from its journal
--   {"kind":"void","batch":7,"why":...}  a batch that cannot be played
--   {"kind":"unfit","bot":"duck@2","why":...,"day":...}  it does not load
--   {"kind":"lead","bot":"duck@2","sure":true,"day":...}  it leads after a
--    round, as none did or another; `sure`: it is told apart from the next
-- Bot NAME@N is version N of NAME. A batch is two bots, rules and a run of
-- deals that no other batch has, so that batches are independent. A round is
-- planned as a whole and is one line, so that a program that dies plays the
-- same batches when it is started again. A line without its newline was being
-- written at that time, and is dropped.
--
-- The process that plays holds a lock on the file. Days never go back: a clock
-- that does is not believed.
local aurum = require "aurum"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local league_log = {}
league_log.__index = league_log

local format = "aurum-league/1"

-- ---- Shapes ---------------------------------------------------------------

local words, optional = shape.text(100000), shape.optional
local whole, figure = shape.whole(0, 1 << 53), shape.number(-1e15, 1e15)
local bot = shape.text(300, "^[^%c]+@%d+$",
  "a bot and its version, such as mine@2")
local day = shape.text(10, "^%d%d%d%d%-%d%d%-%d%d$",
  "a day, such as 2026-01-31")
local two = function(check) return shape.list(check, 2, 2) end
local game = shape.object { game = shape.text(30, "^%d+/%d+$",
  "a game, such as 12/1"),
  points = figure }

local batch_shape = shape.object { batch = whole, bots = two(bot),
  variant = words, rules = words, players = shape.whole(2, 6),
  sides = two(shape.whole(1, 6)), deal = whole,
  deals = shape.whole(1, 1 << 40) }

local kinds = {
  version = shape.object { kind = words, bot = bot, digest = words, day = day },
  round = shape.object { kind = words, day = day,
    batches = shape.list(batch_shape, 1, 100000) },
  result = shape.object { kind = words, batch = whole, blocks = whole,
    games = whole, share = shape.number(0, 1), share_squares = figure,
    points = figure, points_squares = figure, forfeits = two(whole),
    best = game, worst = game,
    faults = shape.list(shape.object { bot = bot, fault = words, of = words,
      game = words, message = words, count = whole }, 0, 1000) },
  void = shape.object { kind = words, batch = whole, why = words },
  unfit = shape.object { kind = words, bot = bot, why = words, day = day },
  lead = shape.object { kind = words, bot = bot, sure = shape.flag, day = day },
}
local head_shape = shape.object { format = shape.word { format },
  seed = shape.text(1000, ".", "a text that is not empty"),
  engine = optional(words) }

-- ---- What the lines say ---------------------------------------------------

local take = {}

function take.version(self, item)
  local name, number = item.bot:match "^(.+)@(%d+)$"
  local list = self.names[name] or {}
  self.names[name] = list
  if math.tointeger(tonumber(number)) ~= #list + 1 then
    return ("expected version %d of %s"):format(#list + 1, name)
  end
  local version = { bot = item.bot, name = name, number = #list + 1,
    digest = item.digest, day = item.day }
  list[#list + 1] = version
  table.insert(self.versions, version)
  self.by_bot[item.bot] = version
end

function take.round(self, item)
  for _, batch in ipairs(item.batches) do
    for _, name in ipairs(batch.bots) do
      if not self.by_bot[name] then return "no bot " .. name end
    end
    if batch.batch ~= #self.batches + 1 then
      return ("expected batch %d"):format(#self.batches + 1)
    elseif batch.deal <= self.deals then
      return ("expected a deal after %d, got %d"):format(self.deals, batch.deal)
    end
    self.deals = batch.deal + batch.deals - 1
    batch.day, batch.round = item.day, self.rounds + 1
    table.insert(self.batches, batch)
    self.open[batch.batch] = batch
    self.of_day[item.day] = (self.of_day[item.day] or 0) + batch.deals
  end
  self.rounds = self.rounds + 1
end

function take.result(self, item)
  local batch = self.open[item.batch]
  if not batch then return ("batch %d is not open"):format(item.batch) end
  self.open[item.batch], batch.result = nil, item
end

function take.void(self, item)
  local batch = self.open[item.batch]
  if not batch then return ("batch %d is not open"):format(item.batch) end
  self.open[item.batch], batch.void = nil, item.why
end

function take.unfit(self, item)
  local version = self.by_bot[item.bot]
  if not version then return "no bot " .. item.bot end
  version.unfit, version.unfit_on = item.why:gsub("%s*\n%s*", " "), item.day
end

function take.lead(self, item)
  if not self.by_bot[item.bot] then return "no bot " .. item.bot end
  table.insert(self.leads, { bot = item.bot, sure = item.sure, day = item.day })
end

--- Take a line after the first. Returns nil; or a problem.
local function take_item(self, item)
  local check = type(item) == "table" and kinds[item.kind]
  if not check then
    return "expected a version, round, result, void, unfit or lead"
  end
  local problem = shape.problem(check, item)
    or take[item.kind](self, item)
  if not problem and item.day and item.day > self.day then
    self.day = item.day
  end
  return problem
end

-- ---- Reading --------------------------------------------------------------

--- An empty log.
local function new(path)
  return setmetatable({ path = path, size = 0, kept = 0, versions = {},
    names = {}, by_bot = {}, batches = {}, open = {}, leads = {}, deals = 0,
    rounds = 0, of_day = {}, day = "0000-00-00" }, league_log)
end

--- The log of the league in a folder:
---   seed      the seed of its deals; nil if the league has not begun
---   versions  { bot =, name =, number =, digest =, day =, unfit = the reason,
---             unfit_on = its day }
---   by_bot    the same by the name NAME@N; `names` has the list of each NAME
---   batches   as in their line, with `day`, `round`, and `result` or `void`
---   open      those without either, by their number
---   leads     { bot =, sure =, day = } of each line
---   deals     the last deal of any batch; `of_day` has the number by day
---   day       the last day that a line names
--- Or nil and a message.
function league_log.read(folder)
  local self = new(folder .. "/league/results.jsonl")
  local size, problem = aurum.sys.look(self.path, 0)
  if not size then
    if problem == "No such file or directory" then return self end
    return nil, ("%s: %s"):format(self.path, problem)
  end
  self.size = size
  local lines, trouble = aurum.sys.lines(self.path)
  if not lines then return nil, ("%s: %s"):format(self.path, trouble) end
  for number, line, bad, ended in lines do
    if not ended and not bad then break end -- torn
    local item
    if not bad then item, bad = json.decode(line) end
    if not bad and number == 1 then
      bad = shape.problem(head_shape, item)
      self.seed = not bad and item.seed or nil
    elseif not bad then
      bad = take_item(self, item)
    end
    if bad then
      return nil, ("%s:%d: %s"):format(self.path, number, bad)
    end
    self.kept = self.kept + #line + 1
  end
  return self
end

-- ---- Writing --------------------------------------------------------------

--- Write lines at once; nil and a message if the file cannot be written.
local function write(self, lines)
  local good, problem = self.writer:write(lines)
  if good then good, problem = self.writer:flush() end
  return good, problem and ("%s: %s"):format(self.path, problem)
end

--- Open the log for writing, as the only process. A league that has not begun
--- gets its `seed`. Returns true; or nil and a message.
function league_log:continue(folder, seed)
  local good, problem = aurum.sys.make_folder(folder .. "/league/games")
  if not good then
    return nil, ("%s/league/games: %s"):format(folder, problem)
  end
  self.writer, problem = aurum.sys.writer(self.path, "continue", self.kept,
    self.size)
  if not self.writer then
    return nil, ("%s: %s%s"):format(self.path, problem, problem:find
      "resource busy" and " (is another `aurum league run` at work?)" or "")
  end
  if self.seed then return true end
  self.seed = seed
  return write(self, json.encode { format = format, seed = seed,
    engine = aurum.version } .. "\n")
end

--- Add a line, and take what it says. Returns true; or nil and a message.
function league_log:add(item)
  local line = json.encode(item)
  -- what counts is what the next program will read
  local problem = take_item(self, assert(json.decode(line)))
  if problem then error(("%s: %s: %s"):format(self.path, problem, line)) end
  return write(self, line .. "\n")
end

function league_log:close()
  if not self.writer then return true end
  local good, problem = self.writer:close()
  self.writer = nil
  return good, problem and ("%s: %s"):format(self.path, problem)
end

return league_log
