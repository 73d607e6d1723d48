-- Script: the parts that the scripts of scripts/analysis share. They are their
-- help, arguments and games, whose errors end the script, and cells and bars
-- for estimates. A script begins with a comment that says what it answers and
-- how it is run; this comment is its help, too.
local format = require "aurum.text.format"
local term = require "aurum.text.term"

-- `aurum run` sets the name that it was given, and the script's function.
local script = { name = "", chunk = nil }

-- ---- Help and arguments -----------------------------------------------------

--- The comment at the head of a script, as text.
function script.help(path)
  local lines = {}
  for line in io.lines(path) do
    local text = line:match "^%-%- ?(.*)$"
    if not text then break end
    lines[#lines + 1] = text
  end
  return table.concat(lines, "\n")
end

--- The first line of the help, without the name of the file: "is this bot's
--- bidding calibrated?".
function script.title(path)
  local first = script.help(path):match "^[^\n]*"
  return (first:gsub("^[%w_.%-]+%.lua: ", ""))
end

--- Ends the script because its arguments are wrong.
function script.usage(problem)
  term.fail(("%s: %s\ntry: aurum run %s --help"):format(
    arg[0]:match "([^/]*)%.lua$" or arg[0], problem,
    term.command(script.name)), 2)
end

--- Takes the option --variant V out of the arguments.
local function take_variant()
  for i, text in ipairs(arg) do
    local value = text:match "^%-%-variant=(.*)$"
    if value or text == "--variant" then
      script.variant = value or arg[i + 1]
      if not script.variant then script.usage "--variant: expected V" end
      table.remove(arg, i)
      if not value then table.remove(arg, i) end
      return
    end
  end
end

--- The arguments of the script, from `least` to `most` of them (nil: any
--- number). `expected` names them in the message if their number is wrong.
--- Every script takes --variant V besides: the rules of games it makes or
--- reads.
function script.arguments(least, most, expected)
  take_variant()
  for _, text in ipairs(arg) do
    if text == "--help" or text == "-h" then
      term.write(script.help(arg[0]), "\n\n", "--variant V gives the rules, in "
        .. "place of standard or of those that games name.\n")
      term.fail(nil, 0)
    end
    if text:find "^%-." then script.usage(("no option '%s'"):format(text)) end
  end
  if #arg < least or #arg > (most or #arg) then
    script.usage("expected " .. expected)
  end
  return table.unpack(arg)
end

-- ---- Games ------------------------------------------------------------------

local games = {}
games.__index = games

--- The games of files, without forfeited ones, under the rules of --variant.
--- `open` is that of lua/record/game_files.lua; its options may follow the
--- files. The script ends if a file cannot be read or has no game.
function script.games(open, ...)
  local files = { ... }
  local last = files[#files]
  local options = type(last) == "table" and table.remove(files) or {}
  options.variant, options.played = script.variant, true
  local reader, problem = open(files, options)
  if not reader then term.fail(problem) end
  return setmetatable({ reader = reader }, games)
end

function games:__call()
  local reader = self.reader
  local game, problem = reader()
  if problem then term.fail(problem) end
  if not game and reader.count == 0 then
    term.fail("no games to analyse" .. (reader.excluded > 0
      and ": " .. tostring(reader) or ""))
  end
  return game
end

--- The number of games so far, as text.
function games:__tostring()
  return tostring(self.reader)
end

-- ---- Cells ------------------------------------------------------------------

--- The deal of a game, the unit of a ratio: consecutive games with one seed
--- share their cards.
function script.deal(game)
  return game.seed or game.number
end

--- A ratio (lua/stats/estimate.lua) and its interval, as two cells.
function script.estimate(ratio, form)
  local low, high = ratio:interval()
  return format.estimate(form, 1, ratio:value(), low, high, ratio.n)
end

--- A row of bars: a label, and a share with its interval in per cent.
function script.share(label, ratio)
  local value, low, high = ratio:value(), ratio:share_interval()
  return { label, value and 100 * value, low and 100 * low,
    high and 100 * high }
end

-- The fewest games for a bar in a chart: the error bar of fewer would be so
-- long that the others shrink beside it. Tables show them all.
script.least = 10

--- Adds a row to the bars for a ratio, if it has enough games.
function script.bar(bars, label, ratio)
  local value = ratio:value()
  if not value or ratio.n < script.least then return end
  bars[#bars + 1] = { label, value, ratio:interval() }
end

--- The keys of a table, sorted.
function script.keys(counts)
  local keys = {}
  for key in pairs(counts) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

return script
