-- aurum match: plays bots against each other and prints who won and how.
local aurum = require "aurum"
local experiment_options = require "aurum.lab.experiment_options"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local messages = require "aurum.text.messages"
local resolve = require "aurum.repl.resolve"
local match_play = require "aurum.lab.match.match_play"
local notes = require "aurum.record.notes"
local replay = require "aurum.record.replay"
local series = require "aurum.play.series"
local standings_text = require "aurum.lab.arena.standings_text"
local option_values = require "aurum.text.option_values"

local command = { summary = "Play bots against each other.",
  options = experiment_options.match }

-- The table fits into 80 columns with the names of the bundled bots.
local head = { "games", "wins", "tied", "win%", "points", "exact", "over",
  "under", "gold", "faults" }

local function cells(row)
  local rounds = math.max(row.rounds, 1)
  local function percent(n) return format.percent(n, rounds) end
  return row.games, row.wins, row.shared,
    ("%.1f"):format(100 * row.wins / math.max(row.games, 1)),
    format.mean(row.points, rounds),
    percent(row.exact), percent(row.over), percent(row.under),
    format.mean(row.gold, rounds), row.faults
end

local function print_table(label, list)
  local rows = { { label, table.unpack(head) } }
  for _, row in ipairs(list) do
    local name = row.side and row.side .. " " .. row.name or row.name
    rows[#rows + 1] = { name, cells(row) }
  end
  term.write(term.table(rows, "<"))
end

--- Print by how much line-ups beat each other. Two of them need one line, since
--- their numbers differ only in sign.
local function print_mirror(tally)
  local rows, deals = tally.bots, tally.blocks
  term.write(("\nmirrored, %s, pts/rd:\n"):format(format.plural(deals, "deal")))
  if deals == 0 then term.write "  no deal was played to its end\n" end
  for i = 1, deals == 0 and 0 or #rows > 2 and #rows or 1 do
    local sample = rows[i].difference
    local against = #rows == 1 and "itself" or #rows == 2 and rows[2].name
      or "the others"
    local low, high = sample:interval()
    local interval = #rows == 1 and "the same bot on every side"
      or low and "95 % interval " .. format.interval(low, high, "%+.3f", 1)
      or format.no_interval(deals)
    term.write(("  %s against %s: %+.3f, %s\n"):format(
      term.plain(rows[i].name), term.plain(against), sample.mean, interval))
  end
end

local function print_tables(played, tally)
  term.write(("%s, %d players, %s, seed %s\n\n"):format(
    played.rules.name, played.rules.players,
    format.plural(played.games, "game"), term.plain(played.seed)))
  print_table("side", tally.sides)
  term.write("\n")
  print_table("bot", tally.bots)
  term.write(standings_text.timing(tally:timing()))
  if tally.lineups then print_mirror(tally.lineups) end
end

-- The names that commands were given for their records.
local taken = {}

--- A name for a record that no file has.
local function free_name()
  for path in term.names("fault", "jsonl") do
    local readable, problem = aurum.sys.readable(path)
    if not readable and problem == "No such file or directory"
      and not taken[path] then
      taken[path] = true
      return path
    end
  end
end

--- The command that plays the game with this seed alone and records it.
local function recording(args, seed, seating, path)
  local specs, words = {}, { "aurum", "match", "--variant", args.variant }
  for i, bot in ipairs(seating) do specs[i] = bot.spec end
  if args.players then
    table.insert(words, "--players")
    table.insert(words, tostring(args.players))
  end
  local limits = messages.limits(args)
  table.move(limits, 1, #limits, #words + 1, words)
  if args.on_fault ~= "forfeit" then
    table.insert(words, "--on-fault=" .. args.on_fault)
  end
  table.move({ "--bots", table.concat(specs, ","), "--seed", seed, "--record",
    path, "--force" }, 1, 7, #words + 1, words)
  return term.command(table.unpack(words))
end

--- The commands that ask a bot again for the decision of its fault. The game is
--- line `line` of the record; without a record, a first command makes one.
local function commands(args, result, line, seating, seat, number)
  local record, list = args.record, {}
  if not record or not aurum.sys.readable(record, "file") or record == "-" then
    record, line = free_name(), 1
    list[1] = recording(args, result.seed, seating, record)
  end
  if seating[seat].command then return list end -- only games ask a program
  local words = { "aurum", "bot", "ask", seating[seat].spec, "--record", record,
    "--at", ("%d.f%d"):format(line, number) }
  if messages.is_file(args.variant) then
    table.move({ "--variant", args.variant }, 1, 2, #words + 1, words)
  end
  local limits = messages.limits(args)
  table.move(limits, 1, #limits, #words + 1, words)
  list[#list + 1] = term.command(table.unpack(words))
  return list
end

--- Report a game's faults, but only the first of each bot in the match. The
--- trace belongs to the game's first fault.
local function report_faults(result, names, reported, command_of)
  for i, fault in ipairs(result.faults) do
    local name = names[fault.seat]
    if not reported[name] then
      reported[name] = true
      term.say(messages.fault("match", result.seed, fault, name,
        i == 1 and result.trace or fault.message))
      term.say(messages.advice("to ask it again", command_of(fault.seat, i)),
        math.maxinteger)
    end
  end
end

local with_replay = option_values.keys("replay", "bots", "exec", "variant",
  "cpu", "fuel", "trust", "record", "force", "quiet")

--- End the command if --replay is combined with an option that it does not
--- take.
local function check_replay(args)
  for _, option in ipairs(experiment_options.of "match") do
    local key = option.key
    if args[key] ~= option.said.default and not with_replay[key] then
      term.fail(("--replay takes no --%s"):format((key:gsub("_", "-"))), 2)
    end
  end
end

--- Replay a game of a journal and show it. The command fails if it diverges.
local function replay_game(args)
  check_replay(args)
  local path, id = table.unpack(args.replay)
  local found, problem = replay.find(path, id, args)
  if not found then term.fail(problem) end
  local theirs = replay.limits_text(found.head.limits)
  local limits = replay.limits(found.head, args)
  local same = theirs == replay.limits_text(limits)
  if not (args.quiet or same) then
    term.say(("the journal's bots ran with %s; here they run with %s"):format(
      theirs, replay.limits_text(limits)))
  end
  aurum.sys.catch_interrupts()
  local result, trouble = replay.play(found, limits)
  if not result then term.fail(trouble) end
  if args.record then
    local writer = output.writer(args.record, args.force)
    term.checked(args.record, writer:write(result.record))
    term.checked(args.record, writer:close())
  end
  if args.record ~= "-" then term.write(result.measured) end
  if result.trace then term.say(result.trace) end
  if result.record ~= notes.strip(found.game.record) then
    local fault = found.game.faults[1]
    term.fail(("game %s diverges from that of %s%s%s"):format(id, path,
      fault and ("; there, seat %d was at fault (%s): %s"):format(fault.seat,
        term.plain(fault.kind), term.plain(fault.message)) or "",
      not same and ("\n  its bots ran with %s; give these options if you "
        .. "accept them"):format(theirs) or ""))
  end
end

--- Play the games of a match.
local function play(args, played, bar)
  local reported = {}
  local good, problem, path, status = played:play(function(i, result)
    if #result.faults > 0 then
      bar()
      local seating = played.seatings[result.game]
      report_faults(result, played.seated[result.game], reported,
        function(seat, n)
          return commands(args, result, i, seating, seat, n)
        end)
    end
    bar(i)
  end)
  bar()
  if status then term.fail(("%s: %s"):format(path, problem), status) end
  term.checked(path, good, problem)
  if played.failure then term.fail(term.plain(played.failure, "\n\t")) end
end

function command.run(args)
  if args.replay then return replay_game(args) end
  args.variant = args.variant or "standard"
  args.bots = option_values.parts(args.bots or "greedy,lowball")
  if args.notes and not args.record then
    term.fail("--notes needs --record, where the notes are kept", 2)
  end
  if args.json and args.record == "-" then
    term.fail("--json and --record - both write to standard output", 2)
  end
  local bar
  function args.on_print(text)
    bar()
    term.say_whole(text)
  end
  local played, problem, status = match_play.open(args, resolve.rules(args))
  if not played then term.fail(problem, status) end
  if played.guesser and not args.quiet then
    term.say(messages.short_seed(played.series, played.guesser,
      series.safe_seed))
  end
  bar = term.progress(played.total, args.quiet or args.record == "-")
  play(args, played, bar)
  if args.json then
    term.write(json.encode(played:result()), "\n")
  elseif not args.quiet and args.record ~= "-" then
    print_tables(played, played.tally)
  end
  if args.keep then
    local kept, trouble = played:keep()
    if not kept then term.fail(trouble) end
  end
  if aurum.sys.interrupted() then
    term.fail(("interrupted after %d of %d games"):format(played.games,
      played.total))
  end
end

return command
