-- Values of options: texts that people give, as numbers and lists. A reader
-- returns nil and what was expected if a text is wrong.
local aurum = require "aurum"
local option_values = {}

--- The seed of a series, the numbers of its first and last game, and the seed
--- that repeats it. Game G of the series S has the seed S.G; "S.7" without a
--- number of games names that one game of S. "S.0" and "S.07" are plain texts.
function option_values.series(given, games, usual)
  local seed = given or aurum.sys.entropy()
  local own, digits = seed:match "^(.+)%.([1-9]%d*)$"
  local number = math.tointeger(tonumber(digits))
  if number and not games then return own, number, number, seed end
  return seed, 1, games or usual, seed
end

--- A seed in UTF-8, which records keep as it is, without the "seed:" that
--- tables put in front.
function option_values.seed(text)
  if utf8.len(text) then return text:match "^seed:(.+)$" or text end
  return nil, "expected UTF-8"
end

--- An option's text as a whole number from 1; or nil and what was expected.
function option_values.count(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 then return n end
  return nil, ("expected a whole number from 1, got '%s'"):format(text)
end

--- A function from an option's text to a whole number from 1 to `most`, or nil
--- and what was expected.
local function up_to(most)
  return function(text)
    local n, problem = option_values.count(text)
    if n and n > most then
      return nil, ("expected at most %d, got '%s'"):format(most, text)
    end
    return n, problem
  end
end

--- An option's text as a number of bytes that bots or hooks may print.
function option_values.printed_bytes(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 0 and n <= 1 << 30 then return n end
  return nil, ("expected a whole number from 0 to %d, got '%s'"):format(1 << 30,
    text)
end

--- An option's text as a port of this machine; or nil and what was expected.
function option_values.port(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 0 and n <= 65535 then return n end
  return nil, ("expected a port from 0 to 65535, got '%s'"):format(text)
end

--- The parts of a text such as "greedy,mine.lua".
function option_values.parts(text)
  local list = {}
  for part in (text .. ","):gmatch "(.-)," do list[#list + 1] = part end
  return list
end

--- The set of these words.
function option_values.keys(...)
  local set = {}
  for _, key in ipairs { ... } do set[key] = true end
  return set
end

local most_points = 64 -- of a bot with ranges

--- The values of "LOW..HIGH[/STEP]" as texts; or nil and what was expected.
local function points_of(low, high, rest)
  local from, to = tonumber(low), tonumber(high)
  local step = rest == "" and 1 or tonumber(rest:match "^/(.+)$")
  if not (from and to and step) then
    return nil, ("expected LOW..HIGH[/STEP], got '%s..%s%s'"):format(low, high,
      rest)
  elseif not (from <= to and step > 0) then
    return nil, ("expected a range from low to high, with a step above 0, got "
      .. "'%s..%s%s'"):format(low, high, rest)
  end
  local n = math.floor((to - from) / step + 1e-9)
  if n >= most_points then
    return nil, ("expected at most %d values, got '%s..%s%s'"):format(
      most_points, low, high, rest)
  end
  local list = {}
  for i = 0, n do list[i + 1] = ("%.10g"):format(from + i * step) end
  return list
end

--- The bots of a text whose options may be ranges: "mine:a=1..3" gives
--- "mine:a=1" to "mine:a=3"; several ranges give all combinations. Or nil and
--- what was expected.
function option_values.grid(text)
  local head, low, high, rest, tail = text:match
    "^(.-:[%a_][%w_]*=)([-+]?%.?%d[%d.]-)%.%.([-+.]*%d[^:/]*)(/?[^:]*)(.*)$"
  if not head then return { text } end
  local points, problem = points_of(low, high, rest)
  if not points then return nil, problem end
  local tails
  tails, problem = option_values.grid(tail)
  if not tails then return nil, problem end
  if #points * #tails > most_points then
    return nil, ("expected at most %d combinations, got %d in '%s'"):format(
      most_points, #points * #tails, text)
  end
  local list = {}
  for _, point in ipairs(points) do
    for _, own in ipairs(tails) do
      list[#list + 1] = head .. point .. own
    end
  end
  return list
end

option_values.instructions = up_to(2147483647)
option_values.workers = up_to(64)
option_values.times = up_to(100000)
option_values.estimate = up_to(1000000) -- simulations

--- An option's text as the processor time of an answer; or nil and what was
--- expected.
function option_values.seconds(text)
  local s = tonumber(text)
  if s and s >= 0.05 and s <= 3600 then return s end
  return nil, ("expected seconds from 0.05 to 3600, got '%s'"):format(text)
end

--- NAME=COMMAND as { name =, command = }; or nil and what was expected.
function option_values.program(text)
  local name, command = text:match "^([%a_][%w_%-]*)=(.*)$"
  if not name or not command:find "%S" then
    return nil, ("expected NAME=COMMAND, such as mine='python3 mine.py', got "
      .. "'%s'"):format(text)
  end
  return { name = name, command = command }
end

return option_values
