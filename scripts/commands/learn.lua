-- aurum learn: learns a value net for any rules, and a bot that plays it.
local aurum = require "aurum"
local bot_of = require "aurum.learn.bot_of"
local course = require "aurum.learn.course"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local learn_page = require "aurum.repl.pages.learn_page"
local options = require "aurum.text.options"
local output = require "aurum.text.output"
local recorded_games = require "aurum.learn.recorded_games"
local resolve = require "aurum.repl.resolve"
local starts = require "aurum.learn.starts"
local term = require "aurum.text.term"
local training = require "aurum.learn.training"
local web = require "aurum.repl.pages.web"

local command = { summary = "Learn a bot for any rules, by self-play." }

local method = [[
A value net says what a position is worth to a seat, in points of the round. It
is learned from rounds that it plays against itself and, in a tenth of them,
against the policy "quick". Targets are the results, mixed with the values of
positions on the way there (TD(lambda): Sutton 1988, Tesauro 1995). A closed
part sees what a seat sees, and plays. An open part sees all hands: it gives
the values in the closed part's targets, and values worlds in searches. The
parts learn by turns, in stages.

FILE.net is written at the end, and beside it FILE.lua, a bot that plays the
net. Until then FILE.net.part has all that is needed to go on: if the run is
stopped, even killed, the same command goes on from there.

The net follows from the rules, --seed and --rounds, with any number of --jobs,
on one build of aurum and one kind of processor. With --minutes the number of
rounds is that of the machine's speed; it is printed.

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
  parser:option("--against", "Learn a best response to this net, which does "
    .. "not learn. What it gains is a lower bound of how much the net can be "
    .. "exploited. (default: self-play)"):argname "FILE.net"
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
--- the training begins from nothing.
local function start_of(args, rules)
  local list = {}
  for i, path in ipairs(args.start) do
    list[i] = { path = path, net = net_of(path, rules) }
  end
  if not list[1] and not args.scratch and not args.against then
    list = starts.bundled(rules)
  end
  if not list[1] then return nil end
  local net, bytes, paths = starts.join(list)
  if not net then term.fail("--start: " .. term.plain(bytes), 2) end
  for i, path in ipairs(paths) do paths[i] = term.plain(path) end
  return net, bytes, table.concat(paths, " and ")
end

--- Write a file whole: it is there with all bytes, or as before.
local function write(path, bytes)
  local writer = output.writer(path, true)
  term.checked(path, writer:write(bytes))
  term.checked(path, writer:close())
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
  for _, input in pairs { args.against, args.proof } do
    aurum.sys.reads(input)
  end
  for _, list in ipairs { args.start, args.from } do
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

--- The rounds of self-play that fit into some seconds, by playing and learning
--- a few: this process learns while the workers play.
local function rounds_in(rules, args, seconds)
  local jobs = args.jobs or aurum.sys.processors()
  local trial = training.new { rules = rules, goal = args.goal, how = "",
    rounds = 5 * training.chunk_rounds, seed = "trial", jobs = args.jobs }
  local start = aurum.sys.clock()
  trial:run(function(self)
    return aurum.sys.clock() - start > math.min(seconds / 10, 5)
      or self.done == self.chunks
  end)
  if aurum.sys.interrupted() then return 0, jobs end
  local spent = aurum.sys.clock() - start
  local each = spent / math.max(trial.done, 1)
  local chunks = math.max(math.floor((seconds - spent) / each), 5)
  return chunks * training.chunk_rounds, jobs
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

local save_seconds = 30 -- between two savings of a training
local looks = 10 -- how often a training is compared with "quick"

--- Go on until the training is finished or a signal ends it.
local function learn(args, run, rules, part)
  local bar = term.progress(run.chunks, args.quiet)
  local shown, saved, looked = {}, aurum.sys.clock(), 0
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

--- The match of the new bot with another.
local function proof_of(args, bot)
  if args.proof == "none" then return nil end
  local result, problem = aurum.arena { bots = { bot, args.proof },
    variant = args.variant, players = args.players, deals = 100,
    seed = args.seed .. "/proof", jobs = args.jobs }
  if not result then term.fail(term.plain(problem, "\n\t")) end
  local pair = result.pairs[1]
  return { against = args.proof, deals = result.deals, games = pair.games,
    mean = pair.difference.mean, low = pair.difference.low,
    high = pair.difference.high }
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
  if result.against then
    term.write(("against the net it answers: %s\n"):format(
      lead_text(result.against.mean, result.against.mean
        - result.against.low)))
  end
  local proof = result.proof
  if proof then
    term.write(("against %s: %s, %s\n"):format(proof.against,
      proof.low and ("%+.2f (%.2f to %.2f)"):format(proof.mean, proof.low,
        proof.high) or ("%+.2f"):format(proof.mean),
      format.plural(proof.deals, "mirrored deal")))
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
local function rounds_for(args, rules, part, saved)
  local old = saved and training.read(saved)
  if saved and not old then
    term.fail(("%s: it is not a training that was stopped, or of another "
      .. "version; remove it to begin anew"):format(term.plain(part)))
  end
  local total = args.rounds or old and old.rounds
    or rounds_in(rules, args, 60 * (args.minutes or 10))
  if aurum.sys.interrupted() then term.fail "interrupted" end
  if not args.quiet then
    term.say(("learning from %s of self-play (--rounds %d)"):format(
      format.plural(total, "round"), total))
  end
  return total
end

--- How the net is learned, for the head of its file.
local function how_of(args, rules, total, start)
  return ("aurum learn --variant %s --players %d --goal %s --rounds %d "
    .. "--seed %s%s%s%s"):format(args.variant, rules.players, args.goal, total,
    args.seed, start and " --start" or " --scratch",
    args.from[1] and " --from" or "",
    args.also[1] and " --also " .. table.concat(args.also, ",") or "")
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
  local total = rounds_for(args, rules, part, saved)
  local start = nets.start or nets.against
  local recorded = recorded_of(args, rules, total)
  local run, problem = training.new { rules = rules, also = nets.also,
    goal = args.goal, rounds = total, seed = args.seed,
    jobs = args.jobs or aurum.sys.processors(), start = start,
    against = nets.against, how = how_of(args, rules, total, start),
    recorded = recorded, from = recorded and recorded_games.digest(recorded)
      .. nets.digest or nets.digest }
  if not run then term.fail("--also: " .. problem, 2) end
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
  if nets.against then
    result.against = estimate(lead(rules, nets.against))
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

--- The nets that options name.
local function nets_of(args, rules)
  local start, start_bytes, names = start_of(args, rules)
  local against, against_bytes
  if args.against then against, against_bytes = net_of(args.against, rules) end
  return { start = start, start_bytes = start_bytes, names = names,
    against = against, digest = aurum.sys.digest(
      (start_bytes or "") .. "|" .. (against_bytes or "")) }
end

--- The rules of --also.
local function also_of(args, rules)
  local list = {}
  for i, spec in ipairs(args.also) do
    list[i] = resolve.rules { variant = spec, players = rules.players }
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
  if args.from[1] and args.against then
    term.fail("--from cannot be combined with --against: a best response "
      .. "learns from its own games", 2)
  end
  local rules = resolve.rules(args)
  local path = args.o or name_of(args, rules)
  if args.html == path then
    term.fail("-o and --html name the same file", 2)
  end
  local bot, part = check_files(args, path), path .. ".part"
  local nets = nets_of(args, rules)
  nets.also = also_of(args, rules)
  local page = web.open(args, aurum.sys.readable(part))
  aurum.sys.catch_interrupts()
  local run = begin(args, rules, nets, part)
  learn(args, run, rules, part)
  local net = assert(aurum.net(run:bytes(), { any = true }))
  local result = { variant = rules.name, variant_spec = args.variant,
    players = rules.players, net = path, bot = bot,
    rounds = run.chunks * training.chunk_rounds,
    seed = args.seed, goal = args.goal, also = {}, course = course.of(run) }
  measure(args, rules, nets, net, result)
  local kept = result.start and result.start.kept
  local bytes = kept and nets.start_bytes or run:bytes()
  write(path, bytes)
  write(bot, bot_of.text(bot_of.name(path), path:match "([^/]*)$", bytes,
    rules))
  os.remove(part)
  result.proof = proof_of(args, bot)
  if page then page:write(learn_page(result, args.typed)) end
  if args.json then
    term.write(json.encode(result), "\n")
  else
    print_result(result)
  end
end

return command
