-- What the commands share that read files of records and hand on lines of
-- them, or what is made of them: a file that cannot be read is told of, and the
-- others go on.
local aurum = require "aurum"
local term = require "aurum.text.term"
local corpus = {}

local function complain(...)
  term.say("aurum record: " .. term.plain((...):format(select(2, ...))))
end

-- ---- Lines ------------------------------------------------------------------

local reading = {}
reading.__index = reading

--- The whole lines of files, in order: `for line in reading do`, of the file
--- number `reading.at`. `reading.status` becomes 1 where something could not be
--- read. A last line without its newline is one if it is a record, and left out
--- if its end was not written yet. Blank lines are left out. Before it waits
--- for more, `out` writes.
function corpus.lines(files, out)
  return setmetatable({ files = files, at = 0, status = 0, out = out },
    reading)
end

--- Go on with the next file; false after the last.
function reading:next_file()
  self.lines = nil
  while not self.lines and self.at < #self.files do
    self.at = self.at + 1
    self.path = self.files[self.at]
    local problem
    self.lines, problem = aurum.sys.lines(self.path)
    if not self.lines then
      complain("%s: %s", self.path, problem)
      self.status = 1
    end
  end
  return self.lines ~= nil
end

--- True if a last line without its newline was written to its end.
local function is_record(line)
  local record <close> = aurum.record(line)
  return record ~= nil
end

function reading:__call()
  while self.lines or self:next_file() do
    if not self.lines:ready() then self.out:flush() end
    local number, line, problem, ended = self.lines()
    if not number then
      self.lines = nil
    elseif problem then
      complain("%s:%d: %s", self.path, number, problem)
      self.status = 1
    elseif ended or is_record(line) then
      return line
    else
      complain("%s:%d: an unfinished last line is left out", self.path, number)
    end
  end
end

-- ---- Games ------------------------------------------------------------------

--- Those of the files that can be read, and the exit status that makes.
local function readable(files)
  local list, status = {}, 0
  for _, path in ipairs(files) do
    local good, problem = aurum.sys.readable(path)
    if good then
      list[#list + 1] = path
    else
      complain("%s: %s", path, problem)
      status = 1
    end
  end
  return list, status
end

--- The games of the files of `args`, an iterator, and a function: the exit
--- status that files which could not be read make. `asks` as for aurum.records.
function corpus.games(args, asks)
  local files, status = readable(args.files)
  local function status_now() return status end
  if #files == 0 then return function() end, status_now end
  files[#files + 1] = { variant = args.variant, strict = args.strict,
    asks = asks }
  local good, games = pcall(aurum.records, table.unpack(files))
  if not good then term.fail(games:gsub("^aurum%.records: ", ""), 2) end
  if not args.strict then
    return games, function() return games.unread > 0 and 1 or status end
  end
  return function()
    local read, game = pcall(games)
    if not read then term.fail(game) end
    return game
  end, status_now
end

-- ---- Output -----------------------------------------------------------------

local output = {}
output.__index = output

--- The output of a command with `args.o` (options.output): a file, gzip if its
--- name says so, or standard output.
function corpus.output(args)
  local self = setmetatable({ path = args.o or "-" }, output)
  for _, path in ipairs(args.files) do
    if path == args.o and path ~= "-" then
      term.fail(path .. ": cannot be read and written at once; give another "
        .. "file with -o", 2)
    end
  end
  self.writer = term.writer(self.path, args.force)
  return self
end

--- Add whole lines.
function output:write(lines)
  term.checked(self.path, self.writer:write(lines))
end

--- Hand on what was added.
function output:flush()
  term.checked(self.path, self.writer:flush())
end

function output:close()
  term.checked(self.path, self.writer:close())
end

return corpus
