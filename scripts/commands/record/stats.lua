-- aurum record stats: statistics of recorded games, as lua/record/summary.lua
-- counts them.
local aurum = require "aurum"
local accuracy = require "aurum.judge.accuracy"
local format = require "aurum.text.format"
local game_files = require "aurum.record.game_files"
local note_scores = require "aurum.record.note_scores"
local options = require "aurum.text.options"
local judged_shape = require "aurum.judge.judged_shape"
local losses = require "aurum.judge.losses"
local replays = require "aurum.record.replays"
local report = require "aurum.judge.report"
local shape = require "aurum.text.shape"
local summary = require "aurum.record.summary"
local summary_shape = require "aurum.record.summary_shape"
local term = require "aurum.text.term"
local verdicts = require "aurum.judge.verdicts"
local stats_page = require "aurum.repl.pages.stats_page"
local web = require "aurum.repl.pages.web"
local summary_text = require "aurum.record.summary_text"
local summary_data = require "aurum.record.summary_data"

local action = {
  summary = "Print statistics: wins, points, bids, gold, changes of bids.",
}

local about = [[
A bot that sits on both seats of a side has one result there. Games that a
fault decided are not counted. Intervals are over deals, as in `aurum
arena`: consecutive games with one seed share their cards and count as one
observation. That of accuracy is over games, and also contains the doubt about
the judge's scale.

  won              games won; a shared game counts as a part of one
  points/round     points of the side in a round
  bid, taken       bid of the side at the end of the round; tricks it took
  exact, over,     share of the side's rounds with as many tricks as bid, with
    under          more, with fewer
  for bid, gold    points a round for the bid, and for gold kept
  changes          changes of bid; `a round` is the number per seat and round
  paid off, lost   share of changes that gained points, and that lost points
  gain             points for the new bid with the tricks finally taken, minus
                   those for the old bid and those of the gold paid
  won, paid,       gold awarded to the seat, paid for changes, played to
    played, kept   tricks, and in its collection at the end
  place            seats counted from the first player, who is 1
  own tricks       tricks that the seat itself took
  no card to ...   the seat that ended the round had no card left to follow
                   with, or to lead; `may`: it had cards, none of them allowed
  accuracy         with --judge, of the bots: `aurum record judge --help` has
                   the columns and their formula]]

function action.options(parser)
  parser:epilog(about)
  options.files(parser, "+")
  parser:option("--by", "Print rows for these only. (default: all three)")
    :choices { "bot", "seat", "place" }
  parser:mutex(options.json(parser), options.csv(parser, "Print the results as "
    .. "CSV, one row for each bot, seat and place."))
  options.raw(parser)
  parser:flag("--ascii", "Draw with plain ASCII.")
  options.html(parser)
  options.judge(parser, "Judge each decision, and print the accuracy of the "
    .. "bots.")
  parser:flag("--notes", "Also print how right the values were that bots noted "
    .. "(view:note) for their moves: the mean value and outcome, their "
    .. "difference with a 95 % interval over games, and the mean squared error "
    .. "(for shares, the Brier score), by trick and by value.")
  options.quiet(parser)
  options.replay_variant(parser)
  options.strict(parser)
end

--- The size of all files in kB; nil if it is unknown.
local function size_of(files)
  local sum = 0
  for _, path in ipairs(files) do
    local file = path ~= "-" and not path:find "%.gz$" and io.open(path, "rb")
    local size = file and file:seek "end"
    if file then file:close() end
    if not size then return nil end
    sum = sum + size
  end
  return sum // 1000
end

-- ---- Judging ------------------------------------------------------------

--- An iterator over games and sums from the shards of a plan.
local function merged(args)
  local values = args.parts:values(shape.also(shape.object {
    game = summary_shape,
    sums = args.judge and judged_shape.sums or shape.none },
    function(data)
      if not data.sums or #data.sums == data.game.players then return nil end
      return "expected sums for each seat", ".sums"
    end))
  return function()
    local _, data = values()
    if not data then return nil end
    return summary.game(data.game), data.sums
  end
end

