-- aurum league run: plays the games that a league needs most.
local aurum = require "aurum"
local format = require "aurum.text.format"
local league_play = require "aurum.lab.league.league_play"
local option_values = require "aurum.text.option_values"
local options = require "aurum.text.options"
local settings = require "aurum.lab.league.settings"
local shell = require "aurum.text.shell"
local term = require "aurum.text.term"

local run = { summary = "Play games, the most telling ones first." }

local about = [[
The folder has the bots in Lua, NAME.lua or NAME/NAME.lua with its files beside
it, and league.lua, which is read as data:

  ]] .. settings.example .. [[


  rules     list of the names of rules ({ "standard" })
  players   number of players (as many as the rules usually have)
  deals     deals a day (1000); each is played once per seating
  batch     deals that a pair plays at a time (20)
  anchors   bundled bots that play, and the rating of each, by which the scale
            is fixed; of several, the mean holds (none: the mean of all is 0)
  cpu, fuel limits of bots, if they are tighter than those of the command line
            and its defaults: no line here gives bots more time
  bench     a bot that forfeits more than this share of a batch's games is
            benched (0.25)
  on_fault  "forfeit" or "substitute", as in `aurum match` ("forfeit")

A run plays rounds; in a round, pairs of bots play a batch of deals each. First
comes the pair whose next batch tells most about which of the two is stronger
(the knowledge gradient; Frazier, Powell and Dayanik 2008), then the next such
pair of other bots, and so on. A pair waits once it has had a quarter of the
deals of one of its bots; with fewer than nine bots, twice an equal share of
them. So two bots of one author cannot make each other's rating.

A file that changes is a new version, NAME@2. The version before it plays on,
but rarely; older ones rest. A bot is benched if it does not load, or if it
forfeits too many games, until its file changes. A bot whose file is gone
rests. Their results still count. Results belong to the digest of the rules.

A program (--exec of `aurum match`) cannot play: a league knows a version by
the digest of its files, and a program has none.

The folder DIR/league has everything: the log results.jsonl, a journal of each
batch in games/, and a copy of each version in bots/. After an interruption,
the same command continues; no game is lost or played twice. The same seed,
bots and limits give the same games; with --fuel, on every machine. If the
limits change while a batch is under way, its finished games count, and the
others are played within the old and the new limits, whichever are tighter.

--judged N adds to judged.jsonl the points that bots lose by kind of decision,
which their pages show.

The exit status is 1 if fewer than two bots can play.

Many processes may play the parts of a round, in a folder that all see, with
the results of one run:

  while aurum league run DIR --round; do
    parallel aurum league run DIR --part {}/8 --jobs 1 ::: 1 2 3 4 5 6 7 8
  done

On a cluster with Slurm, the line between them is:

  sbatch --wait --array=1-8 --wrap \
    'aurum league run DIR --part $SLURM_ARRAY_TASK_ID/8 --jobs 1'

Let cron or a timer run it every hour; `aurum league page` writes the pages.]]

--- The part of a round in a text such as "2/8"; or nil and what was expected.
local function part_of(text)
  local k, n = text:match "^(%d+)/(%d+)$"
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if k and n and k >= 1 and k <= n then return { number = k, of = n } end
  return nil, ("expected K/N, such as 2/8, got '%s'"):format(text)
end

--- The number of games to judge; or nil and what was expected.
local function judged(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 0 and n <= 1000000 then return n end
  return nil, ("expected a whole number from 0 to 1000000, got '%s'"):format(
    text)
end

function run.options(parser)
  parser:epilog(about)
  parser:argument("folder", "Folder of the league."):argname "DIR"
  parser:option("--deals", "Plan this many deals in this run, whatever was "
    .. "played today. (default: what is left of the day's deals)")
    :argname "N":convert(options.count)
  parser:option("--seconds", "Stop after this time, with the batch under way; "
    .. "without --deals there is then no other limit. (default: no limit)")
    :argname "SECONDS":convert(option_values.seconds)
  parser:mutex(
    parser:flag("--round", "Only take the results that parts have played, and "
      .. "plan the next round if no batch is open. The exit status is 1 if "
      .. "there is nothing to play."),
    parser:option("--part", "Only play part K of N of the batches that are "
      .. "open, on any machine that sees the folder; the next --round takes "
      .. "the results. (default: all)"):argname "K/N":convert(part_of))
  parser:option("--judged", "Then judge up to N games that no run has judged, "
    .. "for the bots with the fewest of them. A game takes about 10 s of "
    .. "processor time.", "0"):argname "N":convert(judged)
  options.seed(parser, "Deal D has the seed SEED.D. For a league that has not "
    .. "begun; bots could guess a short one.")
  options.cpu(parser)
  options.fuel(parser)
  options.no_programs(parser)
  options.jobs(parser)
  options.quiet(parser)
end

--- Print what a round has to play; the exit status is 1 for nothing.
local function round(league)
  local batches, deals = league:round()
  local good, failure = league:close()
  if not batches then term.fail(deals) end
  if not good then term.fail(failure) end
  if batches == 0 then
    term.write "nothing to play\n"
    return 1
  end
  term.write(("%s in %d %s to play\n"):format(format.plural(deals, "deal"),
    batches, batches == 1 and "batch" or "batches"))
  return 0
end

--- Judge games after those that were played. Returns true; or nil and a
--- message.
local function judge(league, args)
  if args.judged == 0 then return true end
  local bar = term.progress(args.judged, args.quiet)
  local games, problem = league:judge(args.judged, function(done)
    bar(done, function() return "judged" end)
  end)
  bar()
  if not games then return nil, problem end
  term.write(("%s judged\n"):format(format.plural(games, "game")))
  return true
end

function run.run(args)
  local bar
  local why = options.why_no_programs(args, "a league knows a version by the "
    .. "digest of its files, and a program has none. `aurum arena --exec` "
    .. "ranks programs")
  if why then term.fail(why, 2) end
  function args.told(text, is_problem)
    if bar then bar() end
    if is_problem then
      term.say("aurum league: " .. term.plain(text))
    else
      term.write(term.plain(text), "\n")
    end
  end
  if args.judged > 0 and (args.part or args.round) then
    term.fail("--judged: a run with --round or --part judges no games", 2)
  end
  aurum.sys.catch_interrupts()
  local league, problem = league_play.open(args.folder, args)
  if not league then term.fail(problem) end
  if args.round then
    bar = function() end
    return round(league)
  end
  bar = term.progress(math.max(league:deals_left(), 0) + league:deals_open(),
    args.quiet or args.seconds and not args.deals)
  local deals, batches = league:play(function(done, batch)
    bar(done, function()
      return ("%s - %s"):format(batch.bots[1], batch.bots[2])
    end)
  end)
  bar()
  local judged_all, trouble = true, nil
  if deals then judged_all, trouble = judge(league, args) end
  local good, failure = league:close()
  if not judged_all then deals, batches = nil, trouble end
  if not deals then
    term.fail(term.plain(batches, "\n\t") .. "\n  the same command resumes it")
  elseif not good then
    term.fail(failure)
  end
  if league.idle then
    term.fail(("%s: fewer than two bots can play; `%s` says which"):format(
      term.plain(league.folder), shell.command("aurum", "league", "show",
        args.folder)))
  end
  term.write(("%s in %d %s; %s\n"):format(format.plural(deals, "deal"), batches,
    batches == 1 and "batch" or "batches", args.part
    and "--round takes the results" or deals == 0
    and "today's deals are played; --deals N plays more"
    or "`aurum league show` shows the ladder"))
end

return run
