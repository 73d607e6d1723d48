-- aurum record judge: judges each decision of games by the points it lost.
local aurum = require "aurum"
local accuracy = require "aurum.judge.accuracy"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local game_files = require "aurum.record.game_files"
local replays = require "aurum.record.replays"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local show = require "aurum.record.show"
local suite_from_games = require "aurum.judge.suite_from_games"
local judged_shape = require "aurum.judge.judged_shape"
local losses = require "aurum.judge.losses"
local report = require "aurum.judge.report"
local verdicts = require "aurum.judge.verdicts"

local judge = { summary = "Judge each decision by the points it lost." }

local by = aurum.judged_by
local version = (" (judge %d)"):format(by.version)

local function is_measured(game)
  return report.is_measured(game.variant, game.players)
end

local function warn_unless(measured)
  if not measured then term.write(report.not_measured, "\n") end
end

local about = ([[
Each decision is judged by what its seat could know. The judge draws hands that
the other seats may have, tries each move in them and finishes the trick. A
bundled net with open hands values the position then, if it has learned the
rules: with four players all editions, and all house rules of `variant list` but
nullify. In all editions but bga, a net that sees the seat's cards alone values
the move too, and the mean of both counts. Under other rules the policy "quick"
plays the round on.

With two sides, the judge solves plays with the last %d cards of a hand and
changes of bid with the last %d, all hands open. If at most %d deals of the
hidden cards are possible, it solves them all: the best move and its gain are
then exact for open hands. Otherwise it draws deals, and solves each move in
them. If solving takes too long, "quick" plays on. The search for the best move
by values or by playing on always takes %d simulations. --sims sets the number
that compare it with the move made, in other hands: a larger number narrows the
error.

The loss is counted in points of the side minus the best other side's points.
The mean of two nets is not scaled, and what is solved is not. One net alone
overrates the best of many moves, and "quick" plays worse than a strong player,
who would have lost less. So their differences are scaled down to what the bot
alchemist loses in the same positions; of what "quick" finds between two bids or
two plays, only the first 3 points are. Differences in endings that take too
long to solve are scaled to those with open hands. +- is how far the 95 %%
interval reaches above the loss. Below it, the interval reaches as far, or less
if yet another move may be the best. It contains the errors of the sample, of
the model (how far single losses lie from alchemist's losses) and of the scale.
Where all deals were solved, it contains only how far losses with open hands lie
from those with hidden hands, as measured in endings with two cards in hand.
So it is not 0 where only one deal is possible: the other seats cannot see all
hands. It is 0 once no other seat has a card left.
Over several games, the +- of a mean also contains how the games differ. Scales
and errors were measured with en-2023 and bga, 3 and 4 players; under other
rules the judge uses them too, and says that they were not measured.

A loss from %g points on is an inaccuracy (?!), from %g a mistake (?), from %g a
blunder (??). It is unsure, (?), if the interval reaches below %g. A smaller
loss is unsure too if the interval reaches %g, and else fine. Unsure losses are
shown from %g points on. A change of bid that "quick" plays on costs %g points
before the scaling, because that shows little of the value of gold.

The line "Better" names the better move and the expected results, if "quick"
plays on, in which it differs: how often the bid is met exactly, the side's
points for gold, the points of the best other side, and how often the side wins
the round. The sums count every loss, negative ones too, so that errors cancel.
A decision in which no move seemed better counts 0. Where all deals were solved,
no move is missed. Elsewhere the best move may not have been found: its gain is
then not in the sums, but the interval of each such decision reaches up to what
the best of the others may gain. An interval has no width only where one deal is
possible and no other seat has a card left.

Accuracy leaves out decisions whose moves all lie within %g points of each
other. "lost each" is the mean loss of the decisions counted. "within" is the
share of decisions whose interval contains 0: they may have been best. The
accuracy is 100 x 2^(-L) for L points lost each: 100 is no loss, and each
further point halves it. A mean per decision does not depend on how many
decisions a round has, and the curve keeps it from 0 to 100. The bot random,
playing against itself under the standard rules, has 38 with four players and 58
with three. The interval of one game contains the error of the judge alone: it
is about these decisions, not about the player. "all" mixes the kinds of
decisions as they came: with gold a player has many changes to consider, so
compare players by kind.

Did the accuracy of judge 8 predict who wins? Under the standard rules with four
players, the side that was more accurate in the first round won 89 %% of 504
games of seven bots, and 84 %% of the 240 games of the five best; the side whose
bot stands higher in the ladder won 95 and 92 %%. With three players, the most
accurate of three won 67 %% of 504 games, and 50 %% of 168 games of bots that do
not search; the highest in the ladder won 77 and 65 %%. There the accuracy of
plays alone says little: the most accurate won 62 and 38 %%.

The luck of a deal is its worth to a side, in points above the mean of the other
sides. The net values it, with the hands as they were dealt; or "quick" plays it
in all seats, and the result is scaled to the worth that alchemist's games have.
The +- of a deal's worth contains how far the worth of single deals lies from
that. Nothing else looks at hidden cards.

Figures change with the version of the judge, which stands beside them.
]]):format(by.ending, by.change_ending, by.worlds, by.search, by.inaccuracy,
  by.mistake, by.blunder, by.inaccuracy, by.mistake, by.mistake, by.price,
  by.equal)

--- An option's text as a place of a game; or nil and what was expected.
local function place_text(text)
  local at, problem = aurum.place(text)
  return at and at.text, problem
end

function judge.options(parser)
  parser:epilog((about:gsub("(%S)\n(%S)", "%1 %2")))
  options.files(parser, "+")
  options.lines(parser, "Judge", "all")
  parser:option("--seat", "Judge only the decisions of this seat. (default: "
    .. "all)"):argname "N":convert(options.count)
  parser:option("--place", "Judge only this round, trick or decision: 2, 2.5, "
    .. "2.5.3, 2.5.c1, 2.0.a1. (default: all)"):argname "R[.T[.P]]"
    :convert(place_text)
  options.sims(parser)
  options.seed(parser, "The verdicts follow from it, the place and what the "
    .. "seat knew.", "1")
  parser:option("--worst", "List the N costliest decisions at the end. "
    .. "(default: none)"):argname "N":convert(options.count)
  parser:option("--suite", "Also write every decision with a sure loss to this "
    .. "file, as a position for `aurum bot test`. (default: none)")
    :argname "FILE"
  options.force(parser, "--suite")
  options.replay_variant(parser)
  options.jobs(parser)
  parser:mutex(
    parser:flag("--totals", "Print only the totals over all games."),
    options.json(parser, "Print one line of JSON for each game."))
  options.quiet(parser)
end

-- ---- Reading ------------------------------------------------------------

--- The games to judge.
local function games_of(args)
  local games, problem, missing = game_files.open(args.files, {
    variant = args.variant, seat = args.seat, strict = args.game,
    lines = args.lines and tostring(args.lines),
    part = args.shard,
    calls = { at = function(game, place) game:at(place) end } })
  if not games then term.fail(problem, missing and 1 or 2) end
  return games
end

--- The next game to judge. The command ends if it is the only one and does not
--- have the place asked for.
local function next_game(args, games)
  local game, problem = games()
  if problem then term.fail(problem) end
  if not game or not args.place or not args.game then return game end
  local good, missing = pcall(game.call, game, "at", args.place)
  if good then return game end
  term.fail(("%s:%d: %s"):format(game.file, game.line,
    (tostring(missing):gsub("^[^:]*%.lua:%d+: ", ""))))
end

-- ---- Judging ------------------------------------------------------------

--- A function that returns the verdicts of a trick as text, each once; without
--- a trick, those that are left.
local function notes_of(judged)
  local left = {}
  for i, verdict in ipairs(judged.verdicts) do left[i] = verdict end
  return function(round, trick)
    local rest, lines = {}, {}
    for _, verdict in ipairs(left) do
      if trick and (verdict.round ~= round or verdict.trick ~= trick) then
        rest[#rest + 1] = verdict
      elseif report.is_notable(verdict) then
        lines[#lines + 1] = report.text(verdict) .. "\n"
      end
    end
    left = rest
    return lines[1] and table.concat(lines) or nil
  end
end

local function options_of(args)
  return { sims = args.sims, seed = args.seed, seat = args.seat,
    place = args.place }
end

--- Adds what follows from the verdicts on a game: the `text` of the game with
--- them, if games are printed, and the lines of its `suite`, if one is written.
--- `events` are the state's.
local function describe(judged, args, game, state, events)
  if args.suite and not judged.cut then
    judged.suite = suite_from_games.lines(judged.verdicts, game, state)
  end
  if args.games_shown then
    local note = notes_of(judged)
    judged.text = show.game(game, state, events, true, note) .. (note() or "")
  end
  return judged
end

--- The judgement of a game as plain data: the verdicts, the number of `rounds`
--- and what `describe` adds; of a shard of a plan, verdicts, luck and rounds
--- alone. `each` and `jobs` as for report.judge.
local function judge_game(args, game, state, each, jobs)
  local rounds, events = #state:history(), state:events()
  -- an interrupt ends the judging; what follows asks the state no more
  local judged = report.judge(state, options_of(args), each, jobs,
    not (args.games_shown or args.shard or args.json))
  judged.rounds = rounds
  if args.shard then return judged end
  return describe(judged, args, game, state, events)
end

--- Judge one game, with a progress bar over its decisions. Workers share them.
local function judge_here(args, game)
  local total, done = 0, 0
  for _ in game:decisions() do total = total + 1 end
  local bar = term.progress(total, args.quiet)
  local good, judged = pcall(judge_game, args, game, game.state, function()
    done = done + 1
    bar(done)
  end, args.jobs or aurum.sys.processors())
  bar()
  if not good then error(judged, 0) end
  return judged
end

-- ---- Printing -----------------------------------------------------------

local function place_of(game, verdict)
  return ("%s:%d %s"):format(term.plain(game.file), game.line, verdict.place)
end

local function print_game(args, game, judged, sums)
  term.write(judged.text)
  local rows = {}
  for seat, name in ipairs(game.names) do
    if not args.seat or args.seat == seat then
      rows[#rows + 1] = { seat, report.short(name, 14), sums[seat] }
    end
  end
  term.write("\n", term.paint("bold", "Points lost by decisions"),
    version, "\n", report.table({ "seat", "bot" }, rows))
  warn_unless(is_measured(game))
  term.write "\n"
  if not judged.luck[1] then return end
  term.write(term.paint("bold",
    "Luck of the deals, in points above the mean of the other sides"),
    version, "\n", report.luck(judged.luck), "\n")
end

--- Print the verdicts of the place asked for, including those that are fine.
local function print_place(game, judged)
  for _, verdict in ipairs(judged.verdicts) do
    term.write(term.paint("bold", place_of(game, verdict)),
      version, "\n", report.text(verdict), "\n")
  end
  warn_unless(is_measured(game) or not judged.verdicts[1])
end

local function sums_json(sums)
  local line = { decisions = sums.n, not_judged = sums.unjudged,
    rounds = sums.rounds, all = {} }
  for _, ask in ipairs(losses.kinds_in { sums }) do
    local loss, error_ = sums:total(ask)
    line[ask] = { loss = loss, error = error_ }
  end
  line.all.loss, line.all.error = sums:total()
  line.accuracy = sums:choices() > 0 and accuracy.data(sums) or nil
  for _, class in ipairs { "fine", "unsure", "inaccuracy", "mistake",
    "blunder" } do
    line[class] = sums.classes[class] or 0
  end
  return line
end

local function print_json(args, game, judged, sums)
  local seats, decisions = {}, {}
  for i, verdict in ipairs(judged.verdicts) do
    decisions[i] = verdicts.printed(verdict)
  end
  for seat, name in ipairs(game.names) do
    local line = sums_json(sums[seat])
    line.seat, line.name = seat, name
    line.side = game.rules.side_of[seat]
    seats[#seats + 1] = (not args.seat or args.seat == seat) and line or nil
  end
  term.write(json.encode { file = game.file, line = game.line,
    game = game.number, variant = game.variant, players = game.players,
    seed = game.seed, forfeited = game.forfeited,
    judge = by.version, measured = is_measured(game),
    sims = args.sims or by.sims, judge_seed = args.seed,
    decisions = decisions, seats = seats, luck = judged.luck }, "\n")
end

-- ---- Over all games -----------------------------------------------------

--- Add a game to the sums of its bots, and its costliest decisions to the
--- worst.
local function add(totals, args, game, judged, sums)
  totals.games = totals.games + 1
  totals.measured = totals.measured and is_measured(game)
  totals.judged = totals.judged + #judged.verdicts
  totals.forfeited = totals.forfeited + (game.forfeited and 1 or 0)
  local by_name = losses.by_name(sums, game.names, args.seat)
  for _, name in ipairs(game.names) do
    if not totals.of[name] then
      totals.of[name] = losses.new()
      totals.names[#totals.names + 1] = name
    end
    if by_name[name] then totals.of[name]:add_game(by_name[name]) end
    by_name[name] = nil -- it may have several seats
  end
  if not args.worst then return end
  for _, verdict in ipairs(judged.verdicts) do
    local worst = totals.worst
    local at = report.is_sure(verdict) and #worst + 1
    while at and at > 1 and worst[at - 1].verdict.loss < verdict.loss do
      at = at - 1
    end
    if at and at <= args.worst then
      table.insert(worst, at, { place = place_of(game, verdict),
        verdict = verdict })
      worst[args.worst + 1] = nil
    end
  end
end

--- The rows of the bots: rounds, short name, sums.
local function rows_of(totals)
  local rows = {}
  for _, name in ipairs(totals.names) do
    local own = totals.of[name]
    if own.rounds > 0 then
      rows[#rows + 1] = { own.rounds, report.short(name, 18), own }
    end
  end
  return rows
end

local function print_accuracy(totals)
  local rows = {}
  for i, row in ipairs(rows_of(totals)) do rows[i] = { row[2], row[3] } end
  term.write(term.paint("bold", "Accuracy"), version, "\n",
    accuracy.table({ "bot" }, rows))
  warn_unless(totals.measured)
end

local function print_totals(totals, args)
  if totals.games == 0 then return end
  term.write(term.paint("bold", ("Points lost a round, %s%s"):format(
    format.plural(totals.games, "game"), totals.forfeited > 0
      and (", %d of them forfeited"):format(totals.forfeited) or "")),
    version, "\n")
  term.write(report.table({ "rounds", "bot" }, rows_of(totals), true), "\n")
  print_accuracy(totals)
  if not args.worst then return end
  term.write("\n", term.paint("bold", "The costliest decisions"), "\n")
  for _, one in ipairs(totals.worst) do
    term.write(one.place, "\n", report.text(one.verdict), "\n")
  end
  if #totals.worst == 0 then term.write "none that is sure\n" end
end

--- The number of judged rounds of a game; a place is in one round.
local function rounds_of(args, judged)
  if not args.place then return judged.rounds end
  return judged.verdicts[1] and 1 or 0
end

-- ---- Together -----------------------------------------------------------

local judged_ones

--- The decisions of a game by place.
local function decisions_of(game)
  local list = {}
  for before, action, place in game:decisions() do
    list[place] = { seat = before.turn, ask = before.deciding,
      done = tostring(action) }
  end
  return list
end

--- An iterator over games and their judgements from the shards of a plan.
local function merged_ones(args, games)
  local values = args.parts:values(judged_shape.game)
  local item, judged, refuse = values()
  return function()
    while item do
      local game = next_game(args, games)
      if not game then return nil end
      if game.nth == item then
        local own = judged
        local misfit = judged_shape.misfit(own, decisions_of(game))
        if misfit then return refuse(misfit) end
        item, judged, refuse = values()
        return game, describe(own, args, game, game.state,
          game.state:events())
      end
    end
  end
end

--- Judges a shard of a plan.
local function judge_shard(args, games)
  for game, judged, problem in judged_ones(args, games) do
    if not judged then term.fail(problem) end
    if judged.cut then break end
    local good, trouble = args.shard:put(game.nth, judged)
    if not good then term.fail(trouble) end
  end
end

--- An iterator over games and their judgements, made here or by workers. These
--- share the games, or the decisions of a single game. `waiting` as for
--- replays.over.
function judged_ones(args, games, waiting)
  if args.parts then return merged_ones(args, games) end
  local first = next_game(args, games)
  local second = first and not args.game and next_game(args, games)
  local ahead = { first, second }
  return replays.over(function()
      return table.remove(ahead, 1) or next_game(args, games)
    end,
    not second and 1 or args.jobs,
    function(record, _, state) return judge_game(args, record, state) end,
    function(game) return judge_here(args, game) end, waiting)
end

--- Print the judgement of a game in the form asked for.
local function print_judged(args, game, judged, sums)
  if args.json then
    print_json(args, game, judged, sums)
  elseif args.place and not args.totals then
    print_place(game, judged)
  elseif not args.totals then
    print_game(args, game, judged, sums)
  end
end

--- Print the sums over all games, unless the games were all that was asked for.
local function print_sums(args, totals)
  local is_printed = args.json or not args.totals and not args.worst
    and (args.place or totals.games == 1)
  if not is_printed then
    print_totals(totals, args)
  elseif args.games_shown and totals.games == 1 then
    print_accuracy(totals)
  end
end

function judge.run(args)
  args.seed = args.seed or "1"
  resolve.lines(args)
  args.game = args.lines and args.lines:is_one() -- the only one
  local games = games_of(args)
  args.games_shown = not (args.json or args.place or args.totals)
  if args.shard then return judge_shard(args, games) end
  if args.suite == "-" then
    term.fail("--suite: expected a file, since the verdicts go to standard "
      .. "output", 2)
  end
  local suite = args.suite and output.writer(args.suite, args.force)
  aurum.sys.catch_interrupts()
  local total = not args.game and game_files.to_show(args)
  local bar = total and term.progress(total) or function() end
  local totals = { games = 0, judged = 0, forfeited = 0, measured = true,
    of = {}, names = {}, worst = {} }
  local last -- where it was interrupted in the midst of a game
  local harvested = false -- is there a line of --suite?
  local function show_progress() bar(totals.games + games.skipped) end
  for game, judged, problem in judged_ones(args, games, show_progress) do
    if not judged then term.fail(problem) end
    local at = judged.cut and judged.verdicts[#judged.verdicts]
    last = at and place_of(game, at)
    local sums = losses.by_seat(judged, game.players,
      rounds_of(args, judged))
    bar()
    if args.json and judged.cut then
      last = nil -- an incomplete game has no line
    else
      print_judged(args, game, judged, sums)
    end
    if not judged.cut then add(totals, args, game, judged, sums) end
    if suite and (judged.suite or "") ~= "" then
      term.checked(args.suite, suite:write(judged.suite))
      harvested = true
    end
    show_progress()
  end
  bar()
  if suite then term.checked(args.suite, suite:close()) end
  local stopped = aurum.sys.interrupted()
  if totals.games == 0 and not stopped then
    if games.failed then return 1 end -- it was reported
    term.fail(format.no_games(args.files, games.skipped))
  end
  print_sums(args, totals)
  if stopped then
    term.fail(("interrupted after %s%s"):format(
      format.plural(totals.games, "game"), last and ", at " .. last or ""))
  end
  if args.place and totals.judged == 0 then
    term.fail("no game has a decision at " .. args.place)
  end
  if suite and not harvested then
    term.say(("%s is empty: no decision has a sure loss"):format(args.suite))
  end
  return games.failed and 1 or 0
end

return judge