--- An iterator over games and the sums of their seats' losses. `waiting` as for
--- replays.over.
local function judged(games, args, waiting)
  local own = options.judging(args)
  local over = replays.over(games, args.jobs, function(record, _, state)
    local list = {}
    for verdict in verdicts.of(state, own, 1) do list[#list + 1] = verdict end
    return losses.by_seat({ verdicts = list }, record.players,
      #state:history())
  end, nil, waiting)
  return function()
    local game, sums, problem = over()
    if not game then return nil end
    if not sums then term.fail(problem) end
    return game, sums
  end
end

--- An iterator over games, and over batches that workers counted, with the data
--- of their tally as a third value.
local function counted(games, args)
  local each, _, _, workers = games:spread { jobs = args.jobs,
    work = function(own)
      local tally = summary.new(true)
      for game in own do tally:add(game) end
      return tally:data()
    end }
  return function()
    local game, data = each()
    return game, nil, data
  end, nil, nil, workers
end

--- An iterator over games and, with --judge, the sums of their seats' losses;
--- or over games counted before. `waiting` as for `judged`.
local function with_sums(games, args, waiting)
  if args.parts then return merged(args) end
  if args.judge then return judged(games, args, waiting) end
  if args.shard or args.scores then return games end
  return counted(games, args)
end

--- Adds the sums of a game's seats to its bots' sums, which are in
--- `totals[variant/players][name]`.
local function add_sums(totals, game, sums)
  local key = game.variant .. "/" .. game.players
  local bots = totals[key] or {}
  totals[key] = bots
  for name, own in pairs(losses.by_name(sums, game.names)) do
    bots[name] = bots[name] or losses.new()
    bots[name]:add_game(own)
  end
end

--- Adds the accuracy of its bots to each result: `accuracy` as text,
--- `accuracy_rows` for a page, and plain data in the rows of the bots.
local function add_accuracy(results, totals)
  for _, result in ipairs(results) do
    local bots, rows = totals[result.variant .. "/" .. result.players], {}
    for _, row in ipairs(result.bots) do
      local own = bots and bots[row.name] or losses.new()
      rows[#rows + 1] = { report.short(row.name, 18), own }
      row.accuracy = accuracy.data(own)
      row.accuracy.judge = aurum.judged_by.version
    end
    result.accuracy = rows[1] and ("\naccuracy (judge %d)\n%s%s"):format(
      aurum.judged_by.version, accuracy.table({ "bot" }, rows),
      report.is_measured(result.variant, result.players) and ""
        or report.not_measured .. "\n")
    result.accuracy_rows = accuracy.rows({ "bot" }, rows)
  end
end

-- ---- Counting -----------------------------------------------------------

--- Takes the results of a shard of a plan.
local function take_shard(shard, each)
  aurum.sys.catch_interrupts()
  for game, sums in each do
    local good, problem = shard:put(game.nth, { game = summary.data(game),
      sums = sums }, #game.faults)
    if not good then term.fail(problem) end
    if aurum.sys.interrupted() then break end
  end
  return 0
end

--- Count the games; after an interrupt, those read so far.
local function count(games, args, totals)
  aurum.sys.catch_interrupts()
  local tally, done, kb = summary.new(), 0, size_of(args.files)
  local bar = term.progress(kb or 1, args.quiet or not kb or kb == 0)
  local function note() return ("kB, %d games"):format(tally.games) end
  local function show_progress()
    bar(math.min(done // 1000, kb or 1), note)
  end
  for game, sums, data in with_sums(games, args, show_progress) do
    if data then tally:merge(data) else tally:add(game) end
    if args.scores then args.scores:add(game) end
    if sums and not game.forfeited then add_sums(totals, game, sums) end
    done = done + (data and game.bytes or game.text and #game.text or 0)
    if args.judge or data or tally.games % 100 == 0 then
      show_progress()
      if aurum.sys.interrupted() then break end
    end
  end
  bar()
  return tally
end

function action.run(args)
  local good, wrong = options.judging(args)
  if good and args.judge and args.by and args.by ~= "bot" then
    good, wrong = nil, ("--judge adds the accuracy of bots; --by %s leaves "
      .. "them out"):format(args.by)
  end
  if not good then term.fail(wrong, 2) end
  if args.notes and (args.shard or args.parts or args.csv or args.judge) then
    term.fail("--notes cannot be combined with --csv, --judge or a plan", 2)
  end
  args.scores = args.notes and note_scores.new()
  local games, problem = game_files.open(args.files, { variant = args.variant,
    strict = args.strict, part = args.shard,
    warn = term.warner "aurum record" })
  if not games then term.fail(problem, 2) end
  if args.shard then
    return take_shard(args.shard, with_sums(games, args))
  end
  local html, totals = web.open(args), {}
  local tally, skipped = count(games, args, totals), games.skipped
  if args.parts then skipped = args.parts:skipped(tally.games) end
  if games.problem then term.fail(games.problem) end
  if tally.games == 0 then
    if aurum.sys.interrupted() then term.fail "interrupted after 0 games" end
    if games.failed and skipped == 0 then return 1 end -- it was reported
    term.fail(format.no_games(args.files, skipped))
  end
  local results = tally:results()
  if args.judge then add_accuracy(results, totals) end
  if html then
    html:write(stats_page(results, summary_data.of(results, tally.games,
      skipped, args), args))
  end
  if args.json then
    term.write(summary_data.json(results, tally.games, skipped, args,
      args.scores and args.scores:data()))
  elseif args.csv then
    term.data(summary_data.csv(results, args))
  else
    term.write(summary_text.of(results, skipped, args))
    if args.scores then
      term.write(args.scores:text() or args.scores.noted > 0
        and "\nno note gives the move that was made a value and a goal: "
        .. "view:note(values, goal)\n"
        or "\nno game has notes: `aurum match --notes` keeps them\n")
    end
  end
  if aurum.sys.interrupted() then
    io.stdout:flush()
    term.fail(("interrupted after %d games"):format(tally.games))
  end
  return games.failed and 1 or 0
end

return action
