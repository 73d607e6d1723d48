-- What options of several commands mean. A series of games with the seed SEED
-- plays game G with the seed SEED.G.
local aurum = require "aurum"
local term = require "aurum.text.term"
local options = {}

--- The series' own seed, the numbers of its first and last game, and the seed
--- that plays the same again. "S.7" without a number of games names that one
--- game of S; "S.0", "S.07" are texts like any other.
function options.series(given, games, usual)
  local seed = given or aurum.sys.entropy()
  local own, digits = seed:match "^(.+)%.([1-9]%d*)$"
  local number = math.tointeger(tonumber(digits))
  if number and not games then return own, number, number, seed end
  return seed, 1, games or usual, seed
end

--- An option's text as a whole number from 1; or nil and what was expected.
function options.count(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 then return n end
  return nil, ("expected a whole number from 1, got '%s'"):format(text)
end

--- The same for instructions of Lua; that many can be counted.
function options.fuel(text)
  local n, problem = options.count(text)
  if n and n > 2147483647 then
    return nil, ("expected at most 2147483647, got '%s'"):format(text)
  end
  return n, problem
end

--- An option's text as the processor time of an answer; or nil and what was
--- expected.
function options.seconds(text)
  local s = tonumber(text)
  if s and s >= 0.05 and s <= 3600 then return s end
  return nil, ("expected seconds from 0.05 to 3600, got '%s'"):format(text)
end

--- Add the option that lets a file be replaced; `of`, what names it.
function options.force(parser, of)
  parser:flag("--force", ("Replace the file of %s if it exists."):format(of))
end

--- The lines below a list of names about files that no name means; "" if there
--- are none. `shadowed` as of aurum.variants().
function options.shadowed(shadowed)
  if #shadowed == 0 then return "" end
  local rows = {}
  for i, other in ipairs(shadowed) do
    rows[i] = { "  " .. other.name, other.file }
  end
  return ("\nshadowed: no plain name means these files; give the path\n%s")
    :format(term.table(rows, "<<"))
end

--- Add the option that leaves texts in CSV as they are.
function options.raw(parser)
  parser:flag("--raw", "In CSV, leave names, seeds and other texts as they "
    .. "are. Otherwise those that begin with =, +, - or @ get a ' in front, so "
    .. "that no spreadsheet runs them, and control characters are escaped.")
end

return options
