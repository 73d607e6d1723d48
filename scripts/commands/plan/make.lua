-- aurum plan make: writes the folder of a plan.
local aurum = require "aurum"
local format = require "aurum.text.format"
local options = require "aurum.text.options"
local resolve = require "aurum.repl.resolve"
local plan = require "aurum.lab.plan.plan"
local plan_kinds = require "aurum.lab.plan.plan_kinds"
local plan_script = require "aurum.lab.plan.plan_script"
local plan_words = require "aurum.lab.plan.plan_words"
local term = require "aurum.text.term"

local make = { summary = "Write a plan: a command, cut into shards." }

local about = [[
The command stands after --, with its own options:

  aurum plan make DIR --shards 64 --on slurm -- \
    arena greedy mine.lua --deals 100000 --seed S
  sh DIR/run               hands the shards to the scheduler
  aurum plan status DIR    shows how far they are
  aurum plan merge DIR     prints the results so far

DIR has copies of your bots and variants, and the digests of all that play. A
file that changes later does not change the plan. The results equal one
run's, byte for byte, except for the times of answers. Faults by --cpu depend
on the machine; those by --fuel, which counts instructions, do not.

The command after -- says what is played or read. How results are shown and
which files they go to, such as --json or --record FILE, are words of the
merge: aurum plan merge DIR -- --record FILE. A plan may come from somebody
else, so that limits are words of the tasks: --trust, longer times for bots,
--print-bytes, and more than one of --jobs or --threads. They stand after --:
aurum plan task DIR K -- --cpu 5, or sh DIR/run -- --cpu 5. DIR/run has those
that this command gives.

Every shard keeps its results in DIR/shards. A task that was killed or requeued
goes on from there. Two tasks with the same shard do no harm: nothing is lost,
and nothing counts twice.]]

function make.options(parser)
  parser:epilog(about)
  parser:argument("folder", "Folder of the plan, missing or empty.")
    :argname "DIR"
  parser:argument("words", "The command with its options, after --.")
    :argname "COMMAND":args "+"
  parser:option("--shards", "Number of parts, each played by a task. Required.")
    :argname "N":convert(options.count):count(1)
  parser:option("--on", "What DIR/run hands the tasks to: a Slurm cluster, or "
    .. "GNU parallel on one machine or a few.", "parallel")
    :choices { "slurm", "parallel" }
end

--- The path of this program, by which tasks call it.
local function program_path()
  local program = aurum.program
  if not program:find "/" or program:sub(1, 1) == "/" then return program end
  return (plan.current_folder() or ".") .. "/" .. program
end

--- The words of the command with a seed, so that all tasks have the same. They
--- stand before any "--" of the words.
local function with_seed(kind, words, args)
  local list = { table.unpack(words) }
  if kind.seeded and not args.seed then
    local at = #kind.command + 1
    table.insert(list, at, "--seed")
    table.insert(list, at + 1, aurum.sys.entropy())
  end
  return list
end

function make.run(args, read)
  local kind, problem = plan_kinds.of(args.words)
  if not kind then term.fail(problem, 2) end
  local own
  own, problem = plan_words.made(kind, args.words, read, args.folder)
  if not own then term.fail(problem, 2) end
  if not own.typed then return 0 end -- help was shown
  local words, _ = with_seed(kind, args.words, own), nil
  _, own = read(words)
  local rules
  if kind.rules then
    own.variant = own.variant or "standard"
    rules = resolve.rules(own)
  end
  local made, why, wrong = plan.new(args.folder, words, args.shards, args.on)
  if not made then term.fail(why, wrong) end
  made.unit = kind.unit
  local good, message, status = kind.prepare(made, own, rules)
  if not good then term.fail(message, status) end
  if made.items < made.shards then
    term.fail(("--shards: expected at most %d, one per %s, got %d"):format(
      made.items, made.unit, made.shards), 2)
  end
  good, problem = made:write(plan_script.text(made, program_path(), own))
  if not good then term.fail(problem) end
  term.write(("%s: %s in %s; to play them:\n  %s\n"):format(
    term.plain(made.folder), format.plural(made.items, made.unit),
    format.plural(made.shards, "shard"),
    term.command("sh", made.folder .. "/run")))
end

return make
