-- aurum tune: finds the best values of a bot's options.
local aurum = require "aurum"
local experiment_options = require "aurum.lab.experiment_options"
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local messages = require "aurum.text.messages"
local resolve = require "aurum.repl.resolve"
local series = require "aurum.play.series"
local term = require "aurum.text.term"
local standings = require "aurum.lab.arena.standings"
local tune = require "aurum.lab.tune.tune"
local tune_page = require "aurum.repl.pages.tune_page"
local versions = require "aurum.lab.bots.versions"
local web = require "aurum.repl.pages.web"
local wrap = require "aurum.text.wrap"

local command = { summary = "Find the best values of a bot's options." }

local method = [[
The method is simultaneous perturbation (Spall 1992) with the settings of
fishtest. A batch is 16 deals. Two versions of the bot play each of them
against the opponents, in all seatings. For each parameter a sign is drawn
anew: one version has c more than the estimate, and the other has c less. The
estimate then moves towards the better version:

  A = 0.1 N   alpha = 0.602   gamma = 0.101   (N: all deals, k: those so far)
  c(k) = c (N / (k + 1))^gamma
  step = r c(k) ((A + N) / (A + k + 1))^alpha (N / (k + 1))^(-2 gamma) result

The result is the sum over the deals of the difference between the two
versions, divided by its standard deviation over all deals so far. By default c
is 0.15 of the parameter's range, and r is 0.45 / sqrt(N). A whole number is
rounded at random, by one random number for both versions.

The method was measured on simulated bots whose best values are known, with 1
to 6 parameters. With the same games its error is below a grid's and
successive halving's.

At the end, the new values play the old ones on fresh deals, until a sequential
test decides (see `aurum help arena`). The command changes no file: it prints
the options for you to write down. Batches are applied in the order of their
numbers, so neither --jobs nor an interruption with --journal changes the
course.]]

function command.options(parser)
  parser:epilog(method)
  experiment_options.tune(parser)
end

-- ---- Running ------------------------------------------------------------

--- The estimate so far, for the progress bar.
local function estimate_text(run)
  local now, spreads = run.tuner:estimate()
  local parts = {}
  for i, param in ipairs(run.space.params) do
    parts[i] = ("%s %s (+-%.2g)"):format(param.name,
      run.space:text(i, now[i]), spreads[i])
  end
  return table.concat(parts, ", ")
end

--- Play the confirmation. Returns its standings and, with --html, the course of
--- its test; nil if there is nothing to confirm.
local function confirm(args, run)
  local arena, problem, status = run:confirmation()
  if problem then term.fail(problem, status) end
  if not arena then return nil end
  local bar = term.progress(arena.plan.games, args.quiet)
  local test = arena.games.tally.test
  local good, trouble = arena:play(function(games)
    bar(games, function()
      return ("confirming: llr %.2f (%.2f to %.2f)"):format(test.llr,
        test.lower, test.upper)
    end)
  end)
  bar()
  if not good then term.fail(trouble) end
  if arena.failure then term.fail(term.plain(arena.failure, "\n\t")) end
  local result = arena:finish()
  if args.keep then
    local kept, wrong = versions.keep_arena({ arena.bots[1] }, result, "tune")
    if not kept then term.fail(wrong) end
  end
  return result, args.html and standings.course(arena.games.tally).sprt
end

-- ---- Printing -----------------------------------------------------------

local function print_head(result)
  term.write(("%s, %d players, %s, %d games against %s, seed %s\n\n"):format(
    result.variant, result.players, format.plural(result.deals, "deal"),
    result.games, term.plain(table.concat(result.against, ", ")),
    term.plain(result.seed)))
end

--- The parameters as rows of texts, the heads first.
local function rows_of(run, result)
  local rows = { { "parameter", "from", "to", "was", "now", "spread" } }
  for i, param in ipairs(result.params) do
    local function text(x) return run.space:text(i, x) end
    rows[i + 1] = { param.name, text(param.low), text(param.high),
      text(param.start), text(param.value), ("%.2g"):format(param.spread) }
  end
  return rows
