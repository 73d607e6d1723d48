-- aurum learn: learns a value net for any rules, and a bot that plays it.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local bot_of = require "aurum.learn.bot_of"
local course = require "aurum.learn.course"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local learn_page = require "aurum.repl.pages.learn_page"
local opponents = require "aurum.learn.opponents"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local recorded_games = require "aurum.learn.recorded_games"
local resolve = require "aurum.repl.resolve"
local series = require "aurum.play.series"
local starts = require "aurum.learn.starts"
local term = require "aurum.text.term"
local training = require "aurum.learn.training"
local web = require "aurum.repl.pages.web"

local command = { summary = "Learn a bot for any rules, by self-play." }

local method = [[
A value net says what a position is worth to a seat, in points of the round. It
is learned from rounds that it plays against itself and, in a tenth of them,
against the policy "quick" and the bots of --with. Targets are the results,
mixed with the values of positions on the way there (TD(lambda): Sutton 1988,
Tesauro 1995). A closed part sees what a seat sees, and plays. An open part
sees all hands: it gives the values in the closed part's targets, and values
worlds in searches. The parts learn by turns, in stages.

FILE.net is written at the end, and beside it FILE.lua, a bot that plays the
net. Until then FILE.net.part has all that is needed to go on: if the run is
stopped, even killed, the same command goes on from there.

The net follows from the rules, --seed and --rounds, with any number of --jobs,
on one build of aurum and one kind of processor. With --minutes the number of
rounds is that of the machine's speed; it is printed.

The opponents of --against and --with are bots as `aurum match` takes them, or
nets, files whose names end in .net. Bots play in worker processes, with the
limits of a match. A fault (an error, an illegal action, too much time) costs
the round, and is counted. A bot that is at fault in ten rounds in a row ends
the training. Rounds against a bot take as long as in a match: a slow bot slows
the training. Only with --fuel do verdicts on time repeat exactly. Programs
of --exec can be opponents; the net then follows from --seed only if their
answers do.

A net sees some of what a rule changes: the options in which the editions
differ, trump, questions and variables. So one net can learn several rules with
--also. It cannot tell rules apart that differ by hooks alone.

The net must beat the one it started from: the lower end of the 95 % interval
of its lead, over 8,000 rounds, is above 0. With --also that is the mean of its
leads under all the rules, 8,000 rounds each. If it does not, FILE.net is the
net it started from. At the end the bot plays `quick`'s policy and the bot of
--proof on fresh deals.]]

local goals = { "lead", "margin", "points", "round" }

local function minutes(text)
  local n = tonumber(text)
  if n and n >= 0.05 and n <= 100000 then return n end
  return nil, "expected a number of minutes from 0.05 to 100000"
end

local function rounds(text)
  local n = math.tointeger(tonumber(text))
  if n and n >= 1000 and n <= 1000000000 then return n end
  return nil, "expected a whole number from 1000 to 1000000000"
end

