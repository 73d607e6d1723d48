-- Experiments for scripts: aurum.match, aurum.arena, aurum.compare and
-- aurum.study take the options of the commands in a table and return what
-- `--json` prints, as a table. An option that is unknown or has a wrong type
-- raises; other failures return nil and a message.
local arena_play = require "aurum.lab.arena.arena_play"
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local compare = require "aurum.lab.rules.compare"
local experiment_options = require "aurum.lab.experiment_options"
local hint = require "aurum.text.hint"
local match_play = require "aurum.lab.match.match_play"
local option_values = require "aurum.text.option_values"
local door, play = {}, {}

-- ---- Options ------------------------------------------------------------

-- Kinds of values. Each is a function from a value to that of the command's
-- option, or nil and what was expected.
local kinds = {}

local function of_type(name, what)
  return function(value)
    if type(value) == name then return value end
    return nil, what
  end
end

kinds.text = of_type("string", "a text")
kinds.flag = of_type("boolean", "true or false")
kinds.call = of_type("function", "a function")

function kinds.seed(value)
  if type(value) ~= "number" then return kinds.text(value) end
  return tostring(value)
end

function kinds.variant(value)
  local is = type(value)
  if is == "string" or is == "userdata" then return value end
  return nil, "a name, a path, or rules"
end

