-- Corpus: the lines or the games of several files of records. A file that
-- cannot be read is reported by a function `warn(text)`, and the others are
-- read.
local aurum = require "aurum"
local records = require "aurum.record.records"
local corpus = {}

-- ---- Lines ------------------------------------------------------------------

local lines = {}
lines.__index = lines

--- The whole lines of files, in order: `for line in corpus.lines(...) do`. The
--- current file has the number `at`; `failed` becomes true where something
--- cannot be read. Blank lines are skipped. A last line without its newline is
--- given if it is a record, and skipped with a warning if it is incomplete.
--- `wait()` is called before reading waits for more data.
function corpus.lines(files, warn, wait)
  return setmetatable({ files = files, at = 0, failed = false, warn = warn,
    wait = wait }, lines)
end

--- Opens the next file. Returns false after the last.
function lines:next_file()
  self.reader = nil
  while not self.reader and self.at < #self.files do
    self.at = self.at + 1
    self.path = self.files[self.at]
    local problem
    self.reader, problem = aurum.sys.lines(self.path)
    if not self.reader then
      self.warn(("%s: %s"):format(self.path, problem))
      self.failed = true
    end
  end
  return self.reader ~= nil
end

--- True if a line is a complete record.
local function is_record(line)
  local record <close> = aurum.record(line)
  return record ~= nil
end

function lines:__call()
  while self.reader or self:next_file() do
    if not self.reader:ready() then self.wait() end
    local number, line, problem, ended = self.reader()
    if not number then
      self.reader = nil
    elseif problem then
      self.warn(("%s:%d: %s"):format(self.path, number, problem))
      self.failed = true
    elseif ended or is_record(line) then
      return line
    else
      self.warn(("%s:%d: skipped an incomplete last line"):format(self.path,
        number))
    end
  end
end

-- ---- Games ------------------------------------------------------------------

local games = {}
games.__index = games

--- The files of a list that can be read, and true if there are others.
local function readable(files, warn)
  local list = {}
  for _, path in ipairs(files) do
    local good, problem = aurum.sys.readable(path)
    if good then
      list[#list + 1] = path
    else
      warn(("%s: %s"):format(path, problem))
    end
  end
  return list, #list < #files
end

--- The games of files: `for game in corpus.games(...) do`; nil and a message if
--- the variant is not there. `options` are those of aurum.records. `skipped`
--- counts the lines skipped, and `failed` is true if some file could not be
--- read to its end. With `options.strict` the games end before the first line
--- that would be skipped, and `problem` says why.
function corpus.games(files, options, warn)
  local list, failed = readable(files, warn)
  local self = setmetatable({ failed = failed, skipped = 0,
    strict = options.strict }, games)
  if #list == 0 then return self end
  list[#list + 1] = options
  local problem
  self.reader, problem = aurum.records(table.unpack(list))
  if not self.reader then return nil, problem end
  return self
end

--- Takes what a reader returned or, if `good` is false, raised.
local function note(self, good, game, ...)
  local reader = self.reader
  self.skipped = reader.skipped
  self.failed = self.failed or reader.unread > 0
  if good then return game, ... end
  self.problem = game
end

--- Calls an iterator over the games of the reader.
local function step(self, each)
  if self.strict then return note(self, pcall(each)) end
  return note(self, true, each())
end

function games:__call()
  if self.reader then return step(self, self.reader) end
end

--- The same games, most of them in workers; see records.spread.
function games:spread(options)
  if not self.reader then return function() end end
  local each, _, _, workers = records.spread(self.reader, options)
  return function()
    local game, data, shift = step(self, each)
    self.problem = self.problem or workers.problem
    return game, data, shift
  end, nil, nil, workers
end

return corpus
