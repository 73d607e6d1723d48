-- aurum variant: lists, shows, compares and checks variants of the rules.
local aurum = require "aurum"
local blind = require "aurum.lab.rules.blind"
local experiment_options = require "aurum.lab.experiment_options"
local format = require "aurum.text.format"
local check_text = require "aurum.lab.rules.check_text"
local compare = require "aurum.lab.rules.compare"
local compare_page = require "aurum.repl.pages.compare_page"
local compare_text = require "aurum.lab.rules.compare_text"
local composition = require "aurum.lab.rules.composition"
local composition_text = require "aurum.lab.rules.composition_text"
local help = require "aurum.repl.show.help"
local web = require "aurum.repl.pages.web"
local json = require "aurum.text.json"
local messages = require "aurum.text.messages"
local narrate = require "aurum.repl.show.narrate"
local options = require "aurum.text.options"
local series = require "aurum.play.series"
local sweep_page = require "aurum.repl.pages.sweep_page"
local sweep_text = require "aurum.lab.rules.sweep_text"
local output = require "aurum.text.output"
local term = require "aurum.text.term"
local variant_check = require "aurum.lab.rules.variant_check"
local values = require "aurum.text.values"

local command = {
  summary = "List, show, compare, check and play variants.",
  in_process = { play = true },
}

--- The options of `variant play`.
local function play_options(parser)
  parser:argument("variant", options.rules_text)
  options.players(parser, "the highest number up to 4 that it allows")
  parser:option("--seat", "The seat of the person. (default: 1)"):argname "N"
    :convert(options.count)
  parser:option("--bots", "Bots of the other seats: names or files, separated "
    .. "by commas. (default: counter)"):argname "A,B,..."
  options.seed(parser, "Same seed, same cards.")
end

function command.options(parser)
  parser:require_command(true):command_target "action"
  options.json(parser:command("list", "List the variants that go by a name."),
    "Print the list as JSON.")
  local show = parser:command("show", "Print every knob with its value and the "
    .. "file and line that sets it.")
  show:argument("variant", options.rules_text)
  options.players(show, "each number that the variant allows")
  options.json(show)
  local diff = parser:command("diff", "Print how two variants differ.")
  diff:argument("a", options.rules_text)
  diff:argument("b", "Rules to compare them with.")
  options.json(diff)
  local compared = parser:command("compare", "Play the same deals under two "
    .. "variants and compare the games.")
  experiment_options.compare(compared)
  compared:epilog("Each metric is printed with its mean under both variants, "
    .. "their difference, its 95 % t interval over deals, and t, the "
    .. "difference in standard errors. The largest |t| comes first. A "
    .. "difference that is the same in all deals has no interval and no t: it "
    .. "comes first, or last if it is 0. A * marks differences that are "
    .. "significant at 5 % over all metrics (Holm 1979), by Student's t test, "
    .. "without a spread by the sign test.")
  local checked = parser:command("check", "Read a variant strictly, play "
    .. "random games, check every invariant, and check sampled worlds.")
  experiment_options.check(checked)
  checked:epilog("Then it plays small games of the variant, with few cards a "
    .. "hand, and follows what one seat is told. A slow program lists all "
    .. "worlds that agree with it. The worlds that bots would sample must be "
    .. "these, each as often as any other (chi-square test at one in a million "
    .. "for the whole check). Their number grows with --games.")
  play_options(parser:command("play", "Print what a variant changes, then play "
    .. "it in the REPL at a seat of your own."))
end

-- ---- Reading ------------------------------------------------------------

--- Read a variant. A house rule alone is combined with `standard`.
local function read(name)
  local info = aurum.read_variant(name)
  if #info.problems == 0 and #info.counts == 0 then
    info = aurum.read_variant("standard+" .. name)
    name = term.plain(name)
    term.say(("'%s' is a house rule, read as 'standard+%s'"):format(name,
      name))
  end
  for _, note in ipairs(info.notes) do
    term.say("note: " .. term.plain(note))
  end
  return info
end

