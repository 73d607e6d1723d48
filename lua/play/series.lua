-- Series of games as options of match, arena and variant compare ask for them.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local caller = require "aurum.text.caller"
local player = require "aurum.play.player"
local programs = require "aurum.load.programs"
local series = {}

--- The processor time that a bot may take for one answer: fuel decides alone,
--- unless a bot burns time by instructions that take long, such as comparing
--- long texts.
function series.seconds(args)
  return args.cpu or args.fuel and 60 or 1
end

--- The longest time that one of the bots may take for an answer.
local function longest(args, seatings)
  local seconds = series.seconds(args)
  for _, bots in ipairs(seatings) do
    for _, bot in ipairs(bots) do
      seconds = math.max(seconds, bot.cpu or 0)
    end
  end
  return seconds
end

series.safe_seed = 16 -- characters of a seed that nobody guesses

--- The name of a bot that could find out the deals from the seed of a series:
--- it tries seeds until one deals its own hand. nil if there is none.
function series.guesser(args, seed, seatings)
  if args.trust or #seed >= series.safe_seed then return nil end
  for _, bots in ipairs(seatings) do
    for _, bot in ipairs(bots) do
      if not bot.bundled then return bot.name end
    end
  end
end

--- Makes the programs of the options known as bots. Returns true; or nil and a
--- message.
function series.name_programs(args)
  for _, key in ipairs { "trust", "keep" } do
    if args.exec and args.exec[1] and args[key] then
      return nil, caller.text("{exec} cannot be combined with {" .. key .. "}")
    end
  end
  local good, problem = programs.set(args.exec)
  return good, problem and caller.text "{exec}: " .. problem
end

--- Open a player (lua/play/player.lua) with one game per (rules, seating): each
--- of the `rules`, and under these each of the `seatings`, lists of bots by
--- seat; `seated` returns the bots for a setting of the player. Or nil, a
--- message and "usage" if the options are wrong. `wanted` has these, `on_fault`
--- and `measure` of the games, `most` workers (64), and `job`, `reduce` and
--- `unit` of the player. Signals are caught from here on, as bots that are
--- trusted load in this process.
function series.open(args, wanted)
  aurum.sys.catch_interrupts()
  local seatings = wanted.seatings
  for _, rules in ipairs(wanted.rules) do
    if math.type(args.print) == "integer" and args.print > rules.players then
      return nil, caller.text("{print}: expected a seat from 1 to %d, got %d",
        rules.players, args.print), "usage"
    end
  end
  local commands, many = programs.commands(seatings)
  if not commands then return nil, caller.text "{exec}: " .. many, "usage" end
  local threads = args.threads or 1
  local jobs = math.min(args.jobs
    or math.max(aurum.sys.processors() // threads, 1), wanted.most or 64, 64)
  local opened, problem, seat, game = player.open {
    trust = args.trust, jobs = jobs, threads = threads, programs = commands,
    seconds = longest(args, seatings),
    job = wanted.job, reduce = wanted.reduce, unit = wanted.unit,
    make = function(setting)
      local games = { measure = wanted.measure, run = wanted.run }
      for _, rules in ipairs(wanted.rules) do
        for _, bots in ipairs(setting and wanted.seated(setting)
          or seatings) do
          games[#games + 1] = bot_files.game { variant = rules, bots = bots,
            seed = "", on_fault = wanted.on_fault, trust = args.trust,
            fuel = args.fuel, print = args.print or args.quiet and "off",
            print_bytes = args.print_bytes, log = args.log, notes = args.notes,
            keep_prints = args.on_print ~= nil and not args.trust }
        end
      end
      return games
    end,
  }
  if opened then return opened end
  if aurum.sys.interrupted() then return nil, "interrupted" end
  if seat then
    local bot = seatings[(game - 1) % #seatings + 1][seat]
    return nil, ("%s: %s"):format(bot.path, problem)
  end
  -- a wrong option of a bot is wrong usage, a bot that does not load is not
  problem = tostring(problem)
  return nil, problem, problem:find ": option '" and "usage" or nil
end

return series
