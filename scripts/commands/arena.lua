-- aurum arena: ranks bots, with confidence intervals.
local arena_play = require "aurum.lab.arena.arena_play"
local aurum = require "aurum"
local experiment_options = require "aurum.lab.experiment_options"
local json = require "aurum.text.json"
local messages = require "aurum.text.messages"
local resolve = require "aurum.repl.resolve"
local series = require "aurum.play.series"
local sprt = require "aurum.stats.sprt"
local standings = require "aurum.lab.arena.standings"
local standings_text = require "aurum.lab.arena.standings_text"
local term = require "aurum.text.term"
local arena_page = require "aurum.repl.pages.arena_page"
local web = require "aurum.repl.pages.web"

local command = { summary = "Rank bots, with confidence intervals.",
  removed = arena_play.removed }

local methods = [[
Every deal is played in all seatings of a schedule: two sides exchange their
seats; where each seat plays alone, each bot takes each seat. The games of a
deal are a block. A block is one observation.

  pts/rd           points a round minus the mean of the other sides, averaged
                   over a game, then over its block. The mean of the n blocks
                   is x; its interval is x +- t sqrt(s^2/n) (Student 1908).
                   Blocks that are all the same do not show how far others
                   scatter: "no spread in 10 deals" stands for the interval
  win rate         share of games won; a game that k sides share counts 1/k.
                   A bot that forfeits loses: its round counts 0 points for its
                   side and 20 for each other. The interval is Student's over
                   the blocks and two more, one won and one lost as a whole
                   (Agresti and Caffo 2000, with blocks for games), cut off at
                   0 and 100. So it holds where all blocks agree, too
  gain             how many unpaired games would give an interval as narrow as
                   one game here gives: (q + v) / (g v), where v = s^2/n is the
                   variance of the blocks' mean, g the number of games, and q
                   the mean square of their distances from their own mean
  rating           model of Plackett and Luce, fitted to all games (Hunter
                   2004). The rules name winners only, so the other sides tie;
                   the log likelihood of a tie is the mean of those of its
                   orders. Each bot also ties one game with a rating of 0.
                   400 points are odds of ten to one. The interval is
                   Student's, with a variance from 1000 bootstrap replicates
                   over deals (Chamandy et al. 2012), drawn from the arena's
                   seed, and from two more deals as for the win rate. The mean
                   of all ratings is 0, so tables with other bots do not
                   compare; with --anchor one bot's rating is fixed, and
                   intervals are relative to it
  --sprt M0,M1     generalised sequential probability ratio test of the blocks'
                   mean (Wald 1945; Li, Liu and Ying 2014), from 50 blocks on.
                   It stops when n (M1-M0) (2x-M0-M1) / (2 s^2) is below
                   log(B/(1-A)) or above log((1-B)/A). The estimate is then
                   median-unbiased, by the order of the stopping points
                   (Siegmund 1978). If all blocks are the same, the sign test
                   decides: M0 if they are at most M0, M1 if at least M1
  timing           the time of an answer on the clock of the machine: its mean,
                   its median, and what 99 % of the answers do not exceed. The
                   last two are read from a histogram, to within a sixteenth
  --ceiling        a player who sees all hands plays each side in turn of the
                   first deals, the best bot the other sides, and its mean
                   points a round less theirs is printed, with the interval as
                   for pts/rd. It searches a tree over the true state (UCT:
                   Kocsis and Szepesvari 2006) by 20,000 playouts a decision
                   and solves the last three cards of two sides. It may err,
                   so that perfect play with open hands gains more

Every game has an id, DEAL/SEATING; game D/K of seed S has the seed S.D. With
--journal, the same command resumes an interrupted run, and
  aurum match --replay JOURNAL ID
replays a game.]]

function command.options(parser)
  parser:epilog(methods)
  experiment_options.arena(parser)
end

-- ---- Running it ---------------------------------------------------------

--- End the command if a call failed; `path` is the file's, if the problem does
--- not name it.
local function must(good, problem, path)
  if good then return good end
  if path then term.checked(path, nil, problem) end
  term.fail(problem)
end

--- The same for calls that give a message and an exit status.
local function opened(arena, problem, status)
  if not arena then term.fail(problem, status) end
  return arena
end

--- True if progress is not shown.
local function is_quiet(args) return args.quiet or args.record == "-" end

--- The leading bot and its points, for the progress bar.
local function leader(tally)
  local best = tally.bots[1]
  for _, row in ipairs(tally.bots) do
    if row.difference.mean > best.difference.mean then best = row end
  end
  local low, high = best.difference:interval()
  if not low then return "" end
  return ("%s %+.2f (%+.2f to %+.2f)"):format(best.name, best.difference.mean,
    low, high)
end

