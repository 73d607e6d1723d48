-- aurum arena: ranks bots, with confidence intervals.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local json = require "aurum.text.json"
local journal = require "aurum.record.journal"
local ledger = require "aurum.lab.ledger"
local merge = require "aurum.lab.merge"
local messages = require "aurum.text.messages"
local options = require "aurum.text.options"
local schedule = require "aurum.lab.schedule"
local series = require "aurum.play.series"
local sprt = require "aurum.stats.sprt"
local standings = require "aurum.lab.standings"
local standings_text = require "aurum.text.standings_text"
local term = require "aurum.text.term"

local command = { summary = "Rank bots, with confidence intervals." }

local methods = [[
Every deal is played in all seatings of a schedule: two sides exchange their
seats; where each seat plays alone, each bot takes each seat. The games of a
deal are a block. A block is one observation.

  pts/rd           points a round minus the mean of the other sides, averaged
                   over a game, then over its block. The mean of the n blocks
                   is x; its interval is x +- t sqrt(s^2/n) (Student 1908)
  win rate         share of games won; a game that k sides share counts 1/k.
                   A bot that forfeits loses: its round counts 0 points for its
                   side and 20 for each other. The interval is Wilson's (1927),
                   for the number of independent games with the same variance
                   (Korn and Graubard 1998)
  gain             number of unpaired games that tell as much as one game here:
                   s^2 of single games / (games per block * s^2 of the blocks)
  rating           model of Plackett and Luce, fitted to all games (Hunter
                   2004). The rules name winners only, so the other sides tie;
                   a tie is the average of its orders. Each bot also ties one
                   game with a rating of 0. 400 points are odds of ten to one.
                   The interval is 1.96 standard errors to each side, from 200
                   bootstrap replicates over deals (Chamandy et al. 2012)
  --sprt M0,M1     generalised sequential probability ratio test of the blocks'
                   mean (Wald 1945; Li, Liu and Ying 2014), from 50 blocks on.
                   It stops when n (M1-M0) (2x-M0-M1) / (2 s^2) is below
                   log(B/(1-A)) or above log((1-B)/A). The estimate is then
                   median-unbiased, by the order of the stopping points
                   (Siegmund 1978)

Every game has an id, DEAL/SEATING; game D/K of seed S has the seed S.D. With
--journal, the same command resumes an interrupted run, and
  aurum match --replay JOURNAL ID
replays a game.]]

--- An option's text "k/n" as a shard; or nil and what was expected.
local function shard(text)
  local k, n = text:match "^(%d+)/(%d+)$"
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if k and n and 1 <= k and k <= n then return { k = k, n = n } end
  return nil, ("expected K/N with K from 1 to N, got '%s'"):format(text)
end

function command.options(parser)
  parser:epilog(methods)
  parser:argument("bots", "Bots: NAME or PATH, each followed by its options as "
    .. ":key=value."):args "*"
  parser:option("--gauntlet", "Play this bot against each of the others, which "
    .. "do not meet. (default: every bot meets every other)"):argname "BOT"
  options.variant(parser)
  options.players(parser)
  parser:option("--deals", "Number of deals; each is played once per seating. "
    .. "(default: 1000)"):argname "N":convert(options.count)
  options.seed(parser, "Deal D has the seed SEED.D.",
    "the journal's, or random")
  parser:option("--journal", "Write every game to this file. If it exists, the "
    .. "run resumes after its last game."):argname "FILE"
  parser:option("--shard", "Play only part K of N of the deals, such as 2/5.")
    :argname "K/N":convert(shard)
  parser:option("--sprt", "Stop as soon as a sequential test decides whether "
    .. "the first of two bots is M0 or M1 points a round better than the "
    .. "second, at --deals at the latest. A and B are its error rates. "
    .. "(default: 0.05 each)"):argname "M0,M1[,A,B]":convert(sprt.parse)
  parser:option("--merge", "Join the journals of all shards and print the "
    .. "results; nothing is played."):argname "JOURNAL":args "+"
  options.record(parser)
  parser:mutex(options.json(parser), options.csv(parser))
  options.raw(parser)
  options.on_fault(parser)
  options.limits(parser)
  options.jobs(parser)
  options.quiet(parser)
end

-- ---- The schedule -------------------------------------------------------

