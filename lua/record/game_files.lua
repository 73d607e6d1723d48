-- Readers of files of records, for commands and scripts: their lines, and their
-- games. Problems of files are texts to print, where aurum.records raises.
local aurum = require "aurum"
local format = require "aurum.text.format"
local records = require "aurum.record.records"
local game_files = {}

--- True if the user interrupted, and that is the problem: reading then ends as
--- at the end of a file, and commands ask aurum.sys.interrupted().
local function is_interrupt(problem)
  return aurum.sys.interrupted() and problem:find "interrupted$" ~= nil
end

-- ---- Lines ------------------------------------------------------------------

local lines = {}
lines.__index = lines

--- The lines of files, in order, but for blank ones. A line is a table: the
--- number `at` of its file, the file's `path`, its `number` in it, its `text`
--- or a `problem`, and `ended` if it has its newline. A file that cannot be
--- opened gives a line with a problem and without a number. An interrupt ends
--- them.
function game_files.lines(files)
  for _, path in ipairs(files) do aurum.sys.reads(path) end
  return setmetatable({ files = files, at = 0 }, lines)
end

--- Passes over the rest of the current file.
function lines:skip_file()
  self.reader = nil
end

--- Returns what the call of a file's reader returned. If an interrupt ended the
--- call, it returns nothing, and leaves out the files that follow.
local function next_of(self, good, ...)
  if good then return ... end
  if not is_interrupt(...) then error(..., 0) end
  self.at = #self.files
end

function lines:__call()
  while self.reader or self.files[self.at + 1] do
    local number, text, problem, ended
    if self.reader then
      number, text, problem, ended = next_of(self, pcall(self.reader))
      if not number then self.reader = nil end
    else
      self.at = self.at + 1
      self.reader, problem = aurum.sys.lines(self.files[self.at])
    end
    if number or problem then
      return { at = self.at, path = self.files[self.at], number = number,
        text = text or "", problem = problem, ended = ended }
    end
  end
end

--- True if the next line can be had without waiting.
function lines:ready()
  if self.reader then return self.reader:ready() end
  local file = self.files[self.at + 1]
  return not file or aurum.sys.readable(file, "file") ~= nil
end

--- The number of lines of those files that can be read twice, and true if all
--- can.
function game_files.count(files)
  local n, all = 0, true
  for _, path in ipairs(files) do
    local each = path ~= "-" and aurum.sys.readable(path, "file")
      and aurum.sys.lines(path)
    all = all and each
    for _ in each or function() end do n = n + 1 end
  end
  return n, all
end

--- The number of lines of the files, for a progress bar; nil if it is unknown
--- or no bar is shown.
function game_files.to_show(args)
  if args.quiet or args.lines or not aurum.sys.is_terminal "stderr" then
    return nil
  end
  local n, all = game_files.count(args.files)
  return all and n > 0 and n or nil
end

local complete = {}
complete.__index = complete

--- The texts of the complete lines of files, and the number of the file of
--- each. A last line without its newline is given if it is a record, and
--- skipped with a warning if it is incomplete. `failed` becomes true where
--- something cannot be read, which `warn(text)` reports. `wait()` is called
--- before reading waits for more data.
function game_files.complete_lines(files, warn, wait)
  return setmetatable({ lines = game_files.lines(files), failed = false,
    warn = warn, wait = wait }, complete)
end

--- True if a text is a complete record.
local function is_record(text)
  local record <close> = aurum.record(text)
  return record ~= nil
end

function complete:__call()
  while true do
    if not self.lines:ready() then self.wait() end
    local line = self.lines()
    if not line then return nil end
    local good = line.ended or is_record(line.text)
    if good and not line.problem then return line.text, line.at end
    self.failed = self.failed or line.problem ~= nil
    self.warn(("%s: %s"):format(line.number
      and ("%s:%d"):format(line.path, line.number) or line.path,
      line.problem or "skipped an incomplete last line"))
  end
end

-- ---- Games ------------------------------------------------------------------

local reader = {}
reader.__index = reader

local own_options = { warn = true, seat = true, played = true }

--- The files of a list that can be read; or nil, a message, and the path of one
--- that cannot be. With `warn(text)`, it reports these.
local function readable(files, warn)
  local list = {}
  for _, path in ipairs(files) do
    aurum.sys.reads(path)
    local good, problem = aurum.sys.readable(path)
    problem = problem and ("%s: %s"):format(path, problem)
    if good then
      list[#list + 1] = path
    elseif warn then
      warn(problem)
    else
      return nil, problem, path
    end
  end
  return list
end

--- A reader of the games of files: `reader()` returns the next one; nil at the
--- end, or if the user interrupts while it reads; nil and a message, which is
--- also its `problem`, if it cannot go on.
--- `skipped` and `unread` are as in aurum.records; `failed` is true if some
--- file could not be read to its end; `count` and `excluded` count the games so
--- far. `options` are as for aurum.records, and:
---   warn    function(text): reports a file that cannot be read; the others are
---           read
---   seat    a game without this seat is a problem
---   played  true: forfeited games are excluded
--- nil and a message if the variant is not there; nil, a message and the path
--- if a file is not.
function game_files.open(files, options)
  local list, problem, path = readable(files, options.warn)
  if not list then return nil, problem, path end
  local self = setmetatable({ seat = options.seat, played = options.played,
    failed = #list < #files, skipped = 0, unread = 0, count = 0,
    excluded = 0 }, reader)
  if #list == 0 then return self end
  local rest = {}
  for key, value in pairs(options) do
    rest[key] = not own_options[key] and value or nil
  end
  list[#list + 1] = rest
  self.records, problem = aurum.records(table.unpack(list))
  if not self.records then return nil, problem end
  return self
end

--- Ends with a problem; or without one if an interrupt ended the reading, as it
--- ends the work on games. Errors that are not texts, such as the end of a
--- command in a function given to the reader, are raised again.
local function stop(self, problem)
  if type(problem) ~= "string" then error(problem, 0) end
  if is_interrupt(problem) then return nil end
  self.problem = problem
  return nil, problem
end

--- Takes what the reader returned or, if `good` is false, raised.
local function take(self, good, game, ...)
  self.skipped, self.unread = self.records.skipped, self.records.unread
  self.failed = self.failed or self.unread > 0
  if good then return game, ... end
  return stop(self, game)
end

function reader:__call()
  while self.records do
    local game, problem = take(self, pcall(self.records))
    if not game then return nil, problem end
    if self.seat and self.seat > game.players then
      return stop(self, ("%s:%d: no seat %d in a game of %d players"):format(
        game.file, game.line, self.seat, game.players))
    end
    if not (self.played and game.forfeited) then
      self.count = self.count + 1
      return game
    end
    self.excluded = self.excluded + 1
  end
end

--- All games, most of them in workers; see records.spread.
function reader:spread(options)
  if not self.records then return function() end end
  local each, _, _, workers = records.spread(self.records, options)
  return function()
    local game, data, shift = take(self, pcall(each))
    self.problem = self.problem or workers.problem
    return game, data, shift
  end, nil, nil, workers
end

--- "20 games (1 forfeited game excluded)".
function reader:__tostring()
  local text = format.plural(self.count, "game")
  if self.excluded == 0 then return text end
  return ("%s (%s excluded)"):format(text, format.plural(self.excluded,
    "forfeited game"))
end

return game_files
