-- aurum bot profile: prints where a bot's time goes.
local aurum = require "aurum"
local bot_profile = require "aurum.lab.bots.bot_profile"
local flame_graph = require "aurum.lab.bots.flame_graph"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local resolve = require "aurum.repl.resolve"
local profile_text = require "aurum.lab.bots.profile_text"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"

local action = { summary = "Play games and print where a bot's processor "
    .. "time goes: by callback and by line of Lua, with the memory it "
    .. "allocates, its searches, and its slowest answers as positions. "
    .. "Answers that took longer than --cpu come first. A timer samples the "
    .. "bot, 100 to 1,000 times a second as the system allows. Sampling and "
    .. "two readings of the clock a call slow counter by 5 % and monte by 1 %; "
    .. "greedy, whose calls take microseconds, by a third. Functions in C have "
    .. "rows of their own. A game ends at its fifth answer that was stopped." }

function action.options(parser)
  options.bot(parser)
  options.variant(parser)
  options.players(parser)
  parser:option("--games", "Number of games.", "20"):argname "N"
    :convert(options.count)
  options.seed(parser, "Game G has the seed SEED.G.", "profile")
  parser:option("--against", "Opponents: names or files, separated by commas; "
    .. "the bot's seat changes from game to game. (default: the bot itself in "
    .. "every seat)"):argname "A,B,..."
  options.cpu(parser, 1)
  options.no_programs(parser)
  parser:flag("--trust", "Run the bots in this process, with all of Lua's "
    .. "library and without limits. Only for bots that you trust.")
  parser:option("--stacks", "Also write the sampled stacks to this file, a "
    .. "line each with its microseconds, as flame graph tools read them. "
    .. "(default: not written)"):argname "FILE"
  parser:option("--svg", "Also write a flame graph to this file, for a "
    .. "browser. (default: not written)"):argname "FILE"
  options.force(parser, "--stacks or --svg")
  options.json(parser, "Print the profile as JSON, with every line.")
end

--- The files to write beside the tables: { path =, writer =, text = }.
local function files_of(args)
  local files = {}
  for _, item in ipairs { { args.stacks, profile_text.stacks },
    { args.svg, flame_graph.svg } } do
    local path, text = item[1], item[2]
    if path then
      files[#files + 1] = { path = path, text = text,
        writer = output.writer(path, args.force) }
    end
  end
  return files
end

function action.run(args)
  local why = options.why_no_programs(args, "aurum sees no lines of a program. "
    .. "Profile it with the tools of its language; `aurum match --exec` prints "
    .. "how long its answers take")
  if why then term.fail(why, 2) end
  args.cpu, args.seed = args.cpu or 1, args.seed or "profile"
  args.variant = args.variant or "standard"
  local bot = resolve.bot(args.bot)
  local rules = resolve.rules(args)
  if args.stacks and args.stacks == args.svg then
    term.fail("--stacks and --svg name the same file", 2)
  end
  local files = files_of(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(args.games, args.json)
  local found, problem, status = bot_profile.run(bot, rules,
    { games = args.games, seed = args.seed, cpu = args.cpu, trust = args.trust,
      against = args.against and option_values.parts(args.against) }, bar)
  bar()
  if not found then term.fail(problem, status) end
  local head = ("%s: %s, %d players, %s, seed %s, against %s"):format(
    term.plain(bot.spec), rules.name, rules.players,
    format.plural(found.games, "game"), term.plain(args.seed),
    term.plain(args.against or "itself"))
  for _, file in ipairs(files) do
    local text = file.text(found, head)
    if text ~= "" then term.checked(file.path, file.writer:write(text)) end
    term.checked(file.path, file.writer:close())
  end
  if args.json then
    term.write(json.encode(found), "\n")
  elseif found.games > 0 then
    term.write(profile_text.text(found, head))
  end
  if found.games < args.games then
    term.fail(("interrupted after %d of %d games"):format(found.games,
      args.games))
  end
end

return action