local function find_bots(args)
  local bots = {}
  local function add(spec)
    local bot, message = aurum.bot(spec, bots)
    if not bot then term.fail(message, 2) end
    bots[#bots + 1] = bot
  end
  if args.gauntlet then add(args.gauntlet) end
  for _, spec in ipairs(args.bots) do add(spec) end
  if #bots < 2 then
    term.fail(("expected at least two bots, got %s"):format(
      #bots == 1 and "only " .. bots[1].spec or "none"), 2)
  end
  return bots
end

--- The labels of bots: the name with the given options. A bot has its path
--- instead if files share the name, and a number if it is named several times.
local function labels(bots)
  local names, list, count, nth = {}, {}, {}, {}
  for i, bot in ipairs(bots) do
    names[i] = bot.name .. (bot.spec:match ":.*$" or "")
  end
  for i, name in ipairs(names) do
    for j, other in ipairs(names) do
      if other == name and bots[j].path ~= bots[i].path then
        list[i] = bots[i].path .. name:sub(#bots[i].name + 1)
      end
    end
    list[i] = list[i] or name
    count[list[i]] = (count[list[i]] or 0) + 1
  end
  for i, label in ipairs(list) do
    nth[label] = (nth[label] or 0) + 1
    if count[label] > 1 then list[i] = ("%s#%d"):format(label, nth[label]) end
  end
  return list
end

--- The limits of the bots, as the journal notes them.
local function limits_of(args)
  if args.trust then return { trust = true } end
  return { cpu = series.seconds(args), fuel = args.fuel }
end

--- The head of the journal: everything that the results depend on. The bots'
--- names with all their options are missing until the bots are loaded.
local function head_of(args, rules, bots, seatings)
  local seed, first, last = options.series(args.seed, args.deals, 1000)
  if not utf8.len(seed) then term.fail("--seed: expected UTF-8", 2) end
  local part = args.shard or { k = 1, n = 1 }
  local head = { engine = aurum.version, variant = rules.name,
    rules = rules.digest, players = rules.players, sides = rules.side_of,
    seed = seed, first = first, deals = last - first + 1, shard = part.k,
    shards = part.n, on_fault = args.on_fault, limits = limits_of(args),
    seatings = seatings, bots = {} }
  for i, label in ipairs(labels(bots)) do
    head.bots[i] = { spec = bots[i].spec, label = label,
      digest = bot_files.digest(bots[i]) }
  end
  return head
end

--- A player of the schedule; its head gets the names of the bots.
local function open_player(args, rules, bots, plan)
  local seatings = {}
  for k, seating in ipairs(plan.head.seatings) do
    seatings[k] = {}
    for seat, i in ipairs(seating) do seatings[k][seat] = bots[i] end
  end
  local player, problem, status = series.open(args, { rules = { rules },
    seatings = seatings, on_fault = args.on_fault, unit = plan.size,
    reduce = ledger.reducer(plan, { journal = args.journal,
      record = args.record, test = args.sprt }),
    job = function(i) return plan:job(i) end })
  if not player then term.fail(problem, status) end
  local seed = plan.head.seed
  local guesser = not args.quiet and series.guesser(args, seed, seatings)
  if guesser then
    term.say(messages.short_seed(seed, guesser, series.safe_seed))
  end
  for k, seating in ipairs(plan.head.seatings) do
    for seat, i in ipairs(seating) do
      plan.head.bots[i].name = player.names[k][seat]
    end
  end
  return player
end

-- ---- The ledger ---------------------------------------------------------

--- End the command if a call of the ledger failed.
local function must(good, problem, path)
  if good then return end
  if path then term.checked(path, nil, problem) end
  term.fail(problem)
end

--- The ledger of a schedule, whose record is open.
local function open_ledger(args, plan, on_fault)
  return ledger.new(plan, { test = args.sprt and sprt.new(args.sprt),
    journal = args.journal, record = args.record,
    writer = args.record and term.writer(args.record, args.force),
    on_fault = on_fault })
end

--- True if progress is not shown.
local function is_quiet(args) return args.quiet or args.record == "-" end

--- Take the games of the journal, and open it for the others.
local function resume(args, games, read)
  local bar = read and read.head
    and term.progress(read.size // 1024 + 1, is_quiet(args))
  local function note() return "kB of " .. args.journal end
  must(games:resume(read, function() bar(read.kept // 1024, note) end))
  if bar then bar() end
end

--- Close the record, and print the standings.
local function finish(args, games)
  local writer, tally = games.options.writer, games.tally
  if writer then term.checked(args.record, writer:close()) end
  if args.record == "-" then return end
  local result = standings.of(tally, tally:is_done())
  if args.json then
    term.write(json.encode(result), "\n")
  elseif args.csv then
    term.data(standings_text.csv(result, args.raw))
  else
    term.write(standings_text.tables(result, standings.order(tally, result),
      aurum.sys.is_terminal "stdout"))
  end
end

-- ---- Playing ------------------------------------------------------------

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

--- Play the games that are left; returns the problem that ended it early, if
--- one did.
local function play(games, player, bar)
  local tally, total = games.tally, games.plan.games
  if tally:is_done() then return nil end
  local before, failure = tally.taken, nil
  local function note() return leader(tally) end
  for _, _, batch, problem in player:batches(before + 1, total) do
    if batch then must(games:take(batch)) end
    failure = problem
    bar(tally.taken - before, note)
    if tally:is_done() then break end
  end
  bar()
  return not tally:is_done() and failure or nil
end

--- A function that reports a fault. `clear()` takes the progress bar away.
local function fault_reporter(args, clear)
  return function(id, fault, bot, trace)
    clear()
    term.say(messages.fault("arena", id, fault, bot.label, trace))
    if not args.journal then return end
    term.say(messages.advice("to see the game:\n" .. term.command("aurum",
      "match", "--replay", args.journal, id)))
  end
end

local function check_usage(args)
  local format = args.json and "json" or args.csv and "csv"
  if format and args.record == "-" then
    term.fail(("--%s and --record - both write to standard output"):format(
      format), 2)
  elseif args.journal == "-" then
    term.fail("--journal: expected a file, not standard output", 2)
  elseif args.record and args.record == args.journal then
    term.fail("--record and --journal name the same file", 2)
  end
end

--- End the command if --sprt does not fit: it compares two bots over all
--- shards.
local function check_test(args, head)
  if not args.sprt then return end
  if #head.bots ~= 2 then
    term.fail(("--sprt compares two bots, got %d"):format(#head.bots), 2)
  elseif head.shards > 1 then
    term.fail("--sprt needs all shards: give it to --merge", 2)
  end
end

--- The journal to resume; nil if it does not exist. The command ends if it
--- cannot be read or if another arena writes it.
local function find_journal(path)
  if not path or not aurum.sys.readable(path) then return nil end
  local read, problem = journal.read(path)
  if not read then term.fail(problem) end
  local free, busy = journal.is_free(path, read)
  if not free then term.fail(busy) end
  return read
end

--- The schedule of the options and its player. If there is a journal `read`,
--- the schedule must be the same.
local function schedule_of(args, read)
  local rules, bots = options.rules(args), find_bots(args)
  local seatings, message = schedule.seatings(#bots, rules.side_of,
    args.gauntlet ~= nil)
  if not seatings then term.fail(message, 2) end
  local theirs = read and read.head
  if theirs and not args.seed then
    args.seed, args.deals = theirs.seed, args.deals or 1000
  end
  local head = head_of(args, rules, bots, seatings)
  check_test(args, head)
  if head.shards > 1 and not args.seed then
    term.fail("--shard needs --seed, the same for every part", 2)
  end
  local plan = schedule.new(head)
  local player = open_player(args, rules, bots, plan)
  local other = theirs and journal.difference(head, theirs)
  if other then
    term.fail(("%s: the journal belongs to another arena: %s"):format(
      args.journal, term.plain(other)))
  end
  return plan, player
end

local function run(args)
  local read = find_journal(args.journal)
  local plan, player = schedule_of(args, read)
  local bar
  local games = open_ledger(args, plan,
    fault_reporter(args, function() bar() end))
  if args.journal then resume(args, games, read) end
  bar = term.progress(plan.games - games.tally.taken, is_quiet(args))
  local failure = play(games, player, bar)
  player:close()
  must(games:close_journal())
  if failure then
    term.fail(term.plain(failure, "\n\t") .. (player.killed and args.journal
      and "\n  the same command resumes it" or ""))
  end
  finish(args, games)
  if not games.tally:is_done() then
    term.fail(("interrupted after %d of %d games%s"):format(games.tally.taken,
      plan.games, args.journal and "; the same command resumes it" or ""))
  end
end

--- Join the journals of parts.
local function join(args)
  for _, key in ipairs { "journal", "shard", "gauntlet", "players", "deals",
    "seed" } do
    if args[key] then
      term.fail(("--merge takes no --%s; the journals determine it"):format(
        key), 2)
    end
  end
  if #args.bots > 0 then
    term.fail("--merge takes no bots; the journals name them", 2)
  end
  local parts, head = merge.read(args.merge)
  if not parts then term.fail(head) end
  check_test(args, head)
  local games = open_ledger(args, schedule.new(head))
  local bar = term.progress(games.plan.games, is_quiet(args))
  must(merge.take(parts, games, function() bar(games.tally.taken) end))
  bar()
  finish(args, games)
end

function command.run(args)
  args.variant = args.variant or "standard"
  check_usage(args)
  return (args.merge and join or run)(args)
end

return command
