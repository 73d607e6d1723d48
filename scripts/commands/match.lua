-- aurum match: bots play each other; a table tells who won and how.
local aurum = require "aurum"
local json = require "aurum.text.json"
local term = require "aurum.text.term"
local options = require "aurum.text.options"
local mirror = require "aurum.lab.mirror"
local replay = require "aurum.record.replay"
local series = require "aurum.play.series"

local command = { summary = "Play bots against each other." }

function command.options(parser)
  options.variant(parser)
  options.players(parser)
  parser:option("--bots", "Bots: names or files, separated by commas. Fewer "
    .. "bots than seats repeat in seat order. (default: greedy,lowball)")
    :argname "A,B,..."
  parser:option("--games", "Number of games; with --mirror the number of "
    .. "deals. (default: 100)"):argname "N":convert(options.count)
  options.seed(parser, "Game G has the seed SEED.G; --seed S.G without --games "
    .. "plays that one game.")
  options.record(parser)
  options.on_fault(parser)
  options.limits(parser)
  options.jobs(parser)
  parser:flag("--mirror", "Play each deal with the bots in every order over "
    .. "the sides: 2 games for two sides, 6 for three different bots. Report "
    .. "by how many points a round each bot beats the others, with the 95 % t "
    .. "interval. One deal, the seed SEED.G, is one observation: the mean over "
    .. "its games of a bot's points a round minus the others' mean. All games "
    .. "of a deal meet the same cards, round by round.")
  parser:option("--replay", "Replay the game ID, such as 7/2, of an arena's "
    .. "journal and show it. --bots and --variant give files that the journal "
    .. "names. The limits --cpu and --fuel are those of the journal or lower.")
    :argname { "JOURNAL", "ID" }:args(2)
  options.json(parser)
  options.quiet(parser, "Print no tables and show no progress.")
end

--- The tally of one side or one bot.
local function new_tally(name, side)
  return {
    name = name, side = side, games = 0, wins = 0, shared = 0, rounds = 0,
    points = 0, exact = 0, over = 0, under = 0, gold = 0, faults = 0,
  }
end

--- Add a game's results for a side to a tally; `won` is nil, "alone" or
--- "shared".
local function add_side(tally, side, rounds, won)
  tally.games = tally.games + 1
  if won then tally.wins = tally.wins + 1 end
  if won == "shared" then tally.shared = tally.shared + 1 end
  for _, round in ipairs(rounds) do
    local taken, bid = round.taken[side], round.bid[side]
    local kind = taken == bid and "exact" or taken > bid and "over" or "under"
    tally.rounds = tally.rounds + 1
    tally[kind] = tally[kind] + 1
    tally.points = tally.points + round.points[side]
    tally.gold = tally.gold + round.gold_points[side]
  end
end

