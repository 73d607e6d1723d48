-- aurum record: look into files of games.
local aurum = require "aurum"
local term = require "lua.term"
local show = require "lua.show"

local judge = assert(loadfile(aurum.home
  .. "/scripts/commands/record/judge.lua", "t"))()

local command = { summary = "verify and show recorded games" }

function command.options(parser)
  parser:require_command(true):command_target "action"
  local verify = parser:command("verify",
    "Replay games from their deals and actions; compare every figure.")
  verify:argument("files", "Records; - for standard input."):args "+"
  verify:option("--variant", "The rules to hold them against, instead of "
    .. "those they name; a house rule alone stands for the part of that name.")
    :argname "V"
  verify:flag("--json", "Print the differences as JSON, a line each.")
  verify:flag("--quiet", "Print nothing: the exit status says it.")
  local one = parser:command("show", "Print a game, trick by trick.")
  one:argument("file", "A record; - for standard input.")
  one:option("--game", "Which game, by its line.", "1"):argname "N"
    :convert(function(text)
      local n = math.tointeger(tonumber(text))
      if n and n >= 1 then return n end
      return nil, ("expected a line's number, got '%s'"):format(text)
    end)
  judge.options(parser:command("judge", judge.summary))
end

local function open(path)
  local lines, problem = aurum.lines(path)
  if not lines then term.fail(("%s: %s"):format(path, problem)) end
  return lines
end

--- A part of a composition by its name alone: "bold" of "rules/bold.lua".
local function bare(part)
  return (part:match "[^/]*$":gsub("%.lua$", ""))
end

--- A record's composition with `part`, a house rule, where it has one of that
--- name; nil and a message if it has none.
local function with_part(name, part)
  local found = false
  local changed = name:gsub("[^+]+", function(own)
    if bare(own) ~= bare(part) then return nil end
    found = true
    return part
  end)
  if found then return changed end
  return nil, ("'%s' is a house rule, and '%s' has no part '%s'"):format(part,
    name, bare(part))
end

--- The rules a record is to be held against; or nil and a message. One state
--- per rules serves all its games.
local function finder(variant, house)
  local found = {}
  return function(record)
    local name, players = variant or record.variant, record.players
    local problem
    if house then
      name, problem = with_part(record.variant, variant)
      if not name then return nil, problem end
    end
    local key = name .. "\0" .. players
    if not found[key] then
      local rules
      rules, problem = aurum.variant(name, players)
      found[key] = rules and { rules, aurum.state(rules) } or { nil, problem }
    end
    return found[key][1], found[key][2]
  end
end

--- What is wrong with a line: a list of differences.
local function differences(line, problem, rules_of)
  if problem then
    return { { what = "line", expected = "a record", got = problem } }
  end
  local record <close>, message = aurum.record(line)
  if not record then
    return { { what = "line", expected = "a record", got = message } }
  end
  local rules, state = rules_of(record)
  if not rules then
    return { { what = "variant", expected = "rules",
      got = state:match "^[^\n]*" } }
  end
  return (record:replay(rules, state))
end

local function difference_line(path, number, d)
  return ("%s:%d: %s, expected %s, got %s\n"):format(path, number, d.what,
    term.plain(d.expected), term.plain(d.got))
end

local function print_difference(path, number, d, args)
  if args.quiet then return end
  if args.json then
    d.file, d.line = path, number
    term.write(term.json(d), "\n")
  else
    term.write(difference_line(path, number, d))
  end
end

--- Whether a variant is a house rule alone. Complains if there is none.
local function is_house(variant)
  local info = aurum.read_variant(variant)
  if #info.problems == 0 and #info.counts == 0 then return true end
  local rules, problem = aurum.variant(variant)
  if not rules then term.fail(problem, 2) end
  return false
end

local function verify(args)
  local rules_of = finder(args.variant, args.variant and is_house(args.variant))
  local games, wrong, others = 0, 0, 0
  for _, path in ipairs(args.files) do
    for number, line, problem in open(path) do
      local list = differences(line, problem, rules_of)
      games = games + 1
      if #list > 0 then wrong = wrong + 1 end
      for _, d in ipairs(list) do
        if d.what == "rules" and d.expected:find "^%x+$" then
          others = others + 1
        end
        print_difference(path, number, d, args)
      end
    end
  end
  if not args.quiet and not args.json then
    term.write(("%d game%s, %s\n"):format(games, games == 1 and "" or "s",
      wrong == 0 and "all agree" or wrong .. " differ"))
    if others > 0 then
      io.stdout:flush()
      io.stderr:write(("%d of them by other rules than these: --variant names "
        .. "the file that has them\n"):format(others))
    end
  end
  return wrong == 0 and 0 or 1
end

local function show_game(args)
  local rules_of = finder()
  for number, line, problem in open(args.file) do
    if number == args.game then
      local record, message = nil, problem
      if not message then record, message = aurum.record(line) end
      if not record then
        term.fail(("%s:%d: %s"):format(args.file, number, message))
      end
      local rules, state = rules_of(record)
      if not rules then
        term.fail(("%s:%d: %s"):format(args.file, number, state))
      end
      local list = record:replay(rules, state)
      show.game(record, rules, state, #list == 0)
      for _, d in ipairs(list) do
        io.stderr:write(difference_line(args.file, number, d))
      end
      return #list == 0 and 0 or 1
    end
  end
  term.fail(("%s: it has no game %d"):format(args.file, args.game))
end

function command.run(args)
  if args.action == "verify" then return verify(args) end
  if args.action == "judge" then return judge.run(args) end
  return show_game(args)
end

return command
