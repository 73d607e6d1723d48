-- Settings of a league: the file league.lua in its folder, read as data.
--
-- It may tighten the limits of bots, never loosen them: those of the command
-- line stand above it. Rules are named as in a record, never by a path.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local data_file = require "aurum.load.data_file"
local format = require "aurum.text.format"
local series = require "aurum.play.series"
local shape = require "aurum.text.shape"
local settings = {}

settings.example = [[return { deals = 1000, anchors = { greedy = 0 } }]]

local optional = shape.optional

--- A name of an installed bot with its options, not a path.
local function name_problem(name)
  local plain = type(name) == "string" and name:match "^[^:]*" or ""
  if plain:find "^%w[%w_%-]*$" then return nil end
  return "expected the name of a bundled bot, such as greedy"
end

--- Rules as a record names them: a path is refused.
local function rules_problem(name)
  local problem = shape.text(200)(name)
  if problem then return problem end
  for part in (name .. "+"):gmatch "(.-)%+" do
    local shown = part:match "^gallery/(%w[%w_%-]*)$"
    local is_name = part:find "^%w[%w_%-%.]*$" and part:sub(-4) ~= ".lua"
    if not is_name and not (shown and aurum.sys.readable(("%s/variants/%s.lua")
      :format(aurum.home, part))) then
      return ("expected a name of rules, not a path, got '%s'"):format(
        aurum.plain(name, 60))
    end
  end
end

-- A setting: its shape and the value without it.
local fields = {
  rules = { shape.list(rules_problem, 1, 20), { "standard" } },
  players = { shape.whole(2, 6) },
  deals = { shape.whole(1, 1000000000), 1000 },
  batch = { shape.whole(1, 10000), 20 },
  anchors = { shape.map(name_problem, shape.number(-10000, 10000), 100), {} },
  bench = { shape.number(0, 1), 0.25 },
  on_fault = { shape.word { "forfeit", "substitute" }, "forfeit" },
  cpu = { shape.number(0.05, 3600) },
  fuel = { shape.whole(1, 2147483647) },
}

local shapes = {}
for name, field in pairs(fields) do shapes[name] = optional(field[1]) end
local check = shape.object(shapes)

--- The rules of the settings, a list; or nil and a message.
local function rules_of(own)
  local list, seen = {}, {}
  for i, name in ipairs(own.rules) do
    local rules, problem = aurum.variant(name, own.players)
    if not rules then
      return nil, ("rules[%d]: %s"):format(i, tostring(problem))
    elseif seen[rules.digest] then
      return nil, ("rules[%d]: '%s' are the rules of '%s'"):format(i, name,
        seen[rules.digest])
    end
    seen[rules.digest] = name
    list[i] = rules
  end
  return list
end

--- The settings of the league in a folder, every field with its value; `rules`
--- is a list of rules. Or nil and a message.
function settings.read(folder)
  local path = folder .. "/league.lua"
  local given, problem = data_file.read(path)
  if not given then
    return nil, problem:find "No such file" and ("%s; a league has this file, "
      .. "such as: %s"):format(problem, settings.example) or problem
  end
  problem = shape.problem(check, given)
  if problem then return nil, ("%s: %s"):format(path, problem) end
  local own = {}
  for name, field in pairs(fields) do
    own[name] = given[name]
    if own[name] == nil then own[name] = field[2] end
  end
  own.rules, problem = rules_of(own)
  if not own.rules then return nil, ("%s: %s"):format(path, problem) end
  return own
end

--- The tighter of two limits, of which either may be nil.
local function tighter(a, b)
  if a and b then return math.min(a, b) end
  return a or b
end

--- The tighter of two pairs of limits, { cpu =, fuel = }.
function settings.tightest(a, b)
  return { cpu = tighter(a.cpu, b.cpu), fuel = tighter(a.fuel, b.fuel) }
end

--- The limits of bots: those of the command line, or tighter ones of the
--- settings. Fuel of the settings leaves the time of an answer as it is: a file
--- loosens no limit.
function settings.limits(own, args)
  return settings.tightest({ cpu = series.seconds(args), fuel = args.fuel },
    own)
end

--- Why a limit of the settings has no effect, if the command line does not say
--- it; else nil.
function settings.too_loose(own, args)
  local limit = series.seconds(args)
  if own.cpu and own.cpu > limit and not args.cpu then
    return caller.text("league.lua: cpu = %s has no effect: an answer has %d "
      .. "s; only {cpu} gives it more", format.number(own.cpu, "%g"), limit)
  end
end

return settings