--- What to call each seat's bot: its name, or its path where two files have
--- the same name.
local function labels(names, bots)
  local result, path_of, clash = names, {}, {}
  for seat, name in ipairs(result) do
    local path = bots[seat].path
    clash[name] = clash[name] or path_of[name] and path_of[name] ~= path
    path_of[name] = path
  end
  for seat, name in ipairs(result) do
    local bot = bots[seat]
    if clash[name] then result[seat] = bot.path .. name:sub(#bot.name + 1) end
  end
  return result
end

--- The tallies of a match: by side, and by bot in order of first appearance.
--- `seated` has the names by seat, for each way the bots are seated.
local function new_tallies(rules, seated, mirrored)
  local side_of = rules.side_of
  local tallies = { sides = {}, bots = {}, bot_of = {}, seated = seated,
    side_of = side_of }
  for side, name in ipairs(mirror.side_names(seated, side_of)) do
    tallies.sides[side] = new_tally(name, side)
  end
  for _, name in ipairs(seated[1]) do
    if not tallies.bot_of[name] then
      tallies.bot_of[name] = new_tally(name)
      table.insert(tallies.bots, tallies.bot_of[name])
    end
  end
  if mirrored then tallies.mirror = mirror.tally(seated, side_of) end
  return tallies
end

local function add_game(tallies, result)
  local side_of, names = tallies.side_of, tallies.seated[result.game]
  local rounds, winners, won = result.rounds, result.winners, {}
  if tallies.mirror then tallies.mirror:add(result) end
  for _, side in ipairs(winners) do
    won[side] = #winners == 1 and "alone" or "shared"
  end
  local counted = {} -- a bot that sits twice on a side counts once for it
  for seat, side in ipairs(side_of) do
    local name = names[seat]
    if not counted[side] then
      counted[side] = {}
      add_side(tallies.sides[side], side, rounds, won[side])
    end
    if not counted[side][name] then
      counted[side][name] = true
      add_side(tallies.bot_of[name], side, rounds, won[side])
    end
  end
  for _, fault in ipairs(result.faults) do
    local side = tallies.sides[side_of[fault.seat]]
    local bot = tallies.bot_of[names[fault.seat]]
    side.faults = side.faults + 1
    bot.faults = bot.faults + 1
  end
end

-- Eighty columns hold it with the names of the bundled bots.
local head = { "games", "wins", "tied", "win%", "pts/rd", "exact", "over",
  "under", "gold", "faults" }

local function cells(tally)
  local rounds = math.max(tally.rounds, 1)
  local function percent(n) return ("%.0f%%"):format(100 * n / rounds) end
  return tally.games, tally.wins, tally.shared,
    ("%.1f"):format(100 * tally.wins / math.max(tally.games, 1)),
    ("%.2f"):format(tally.points / rounds),
    percent(tally.exact), percent(tally.over), percent(tally.under),
    ("%.2f"):format(tally.gold / rounds), tally.faults
end

local function print_table(label, tallies)
  local rows = { { label, table.unpack(head) } }
  for _, tally in ipairs(tallies) do
    local name = tally.side and tally.side .. " " .. tally.name or tally.name
    rows[#rows + 1] = { name, cells(tally) }
  end
  term.write(term.table(rows, "<"))
end

--- What the exchange of bots tells: one line for two line-ups, of which the
--- second has the first's figures with the signs turned, else one for each.
local function print_mirror(tally)
  local rows = tally.rows
  local deals = rows[1].sample.n
  term.write(("\nmirrored, %d deal%s, points a round:\n"):format(deals,
    deals == 1 and "" or "s"))
  if deals == 0 and tally.left_out == 0 then
    term.write("  no deal was played to its end\n")
  end
  for i = 1, deals == 0 and 0 or #rows > 2 and #rows or 1 do
    local sample = rows[i].sample
    local against = #rows == 1 and "itself" or #rows == 2 and rows[2].name
      or "the others"
    local low, high = sample:interval()
    local interval = #rows == 1 and "the same bot on every side"
      or low and ("95 %% interval %+.3f to %+.3f"):format(low, high)
      or "no interval from fewer than 2 deals"
    term.write(("  %s against %s: %+.3f, %s\n"):format(
      term.plain(rows[i].name), term.plain(against), sample.mean, interval))
  end
  if tally.left_out > 0 then
    term.write(("  left out, for want of a finished round in some game: %d "
      .. "deal%s\n"):format(tally.left_out, tally.left_out == 1 and "" or "s"))
  end
end

local function figures(tally)
  local result = { name = tally.name, side = tally.side }
  for _, key in ipairs { "games", "wins", "shared", "rounds", "points",
    "exact", "over", "under", "gold", "faults" } do
    result[key] = tally[key]
  end
  result.points_per_round = tally.points / math.max(tally.rounds, 1)
  result.gold_per_round = tally.gold / math.max(tally.rounds, 1)
  return result
end

--- The figures of print_mirror; null stands for what there is not.
local function mirror_figures(tally)
  local result = { deals = tally.rows[1].sample.n, games_per_deal = tally.games,
    left_out = tally.left_out, bots = {} }
  for i, row in ipairs(tally.rows) do
    local low, high = row.sample:interval()
    local mean = row.sample.n > 0 and row.sample.mean
    result.bots[i] = { name = row.name, mean = mean or 0 / 0,
      low = low or 0 / 0, high = high or 0 / 0 }
  end
  return result
end

local function print_json(match, tallies)
  local result = {
    variant = match.rules.name, players = match.rules.players,
    seed = match.seed, games = match.played, sides = {}, bots = {},
  }
  for i, tally in ipairs(tallies.sides) do result.sides[i] = figures(tally) end
  for i, tally in ipairs(tallies.bots) do result.bots[i] = figures(tally) end
  if tallies.mirror then result.mirror = mirror_figures(tallies.mirror) end
  term.write(json.encode(result), "\n")
end

local function print_tables(match, tallies)
  term.write(("%s, %d players, %d game%s, seed %s\n\n"):format(
    match.rules.name, match.rules.players, match.played,
    match.played == 1 and "" or "s", term.plain(match.seed)))
  print_table("side", tallies.sides)
  term.write("\n")
  print_table("bot", tallies.bots)
  if tallies.mirror then print_mirror(tallies.mirror) end
end

--- How a bot is run, as options for a command.
local function tier_of(args)
  local words = {}
  for _, key in ipairs { "fuel", "cpu" } do
    if args[key] then
      table.insert(words, "--" .. key)
      table.insert(words, ("%.14g"):format(args[key]))
    end
  end
  if args.trust then table.insert(words, "--trust") end
  return words
end

--- The commands that ask a bot again where it was at fault: the game is line
--- `line` of the record; without a record it is played once more for one.
local function commands(args, result, line, seating, seat, number)
  local record, before = args.record, ""
  local tier = tier_of(args)
  if not record or record == "-" then
    local specs, words = {}, { "aurum", "match", "--variant", args.variant }
    for i, bot in ipairs(seating) do specs[i] = bot.spec end
    if args.players then
      table.insert(words, "--players")
      table.insert(words, tostring(args.players))
    end
    table.move(tier, 1, #tier, #words + 1, words)
    if args.on_fault ~= "forfeit" then
      table.insert(words, "--on-fault=" .. args.on_fault)
    end
    record, line = "fault.jsonl", 1
    before = term.command(table.unpack(words)) .. " "
      .. term.command("--bots", table.concat(specs, ","), "--seed", result.seed,
        "--record", record) .. "\n"
  end
  local words = { "aurum", "bot", "ask", seating[seat].spec, "--record", record,
    "--at", ("%d.f%d"):format(line, number) }
  if args.variant:find "/" or args.variant:find "%.lua" then
    table.move({ "--variant", args.variant }, 1, 2, #words + 1, words)
  end
  table.move(tier, 1, #tier, #words + 1, words)
  return before .. term.command(table.unpack(words))
end

--- Tell of a game's faults, each bot's first of the match only. The trace is
--- that of the game's first.
local function tell_faults(result, names, told, command_of)
  for i, fault in ipairs(result.faults) do
    local name = names[fault.seat]
    if not told[name] then
      told[name] = true
      series.tell_fault("match", result.seed, fault, name,
        i == 1 and result.trace or fault.message,
        "to ask it again:\n" .. command_of(fault.seat, i))
    end
  end
end

local function open_record(args)
  return args.record and term.writer(args.record, args.force) or nil
end

--- A function that adds a game to the record. Every second the games there are
--- can be read, and outlive a match that is killed; but gzip data are gathered,
--- so that they do not depend on the clock.
local function recorder(path, writer)
  if not writer then return function() end end
  local flushed = aurum.sys.clock()
  return function(line)
    term.checked(path, writer:write(line))
    if aurum.sys.clock() - flushed < 1 or path:find "%.gz$" then return end
    term.checked(path, writer:flush())
    flushed = aurum.sys.clock()
  end
end

--- How the bots sit: for each way that the match plays, a bot for each seat.
local function seatings_of(args, rules)
  local bots, message = mirror.bots(args.bots, rules.players)
  if not bots then term.fail(message, 2) end
  local seatings, problem = mirror.seat(bots, rules, args.mirror)
  if not seatings then term.fail("--mirror: " .. problem, 2) end
  return seatings
end

--- Complain of options that a replay does not take.
local function check_replay(args)
  for _, key in ipairs { "players", "games", "seed", "mirror", "json",
    "jobs" } do
    if args[key] then
      term.fail(("--replay takes no --%s"):format(key), 2)
    end
  end
end

--- Play a game of a journal again and show it: whether it went as before.
local function replay_game(args)
  check_replay(args)
  local path, id = table.unpack(args.replay)
  local found, problem = replay.find(path, id, args)
  if not found then term.fail(problem) end
  local theirs = replay.told(found.head.limits)
  local limits = replay.limits(found.head, args)
  local same = theirs == replay.told(limits)
  if not (args.quiet or same) then
    term.say(("the journal's bots ran with %s; here they run with %s"):format(
      theirs, replay.told(limits)))
  end
  aurum.sys.catch_interrupts()
  local result, trouble = replay.play(found, limits)
  if not result then term.fail(trouble) end
  local writer = open_record(args)
  if writer then
    term.checked(args.record, writer:write(result.record))
    term.checked(args.record, writer:close())
  end
  if args.record ~= "-" then term.write(result.measured) end
  if result.trace then term.say(result.trace) end
  if result.record ~= found.game.record then
    local fault = found.game.faults[1]
    term.fail(("game %s diverges from that of %s%s%s"):format(id, path,
      fault and (", where seat %d was at fault (%s): %s"):format(fault.seat,
        term.plain(fault.kind), term.plain(fault.message)) or "",
      not same and ("\n  its bots had %s: give these options if you accept "
        .. "them"):format(theirs) or ""))
  end
end

function command.run(args)
  if args.replay then return replay_game(args) end
  args.variant = args.variant or "standard"
  args.bots = args.bots or "greedy,lowball"
  if args.json and args.record == "-" then
    term.fail("--json and --record - both write to standard output", 2)
  end
  local rules = series.rules(args)
  local seatings = seatings_of(args, rules)
  local seed, first, last, again = options.series(args.seed, args.games, 100)
  local total = (last - first + 1) * #seatings
  local player = series.open(args, { rules = { rules }, seatings = seatings,
    seed = seed,
    on_fault = args.on_fault, most = total,
    job = function(i)
      return { game = (i - 1) % #seatings + 1,
        seed = ("%s.%d"):format(seed, first + (i - 1) // #seatings) }
    end })
  local match = { rules = rules, seed = again, played = 0 }
  local writer = open_record(args)
  local record = recorder(args.record, writer)
  local quiet = args.quiet or args.record == "-"
  local bar = term.progress(total, quiet)
  local seated, told = {}, {}
  for i, names in ipairs(player.names) do
    seated[i] = labels(names, seatings[i])
  end
  local tallies = new_tallies(rules, seated, args.mirror)
  aurum.sys.catch_interrupts()
  local failure
  for i, result, problem in player:all(total) do
    failure = problem
    if problem then break end
    record(result.record)
    add_game(tallies, result)
    if #result.faults > 0 then
      bar()
      tell_faults(result, seated[result.game], told, function(seat, number)
        return commands(args, result, i, seatings[result.game], seat, number)
      end)
    end
    match.played = i
    bar(i)
  end
  bar()
  player:close()
  if writer then term.checked(args.record, writer:close()) end
  if failure then term.fail(term.plain(failure, "\n\t")) end
  if args.json then
    print_json(match, tallies)
  elseif not quiet then
    print_tables(match, tallies)
  end
  if aurum.sys.interrupted() then
    term.fail(("interrupted after %d of %d games"):format(match.played,
      total))
  end
end

return command
