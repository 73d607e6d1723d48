-- aurum variant check: plays random games of a variant and checks each step.
local aurum = require "aurum"
local blind = require "aurum.lab.rules.blind"
local check_text = require "aurum.lab.rules.check_text"
local composition = require "aurum.lab.rules.composition"
local composition_text = require "aurum.lab.rules.composition_text"
local experiment_options = require "aurum.lab.experiment_options"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local unsaid = require "aurum.lab.rules.unsaid"
local variant_check = require "aurum.lab.rules.variant_check"
local variant_reader = require "aurum.repl.variant_reader"

local action = { summary = "Read a variant strictly, play "
  .. "random games, check every invariant, and check sampled worlds." }

function action.options(parser)
  experiment_options.check(parser)
  parser:epilog("Then it plays small games of the variant, with few cards a "
    .. "hand, and follows what one seat is told. A slow program lists all "
    .. "worlds that agree with it. The worlds that bots would sample must be "
    .. "these, each as often as any other (chi-square test at one in a million "
    .. "for the whole check). Their number grows with --games. A note names "
    .. "hooks and questions without a sentence for players in the file's "
    .. "`rules`, and has the line to write.")
end

--- Play random games. Returns the failure or nil, and the counts.
local function play(info, players, args)
  local rules, problem = info:rules(players)
  if not rules then
    return { message = variant_reader.shown(problem) }, variant_check.totals()
  end
  local seed, first, last = options.series(args.seed or "check", args.games,
    10000)
  local bar = term.progress(last - first + 1, args.json)
  local failure, totals = variant_check.run(info, rules, { series = seed,
    first = first, last = last,
    hook_prints = args.hook_prints or options.hook_bytes }, bar)
  bar()
  if failure then failure.message = term.plain(failure.message, "\n\t") end
  if failure and failure.by_host then term.fail(failure.message) end
  return failure, totals
end

local steps_a_game = 5 -- of the enumerator, for each random game
local least_steps = 15000

--- Compare sampled worlds with enumerated ones in small games. Returns the
--- failure or nil, and the totals (lua/lab/rules/blind.lua).
local function look(info, players, args)
  local seed, first, last = options.series(args.seed or "check", args.games,
    10000)
  local single = args.seed and not args.games and first == last
  local steps = math.max((last - first + 1) * steps_a_game, least_steps)
  local bar = term.progress(steps, args.json)
  local failure, totals = blind.run(info, players, { series = seed,
    first = first, last = last, steps = single and blind.steps_alone or steps,
    asleep = variant_reader.rules_of(info, players):is_asleep(),
    on_progress = bar })
  bar()
  if failure then failure.message = term.plain(failure.message, "\n\t") end
  if failure and failure.by_host then term.fail(failure.message) end
  return failure, totals
end

--- Open the file for games that fail: the one of --record, or the first of
--- failed.jsonl, failed-2.jsonl, ... that does not exist.
local function open_records(records, args)
  if args.record then
    records.path = args.record
    records.writer = output.writer(args.record, args.force)
    return
  end
  for path in term.names("failed", "jsonl") do
    local problem
    records.path = path
    records.writer, problem = aurum.sys.writer(path)
    if problem ~= "File exists" then
      return term.checked(path, records.writer, problem)
    end
  end
end

--- Add a game to the records of this check.
local function write_record(records, record)
  io.stdout:flush() -- it may be the same file
  term.checked(records.path, records.writer:write(record))
  term.checked(records.path, records.writer:flush())
  records.n = records.n + 1
end

--- Print what was found for a number of players.
local function report(info, players, item, args, records)
  local totals, failure = item.totals, item.failure
  term.write(term.paint("bold", ("%s, %d players: %s"):format(
    term.plain(info.name), players, format.plural(totals.games,
      "random game"))), "\n")
  if totals.games > 0 then
    term.write(check_text.totals(totals))
    term.write(check_text.doubts(variant_reader.rules_of(info, players)))
    if item.study then
      term.write(composition_text.of(item.study, variant_reader.short_place))
    end
    if item.worlds and not failure then
      term.write(check_text.worlds(item.worlds))
    end
  end
  if failure then
    term.write(check_text.failure(failure, {
      record = records.path == "-" and "the next line"
        or ("line %d of %s"):format(records.n + 1, records.path or "?"),
      variant = args.variant, players = players }))
  elseif totals.games > 0 then
    term.write "  every invariant held\n"
  end
end

--- Check for a number of players: { totals =, failure =, study =, worlds = }.
local function check_for(info, players, args)
  local item = {}
  item.failure, item.totals = play(info, players, args)
  if item.failure or aurum.sys.interrupted() then return item end
  item.study = composition.study(info, players)
  if aurum.sys.interrupted() then return item end
  local failure, seen = look(info, players, args)
  if not aurum.sys.interrupted() then item.worlds = seen end
  item.failure = failure
  return item
end

--- True if the name means no file, false if the file has problems.
local function no_such(info)
  for _, problem in ipairs(info.problems) do
    if problem.path then return false end
  end
  return #info.problems > 0
end

--- Note the code that no sentence tells players of.
local function note_unsaid(info)
  if #info.problems > 0 then return end
  for _, note in ipairs(unsaid.notes(info)) do
    info.notes[#info.notes + 1] = note
    term.say("note: " .. term.plain(note))
  end
end

function action.run(args)
  if args.json and args.record == "-" then
    term.fail("--json and --record - both write to standard output", 2)
  end
  local info = variant_reader.read(args.variant)
  if no_such(info) then variant_reader.must_be_good(info) end
  note_unsaid(info)
  local found, bad, records = {}, false, { n = 0 }
  for _, problem in ipairs(info.problems) do
    if problem.by_host then term.fail(variant_reader.shown(problem)) end
    bad = true
    local text = variant_reader.shown(problem)
    found[#found + 1] = { message = text, file = problem.path,
      line = problem.line }
    if not args.json then term.write(text, "\n") end
  end
  if args.record and not bad then open_records(records, args) end
  aurum.sys.catch_interrupts()
  local counts = bad and {} or variant_reader.chosen(info, args.players)
  for _, players in ipairs(counts) do
    local item = check_for(info, players, args)
    bad = bad or item.failure ~= nil
    local failed = item.failure and item.failure.record
    if failed and not records.writer then open_records(records, args) end
    found[#found + 1] = check_text.item(item, players, records.path)
    if not args.json then report(info, players, item, args, records) end
    if failed then write_record(records, failed) end
    if aurum.sys.interrupted() then break end
  end
  if records.writer then
    term.checked(records.path, records.writer:close())
  end
  if args.json then
    term.write(json.encode { variant = info.name, found = found,
      notes = #info.notes > 0 and info.notes or nil }, "\n")
  elseif #info.problems > 1 then
    term.write(("%d problems\n"):format(#info.problems))
  end
  if aurum.sys.interrupted() then term.fail "interrupted" end
  return bad and 1 or 0
end

return action