--- The numbers of players to use: all of the variant, or the one asked for.
local function chosen(info, players)
  if not players then return info.counts end
  for _, count in ipairs(info.counts) do
    if count == players then return { players } end
  end
  term.fail(("variant '%s' is for %s players, not %d"):format(info.name,
    table.concat(info.counts, " or "), players), 2)
end

--- A problem as text that is safe to print.
local function shown(problem)
  return term.plain(tostring(problem), "\n\t")
end

--- End the command if the variant has problems: with status 1 if a file is at
--- fault, with 2 if the name means no file.
local function must_be_good(info)
  if #info.problems == 0 then return info end
  local lines, status = {}, 2
  for i, problem in ipairs(info.problems) do
    lines[i] = shown(problem)
    if problem.path then status = 1 end
  end
  term.fail(table.concat(lines, "\n"), status)
end

local function rules_of(info, players)
  local rules, problem = info:rules(players)
  if not rules then term.fail(shown(problem)) end
  return rules
end

--- A path for people: within the folder of aurum, relative to it.
local function short(path)
  local home = aurum.home .. "/"
  if path:sub(1, #home) == home then path = path:sub(#home + 1) end
  return (path:gsub("^%./", ""))
end

-- ---- list ---------------------------------------------------------------

local function list(args)
  local names, files, shadowed = aurum.variants()
  local rows, items = { { "name", "players", "title", "file" } }, {}
  for _, name in ipairs(names) do
    local info = aurum.read_variant(name)
    local broken = info.problems[1] and tostring(info.problems[1])
    local players = #info.counts > 0 and table.concat(info.counts, ", ")
      or "house rule"
    local hidden = {}
    for _, other in ipairs(shadowed) do
      if other.name == name then hidden[#hidden + 1] = other.file end
    end
    items[#items + 1] = { name = name, title = info.title, file = files[name],
      players = info.counts, problem = broken,
      shadowed = hidden[1] and hidden or nil }
    rows[#rows + 1] = { name, broken and "-" or players,
      broken and "does not load: " .. term.command("aurum", "variant", "check",
        name) or info.title,
      short(files[name]) }
  end
  if args.json then
    term.write(json.encode(items), "\n")
  else
    term.write(term.table(rows, "<<<<"), options.shadowed(shadowed))
  end
  return 0
end

-- ---- show ---------------------------------------------------------------

local function place(from)
  return from and ("%s:%d"):format(from.path, from.line) or "default"
end

local function short_place(from) return term.plain(short(place(from))) end

--- The places of a hook's functions, in the order in which they are called.
local function places(list_)
  local result = {}
  for i, from in ipairs(list_ or {}) do result[i] = short(place(from)) end
  return #result > 0 and table.concat(result, " then ") or "-"
end

local function show_text(info, players)
  local rules, resolved = rules_of(info, players), info:resolve(players)
  local rows = { { "knob", "value", "from" } }
  for _, knob in ipairs(aurum.knobs()) do
    if knob.name ~= "players" then
      local text = rules:text(knob.name)
      rows[#rows + 1] = { knob.name, text == "" and "-" or text,
        short(place(resolved.from[knob.name])) }
    end
  end
  for _, hook in ipairs(aurum.hooks) do
    for i, from in ipairs(resolved.hooks[hook] or {}) do
      rows[#rows + 1] = { i == 1 and hook or "", i == 1 and "function"
        or "then", short(place(from)) }
    end
  end
  local cardless = false -- if the bids have no cards
  for _, question in ipairs(info:asked()) do
    rows[#rows + 1] = { "questions." .. question.name, question.when,
      short(place(question)) }
    cardless = cardless or question.when == "instead_of_bids"
  end
  for _, var in ipairs(info.vars) do
    rows[#rows + 1] = { "vars." .. var.name, var.scope, "" }
  end
  term.write(term.paint("bold", ("%s, %d players, rules %s"):format(
    term.plain(info.name), players, rules.digest)), "\n",
    term.plain(info.title), "\n")
  term.write(term.table(rows, "<<<"))
  if cardless then
    term.write "bids have no cards, so no bid changes (RULES 5)\n"
  end
  local found = composition.study(info, players, true)
  if found then term.write(composition_text.of(found, short_place)) end
end

local function show_json(info, players)
  local rules, resolved = rules_of(info, players), info:resolve(players)
  local knobs, hooks, asked, vars = {}, {}, {}, {}
  for _, knob in ipairs(aurum.knobs()) do
    knobs[knob.name] = { value = rules[knob.name],
      from = place(resolved.from[knob.name]) }
  end
  for hook, list_ in pairs(resolved.hooks) do
    hooks[hook] = {}
    for i, from in ipairs(list_) do hooks[hook][i] = place(from) end
  end
  for i, question in ipairs(info:asked()) do
    asked[i] = { name = question.name, when = question.when,
      from = place(question) }
  end
  for _, var in ipairs(info.vars) do vars[var.name] = var.scope end
  local found = composition.study(info, players, true) or { overruled = {} }
  return { players = players, digest = rules.digest, knobs = knobs,
    hooks = next(hooks) and hooks, questions = next(asked) and asked,
    vars = next(vars) and vars,
    overruled = next(found.overruled) and found.overruled }
end

local function show(args)
  local info = must_be_good(read(args.variant))
  local counts = chosen(info, args.players)
  if args.json then
    local sheets = {}
    for i, count in ipairs(counts) do sheets[i] = show_json(info, count) end
    term.write(json.encode { name = info.name, title = info.title,
      rules = sheets }, "\n")
    return 0
  end
  for i, count in ipairs(counts) do
    if i > 1 then term.write "\n" end
    show_text(info, count)
  end
  return 0
end

-- ---- diff ---------------------------------------------------------------

--- The places of a variant's questions by name, and their names in order.
local function questions(info)
  local at, names = {}, {}
  for i, question in ipairs(info:asked()) do
    at[question.name] = short(place(question))
    names[i] = question.name
  end
  return at, names
end

--- Add to `found` a row for each question that only one of two variants asks,
--- or that stands at another place.
local function question_differences(a, b, found)
  local in_a, names_a = questions(a)
  local in_b, names_b = questions(b)
  for _, name in ipairs(names_a) do
    local x, y = in_a[name], in_b[name] or "-"
    if x ~= y then found[#found + 1] = { "questions." .. name, x, y } end
  end
  for _, name in ipairs(names_b) do
    if not in_a[name] then
      found[#found + 1] = { "questions." .. name, "-", in_b[name] }
    end
  end
end

--- The differences for a number of players: a list of { key, value in a, value
--- in b }.
local function differences(a, b, players)
  local found = {}
  local rules_a, rules_b = rules_of(a, players), rules_of(b, players)
  local own_a, own_b = a:resolve(players), b:resolve(players)
  for _, knob in ipairs(aurum.knobs()) do
    local x, y = rules_a:text(knob.name), rules_b:text(knob.name)
    if x ~= y then found[#found + 1] = { knob.name, x, y } end
  end
  for _, hook in ipairs(aurum.hooks) do
    local x, y = places(own_a.hooks[hook]), places(own_b.hooks[hook])
    if x ~= y then found[#found + 1] = { hook, x, y } end
  end
  question_differences(a, b, found)
  return found
end

local function has(list_, value)
  for _, item in ipairs(list_) do
    if item == value then return true end
  end
  return false
end

local function print_difference(a, b, count, found)
  term.write(term.paint("bold", ("%d players"):format(count)), "\n")
  local rows = { { "", a.name, b.name } }
  for i, row in ipairs(found) do
    rows[i + 1] = { row[1], row[2] == "" and "-" or row[2],
      row[3] == "" and "-" or row[3] }
  end
  term.write(#found == 0 and "the same\n" or term.table(rows, "<<<"))
end

local function diff(args)
  local a, b = must_be_good(read(args.a)), must_be_good(read(args.b))
  for _, info in ipairs { a, b } do -- both must be playable
    for _, count in ipairs(info.counts) do rules_of(info, count) end
  end
  local items = {}
  for count = 2, 6 do
    local in_a, in_b = has(a.counts, count), has(b.counts, count)
    local found = in_a and in_b and differences(a, b, count)
    if args.json then
      for _, row in ipairs(found or {}) do
        items[#items + 1] = { players = count, key = row[1], a = row[2],
          b = row[3] }
      end
      if in_a ~= in_b then
        items[#items + 1] = { players = count, key = "players", a = in_a,
          b = in_b }
      end
    elseif found then
      print_difference(a, b, count, found)
    elseif in_a or in_b then
      term.write(("%d players: only %s\n"):format(count, in_a and a.name
        or b.name))
    end
  end
  if args.json then term.write(json.encode(items), "\n") end
  return 0
end

-- ---- compare ------------------------------------------------------------

--- The variants to compare. With --sweep also its knob and values.
local function compared(args)
  local a = must_be_good(read(args.a))
  chosen(a, args.players)
  if not args.sweep then
    if not args.b then term.fail("missing argument 'B'", 2) end
    local b = must_be_good(read(args.b))
    chosen(b, args.players)
    return { a, b }
  elseif args.b then
    term.fail(("--sweep compares values of a knob in '%s' alone: leave out "
      .. "'%s'"):format(args.a, args.b), 2)
  end
  local infos, knob, settings = compare.settings(a, args.sweep)
  if not infos then term.fail("--sweep: " .. term.plain(knob), 2) end
  return infos, knob, settings
end

--- The comparison that the options ask for. With --sweep also its knob and
--- values.
local function comparison(args, bots)
  local infos, knob, settings = compared(args)
  args.bots = values.parts(bots)
  local match, problem, status = compare.open(infos, args)
  if not match then term.fail(problem, status) end
  local guesser = series.guesser(args, match.seed, match.seatings)
  if guesser then
    term.say(messages.short_seed(match.seed, guesser, series.safe_seed))
  end
  return match, knob, settings
end

--- Compare with one field of bots, and print the result. Returns it.
local function compare_field(args, bots)
  local match, knob, settings = comparison(args, bots)
  if args.shard then
    local good, problem = compare.play_shard(match, args.shard)
    if not good then term.fail(term.plain(problem, "\n\t")) end
    return nil
  end
  local page, games = web.open(args), match.games_per_deal
  local bar = term.progress(match.deals * #match.rules * games, args.json)
  local result, failure
  if knob then
    result, failure = compare.sweep(match, knob, settings, bar)
  else
    result, failure = compare.play(match, bar)
  end
  bar()
  if not result then term.fail(term.plain(failure, "\n\t")) end
  for name, n in pairs(result.faults or {}) do
    term.say(("note: %s was at fault, %d in all; the first legal action was "
      .. "played for it"):format(term.plain(name), n))
  end
  if page then
    page:write((knob and sweep_page or compare_page)(result, games, args.typed))
  end
  if not args.json then
    local text = knob and sweep_text or compare_text
    term.write(text.of(result, games, compare.shares))
  end
  return result, match.deals
end

local function compare_all(args)
  local fields, results = args.bots, {}
  if not fields[1] then fields = { "counter,random" } end
  if args.html and fields[2] then
    term.fail("--html shows one field of bots: give --bots once", 2)
  end
  for i, bots in ipairs(fields) do
    if i > 1 and not args.json then term.write "\n" end
    local deals
    results[i], deals = compare_field(args, bots)
    if not results[i] then return 0 end -- it was a plan's shard
    if aurum.sys.interrupted() then
      if args.json then term.write(json.encode(results[i]), "\n") end
      term.fail(("interrupted after %d of %d deals"):format(results[i].deals,
        deals))
    end
  end
  if args.json then
    term.write(json.encode(fields[2] and results or results[1]), "\n")
  end
  return 0
end

-- ---- check --------------------------------------------------------------

--- Play random games. Returns the failure or nil, and the counts.
local function play(info, players, args)
  local rules, problem = info:rules(players)
  if not rules then
    return { message = shown(problem) }, variant_check.totals()
  end
  local seed, first, last = options.series(args.seed or "check", args.games,
    10000)
  local bar = term.progress(last - first + 1, args.json)
  local failure, totals = variant_check.run(info, rules, { series = seed,
    first = first, last = last }, bar)
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
    asleep = rules_of(info, players):is_asleep(), on_progress = bar })
  bar()
  if failure then failure.message = term.plain(failure.message, "\n\t") end
  if failure and failure.by_host then term.fail(failure.message) end
  return failure, totals
end

--- Open the file for games that fail: that of --record, or the first of
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
    term.write(check_text.doubts(rules_of(info, players)))
    if item.study then
      term.write(composition_text.of(item.study, short_place))
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

local function check(args)
  if args.json and args.record == "-" then
    term.fail("--json and --record - both write to standard output", 2)
  end
  local info = read(args.variant)
  if no_such(info) then must_be_good(info) end
  local found, bad, records = {}, false, { n = 0 }
  for _, problem in ipairs(info.problems) do
    if problem.by_host then term.fail(shown(problem)) end
    bad = true
    found[#found + 1] = { message = shown(problem), file = problem.path,
      line = problem.line }
    if not args.json then term.write(shown(problem), "\n") end
  end
  if args.record and not bad then open_records(records, args) end
  aurum.sys.catch_interrupts()
  for _, players in ipairs(bad and {} or chosen(info, args.players)) do
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

-- ---- play ---------------------------------------------------------------

--- A table of all that differs from the standard rules; where these are for
--- other numbers of players, of all that the files set. nil if it is empty.
local function changes_table(info, players)
  local standard = aurum.read_variant "standard"
  local rows
  if has(standard.counts, players) then
    rows = { { "", standard.name, info.name } }
    for _, row in ipairs(differences(standard, info, players)) do
      rows[#rows + 1] = { row[1], row[2] == "" and "-" or row[2],
        row[3] == "" and "-" or row[3] }
    end
  else
    local rules = rules_of(info, players)
    rows = { { "", info.name } }
    for _, entry in ipairs(info:entries(players)) do
      rows[#rows + 1] = { entry.key, entry.hook and short_place(entry)
        or rules:text(entry.key) }
    end
    for _, question in ipairs(info:asked()) do
      rows[#rows + 1] = { "questions." .. question.name,
        short_place(question) }
    end
  end
  return rows[2] and term.table(rows, "<<<")
end

--- Print the rules of a variant: its authors' words, then what it changes.
local function print_rules(loop, info, players)
  local parts = { term.paint("bold", ("%s, %d players"):format(
    term.plain(info.title), players)) }
  for _, file in ipairs(info.files) do
    local text = help.head_comment(file.text)
    if text ~= "" then parts[#parts + 1] = text end
  end
  loop:out(table.concat(parts, "\n"))
  local changes = changes_table(info, players)
  if changes then loop:out("\n" .. changes) end
  loop:out "\n`rules` has the rules of Aurum, `help` the commands.\n\n"
end

local function play_at_seat(args)
  local info = must_be_good(read(args.variant))
  local players = args.players
  for _, count in ipairs(chosen(info, args.players)) do
    if not players or count <= 4 then players = count end
  end
  rules_of(info, players)
  local loop = require "aurum.repl.loop".new {}
  print_rules(loop, info, players)
  local talks = aurum.sys.is_terminal "stdin"
  if talks then aurum.edit.catch() end -- Ctrl-C stops the start file
  loop:run_start_file()
  local good, problem = loop.session:new_game { variant = info.given,
    players = players, seed = args.seed, human = args.seat or 1,
    bots = args.bots and values.parts(args.bots) }
  if not good then term.fail(term.plain(problem, "\n\t"), 2) end
  narrate.advance(loop)
  return loop:converse(talks)
end

local actions = { list = list, show = show, diff = diff, check = check,
  compare = compare_all, play = play_at_seat }

function command.run(args)
  return actions[args.action](args)
end

return command