end

local function print_params(run, result)
  term.write(term.table(rows_of(run, result), "<"))
  if result.faults > 0 then
    term.write(("the bot was at fault in %s of these\n"):format(
      format.plural(result.faults, "game")))
  end
end

local function print_courses(result)
  for _, param in ipairs(result.params) do
    if #param.course > 1 then
      term.write("\n", aurum.chart.line { title = param.name, x = "batch",
        height = 6, series = { { param.name, param.course } } })
    end
  end
end

--- The verdict in words.
local function verdict_of(result)
  local test = result.confirmation
  if not result.complete then return "" end
  if not test then
    return "\nnothing gained: the tuner ended at the old values\n"
  end
  local sign = ("%+.3f pts/rd"):format(test.mean)
  if test.low == test.low then
    sign = ("%s, 95 %% interval %+.3f to %+.3f"):format(sign, test.low,
      test.high)
  else
    sign = ("%s, %s"):format(sign, format.no_interval(test.deals))
  end
  local text = ("\n%s\n  new against old values: %s\n"):format(table.concat(
    wrap.lines("confirmation on fresh deals: " .. test.reason, 78, "  "),
    "\n"), sign)
  if result.gained then
    return ("%sgained; to use the new values, write them into the file's "
      .. "options,\nor name the bot\n  %s\n"):format(text,
        term.plain(result.tuned))
  elseif test.stopped == "m0" or test.stopped == "same" and test.mean == 0 then
    return text .. "nothing gained: keep the old values\n"
  end
  return text .. "not decided: the old values stand until more deals decide\n"
end

--- The verdict as lines for a page, each a sentence.
local function sentences(verdict)
  return verdict:gsub("^%s+", ""):gsub("confirmation on fresh deals", "result")
    :gsub("\n%s+new against", "\nnew against"):gsub("options,\n", "options, ")
    :gsub("\n%s+", " "):gsub("%f[^\n\0]%l", string.upper)
end

--- Write the page of --html.
local function write_page(args, run, result, course)
  args.page:write(tune_page(result, { rows = rows_of(run, result),
    verdict = sentences(verdict_of(result)), spreads = run:spreads(),
    sprt = course }, args.typed))
end

local function check_usage(args)
  if args.journal == "-" then
    term.fail("--journal: expected a file, not standard output", 2)
  elseif args.journal and not args.seed then
    term.fail("--journal needs --seed: without it, no run could resume it", 2)
  end
end

function command.run(args)
  args.variant, args.params = args.variant or "standard", args.param
  args.deals = args.deals or 2016
  args.confirm = args.confirm or args.deals
  check_usage(args)
  local run, problem, status = tune.open(args, resolve.rules(args))
  if not run then term.fail(problem, status) end
  args.page = web.open(args, run.resumes)
  if run.guesser and not args.quiet then
    term.say(messages.short_seed(run.seed, run.guesser, series.safe_seed))
  end
  local bar = term.progress(run.deals, args.quiet)
  local good, trouble = run:run(function(deals)
    bar(deals, function() return estimate_text(run) end)
  end)
  bar()
  run:close()
  if not good then term.fail(term.plain(trouble, "\n\t")) end
  local confirmed, course
  if run.complete then confirmed, course = confirm(args, run) end
  local result = run:result(confirmed)
  if args.page then write_page(args, run, result, course) end
  if args.json then
    term.write(json.encode(result), "\n")
  else
    print_head(result)
    print_params(run, result)
    print_courses(result)
    term.write(verdict_of(result))
  end
  if aurum.sys.interrupted() then
    term.fail(("interrupted after %d of %d deals%s"):format(result.deals,
      run.deals, args.journal and "; the same command resumes it" or ""))
  end
end

return command