function command.options(parser)
  parser:epilog(method)
  options.variant(parser)
  options.players(parser)
  parser:option("--also", "Learn these rules too, from half of the rounds; "
    .. "they need the same players and sides, and no more "
    .. "gold. It can be repeated. (default: none)")
    :argname "V":count "*"
  parser:option("--goal", "What a value is the expectation of, in a round: the "
    .. "side's points minus the mean of the others' (lead) or the best other's "
    .. "(margin), its points, or its share of the round.", "lead")
    :choices(goals)
  parser:option("--minutes", "How long to learn. (default: 10)")
    :argname "M":convert(minutes)
  parser:option("--rounds", "Rounds of self-play to learn from, instead of "
    .. "--minutes. (default: as many as --minutes allows)")
    :argname "N":convert(rounds)
  parser:option("--start", "Begin from this net, of the same number of "
    .. "players and sides, and no less gold. It can be repeated: the first "
    .. "with a closed part gives that, the first with an open part the other. "
    .. "(default: the bundled nets for these players, if there are any)")
    :argname "FILE.net":count "*"
  parser:flag("--scratch", "Begin from nothing.")
  parser:option("--against", "Learn a best response to this bot or net, "
    .. "which does not learn: all rounds are against it. What is gained is a "
    .. "lower bound of how much it can be exploited. (default: self-play)")
    :argname "BOT"
  parser:option("--with", "Also play against this bot or net, such as "
    .. "counter, alchemist:sims=50 or old.net. The tenth of the rounds that is "
    .. "not self-play is divided evenly among quick and these. It can be "
    .. "repeated. (default: quick alone)"):argname "BOT":count "*"
  parser:option("--from", "Begin with these recorded games, whoever played "
    .. "them: in its first stage each part learns all of them once, between "
    .. "rounds of self-play. It can be repeated. (default: none)")
    :argname "FILE.jsonl":count "*"
  parser:option("--proof", "The bot to play at the end; none for none. The "
    .. "match has 100 mirrored deals.", "counter"):argname "BOT"
  options.seed(parser, "The net follows from it.", "1")
  parser:option("-o", "The net's file. (default: VARIANT-PLAYERS.net)")
    :argname "FILE.net"
  options.html(parser, true)
  options.force(parser, "-o or --html")
  options.json(parser)
  options.cpu(parser)
  options.fuel(parser)
  options.programs(parser)
  options.jobs(parser)
  options.quiet(parser)
end

-- ---- Files ----------------------------------------------------------------

