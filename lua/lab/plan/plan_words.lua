-- The words of a plan's command, and the words that a person adds to them.
--
-- A plan may come from a stranger, so that its words are a request:
--   1. They may say what is played or read, by the keys in `says` of a kind
--      (lua/lab/plan/plan_kinds.lua), and nothing else.
--   2. How results are shown, and which files they go to, are words of the
--      person who merges. A plan's are ignored, by name.
--   3. Only words of the person who runs a task loosen a limit on bots.
--      Without them a plan that asks for it is refused, by name.
local series = require "aurum.play.series"
local term = require "aurum.text.term"
local plan_words = {}

--- The option of a key of arguments, as people write it.
local function option_of(key)
  if key == "lines" then return "--game" end
  return (#key == 1 and "-" or "--") .. key:gsub("_", "-")
end

local function is_equal(a, b)
  if type(a) == "table" and type(b) == "table" then
    if #a ~= #b then return false end
    for i, x in ipairs(a) do
      if not is_equal(x, b[i]) then return false end
    end
    return true
  end
  return a == b
end

-- Keys of arguments that are no options.
local beside = { typed = true, rest = true, action = true, command = true }

--- The keys, sorted, in which arguments differ.
local function different(a, b)
  local keys, seen = {}, {}
  for _, args in ipairs { a, b } do
    for key in pairs(args) do
      if not seen[key] and not beside[key] and not is_equal(a[key], b[key]) then
        keys[#keys + 1] = key
      end
      seen[key] = true
    end
  end
  table.sort(keys)
  return keys
end

--- The arguments of words; or nil and a message.
local function parse(read, words)
  local good, command, args = pcall(read, words)
  if good and args then return args, command end
  if good then return nil, "it asks for help" end
  if getmetatable(command) ~= term.failure then error(command, 0) end
  return nil, (tostring(command):match "^[^\n]*")
end

--- Options in words: "--json, --html".
local function listed(keys)
  local names = {}
  for i, key in ipairs(keys) do names[i] = option_of(key) end
  return table.concat(names, ", ")
end

-- ---- Words of the plan ------------------------------------------------------

--- Why a key cannot be in a plan of this kind and folder, in words; nil if it
--- can.
local function refusal(kind, key, folder)
  if kind.refused[key] then return kind.refused[key] end
  if kind.says[key] then return nil end
  if kind.shown[key] then
    return ("a merge shows its results, and writes them, only as its own "
      .. "command line says: %s"):format(term.command("aurum", "plan", "merge",
      folder, "--", option_of(key)) .. (kind.shown[key] == "value" and " ..."
      or ""))
  elseif key == "trust" then
    return ("only a person can grant it, to each task: %s; %s"):format(
      term.command("sh", folder .. "/run", "--", "--trust"),
      term.command("aurum", "plan", "task", folder, "K", "--", "--trust"))
  end
  return "it is not about what is played or read"
end

--- The arguments of the words for a new plan, for `plan make`; or nil and a
--- message.
function plan_words.made(kind, words, read, folder)
  local _, own = read(words)
  local _, base = read(kind.least)
  for _, key in ipairs(own and different(base, own) or {}) do
    local why = refusal(kind, key, folder)
    if why then
      return nil, ("%s: not in a plan: %s"):format(option_of(key), why)
    end
  end
  return own or {}
end

--- The first bot or variant of the arguments that the plan does not have.
local function missing_name(plan, kind, args)
  local bots, variants = kind.named(args)
  for _, spec in ipairs(bots) do
    if not plan:bot(spec) then return "bot", spec end
  end
  for _, name in ipairs(variants) do
    if not plan:variant(name) then return "variant", name end
  end
end

--- The problem of the arguments in a plan's words; nil if there is none.
local function problem_of(plan, kind, args)
  local what, name = missing_name(plan, kind, args)
  if what then
    return ("words: the plan has no %s '%s'"):format(what, name)
  elseif kind.seeded and not args.seed then
    return "words: expected --seed, which all shards need"
  end
  return kind.problem(plan, args)
end

--- The arguments of a plan's words: how results are shown left out, and
--- the command; or nil and a message. `warn(text)` gets what is ignored.
function plan_words.read(plan, kind, read, warn)
  local path = plan:path "plan.json"
  local args, command = parse(read, plan.words)
  if not args then
    return nil, ("%s: words: %s"):format(path, command)
  end
  local _, base = read(kind.least)
  local ignored = {}
  for _, key in ipairs(different(base, args)) do
    if kind.shown[key] and not kind.says[key] then
      ignored[#ignored + 1], args[key] = key, base[key]
    elseif not kind.says[key] and key ~= "trust" then
      return nil, ("%s: words: %s: %s"):format(path, option_of(key),
        refusal(kind, key, plan.folder))
    end
  end
  local wrong = problem_of(plan, kind, args)
  if wrong then return nil, ("%s: %s"):format(path, wrong) end
  if ignored[1] and warn then
    warn(("%s: ignored %s: only words of your own after %s say how "
      .. "results are shown and where they go"):format(path, listed(ignored),
      term.command("aurum", "plan", "merge", plan.folder, "--")))
  end
  return args, command
end

-- ---- Words of a person ----------------------------------------------------

--- The arguments of the `allowed` keys that a person's own words change; or nil
--- and the key of another one. The words are read without the plan's, which
--- could end in an option that takes them as its value.
local function added(kind, words, read, allowed)
  local all = table.move(words, 1, #words, #kind.least + 1,
    { table.unpack(kind.least) })
  local _, base = read(kind.least)
  local _, args = read(all)
  if not args then return {} end -- help was shown
  local own = {}
  for _, key in ipairs(different(base, args)) do
    if not allowed[key] then return nil, key end
    own[key] = args[key]
  end
  return own
end

--- Adds a merge's own words to the arguments of a plan, which then have no
--- limits: a merge plays nothing. True; or nil and a message.
function plan_words.show(kind, args, words, read)
  args.trust, args.cpu, args.fuel = nil, nil, nil
  local own, other = added(kind, words, read, kind.shown)
  if not own then
    local names = {}
    for key in pairs(kind.shown) do names[#names + 1] = key end
    table.sort(names)
    return nil, ("a merge cannot change '%s', only the output: %s"):format(
      other, listed(names))
  end
  for key, value in pairs(own) do args[key] = value end
  args.typed = table.move(words, 1, #words, #args.typed + 1, args.typed)
  return true
end

local limits = { cpu = true, fuel = true, trust = true }

--- The longest time that arguments give a bot for an answer, in seconds.
function plan_words.longest(args)
  local seconds = series.seconds(args)
  for _, odds in ipairs(args.odds or {}) do
    seconds = math.max(seconds, odds.cpu)
  end
  return seconds
end

--- Applies a person's words about limits (after -- of `plan task`) to the
--- arguments of a plan: they grant what it asks for, and may be tighter. True;
--- or nil and a message.
function plan_words.limit(plan, kind, args, words, read)
  local own, other = added(kind, words, read, kind.says.cpu and limits or {})
  if not own then
    return nil, ("a task takes only limits%s, got %s"):format(
      kind.says.cpu and ": --cpu, --fuel, --trust"
      or ", and this command plays no bots", option_of(other))
  end
  local function asks(what, option)
    return nil, ("%s asks for %s, which only a person can grant:\n  %s"):format(
      plan:path "plan.json", what, term.command("aurum", "plan", "task",
      plan.folder, "K", "--", table.unpack(option)))
  end
  if own.trust then
    args.trust, args.cpu, args.fuel = true, nil, nil
    return true
  elseif args.trust then
    return asks("--trust", { "--trust" })
  end
  local longest = plan_words.longest(args)
  if longest > series.seconds(own) then
    return asks(("%g s for an answer"):format(longest),
      { "--cpu", ("%g"):format(longest) })
  end
  args.cpu = own.cpu and math.min(series.seconds(args), own.cpu) or args.cpu
  args.fuel = own.fuel and math.min(args.fuel or own.fuel, own.fuel)
    or args.fuel
  return true
end

--- The words for `plan task` that grant what a new plan asks for; "" if it asks
--- for nothing.
function plan_words.granted(args)
  local longest = plan_words.longest(args)
  return longest > 1 and ("--cpu %g"):format(longest) or ""
end

return plan_words
