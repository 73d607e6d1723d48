-- The words of a plan's command, and the words that a person adds to them.
--
-- A plan may come from a stranger, so that its words are a request:
--   1. They may say what is played or read, by the keys in `says` of a kind
--      (lua/lab/plan/plan_kinds.lua), and nothing else.
--   2. How results are shown, and which files they go to, are words of the
--      person who merges. A plan's are ignored, by name.
--   3. Only words of the person who runs a task loosen a limit on bots, or
--      let it take more than one processor. Without them a plan that asks for
--      it is refused, by name.
local options = require "aurum.text.options"
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

--- The arguments of words; or nil and a message. No help is shown.
local function parse(read, words)
  local good, command, args = pcall(read, words, true)
  if good and args then return args, command end
  if good then return nil, "they ask for help" end
  if getmetatable(command) ~= term.failure then error(command, 0) end
  return nil, (tostring(command):match "^[^\n]*")
end

--- Options in words: "--json, --html".
local function listed(keys)
  local names = {}
  for i, key in ipairs(keys) do names[i] = option_of(key) end
  return table.concat(names, ", ")
end

--- Texts in a sentence: "a, b and c".
local function sentence(texts)
  local last = #texts
  if last < 2 then return texts[1] end
  return ("%s and %s"):format(table.concat(texts, ", ", 1, last - 1),
    texts[last])
end

--- The options of a set of keys, sorted.
local function listed_set(set)
  local keys = {}
  for key in pairs(set) do keys[#keys + 1] = key end
  table.sort(keys)
  return listed(keys)
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

-- The limits of a task by key, and the most that a plan may ask for. A person
-- grants more. The keys of `of_person` change nothing that is played, so that
-- a person's number replaces the plan's, even by a higher one.
local limits = { cpu = 1, fuel = math.huge, trust = 0, jobs = 1, threads = 1,
  print_bytes = options.print_bytes_usual }
local of_person = { "jobs", "print_bytes" }

--- The arguments of the `allowed` keys that a person's own words change; nil if
--- they ask for the help of the command `named`, which is shown; nil and a
--- message if they are wrong. `refuse(key)` is that about a key that is not
--- allowed. The words are read without the plan's, which could end in an option
--- that takes them as its value.
local function added(kind, words, read, allowed, named, refuse)
  local all = table.move(words, 1, #words, #kind.least + 1,
    { table.unpack(kind.least) })
  local _, base = read(kind.least)
  local good, failure, args = pcall(read, all, true)
  if not good and getmetatable(failure) ~= term.failure then
    error(failure, 0)
  elseif not good then
    return nil, ("%s\ntry: %s"):format(tostring(failure):match "^[^\n]*",
      term.command("aurum", table.unpack(named)) .. " --help")
  elseif not args then
    local help = { table.unpack(named) }
    help[#help + 1] = "--help"
    read(help)
    return nil
  end
  local own = {}
  for _, key in ipairs(different(base, args)) do
    if not allowed[key] then return nil, refuse(key) end
    own[key] = args[key]
  end
  return own
end

--- Adds a merge's own words to the arguments of a plan, which then have no
--- limits: a merge plays nothing. True; nil and a message; or nil if the words
--- asked for help.
function plan_words.show(kind, args, words, read)
  for key in pairs(limits) do args[key] = nil end
  local own, problem = added(kind, words, read, kind.shown, kind.command,
    function(key)
      return ("a merge cannot change '%s', only the output: %s"):format(key,
        listed_set(kind.shown))
    end)
  if not own then return nil, problem end
  for key, value in pairs(own) do args[key] = value end
  args.typed = table.move(words, 1, #words, #args.typed + 1, args.typed)
  return true
end

--- The longest time that arguments give a bot for an answer, in seconds, and
--- the words that ask for it.
local function longest(args)
  local seconds = series.seconds(args)
  local why = args.cpu and ("--cpu %g"):format(args.cpu)
    or args.fuel and ("%g s for an answer, as --fuel %d has no --cpu")
    :format(seconds, args.fuel)
  for _, odds in ipairs(args.odds or {}) do
    if odds.cpu > seconds then
      seconds, why = odds.cpu, "--odds " .. odds.text
    end
  end
  return seconds, why
end

--- The limits that arguments exceed, as a list of texts, and
--- the words that grant all of it. `own` has what was granted already.
local function asked(args, own)
  local texts, words = {}, {}
  local function add(is_granted, option, value, text)
    words[#words + 1], words[#words + 2] = option, value
    if not is_granted then
      texts[#texts + 1] = text or value and option .. " " .. value or option
    end
  end
  if args.trust then
    add(own.trust, "--trust")
  else
    local seconds, why = longest(args)
    if seconds > limits.cpu then
      add(own.trust or seconds <= series.seconds(own), "--cpu",
        ("%g"):format(seconds), why)
    end
  end
  for _, key in ipairs { "print_bytes", "jobs", "threads" } do
    local value = args[key]
    if value and value > limits[key] then
      add(own[key], option_of(key), ("%d"):format(value))
    end
  end
  return texts, words
end

--- The limits that a kind has, a set of keys.
local function limits_of(kind)
  local set = {}
  for key in pairs(limits) do
    set[key] = kind.says[key == "trust" and "cpu" or key]
  end
  return set
end

--- The lower of two numbers, of which one may be missing.
local function lower(a, b) return a and b and math.min(a, b) or a or b end

--- Applies a person's words about limits (after -- of `plan task`) to the
--- arguments of a plan: they grant what it asks for, and may be tighter. True;
--- nil and a message; or nil if the words asked for help.
function plan_words.limit(plan, kind, args, words, read)
  local allowed = limits_of(kind)
  local own, problem = added(kind, words, read, allowed, { "plan", "task" },
    function(key)
      return ("a task takes only limits: %s, got %s"):format(
        listed_set(allowed), option_of(key))
    end)
  if not own then return nil, problem end
  local texts, all = asked(args, own)
  if texts[1] then
    return nil, ("%s asks for %s, which only a person can grant:\n  %s"):format(
      plan:path "plan.json", sentence(texts),
      term.command("aurum", "plan", "task", plan.folder, "K", "--",
      table.unpack(all)))
  end
  for _, key in ipairs(of_person) do args[key] = own[key] or args[key] end
  args.threads = lower(args.threads, own.threads and math.min(own.threads,
    args.threads or 1))
  if own.trust then
    args.trust, args.cpu, args.fuel = true, nil, nil
    return true
  end
  args.cpu = own.cpu and math.min(series.seconds(args), own.cpu) or args.cpu
  args.fuel = lower(args.fuel, own.fuel)
  return true
end

--- The limits that a plan's arguments exceed, as a text, and the
--- command that grants it; nil if nothing.
function plan_words.request(plan, args)
  local texts, words = asked(args, {})
  if not texts[1] then return nil end
  return sentence(texts), term.command("aurum", "plan", "task",
    plan.folder, "K", "--", table.unpack(words))
end

--- The words for `plan task` that grant all that a new plan asks for; "" if it
--- asks for nothing.
function plan_words.granted(args)
  local _, words = asked(args, {})
  return table.concat(words, " ")
end

return plan_words