--- The command that shows a game of the journal.
local function showing(args, id)
  local words = { "aurum", "match", "--replay", args.journal, id }
  if messages.is_file(args.variant) then
    table.move({ "--variant", args.variant }, 1, 2, #words + 1, words)
  end
  local files, seen = {}, {}
  for _, spec in ipairs(args.bots) do
    local file = spec:match "^[^:]*"
    if messages.is_file(file) and not seen[file] then
      files[#files + 1], seen[file] = file, true
    end
  end
  if files[1] then
    table.move({ "--bots", table.concat(files, ",") }, 1, 2, #words + 1, words)
  end
  local limits = messages.limits(args)
  table.move(limits, 1, #limits, #words + 1, words)
  return term.command(table.unpack(words))
end

--- A function that reports a fault. `clear()` takes the progress bar away.
local function fault_reporter(args, clear)
  return function(id, fault, bot, trace)
    clear()
    term.say(messages.fault("arena", id, fault, bot.label, trace))
    if not args.journal then return end
    term.say(messages.advice("to see the game", { showing(args, id) }),
      math.maxinteger)
  end
end

local function check_usage(args)
  local format = args.json and "json" or args.csv and "csv"
  if format and args.record == "-" then
    term.fail(("--%s and --record - both write to standard output"):format(
      format), 2)
  elseif args.journal == "-" then
    term.fail("--journal: expected a file, not standard output", 2)
  elseif args.notes and not (args.record or args.journal) then
    term.fail("--notes needs --journal or --record, where the notes are kept",
      2)
  elseif args.record and args.record == args.journal then
    term.fail("--record and --journal name the same file", 2)
  elseif args.ceiling and (args.csv or args.record == "-") then
    term.fail(("--ceiling is not part of %s; take the table or --json"):format(
      args.csv and "--csv" or "--record -"), 2)
  end
end

--- Measure the ceiling, if it is asked for and the arena is complete. Returns
--- the problem, if there is one.
local function measure_ceiling(args, arena, result)
  if not args.ceiling or not result.complete then return nil end
  local bar = term.progress(arena:ceiling_deals(), is_quiet(args))
  local function note() return "deals with open hands" end
  local _, problem = arena:measure_ceiling(result, function(deals)
    bar(deals, note)
  end)
  bar()
  return problem
end

--- Close the record, and print the standings. The problem of a ceiling that
--- cannot be measured ends the command after them.
local function finish(args, arena)
  local tally = arena.games.tally
  local result = must(arena:finish())
  local problem = measure_ceiling(args, arena, result)
  if args.page then
    args.page:write(arena_page(result, standings.order(tally, result),
      standings.course(tally, arena.anchor), args.typed))
  end
  if args.record == "-" then return end
  if args.json then
    term.write(json.encode(result), "\n")
  elseif args.csv then
    term.data(standings_text.csv(result, args.raw))
  else
    term.write(standings_text.tables(result, standings.order(tally, result),
      aurum.sys.is_terminal "stdout"))
  end
  if problem then term.fail(problem) end
end

--- Take the games of the journal.
local function resume(args, arena)
  local read = arena.read
  local bar = read and read.head
    and term.progress(read.size // 1024 + 1, is_quiet(args))
  local function note() return "kB of " .. args.journal end
  must(arena:resume(function() bar(read.kept // 1024, note) end))
  if bar then bar() end
end

local function run(args)
  local bar
  if args.since and not args.sprt then args.sprt = sprt.parse "0,0.3" end
  args.warn = term.warner "aurum arena"
  args.report = fault_reporter(args, function() bar() end)
  function args.on_print(text)
    bar()
    term.say_whole(text)
  end
  local arena = opened(arena_play.open(args, resolve.rules(args)))
  args.page = web.open(args, arena.read and arena.read.head)
  local tally, plan = arena.games.tally, arena.plan
  if arena.guesser and not args.quiet then
    term.say(messages.short_seed(plan.head.seed, arena.guesser,
      series.safe_seed))
  end
  resume(args, arena)
  bar = term.progress(plan.games - tally.taken, is_quiet(args))
  local function note() return leader(tally) end
  must(arena:play(function(games) bar(games, note) end))
  bar()
  if arena.failure then
    term.fail(term.plain(arena.failure, "\n\t") .. (arena.can_resume
      and "\n  the same command resumes it" or ""))
  end
  finish(args, arena)
  if not tally:is_done() then
    term.fail(("interrupted after %d of %d games%s"):format(tally.taken,
      plan.games, args.journal and "; the same command resumes it" or ""))
  end
end

--- Print the results of a plan's shards, `args.parts`.
local function merge(args)
  local arena = opened(arena_play.merged(args))
  args.page = web.open(args)
  local bar = term.progress(arena.plan.games, is_quiet(args))
  must(arena:resume(function() bar(arena.games.tally.taken) end))
  bar()
  finish(args, arena)
end

function command.run(args)
  args.variant = args.variant or "standard"
  check_usage(args)
  if args.parts then return merge(args) end
  return run(args)
end

return command
