-- What the scripts of analysis share: their arguments, the games they read,
-- cells for their tables. A script begins with a comment that says what it
-- tells and how it is run; that is its help, too.
local aurum = require "aurum"
local estimate = require "aurum.stats.estimate"
local format = require "aurum.text.format"
local term = require "aurum.text.term"

local analysis = { name = "" } -- what `aurum run` was asked for

--- The comment that a script begins with, as text.
function analysis.help(path)
  local lines = {}
  for line in io.lines(path) do
    local text = line:match "^%-%- ?(.*)$"
    if not text then break end
    lines[#lines + 1] = text
  end
  return table.concat(lines, "\n")
end

--- What that says first: "bids.lua: is this bot's bidding calibrated?" without
--- the name.
function analysis.title(path)
  local first = analysis.help(path):match "^[^\n]*"
  return (first:gsub("^[%w_.%-]+%.lua: ", ""))
end

--- End the script: what it was given is wrong.
function analysis.usage(problem)
  term.fail(("%s: %s\ntry: aurum run %s --help"):format(
    arg[0]:match "([^/]*)%.lua$" or arg[0], problem,
    term.command(analysis.name)), 2)
end

--- Take the option --variant V out of the arguments.
local function take_variant()
  for i, text in ipairs(arg) do
    local value = text:match "^%-%-variant=(.*)$"
    if value or text == "--variant" then
      analysis.variant = value or arg[i + 1]
      if not analysis.variant then analysis.usage "--variant: expected V" end
      table.remove(arg, i)
      if not value then table.remove(arg, i) end
      return
    end
  end
end

--- The arguments of the script, `least` to `most` (any number) of them. `what`
--- names them in the message where they are not. Every script takes --variant V
--- besides: the rules to replay games by, instead of those they name.
function analysis.arguments(least, most, what)
  take_variant()
  for _, text in ipairs(arg) do
    if text == "--help" or text == "-h" then
      term.write(analysis.help(arg[0]), "\n\n", "--variant V gives the rules "
        .. "to replay games by, instead of those they name.\n")
      term.fail(nil, 0)
    end
    if text:find "^%-." then analysis.usage(("no option '%s'"):format(text)) end
  end
  if #arg < least or #arg > (most or #arg) then
    analysis.usage("expected " .. what)
  end
  return table.unpack(arg)
end

local games = {}
games.__index = games

--- The games of files of records, one by one, those left out that a fault
--- decided. A file that cannot be read ends the script with a message; a line
--- that is no good game is skipped, and told of.
function analysis.games(...)
  local files = { ... }
  local last = files[#files]
  local options = type(last) == "table" and table.remove(files) or {}
  options.variant = options.variant or analysis.variant
  files[#files + 1] = options
  local good, reader = pcall(aurum.records, table.unpack(files))
  if not good then term.fail((reader:gsub("^.-aurum%.records: ", ""))) end
  return setmetatable({ reader = reader, count = 0, forfeited = 0 }, games)
end

function games:__call()
  while true do
    local good, game = pcall(self.reader)
    if not good then
      if type(game) ~= "string" then error(game, 0) end
      term.fail(game)
    end
    if not game then break end
    if not game.forfeited then
      self.count = self.count + 1
      return game
    end
    self.forfeited = self.forfeited + 1
  end
  if self.count == 0 then
    term.fail("there is no game to look at" .. (self.forfeited > 0
      and (": %d that a fault decided"):format(self.forfeited) or ""))
  end
end

--- "20 games (1 that a fault decided is left out)".
function games:__tostring()
  local text = format.plural(self.count, "game")
  if self.forfeited == 0 then return text end
  return ("%s (%d that a fault decided left out)"):format(text, self.forfeited)
end

local columns = { "round", "seat", "side", "points" }

--- The margins of a game by round and seat: a side's points in the round less
--- the mean of the other sides'.
function analysis.margins(game)
  local margins, points = {}, {}
  for _, row in ipairs(game:rows("seats", columns)) do
    points[row.side] = row.points
    if row.seat == game.players then
      local by_side, by_seat = estimate.margins(points, 1), {}
      for seat, side in ipairs(game.rules.side_of) do
        by_seat[seat] = by_side[side]
      end
      margins[row.round] = by_seat
    end
  end
  return margins
end

-- ---- Cells ------------------------------------------------------------------

--- A ratio (lua/stats/estimate.lua) and its interval, as two cells.
function analysis.estimate(ratio, form)
  return format.estimate(form, 1, ratio:value(), ratio:interval())
end

--- A label, and a share with its interval, in per cent: a row of bars.
function analysis.share(label, ratio)
  local value, low, high = ratio:value(), ratio:share_interval()
  return { label, value and 100 * value, low and 100 * low,
    high and 100 * high }
end

-- What was seen in fewer games than that is in tables, but in no picture, where
-- the rest would shrink beside its error bar.
analysis.least = 10

--- Add a row of bars for a ratio, if it was seen often enough.
function analysis.bar(bars, label, ratio)
  local value = ratio:value()
  if not value or ratio.n < analysis.least then return end
  bars[#bars + 1] = { label, value, ratio:interval() }
end

--- The keys of a table, sorted.
function analysis.keys(counts)
  local keys = {}
  for key in pairs(counts) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

return analysis