function kinds.list(value)
  local good = type(value) == "table" and #value > 0
  for _, item in ipairs(good and value or {}) do
    good = good and type(item) == "string"
  end
  if good then return table.move(value, 1, #value, 1, {}) end
  return nil, "a list of texts"
end

--- The kind of one of some words.
local function one_of(words)
  return function(value)
    for _, word in ipairs(words) do
      if value == word then return value end
    end
    return nil, table.concat(words, " or ")
  end
end

--- The kind of an option that a command reads from a number's or a text's text.
local function read_by(parse)
  return function(value)
    if type(value) ~= "string" and type(value) ~= "number" then
      return nil, "a number or a text"
    end
    local good, problem = parse(tostring(value))
    return good, problem and (problem:gsub("^expected ", ""))
  end
end

--- The kind of a list of such texts, which may be empty.
local function list_by(parse)
  return function(value)
    if type(value) == "table" and next(value) == nil then return {} end
    local list, problem = kinds.list(value)
    for i, text in ipairs(list or {}) do
      list[i], problem = read_by(parse)(text)
      if not list[i] then return nil, problem end
    end
    return list, problem
  end
end

--- The kind of an option as lua/lab/experiment_options.lua has it.
local function kind_of(option)
  local said = option.said
  if option.is_flag then return kinds.flag end
  if said.choices then return one_of(said.choices) end
  if said.count == "*" then return list_by(said.convert) end
  return said.convert and read_by(said.convert) or kinds.text
end

-- Options of commands alone.
local of_commands = option_values.keys("json", "csv", "raw", "html", "print",
  "print_bytes", "log", "quiet", "replay", "sweep")

-- Options whose values are texts on the command line alone.
local of_scripts = { seed = kinds.seed, variant = kinds.variant,
  bots = kinds.list, metrics = kinds.list }

--- The kinds of an experiment's options by name.
function door.kinds(name)
  local known = { on_progress = kinds.call }
  for _, option in ipairs(experiment_options.of(name)) do
    local key = option.key
    local of_page = key == "force" and not known.record
    if not (of_commands[key] or of_page) then
      known[key] = of_scripts[key] or kind_of(option)
    end
  end
  return known
end

-- The variants that an experiment cannot do without.
local needed = { compare = { "a", "b" }, study = { "v" } }

--- The options of a call of aurum.NAME, as those of the command. Raises at the
--- caller of that function.
local function read(name, given)
  local function wrong(...)
    error(("aurum.%s: %s"):format(name, (...):format(select(2, ...))), 4)
  end
  if type(given) ~= "table" then
    wrong("expected a table, got a %s", type(given))
  end
  local args, names, wanted = {}, {}, door.kinds(name)
  for key in pairs(wanted) do names[#names + 1] = key end
  for key, value in pairs(given) do
    local kind = wanted[key]
    local removed = name == "arena" and arena_play.removed[key]
    if removed then
      wrong("%s was removed: %s", key, removed)
    elseif not kind then
      wrong("no option '%s'%s", tostring(key), hint.near(key, names))
    end
    local good, expected = kind(value)
    if good == nil then wrong("%s: expected %s", key, expected) end
    args[key] = good
  end
  if args.trust and args.fuel then
    wrong "trust and fuel cannot be combined"
  end
  for _, key in ipairs(needed[name] or {}) do
    if not args[key] then wrong("%s: expected a variant", key) end
  end
  args.on_fault = args.on_fault or "forfeit"
  return args
end

--- The rules of the options; or nil and a message.
local function rules_of(args)
  if type(args.variant) == "userdata" then return args.variant end
  local rules, problem = aurum.variant(args.variant or "standard", args.players)
  return rules, not rules and tostring(problem) or nil
end

--- A function that is called with the numbers of games played and of all.
local function progress(args, total)
  local call = args.on_progress
  return call and function(done) call(done, total) end or function() end
end

--- A failure of a call that names the path of its file apart.
local function failure(problem, path)
  return nil, path and ("%s: %s"):format(path, problem) or problem
end

-- ---- Experiments --------------------------------------------------------

function play.match(args)
  args.bots = args.bots or { "greedy", "lowball" }
  local rules, problem = rules_of(args)
  if not rules then return nil, problem end
  local played, message = match_play.open(args, rules)
  if not played then return nil, message end
  local good, trouble, path = played:play(progress(args, played.total))
  if not good then return failure(trouble, path) end
  if played.failure then return nil, played.failure end
  if args.keep then
    good, trouble = played:keep()
    if not good then return nil, trouble end
  end
  local result = played:result()
  result.complete = played.games == played.total
  return result
end

function play.arena(args)
  args.bots, args.warn = args.bots or {}, function() end
  local rules, wrong = rules_of(args)
  if not rules then return nil, wrong end
  local arena, message = arena_play.open(args, rules)
  if not arena then return nil, message end
  local good, problem, path = arena:resume(function() end)
  if good then
    local tally = arena.games.tally
    local on_progress = progress(args, arena.plan.games)
    good, problem, path = arena:play(function() on_progress(tally.taken) end)
  end
  if not good then return failure(problem, path) end
  if arena.failure then return nil, arena.failure end
  local result, trouble, where = arena:finish()
  if not result then return failure(trouble, where) end
  if args.ceiling and result.complete then
    good, problem = arena:measure_ceiling(result, function() end)
    if not good then return nil, problem end
  end
  return result
end

--- The variants with these names or paths, a house rule alone together with
--- `standard`; or nil and a message.
local function read_variants(names)
  local infos = {}
  for i, name in ipairs(names) do
    local info = aurum.read_variant(name)
    if not info.problems[1] and not info.counts[1] then
      info = aurum.read_variant("standard+" .. name)
    end
    local problem = info.problems[1]
    if problem then return nil, tostring(problem) end
    infos[i] = info
  end
  return infos
end

function play.compare(args)
  args.bots = args.bots or { "counter", "random" }
  args.metrics = args.metrics and table.concat(args.metrics, ",")
  local infos, wrong = read_variants { args.a, args.b }
  if not infos then return nil, wrong end
  local match, message = compare.open(infos, args)
  if not match then return nil, message end
  local result, problem = compare.play(match, progress(args,
    match.deals * 2 * match.games_per_deal))
  if not result then return nil, problem end
  result.complete, result.interrupted = result.deals == match.deals, nil
  return result
end

function play.study(args)
  -- Not at the head: the page of the playground has no room for studies.
  local study = require "aurum.lab.rules.study"
  args.metrics = args.metrics and table.concat(args.metrics, ",")
  local infos, wrong = read_variants { args.v, args.against }
  if not infos then return nil, wrong end
  local own, message = study.open(infos, args)
  if not own then return nil, message end
  local result = study.play(own, progress(args,
    own.deals * #own.rules * own.games_per_deal))
  result.complete, result.interrupted = result.deals == result.wanted, nil
  if result.failure then return nil, result.failure, result end
  return result
end

for name, run in pairs(play) do
  door[name] = function(given)
    local _ <close> = caller.for_script()
    local args = read(name, given)
    return run(args)
  end
end

return door
