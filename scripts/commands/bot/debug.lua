-- aurum bot debug: a debugger of a bot for editors.
local adapter = require "aurum.lab.debug.adapter"
local aurum = require "aurum"
local decision = require "aurum.lab.debug.decision"
local games = require "aurum.lab.debug.games"
local named_decision = require "aurum.repl.named_decision"
local option_values = require "aurum.text.option_values"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local term = require "aurum.text.term"

local action = { summary = "Debug a bot in an editor: breakpoints in one "
    .. "decision, or in games. An option that is not on the command line is "
    .. "read from the editor's configuration, under the same name: games, at." }

function action.options(parser)
  parser:argument("bot", "Bot: NAME or PATH, followed by its options as "
    .. ":key=value. (default: the `program` of the editor's configuration)")
    :args "?"
  named_decision.options(parser)
  parser:option("--games", "Play this many games with the bot; each of its "
    .. "calls can be stopped in. (default: 1, or the decision that is named)")
    :argname "N":convert(options.count)
  parser:option("--against", "Opponents in games: names or files, separated by "
    .. "commas. (default: the bot itself in every seat)"):argname "A,B,..."
  parser:option("--seat", "The bot's seat in games. (default: another one in "
    .. "each game)"):argname "N":convert(options.count)
  options.seed(parser, "Game G has the seed SEED.G.", "debug")
  options.variant(parser, "standard, or the rules that the record names")
  options.players(parser)
  parser:option("--fuel", "Number of Lua instructions that a bot may use for "
    .. "one answer. (default: not counted)"):argname "N"
    :convert(option_values.instructions)
  options.no_programs(parser)
  parser:option("--port", "Wait for the editor at this port of this machine; 0 "
    .. "is any that is free. (default: standard input and output)")
    :argname "N":convert(option_values.port)
end

-- The options that an editor's configuration may have, by type.
local known = { record = "string", at = "string",
  position = "string", games = "integer", against = "string",
  seat = "integer", seed = "string", variant = "string", players = "integer",
  fuel = "integer" }

-- The options that name a decision, and those that name games.
local naming = { decision = { "record", "at", "position" },
  games = { "games", "against", "seat" } }

--- True if a table has one of some keys.
local function has(table_, keys)
  for _, key in ipairs(keys) do
    if table_[key] ~= nil then return true end
  end
  return false
end

--- The value of a key of an editor's configuration as that of an option.
local function value_of(key, kind, value)
  if key == "seed" or key == "at" then value = value and tostring(value) end
  if key == "against" and type(value) == "table"
    and type(value[1]) == "string" then
    value = table.concat(value, ",") -- a list of names
  end
  if value ~= nil and (math.type(value) or type(value)) ~= kind then
    term.fail(("%s: expected %s %s, got %s"):format(key,
      kind == "integer" and "an" or "a", kind, type(value) == "table"
        and "a list or an object" or "'" .. tostring(value) .. "'"))
  elseif kind == "integer" and value and value < 1 then
    term.fail(("%s: expected a number from 1 on, got %d"):format(key, value))
  end
  return value
end

--- The options of the command, and those that it leaves out from the
--- configuration of an editor. If the command says what to debug, a decision or
--- games, the configuration cannot say the other.
local function from_editor(arguments, own)
  local args = { bot = own.bot or value_of("program", "string",
    arguments.program) }
  local out = {}
  for mine, other in pairs { decision = "games", games = "decision" } do
    for _, key in ipairs(has(own, naming[mine]) and naming[other] or {}) do
      out[key] = true
    end
  end
  for key, kind in pairs(known) do
    args[key] = own[key]
    if own[key] == nil and not out[key] then
      args[key] = value_of(key, kind, arguments[key])
    end
  end
  if not args.bot then
    term.fail "expected `program`, the path of the bot's file"
  end
  return args
end

--- The bot of the options, and a function that opens what is debugged.
local function prepare(args)
  local bot = resolve.bot(args.bot)
  if args.record or args.at or args.position then
    named_decision.check(args, "debug")
    if args.games or args.against or args.seat then
      term.fail("games, against and seat are for games; record, at and "
        .. "position name one decision: leave out one or the other", 2)
    end
    local from, rules = named_decision.find(args)
    return bot, function(call)
      return decision.new(bot, rules, from, { fuel = args.fuel, call = call })
    end
  end
  local rules = resolve.rules { variant = args.variant or "standard",
    players = args.players }
  if args.seat and args.seat > rules.players then
    term.fail(("--seat: expected a seat from 1 to %d, got %d"):format(
      rules.players, args.seat), 2)
  end
  local against = args.against and option_values.parts(args.against)
  return bot, function(call)
    return games.new(bot, rules, { games = args.games or 1, seat = args.seat,
      seed = args.seed or "debug", against = against, fuel = args.fuel,
      call = call })
  end
end

--- The decision or the games that the editor launches, for the adapter.
local function launcher(args)
  return function(arguments)
    local good, bot, open = pcall(function()
      return prepare(from_editor(arguments, args))
    end)
    if good then return bot, open end
    return nil, tostring(bot)
  end
end

--- The channel to the editor.
local function connect(port)
  local channel, opened = aurum.sys.channel(port)
  if not channel then term.fail(("port %d: %s"):format(port, opened)) end
  if port then
    term.say(("waiting for an editor at 127.0.0.1:%d"):format(opened))
    local good, problem = channel:accept()
    if not good then term.fail(problem) end
  elseif aurum.sys.is_terminal "stdin" then
    term.say "waiting for an editor's messages (Debug Adapter Protocol) here"
  end
  return channel
end

function action.run(args)
  local why = options.why_no_programs(args, "aurum sees no lines of a program. "
    .. "Attach a debugger of its language to the process; a pause longer than "
    .. "--cpu needs --cpu 3600 in `aurum match` or `aurum bot ask`")
  if why then term.fail(why, 2) end
  if args.record == "-" and not args.port then
    term.fail("--record -: standard input is the editor's; give a file, or "
      .. "--port", 2)
  end
  aurum.sys.catch_interrupts()
  if args.bot then prepare(args) end -- so that mistakes show at once
  local channel <close> = connect(args.port)
  adapter.serve(channel, { launch = launcher(args) })
  return 0
end

return action
