-- Series of games as a command line asks for them: what match, arena and
-- variant compare have in common.
local aurum = require "aurum"
local player = require "aurum.play.player"
local term = require "aurum.text.term"
local series = {}

--- True if rules cannot be made since a file of the variant is at fault, not
--- the name or the number of players that was asked for.
local function is_at_fault(args)
  local info = aurum.read_variant(args.variant)
  if info.problems[1] then return info.problems[1].path ~= nil end
  for _, count in ipairs(info.counts) do
    if count == (args.players or count) then return true end
  end
  return false
end

--- The rules of --variant and --players.
function series.rules(args)
  local rules, notes = aurum.variant(args.variant, args.players)
  if not rules then term.fail(notes, is_at_fault(args) and 1 or 2) end
  for _, note in ipairs(notes or {}) do
    term.say("note: " .. term.plain(note))
  end
  return rules
end

--- The processor time that a bot may take for one answer: fuel decides alone,
--- unless a bot burns time by instructions that take long, such as comparing
--- long texts.
function series.seconds(args)
  return args.cpu or args.fuel and 60 or 1
end

local safe_seed = 16 -- characters that nobody guesses

--- Warn of a seed from which a bot could find out the deal: it tries seeds
--- until one deals its own hand.
local function warn_of_seed(args, seed, seatings)
  if args.trust or args.quiet or #seed >= safe_seed then return end
  for _, bots in ipairs(seatings) do
    for _, bot in ipairs(bots) do
      if not bot.bundled then
        term.say(("warning: bot %s could guess the short seed '%s' and so "
          .. "see every hand; use %d characters or more, or omit --seed")
          :format(term.plain(bot.name), term.plain(seed), safe_seed))
        return
      end
    end
  end
end

--- A player (lua/play/player.lua) of a game for each of the `rules` and, under
--- these, each of the `seatings`, lists of bots by seat. `wanted` has these,
--- the `seed` of the series, `on_fault` and `measure` of the games, `most`
--- workers (64), and `job`, `reduce` and `unit` of the player. Signals are
--- caught from here on, as bots that are trusted load in this process.
function series.open(args, wanted)
  aurum.sys.catch_interrupts()
  local seatings = wanted.seatings
  local jobs = math.min(args.jobs or aurum.sys.processors(),
    wanted.most or 64, 64)
  local opened, problem, seat, game = player.open {
    trust = args.trust, jobs = jobs, seconds = series.seconds(args),
    job = wanted.job, reduce = wanted.reduce, unit = wanted.unit,
    make = function()
      local games = { measure = wanted.measure }
      for _, rules in ipairs(wanted.rules) do
        for _, bots in ipairs(seatings) do
          games[#games + 1] = aurum.game { variant = rules, bots = bots,
            seed = "", on_fault = wanted.on_fault, trust = args.trust,
            fuel = args.fuel }
        end
      end
      return games
    end,
  }
  if opened then
    warn_of_seed(args, wanted.seed, seatings)
    return opened
  end
  if aurum.sys.interrupted() then term.fail "interrupted" end
  if seat then
    local bot = seatings[(game - 1) % #seatings + 1][seat]
    term.fail(("%s: %s"):format(bot.path, problem))
  end
  -- a wrong option of a bot is wrong usage, a bot that does not load is not
  problem = term.plain(tostring(problem), "\n\t")
  term.fail(problem, problem:find ": option '" and 2 or 1)
end

--- Tell on stderr of a bot's first fault in a series: in the game with this id;
--- `trace` is what is known of it. `hint`, if any, says what to do about it.
function series.tell_fault(command, id, fault, name, trace, hint)
  local trick = fault.trick > 0 and (", trick %d"):format(fault.trick) or ""
  term.say(("aurum %s: game %s, round %d%s: seat %d (%s) was at fault, "
    .. "asked to %s: %s\n  (its further faults are counted, not shown)")
    :format(command, term.plain(id), fault.round, trick, fault.seat,
      term.plain(name), term.plain(fault.ask),
      (term.plain(trace, "\n\t"):gsub("\n", "\n  "))))
  if hint then
    term.say("  " .. hint:gsub("\n", "\n    "))
  end
end

return series
