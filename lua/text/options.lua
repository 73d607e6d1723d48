-- Options that several commands share: each is defined here once, with its help
-- and the reader of its value. The definitions return argparse's option.
local aurum = require "aurum"
local ranges = require "aurum.text.ranges"
local term = require "aurum.text.term"
local option_values = require "aurum.text.option_values"
local options = {}

options.count, options.series = option_values.count, option_values.series

-- ---- Rules, seats and seeds ---------------------------------------------

options.rules_text = "Rules: a name or a file; A+B combines them."

--- --variant: the rules to play by. `default` says which are meant without it.
function options.variant(parser, default)
  return parser:option("--variant", ("%s (default: %s)"):format(
    options.rules_text, default or "standard")):argname "V"
end

--- --variant: the rules to replay recorded games by.
function options.replay_variant(parser)
  return parser:option("--variant", "Rules to replay the games by, a name or a "
    .. "file. A house rule alone replaces the part of that name. (default: the "
    .. "rules that each game names)"):argname "V"
end

--- --players. `default` says which number is meant without it.
function options.players(parser, default)
  return parser:option("--players", ("Number of players. (default: %s)"):format(
    default or "as many as the variant usually has")):argname "N"
    :convert(options.count)
end

--- --seed. `use` says what follows from it, `default` which one is meant
--- without it.
function options.seed(parser, use, default)
  return parser:option("--seed", ("Seed, any text, or a cell seed:S of a "
    .. "table. %s (default: %s)"):format(
    use, default or "random")):argname "S":convert(option_values.seed)
end

-- ---- Bots ---------------------------------------------------------------

--- The bot that a command is about.
function options.bot(parser)
  return parser:argument("bot", "Bot: NAME or PATH, followed by its options as "
    .. ":key=value.")
end

-- ---- How bots are run ---------------------------------------------------

--- --cpu: the processor time of an answer.
function options.cpu(parser, default)
  return parser:option("--cpu", ("Processor time, in seconds from 0.05 to "
    .. "3600, that a bot may use for one answer. (default: %s)"):format(default
    or "1, or 60 with --fuel")):argname "SECONDS":convert(option_values.seconds)
end

--- --threads: those that share the work of a bot, in each worker.
function options.threads(parser)
  return parser:option("--threads", "Number of threads, at most 64, that share "
    .. "the `roots` of a bot's search and the worlds that it solves. The "
    .. "results are the same with any number; --cpu counts the time of all "
    .. "threads. --jobs is by default the number of processors divided by N. "
    .. "(default: 1)")
    :argname "N":convert(option_values.workers)
end

--- --exec: programs that play as bots.
function options.programs(parser)
  return parser:option("--exec", "Let a program play as the bot NAME, "
    .. "wherever a bot is named: a command of the shell that answers each line "
    .. "of JSON with a line (scripts/programs/README.md). It runs with all "
    .. "your rights, once for each of its seats in each worker; --cpu limits "
    .. "the wall time of its answers. Not with --trust or --keep. May be "
    .. "repeated. "
    .. "(default: no program)"):argname "NAME=COMMAND":count "*"
    :convert(option_values.program)
end

--- --exec, for commands that look into bots or need them to be files. It is
--- known so that `why_no_programs` can say why there are no programs here.
function options.no_programs(parser)
  return parser:option("--exec", "Not here. May be repeated.")
    :argname "NAME=COMMAND":count "*":hidden(true)
end

--- nil without --exec; else why a command has no programs.
function options.why_no_programs(args, why)
  if args.exec and args.exec[1] then return "--exec: not here: " .. why end
end

--- --fuel: the instructions of an answer.
function options.fuel(parser)
  return parser:option("--fuel", "Number of Lua instructions that a bot may "
    .. "use for one answer. The results are then the same on every machine. "
    .. "(default: not counted)"):argname "N"
    :convert(option_values.instructions)
end

--- --cpu, and --fuel or --trust. Fuel has no meaning for a trusted bot, which
--- has clocks and files: its games cannot be repeated by counting instructions.
function options.limits(parser)
  options.cpu(parser)
  parser:mutex(
    options.fuel(parser),
    parser:flag("--trust", "Run the bots in this process, with all of Lua's "
      .. "library. Only for bots that you trust; not with --fuel."))
end

--- --on-fault.
function options.on_fault(parser)
  return parser:option("--on-fault", "After a bot's fault: `forfeit` ends the "
    .. "game, `substitute` plays the first legal action for the bot.",
    "forfeit"):choices { "forfeit", "substitute" }:target "on_fault"
end

--- --jobs: worker processes.
function options.jobs(parser)
  return parser:option("--jobs", "Number of worker processes, at most 64. "
    .. "(default: one per processor)"):argname "N"
    :convert(option_values.workers)
end

-- ---- Records ------------------------------------------------------------

--- The files that a command reads; `count` as argparse has it, "+" or "*".
function options.files(parser, count)
  return parser:argument("files", "Files of records, plain or gzip; - is "
    .. "standard input."):args(count)
end

--- --game: the lines of a file's games. `use` says what is done with them,
--- `default` which ones are meant without it.
function options.lines(parser, use, default)
  local form = "%s only the games on these lines of a single file: 3, 5-9, "
    .. "12-, or several with commas. May be repeated. (default: %s)"
  return parser:option("--game", form:format(use, default)):argname "N[-M]"
    :convert(ranges.parse):count "*":target "lines"
end

--- --strict, for commands that read games.
function options.strict(parser)
  return parser:flag("--strict", "Stop at the first line that is not a valid "
    .. "game. (default: skip it with a warning)")
end

--- --force: replace the files that options name.
function options.force(parser, one, other)
  return parser:flag("--force", other
    and ("Replace the files of %s and %s if they exist."):format(one, other)
    or ("Replace the file of %s if it exists."):format(one))
