-- Reader of recorded games, one by one: aurum.records. Each game is replayed,
-- and a line that differs from its rules in any number is skipped, or raised.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local csv = require "aurum.text.csv"
local decision_rows = require "aurum.record.decision_rows"
local note_rows = require "aurum.record.note_rows"
local notes = require "aurum.record.notes"
local journal = require "aurum.record.journal"
local ranges = require "aurum.text.ranges"
local rules_of = require "aurum.load.rules_of"
local parallel_lines = require "aurum.record.parallel_lines"
local table_columns = require "aurum.record.table_columns"
local records = {}

-- ---- A game ----------------------------------------------------------------

local recorded = {}
local calls_of = setmetatable({}, { __mode = "k" }) -- functions for game:call

--- The methods, and `rounds` and `notes`, which are made when they are first
--- read.
function recorded:__index(key)
  if recorded[key] then return recorded[key] end
  if key == "rounds" then
    self.rounds = recorded.make_rounds(self)
  elseif key == "notes" then
    self.notes = notes.of(self.text) or {}
  end
  return rawget(self, key)
end

function recorded:__pairs()
  return next, self.rounds and self.notes and self
end

function recorded:__tostring()
  return ("game %d, %s:%d"):format(self.number, self.file, self.line)
end

--- The cards first bid, by seat; a built position may begin with some.
local function first_bids(state, number, part)
  local bids = part.hands and {} or state:at(number).bids
  for _, action in ipairs(part.actions) do
    if action.kind == "bid" then
      bids[action.seat] = action.card
    elseif action.kind ~= "answer" then
      break
    end
  end
  return bids
end

function recorded.make_rounds(self)
  local rounds, state = {}, self.state
  local scores, skipped = state.rounds, 0
  local history = state:history()
  if history[1] and not history[1].hands and state.round > #history then
    skipped = state.round - #history
  end
  for i, part in ipairs(history) do
    local number = i + skipped
    local good, stop = pcall(state.at, state, number, "end")
    if not good then stop = state end -- a fault cut it short
    rounds[i] = {
      number = number, first = stop.first, hands = part.hands,
      gold = part.gold, extras = stop.extras,
      bids = first_bids(state, number, part), last_bids = stop.bids,
      tricks = stop.tricks, passer = stop.passer,
      open = { leader = stop.trick.leader, plays = stop.trick.plays,
        changes = stop.changes },
      score = good and stop:score() or nil,
      winners = good and scores[i].winners or {},
    }
  end
  return rounds
end

--- Returns the results of a pcall, or raises its error at the user's call.
local function given(good, ...)
  if good then return ... end
  error((tostring((...)):gsub("^.-%.lua:%d+: ", "")), 2)
end

--- The state at a decision; without a place, at the end.
function recorded:at(...)
  if select("#", ...) == 0 then return self.state:clone() end
  return given(pcall(function(...) return self.state:at(...) end, ...))
end

function recorded:decisions()
  return self.state:decisions()
end

-- ---- Its rows ---------------------------------------------------------------

local seats_most = 6

local game_columns = {
  { name = "game", doc = "The game's number: 1 for the first game read" },
  { name = "id", doc = "Its id if an arena played it: d7s2 for deal 7, "
    .. "seating 2, which is 7/2 in records; else empty" },
  { name = "file", doc = "The file it is in" },
  { name = "line", doc = "Its line there" },
  { name = "variant", doc = "The variant" },
  { name = "players", doc = "Seats at the table" },
  { name = "seed", doc = "The game's seed with seed: in front of it, as in "
    .. "seed:42.10" },
  { name = "rounds", doc = "Rounds that were finished" },
  { name = "winners", doc = "The sides that won: s1, or s1+s2 for a shared "
    .. "game" },
  { name = "forfeited", doc = "1 if a fault decided it" },
  { name = "faults", doc = "Faults of its bots" },
}
for _, group in ipairs {
  { "name", "The bot in seat %d, with its options" },
  { "points", "Points of side %d, all finished rounds summed" },
  { "nuggets", "Gold nuggets of side %d" },
} do
  local name, form = table.unpack(group)
  for i = 1, seats_most do
    table.insert(game_columns, { name = ("%s_%d"):format(name, i),
      doc = form:format(i) })
  end