local function read(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local bytes = file:read "a"
  file:close()
  if not bytes then return nil, path .. ": it cannot be read" end
  return bytes
end

--- The net in a file, and its bytes. The command ends if it is not one for this
--- table.
local function net_of(path, rules)
  local net, bytes = resolve.net(path)
  local fits, why = net:fits(rules)
  if not fits then term.fail(("%s: %s"):format(term.plain(path), why), 1) end
  return net, bytes
end

--- The net to begin from, its bytes, and a text that names its files; nil if
--- the training begins from nothing. `answered` is a net to which a best
--- response is learned.
local function start_of(args, rules, answered)
  local list = {}
  for i, path in ipairs(args.start) do
    list[i] = { path = path, net = net_of(path, rules) }
  end
  if not list[1] and not args.scratch then
    list = answered and { { path = args.against, net = answered } }
      or starts.bundled(rules)
  end
  if not list[1] then return nil end
  local net, bytes, paths = starts.join(list)
  if not net then term.fail("--start: " .. term.plain(bytes), 2) end
  for i, path in ipairs(paths) do paths[i] = term.plain(path) end
  return net, bytes, table.concat(paths, " and ")
end

--- Write a file whole: it is there with all bytes, or as before. A writer
--- replaces a file that exists only when the new one is whole, so a new file is
--- made empty first.
local function write(path, bytes)
  local is_new = not aurum.sys.readable(path)
  if is_new then term.checked(path, output.writer(path):close()) end
  local writer = output.writer(path, true)
  local good, problem = writer:write(bytes)
  if good then good, problem = writer:close() end
  if is_new and not good then os.remove(path) end
  term.checked(path, good, problem)
end

--- A name for the net, for rules without one of -o.
local function name_of(args, rules)
  local stem = args.variant:match "([^/]*)$":gsub("%.lua$", "")
  return ("%s-%d.net"):format(stem:gsub("[^%w_-]", "-"), rules.players)
end

--- Check that the files of the result may be written: they are new, or the same
--- command has begun to write them. Returns the bot's.
local function check_files(args, path)
  if not path:find "%.net$" then
    term.fail(("-o: expected a name that ends in .net, got %s"):format(
      term.plain(path)), 2)
  end
  local bot = path:gsub("%.net$", "") .. ".lua"
  for _, list in ipairs { args.start, args.from, args.with,
    { args.against or args.proof, args.proof } } do
    for _, input in ipairs(list) do aurum.sys.reads(input) end
  end
  for _, each in ipairs { path, bot } do
    if aurum.sys.is_input(each) then
      term.fail(("%s: this command also reads it; give another file"):format(
        term.plain(each)), 2)
    end
    if aurum.sys.readable(each) and not args.force
      and not aurum.sys.readable(path .. ".part") then
      term.fail(("%s: it already exists; use --force to replace it"):format(
        term.plain(each)), 1)
    end
  end
  return bot
end

-- ---- How many rounds -------------------------------------------------------

--- A training with these options. The command ends if rules of --also have
--- another table.
local function new_training(given)
  local run, problem = training.new(given)
  if not run then term.fail("--also: " .. problem, 2) end
  return run
end

local slow_rounds = 50 -- of a piece when rounds against bots are timed

--- The rounds that fit into some seconds, by playing and learning a few: this
--- process learns while the workers play. `given` are options of a training.
local function rounds_in(given, seconds)
  local start, own = aurum.sys.clock(), { rounds = 5 * training.chunk_rounds,
    trial = true, how = "", seed = "trial",
    piece_rounds = opponents.any_bot(given.opponents) and slow_rounds or nil }
  for key, value in pairs(given) do own[key] = own[key] or value end
  local trial = new_training(own)
  local good, problem = pcall(trial.run, trial, function()
    return aurum.sys.clock() - start > math.min(seconds / 10, 5)
  end)
  if not good then term.fail(term.plain(tostring(problem), "\n\t")) end
  local spent = aurum.sys.clock() - start
  local each = spent / math.max(trial.done * trial:chunk_size(), 1)
  local chunks = (seconds - spent) / each // training.chunk_rounds
  return math.max(math.tointeger(chunks) or 5, 5) * training.chunk_rounds
end

-- ---- Learning --------------------------------------------------------------

local function lead_text(mean, half)
  return ("%+.2f (%.2f to %.2f)"):format(mean, mean - half, mean + half)
end

--- The text of the progress bar.
local function note_of(run, shown)
  local stage, number = run:stage()
  local last = run.log[#run.log]
  return ("stage %d of %d, %s, error %.2f%s"):format(number, #run.stages,
    stage.part, last and course.error(run, #run.log) or 0,
    shown.lead and ", quick " .. shown.lead or "")
end

local save_seconds = 30 -- between savings of a training, from the first chunk
local looks = 10 -- how often a training is compared with "quick"

--- Go on until the training is finished or a signal ends it.
local function learn(args, run, rules, part)
  local bar = term.progress(run.chunks, args.quiet)
  local shown, saved, looked = {}, -math.huge, 0
  local good, finished = pcall(run.run, run, function(self)
    if self.done * looks // self.chunks > looked then
      looked = self.done * looks // self.chunks
      local net = aurum.net(self:bytes(), { any = true })
      local mean, half = training.lead(rules, net, nil, 1000, "look")
      shown.lead = lead_text(mean, half)
      self.log[#self.log].quick = { mean, half }
    end
    bar(self.done, function() return note_of(self, shown) end)
    if aurum.sys.clock() - saved > save_seconds then
      write(part, self:save())
      saved = aurum.sys.clock()
    end
    return aurum.sys.interrupted()
  end)
  bar()
  if not good then
    if run.done > 0 then write(part, run:save()) end
    term.fail(term.plain(tostring(finished), "\n\t"))
  end
  if finished then return end
  write(part, run:save())
  term.fail(("interrupted after %d of %d rounds; the same command goes on from "
    .. "there"):format(run.done * training.chunk_rounds,
    run.chunks * training.chunk_rounds))
end

-- ---- Proof -----------------------------------------------------------------

local proof_deals, answer_deals = 100, 400

--- The match of the new bot with another; nil and a message if it cannot be
--- played.
local function match_of(args, bot, other, deals)
  local programs = {}
  for i, program in ipairs(args.exec) do
    programs[i] = program.name .. "=" .. program.command
  end
  local result, problem = aurum.arena { bots = { bot, other },
    variant = args.variant, players = args.players, deals = deals,
    seed = args.seed .. "/proof", jobs = args.jobs, cpu = args.cpu,
    fuel = args.fuel, exec = programs }
  if not result then return nil, problem end
  local pair = result.pairs[1]
  return { against = other, deals = result.deals, games = pair.games,
    mean = pair.difference.mean, low = pair.difference.low,
    high = pair.difference.high }
end

local function match_text(match)
  return ("%s, %s"):format(match.low
    and ("%+.2f (%.2f to %.2f)"):format(match.mean, match.low, match.high)
    or ("%+.2f"):format(match.mean), format.plural(match.deals,
      "mirrored deal"))
end

--- Print how the lead grew while the net learned.
local function print_course(result)
  local leads = course.leads(result.course)
  if not leads then return end
  leads.height, leads.title = 8, "its lead over quick as it learned"
  term.write("\n", aurum.chart.line(leads), "\n")
end

local function print_result(result)
  term.write(("%s: a net for %s, %d players, from %s of self-play\n"):format(
    result.net, result.variant, result.players,
    format.plural(result.rounds, "round")))
  term.write(("points a round against the policy quick: %s\n"):format(
    lead_text(result.quick.mean, result.quick.mean - result.quick.low)))
  for _, other in ipairs(result.also) do
    term.write(("  under %s: %s\n"):format(other.variant,
      lead_text(other.mean, other.mean - other.low)))
  end
  if result.start then
    term.write(("against the net it started from: %s%s\n"):format(
      lead_text(result.start.mean, result.start.mean - result.start.low),
      result.start.kept and (", so %s is that net"):format(result.net) or ""))
  end
  local answered = result.against
  if answered then
    term.write(("a best response to %s, against it: %s\n"):format(
      answered.bot, answered.deals and match_text(answered)
        or lead_text(answered.mean, answered.mean - answered.low)))
  end
  if result.proof then
    term.write(("against %s: %s\n"):format(result.proof.against,
      match_text(result.proof)))
  end
  for _, other in ipairs(result.opponents) do
    if other.faults > 0 then
      term.write(("%s: %s in training, in %s; the first was %s\n"):format(
        other.bot, format.plural(other.faults, "fault"),
        format.plural(other.rounds + other.faults, "round"),
        term.plain(other.fault)))
    end
  end
  print_course(result)
  term.write(("%s plays it: try `%s`\n"):format(result.bot, term.command(
    "aurum", "match", "--variant", result.variant_spec, "--bots",
    result.bot .. ",counter")))
end

local function estimate(mean, half)
  return { mean = mean, low = mean - half, high = mean + half }
end

-- ---- The command ----------------------------------------------------------

--- The number of rounds of self-play: that of the options, of a training that
--- was stopped, or as many as fit into the time.
local function rounds_for(args, given, part, saved)
  local old = saved and training.read(saved)
  if saved and not old then
    term.fail(("%s: it is not a training that was stopped, or of another "
      .. "version; remove it to begin anew"):format(term.plain(part)))
  end
  local total = args.rounds or old and old.rounds
    or rounds_in(given, 60 * (args.minutes or 10))
  if aurum.sys.interrupted() then term.fail "interrupted" end
  if not args.quiet then
    term.say(("learning from %s of self-play (--rounds %d)"):format(
      format.plural(total, "round"), total))
  end
  return total
end

--- How the net is learned, for the head of its file.
local function how_of(args, rules, total, given)
  local others = {}
  for i, opponent in ipairs(given.opponents) do
    others[i] = opponent ~= opponents.quick and (" --%s %s"):format(
      given.response and "against" or "with", opponent.name) or ""
  end
  return ("aurum learn --variant %s --players %d --goal %s --rounds %d "
    .. "--seed %s%s%s%s%s"):format(args.variant, rules.players, args.goal,
    total, args.seed, given.start and " --start" or " --scratch",
    args.from[1] and " --from" or "",
    args.also[1] and " --also " .. table.concat(args.also, ",") or "",
    table.concat(others))
end

--- The recorded games of --from, at most as many as a training of so many
--- rounds can learn; nil without that option.
local function recorded_of(args, rules, total)
  if not args.from[1] then return nil end
  local most = math.ceil(total / training.piece_rounds)
  local pieces, learned, others = recorded_games.read(args.from, rules,
    training.piece_rounds, most)
  if aurum.sys.interrupted() then term.fail "interrupted" end
  if not pieces then term.fail(learned, 2) end
  if #pieces == 0 then
    term.fail(("--from: no game of %s with %d players in %s%s"):format(
      rules.name, rules.players, table.concat(args.from, ", "),
      others > 0 and (": %s of other rules"):format(format.plural(others,
        "game")) or ""))
  end
  if not args.quiet then
    term.say(("%s of recorded games%s"):format(format.plural(learned, "round"),
      others > 0 and (", without %s of other rules"):format(format.plural(
        others, "game")) or ""))
  end
  return pieces
end

--- The training that the options describe, from its beginning or from where it
--- was stopped.
local function begin(args, rules, nets, part)
  local saved = read(part)
  if saved == "" then saved = nil end -- killed before the first saving
  local given = { rules = rules, also = nets.also, goal = args.goal,
    seed = args.seed, jobs = args.jobs or aurum.sys.processors(),
    start = nets.start, opponents = nets.opponents,
    response = args.against ~= nil, seconds = series.seconds(args),
    fuel = args.fuel }
  given.rounds = rounds_for(args, given, part, saved)
  given.how = how_of(args, rules, given.rounds, given)
  given.recorded = recorded_of(args, rules, given.rounds)
  given.from = nets.digest .. (given.recorded
    and recorded_games.digest(given.recorded) or "")
  local run = new_training(given)
  if nets.names and not args.quiet then
    term.say("beginning from " .. nets.names)
  end
  if not saved then return run end
  local good, why = run:resume(saved)
  if not good then
    term.fail(("%s: %s; remove it to begin anew"):format(term.plain(part), why))
  end
  if not args.quiet then
    term.say(("going on after %s"):format(format.plural(
      run.done * training.chunk_rounds, "round")))
  end
  return run
end

local proof_rounds = 8000

--- The lead over a net, as the mean over the rules and those of --also; and
--- half of its 95 % interval.
local function lead_under_all(rules, nets, net, rival)
  local mean, square = 0, 0
  for _, each in ipairs { rules, table.unpack(nets.also) } do
    local lead, half = training.lead(each, net, rival, proof_rounds, "proof")
    mean, square = mean + lead, square + half * half
  end
  local n = 1 + #nets.also
  return mean / n, math.sqrt(square) / n
end

--- Add to the result how the net plays, or the one it started from if it does
--- not beat that.
local function measure(args, rules, nets, net, result)
  local function lead(under, rival)
    return training.lead(under, net, rival, proof_rounds, "proof")
  end
  local answered = args.against and nets.opponents[1]
  if answered then
    if answered.net then -- else a match, when the new bot is written
      result.against = estimate(lead(rules, answered.net))
      result.against.bot = answered.name
    end
  elseif nets.start and nets.start.closed then
    local mean, half = lead_under_all(rules, nets, net, nets.start)
    result.start = estimate(mean, half)
    result.start.kept = mean - half <= 0
    if result.start.kept then net = nets.start end
  end
  result.quick = estimate(lead(rules, nil))
  for i, other in ipairs(nets.also) do
    result.also[i] = estimate(lead(other, nil))
    result.also[i].variant = args.also[i]
  end
end

--- The name and the options of a bot, sorted.
local function label_of(bot)
  local list = {}
  for key, value in pairs(bot.options) do
    list[#list + 1] = (":%s=%s"):format(key, value)
  end
  table.sort(list)
  return bot.name .. table.concat(list)
end

--- The opponent that a text names, a bot or a file of a net.
local function opponent_of(spec, rules)
  if spec:find "%.net$" then
    local net, bytes = net_of(spec, rules)
    return { name = spec:match "[^/]*$", net = net,
      digest = aurum.sys.digest(bytes) }
  end
  local bot = resolve.bot(spec)
  return { name = label_of(bot), bot = bot,
    digest = bot_files.digest(bot) .. label_of(bot) }
end

--- The opponents of --against or --with.
local function opponents_of(args, rules)
  if args.against then return { opponent_of(args.against, rules) } end
  local list = { opponents.quick }
  for i, spec in ipairs(args.with) do
    list[i + 1] = opponent_of(spec, rules)
  end
  return list
end

--- The rules of --also.
local function also_of(args, rules)
  local list = {}
  for i, spec in ipairs(args.also) do
    list[i] = resolve.rules { variant = spec, players = rules.players }
  end
  return list
end

--- The nets and opponents that options name, and rules of --also. The command
--- ends if a bot does not load.
local function nets_of(args, rules)
  local list, others = opponents_of(args, rules), also_of(args, rules)
  local start, bytes, names = start_of(args, rules,
    args.against and list[1].net)
  local digests = { bytes or "", tostring(args.fuel) }
  for _, opponent in ipairs(list) do
    digests[#digests + 1] = opponent.digest
  end
  local good, problem, usage = opponents.check(list,
    { rules, table.unpack(others) },
    { seconds = series.seconds(args), fuel = args.fuel })
  if not good then term.fail(term.plain(problem, "\n\t"), usage and 2) end
  return { start = start, start_bytes = bytes, names = names,
    opponents = list, also = others,
    digest = aurum.sys.digest(table.concat(digests, "|")) }
end

--- Add the matches of the new bot to the result. Returns a message if one
--- cannot be played.
local function prove(args, bot, nets, result)
  local problem
  if args.against and not result.against then
    result.against, problem = match_of(args, bot, args.against, answer_deals)
    if problem then return problem end
    result.against.bot = nets.opponents[1].name
  end
  if args.proof ~= "none" and args.proof ~= args.against then
    result.proof, problem = match_of(args, bot, args.proof, proof_deals)
  end
  return problem
end

--- How rounds of a training against each bot went.
local function opponents_met(run)
  local list = {}
  for i, opponent in ipairs(run.opponents) do
    local met = run.met[i]
    list[#list + 1] = opponent.bot and { bot = opponent.name,
      rounds = met.rounds, faults = met.faults, fault = met.fault } or nil
  end
  return list
end

function command.run(args)
  args.variant = args.variant or "standard"
  args.seed = args.seed or "1"
  if args.minutes and args.rounds then
    term.fail("--minutes and --rounds both say how long to learn", 2)
  end
  if args.scratch and args.start[1] then
    term.fail("--scratch begins from nothing: leave out --start", 2)
  end
  for _, key in ipairs { "from", "with" } do
    if args[key][1] and args.against then
      term.fail(("--%s cannot be combined with --against: a best response "
        .. "learns from its own games"):format(key), 2)
    end
  end
  local rules = resolve.rules(args)
  resolve.programs(args)
  local path = args.o or name_of(args, rules)
  if args.html == path then
    term.fail("-o and --html name the same file", 2)
  end
  local bot, part = check_files(args, path), path .. ".part"
  local nets = nets_of(args, rules)
  local page = web.open(args, aurum.sys.readable(part))
  aurum.sys.catch_interrupts()
  local run = begin(args, rules, nets, part)
  learn(args, run, rules, part)
  local net = assert(aurum.net(run:bytes(), { any = true }))
  local result = { variant = rules.name, variant_spec = args.variant,
    players = rules.players, net = path, bot = bot,
    rounds = run.chunks * training.chunk_rounds,
    seed = args.seed, goal = args.goal, also = {}, course = course.of(run),
    opponents = opponents_met(run) }
  measure(args, rules, nets, net, result)
  local kept = result.start and result.start.kept
  local bytes = kept and nets.start_bytes or run:bytes()
  write(path, bytes)
  write(bot, bot_of.text(bot_of.name(path), path:match "([^/]*)$", bytes,
    rules))
  os.remove(part)
  local problem = prove(args, bot, nets, result)
  if page then page:write(learn_page(result, args.typed)) end
  if args.json then
    term.write(json.encode(result), "\n")
  else
    print_result(result)
  end
  if problem then term.fail(term.plain(problem, "\n\t")) end
end

return command