end

--- --record and --force, also for the option `other` if it is given: the file
--- that played games are written to.
function options.record(parser, other)
  parser:option("--record", "Write every game to this file, one line each; - "
    .. "is standard output."):argname "FILE"
  options.force(parser, "--record", other)
end

--- -o and --force: the file that the output is written to.
function options.output(parser)
  parser:option("-o", "Write to this file, as gzip if its name ends in .gz; - "
    .. "is standard output. (default: -)"):argname "FILE"
  options.force(parser, "-o")
end

--- --keep: the files and results of bots, for `aurum bot history`.
function options.keep(parser)
  return parser:flag("--keep", "Keep the files of each bot that did not come "
    .. "with aurum, and its results, for `aurum bot history` and `aurum arena "
    .. "--since`.")
end

--- --html: the file of a page with the results; and --force, unless the command
--- has one.
function options.html(parser, has_force)
  local option = parser:option("--html", "Also write the results as a page to "
    .. "this file, with tables that sort and their data. (default: no page)")
    :argname "FILE"
  if not has_force then options.force(parser, "--html") end
  return option
end

-- ---- How results are printed --------------------------------------------

--- --json. `text` says what is printed.
function options.json(parser, text)
  return parser:flag("--json", text or "Print the results as JSON.")
end

--- --csv. `text` says what is printed.
function options.csv(parser, text)
  return parser:flag("--csv", text or "Print the results as CSV.")
end

--- --raw, for CSV.
function options.raw(parser)
  return parser:flag("--raw", "In CSV, leave names, seeds and other texts as "
    .. "they are. (default: control characters are escaped, and a text that "
    .. "begins with =, +, - or @ gets a ' in front, so that no spreadsheet "
    .. "runs it)")
end

--- The bots that print: "all", "off" or a seat; or nil and what was expected.
local function who_prints(text)
  if text == "all" or text == "off" then return text end
  local seat = options.count(text)
  if seat and seat <= 6 then return seat end
  return nil, ("expected off, all or a seat from 1 to 6, got '%s'"):format(text)
end

--- --print and --log.
function options.prints(parser, what)
  parser:option("--print", "Show what bots print: off, all, or that of the bot "
    .. "in SEAT. The lines begin with the bot, its seat, the game, and round "
    .. "and trick: [mine s2 g7 1.4]. (default: all, or off with --quiet)")
    :argname "off|SEAT|all":convert(who_prints)
  options.print_bytes(parser, what)
  parser:option("--log", "The lowest level of aurum.log that is shown.", "info")
    :argname "LEVEL":choices { "debug", "info", "warn" }
end

options.print_bytes_usual = 20000 -- AU_PRINTED of lua/script/script.h

--- --print-bytes. `what` prints.
function options.print_bytes(parser, what)
  parser:option("--print-bytes", ("Show at most N bytes of what %s; 0 shows "
    .. "nothing. (default: %d)"):format(what
      or "each bot prints in a game", options.print_bytes_usual)):argname "N"
    :convert(option_values.printed_bytes)
end

options.hook_bytes = 20000 -- that hooks print in a command

--- --hook-prints. `unit` is the part of the program that the limit is for.
function options.hook_prints(parser, unit)
  parser:option("--hook-prints", ("Show at most N bytes of what the variant's "
    .. "hooks print%s; 0 shows nothing. The lines begin with the file, the "
    .. "line, the hook, and round and trick: [mine.lua:9 winner 1.4]. "
    .. "(default: %d)"):format(unit or "", options.hook_bytes)):argname "N"
    :convert(option_values.printed_bytes)
end

--- --notes, for games whose records are kept.
function options.notes(parser, where)
  return parser:flag("--notes", ("Keep the notes of bots (view:note) in %s, "
    .. "under the key \"notes\". `aurum record csv --table notes` and `aurum "
    .. "record stats --notes` read them."):format(where))
end

--- --quiet. `text` says what is not printed.
function options.quiet(parser, text)
  return parser:flag("--quiet", text or "Show no progress.")
end

--- Text below a list of names: the files that no plain name means, or "".
--- `shadowed` is the third result of aurum.variants().
function options.shadowed(shadowed)
  if #shadowed == 0 then return "" end
  local rows = {}
  for i, other in ipairs(shadowed) do
    rows[i] = { "  " .. other.name, other.file }
  end
  return ("\nshadowed: the plain name means another file; give the path\n%s")
    :format(term.table(rows, "<<"))
end

-- ---- The judge ----------------------------------------------------------

--- An option's text as a number of simulations; or nil and what was expected.
local function simulations(text)
  local least, most = aurum.judged_by.least, 1000000000
  local n = math.tointeger(tonumber(text))
  if n and n >= least and n <= most then return n end
  return nil, ("expected a whole number from %d to %d, got '%s'"):format(least,
    most, text)
end

--- --sims: the simulations of the judge.
function options.sims(parser)
  local by = aurum.judged_by
  return parser:option("--sims", ("Number of simulations that compare two "
    .. "moves, at least %d. (default: %d)"):format(by.least, by.sims))
    :argname "N":convert(simulations)
end

--- --judge, with this help, and the options that need it.
function options.judge(parser, help)
  parser:flag("--judge", help)
  options.sims(parser)
  options.seed(parser, "The verdicts of the judge follow from it.", "1")
  options.jobs(parser)
end

--- The options for aurum.judge; nil and a message if one of them was given
--- without --judge.
function options.judging(args)
  for _, name in ipairs { "sims", "seed" } do
    if args[name] and not args.judge then
      return nil, ("--%s needs --judge"):format(name)
    end
  end
  return { sims = args.sims, seed = args.seed or "1" }
end

return options