end
for _, column in ipairs {
  { name = "deal", doc = "The number of its deal: in its id, or at the end of "
    .. "its seed" },
  { name = "seating", doc = "The number of its seating, if an arena played "
    .. "it" },
} do
  table.insert(game_columns, column)
end

local function game_row(self)
  local state = self.state
  local deal, seating = table_columns.deal(self.id, self.seed)
  local row = {
    game = self.number, id = self.id, deal = deal, seating = seating,
    file = self.file, line = self.line,
    variant = self.variant, players = self.players, seed = self.seed,
    rounds = #state.rounds, winners = table.concat(self.winners, "+"),
    forfeited = self.forfeited and 1 or 0, faults = #self.faults,
  }
  for seat, name in ipairs(self.names) do row["name_" .. seat] = name end
  local points, nuggets = state.points, state.nuggets
  for side = 1, #points do
    row["points_" .. side], row["nuggets_" .. side] = points[side],
      nuggets[side]
  end
  return row
end

--- A row with some columns only.
local function cut_row(row, columns)
  local names, known, cut = {}, {}, {}
  for i, column in ipairs(game_columns) do
    names[i], known[column.name] = column.name, true
  end
  for _, name in ipairs(columns) do
    if not known[name] then
      error(("column: there is no '%s'%s"):format(name,
        hint.near(name, names)), 3)
    end
    cut[name] = row[name]
  end
  return cut
end

-- Tables that Lua makes: the others are those of states.
local own_tables = { decisions = decision_rows, notes = note_rows }

function recorded:rows(name, columns)
  local own = own_tables[name]
  if own then
    local rows = own.of(self)
    return columns and table_columns.cut(rows, own.columns(), columns) or rows
  elseif name ~= "games" then
    return given(pcall(function()
      return self.state:rows(name, self.number, self.names, columns, self.id)
    end))
  end
  local row = game_row(self)
  return { columns and cut_row(row, columns) or row }
end

