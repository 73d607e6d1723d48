-- aurum bot profile: prints where a bot's time goes.
local aurum = require "aurum"
local bot_profile = require "aurum.lab.bots.bot_profile"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local profile_text = require "aurum.lab.bots.profile_text"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"

local action = { summary = "Play games and print where a bot's processor "
    .. "time goes: by callback and by line of Lua, with the memory it "
    .. "allocates, its searches, and its slowest answers as positions. Each "
    .. "game is played twice. The second time the lines are timed, which "
    .. "makes lines of Lua look slower beside calls of the engine." }

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
  options.json(parser, "Print the profile as JSON, with every line.")
end

function action.run(args)
  args.cpu, args.seed = args.cpu or 1, args.seed or "profile"
  args.variant = args.variant or "standard"
  local bot = resolve.bot(args.bot)
  local rules = resolve.rules(args)
  aurum.sys.catch_interrupts()
  local bar = term.progress(2 * args.games, args.json)
  local found, problem, status = bot_profile.run(bot, rules,
    { games = args.games, seed = args.seed, cpu = args.cpu,
      against = args.against and option_values.parts(args.against) }, bar)
  bar()
  if not found then term.fail(problem, status) end
  if args.json then
    term.write(json.encode(found), "\n")
  elseif found.games > 0 then
    term.write(profile_text.text(found, ("%s: %s, %d players, %s, seed %s, "
      .. "against %s"):format(term.plain(bot.spec), rules.name, rules.players,
        format.plural(found.games, "game"), term.plain(args.seed),
        term.plain(args.against or "itself"))))
  end
  if found.games < args.games then
    term.fail(("interrupted after %d of %d games"):format(found.games,
      args.games))
  end
end

return action