function recorded:csv(name, raw)
  local own = own_tables[name]
  if own then
    return table_columns.csv(own.of(self), own.columns(), raw)
  elseif name ~= "games" then
    return given(pcall(function()
      return self.state:csv(name, self.number, self.names, raw,
        table_columns.id(self.id))
    end))
  end
  local row, cells = game_row(self), {}
  row.id = table_columns.id(row.id)
  row.winners = row.winners:gsub("%d", "s%0")
  if not raw then row.seed = table_columns.seed(row.seed) end
  for i, column in ipairs(game_columns) do cells[i] = row[column.name] end
  return csv.line(cells, #game_columns, raw)
end

function records.columns()
  local list = {}
  for i, column in ipairs(game_columns) do
    list[i] = { name = column.name, doc = column.doc }
  end
  return list
end

--- Calls `name`, one of the functions given to aurum.records as `calls`, with
--- the game: in this process, or in the worker where its rules may run.
function recorded:call(name, ...)
  return calls_of[self][name](self, ...)
end

-- ---- Reading ----------------------------------------------------------------

-- `reader` has the fields that the user sees: `count`, `skipped`, `unread`.
-- `self` has the others.

--- The first of a list of differences, in one line.
local function difference(list)
  local first = list[1]
  if first.what == "rules" and first.expected:find "^%x+$" then
    return ("it was played under other rules (digest %s, here %s)")
      :format((first.got:gsub("\"", "")), first.expected)
  end
  return ("%s, expected %s, got %s%s"):format(first.what, first.expected,
    first.got, #list > 1 and (" (and %d more)"):format(#list - 1) or "")
end

--- Replays a game, which has everything but its state. Returns the game; or
--- nil, the reason why it is not valid, and the differences.
local function replayed(game, record, rules, calls)
  local list, state = record:replay(rules)
  if #list > 0 then return nil, difference(list), list end
  game.rules, game.state = rules, state
  calls_of[game] = calls
  return setmetatable(game, recorded)
end

--- Replays a game in a worker, which keeps its state: its rules may not run
--- here.
local function sleeping(self, game, rules)
  local remote_game = require "aurum.record.remote_game"
  self.sleeper = self.sleeper or remote_game.new(function(own, awake)
    local record <close> = assert(aurum.record(own.text))
    return replayed(own, record, awake, self.calls)
  end)
  return self.sleeper:game(game, rules)
end

--- The rules of a record, or nil and why there are none. In a worker it returns
--- nothing for rules that were not found before the worker started.
local function rules_for(self, record)
  if not self.away then return self.rules_of(record) end
  local rules, message = self.rules_of:known(record)
  if rules and rules:is_asleep() then rules = rules:wake() end
  return rules, message
end

--- The game of a line of records or of a journal; or nil, the reason why it is
--- not valid, and the differences. nil alone: this worker does not know.
local function game_of(self, at)
  local text, id, seconds = journal.record_in(at.text)
  if not text then return nil, id end
  local record <close>, problem = aurum.record(text)
  if not record then return nil, problem end
  local rules, message = rules_for(self, record)
  if not rules then return nil, message end
  local faults = record.faults
  local last = faults[#faults]
  local game = {
    number = self.reader.count + 1, id = id, seconds = seconds,
    file = at.file, line = at.line, nth = at.nth, text = text .. "\n",
    variant = record.variant, players = record.players,
    seed = record.seed, digest = record.digest, names = record.names,
    faults = faults, winners = record.winners,
    forfeited = last ~= nil and not last.substituted,
  }
  if rules:is_asleep() then return sleeping(self, game, rules) end
  return replayed(game, record, rules, self.calls)
end

local reported_most = 5

--- Skips a line, or raises.
local function skip(self, at, why, list)
  local reader = self.reader
  local problem = at.problem
    or not at.ended and not list and "an incomplete last line" or why
  if at.problem and at.text == "" then -- the rest of the file cannot be read
    reader.unread = reader.unread + 1
  end
  if self.strict then
    error(("%s:%d: %s"):format(at.file, at.line, problem), 0)
  end
  reader.skipped = reader.skipped + 1
  if self.skip then
    self.skip(at.file, at.line, problem, list or {}, at.text)
  elseif reader.skipped <= reported_most then
    self.warn(("%s:%d: skipped: %s"):format(aurum.plain(at.file), at.line,
      aurum.plain(problem)))
  end
end

--- Reports, at the end, how many more lines were skipped.
local function warn_of_rest(self)
  local reader = self.reader
  if self.done then return end
  self.done = true
  if not self.skip and reader.skipped > reported_most then
    self.warn(("%d more lines skipped, of %d"):format(
      reader.skipped - reported_most, reader.count + reader.skipped))
  end
end

--- Ends a file. Raises if it does not have a line that was chosen.
local function end_file(self)
  self.lines = nil
  local missing = self.chosen and self.chosen:missing(self.met)
  if missing then
    error(("%s: no game %s in this file"):format(self.file, missing), 0)
  end
end

--- True if a line is not in the part of the lines, of all files, that are to be
--- read. Games before it count. After it, nothing more is read.
local function is_beyond(self, is_game)
  local part = self.part
  if not part or part.from <= self.nth and self.nth <= part.to then
    return false
  elseif self.nth > part.to then
    self.lines, self.files = nil, {}
  elseif is_game then
    self.reader.count = self.reader.count + 1
  end
  return true
end

--- Takes a line that was not chosen: its game counts, too. After the last that
--- was, the rest of the file is not read.
local function pass_over(self, line, is_game)
  if is_game then self.reader.count = self.reader.count + 1 end
  if self.chosen:ends_by(line) then end_file(self) end
end

--- Opens the next file. Returns false after the last.
local function next_file(self)
  self.file = table.remove(self.files, 1)
  if not self.file then return false end
  local lines, problem = aurum.sys.lines(self.file)
  if not lines then error(("%s: %s"):format(self.file, problem), 0) end
  self.lines, self.met = lines, {}
  return true
end

--- The next line that should hold a game, as a table; nil at the end.
local function next_line(self)
  while self.lines or next_file(self) do
    local line, text, problem, ended = self.lines()
    self.nth = self.nth + (line and 1 or 0)
    if not line then
      end_file(self)
    elseif is_beyond(self, not problem and not journal.is_head(text)) then
      self.met = nil -- this line is another shard's
    elseif self.chosen and not (problem and text == "")
      and not self.chosen:has(line, self.met) then
      pass_over(self, line, not problem and not journal.is_head(text))
    elseif problem or not journal.is_head(text) then
      return { file = self.file, line = line, nth = self.nth, text = text,
        problem = problem, ended = ended }
    end
  end
end

--- The game of a line; nil if the line is skipped.
local function take(self, at)
  local game, why, list
  if not at.problem then game, why, list = game_of(self, at) end
  if game then
    self.reader.count = game.number
    return game
  end
  skip(self, at, why, list)
end

--- The next game; nil at the end.
local function next_game(self)
  for at in next_line, self do
    local game = take(self, at)
    if game then return game end
  end
  warn_of_rest(self)
  return nil
end

-- ---- In workers -------------------------------------------------------------

local selves = setmetatable({}, { __mode = "k" }) -- reader -> self

--- Describes a batch to a worker: the number of its first game, and the places
--- of its lines, { index, file, line } of each that does not follow the one
--- before. The number assumes that none of the `ahead` lines that other workers
--- have is skipped.
local function about_batch(self, batch, ahead)
  local places, before = {}, {}
  for i, at in ipairs(batch) do
    if at.file ~= before.file or at.line ~= before.line + 1 then
      places[#places + 1] = { i, at.file, at.line }
    end
    before = at
  end
  return { first = self.reader.count + ahead + 1, places = places },
    self.rules_of.loaded
end

--- The lines of a batch, as next_line returns them.
local function lines_of(texts, places)
  local list, file, line = {}, nil, nil
  local n, place = 1, places[1]
  for i, text in ipairs(texts) do
    line = line and line + 1
    if place and place[1] == i then
      file, line = place[2], place[3]
      n = n + 1
      place = places[n]
    end
    list[i] = { file = file, line = line, text = text }
  end
  return list
end

--- Does the work on a batch in a worker: on the games of its lines, as far as
--- they are known. Returns what accept_batch takes.
local function do_batch(self, work, texts, about)
  local reader, i, skips = self.reader, 0, {}
  local list = lines_of(texts, about.places)
  self.away, reader.count = true, about.first - 1
  local data, undone = work(function()
    while list[i + 1] do
      local game, why, differences = game_of(self, list[i + 1])
      if not game and (self.strict or not why) then return nil end
      i = i + 1
      if game then
        reader.count = reader.count + 1
        return game, i
      end
      skips[#skips + 1] = { i, why, differences }
    end
  end)
  local games = reader.count + 1 - about.first
  if undone then i, games = i - 1, games - 1 end
  return { first = about.first, done = i, games = games, skips = skips,
    data = data }
end

--- Counts what a worker did. Returns true, or false if its games have other
--- numbers and these matter.
local function accept_batch(self, numbered, batch, reply)
  local reader = self.reader
  reply.shift = reader.count + 1 - reply.first
  if numbered and reply.shift ~= 0 then return false end
  reader.count = reader.count + reply.games
  for _, one in ipairs(reply.skips) do
    skip(self, batch[one[1]], one[2], one[3])
  end
  return true
end

--- True if the next line can be had without waiting.
local function is_ready(self)
  if self.lines then return self.lines:ready() end
  local file = self.files[1]
  return not file or aurum.sys.readable(file, "file") ~= nil
end

--- The games of a reader, most of them in workers: an iterator over games for
--- the caller to work on, and over batches (lua/record/parallel_lines.lua),
--- with the data that the work on them made, and with the difference between
--- the numbers of the games and those that the workers took them for:
---   for game, data, shift in records.spread(reader, options) do
--- `options`:
---   jobs      how many workers; nil: one for each processor
---   work      function(each), called in a worker, where `each` is an iterator
---             over games and the numbers of their lines in the batch: plain
---             data; then true if the last game given is to be done by the
---             caller, as are those after it
---   numbered  true if the data depend on the numbers of games
function records.spread(reader, options)
  local self = selves[reader]
  local each, _, _, workers = parallel_lines.over { jobs = options.jobs,
    lines = function() return next_line(self) end,
    ready = function() return is_ready(self) end,
    about = function(batch, ahead)
      return about_batch(self, batch, ahead)
    end,
    work = function(texts, about)
      return do_batch(self, options.work, texts, about)
    end,
    accept = function(batch, reply)
      return accept_batch(self, options.numbered, batch, reply)
    end }
  return function()
    for at, reply in each do
      if reply then return at, reply.data, reply.shift end
      local game = take(self, at)
      if game then return game end
    end
    if not aurum.sys.interrupted() then warn_of_rest(self) end
  end, nil, nil, workers
end

-- ---- Opening ----------------------------------------------------------------

local known = { strict = "boolean", variant = "string", skip = "function",
  calls = "table", lines = "string", part = "table" }

local function check_options(options)
  for key, value in pairs(options) do
    if not known[key] then
      error(("aurum.records: no option '%s'%s"):format(tostring(key),
        hint.near(key, { "strict", "variant", "skip", "calls",
          "lines" })), 3)
    end
    if type(value) ~= known[key] then
      error(("aurum.records: %s: expected a %s, got a %s"):format(key,
        known[key], type(value)), 3)
    end
  end
end

--- Raises if the names of files are not a list of texts.
local function check_names(files)
  if #files == 0 then
    error("aurum.records: expected at least one file; '-' is standard input",
      3)
  end
  for i, file in ipairs(files) do
    if type(file) ~= "string" then
      error(("aurum.records: argument %d: expected a file's name, got a %s")
        :format(i, type(file)), 3)
    end
  end
end

--- The ranges of the option `lines`; nil without it. Raises if they are none.
local function chosen_of(text)
  if not text then return nil end
  local chosen, problem = ranges.parse(text)
  if not chosen then error("aurum.records: lines: " .. problem, 3) end
  return chosen
end

--- aurum.records(FILE..., options): an iterator over the games; or nil and a
--- message if a file cannot be opened or the variant is not there. Without
--- `options.skip`, `warn(text)` is called for the lines that are skipped. With
--- `options.part`, only lines `from` to `to` are read, counted over all files;
--- `nth` of a game counts its line so.
function records.open(warn, ...)
  local files = { ... }
  local options = type(files[#files]) == "table" and table.remove(files) or {}
  check_options(options)
  check_names(files)
  for _, file in ipairs(files) do
    local good, problem = aurum.sys.readable(file)
    if not good then return nil, ("%s: %s"):format(file, problem) end
  end
  local rules, problem = rules_of(options.variant)
  if not rules then return nil, problem end
  local self = { files = files, rules_of = rules, warn = warn,
    strict = options.strict, skip = options.skip, calls = options.calls or {},
    chosen = chosen_of(options.lines), part = options.part, nth = 0 }
  self.reader = setmetatable({ count = 0, skipped = 0, unread = 0 },
    { __call = function()
      local _ <close> = aurum.sys.plain_locale() -- a journal has times
      return next_game(self)
    end })
  selves[self.reader] = self
  return self.reader
end

return records
