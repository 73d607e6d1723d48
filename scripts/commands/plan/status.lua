-- aurum plan status: shows how far the shards of a plan are.
local format = require "aurum.text.format"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local plan = require "aurum.lab.plan.plan"
local plan_kinds = require "aurum.lab.plan.plan_kinds"
local plan_status = require "aurum.lab.plan.plan_status"
local plan_words = require "aurum.lab.plan.plan_words"
local term = require "aurum.text.term"

local status = { summary = "Show how far the shards of a plan are." }

local about = [[
A shard is done, is playing, has stopped, or is waiting for its first task. One
that has stopped goes on when its task is requeued, or when DIR/run is run
again. The time left follows from the rates of the tasks that play now. A task
reports its progress every five seconds, after 500 seconds less often: each
time that it has run for one percent longer.

If tasks of this machine could not play what is left, a line says why. Another
line says what only a person can grant to them: aurum plan task --help.]]

function status.options(parser)
  parser:epilog(about)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:mutex(
    parser:flag("--all", "List every shard. (default: those that are playing "
      .. "or have stopped)"),
    parser:flag("--left", "Print only the numbers of the shards that are not "
      .. "done, one a line, for other schedulers."),
    options.json(parser))
end

--- The rows of shards, the heads first; nil if there are none.
local function rows_of(result, all)
  local rows = { { "shard", "state", result.unit .. "s", "of", "faults",
    "where" } }
  for _, shard in ipairs(result.shards) do
    if all or shard.state == "playing" or shard.state == "stopped" then
      rows[#rows + 1] = { shard.shard, shard.state, shard.items, shard.of,
        shard.faults, shard.host and ("%s, process %s%s"):format(shard.host,
          shard.process or "?", shard.problem and ": " .. shard.problem or "")
          or shard.problem or "" }
    end
  end
  return rows[2] and rows
end

local function print_text(result, all)
  local counts = {}
  for i, state in ipairs(plan_status.states) do
    counts[i] = ("%d %s"):format(result.states[state], state)
  end
  term.write(term.plain(term.command("aurum", table.unpack(result.words))),
    "\n", ("%s: %s\n"):format(format.plural(#result.shards, "shard"),
      table.concat(counts, ", ")),
    ("%d of %s, %d left; %s\n"):format(result.done,
      format.plural(result.items, result.unit), result.items - result.done,
      format.plural(result.faults, "fault")))
  if result.seconds then
    term.write(("about %s left, at %.1f %ss a second\n"):format(
      format.duration(result.seconds), result.rate, result.unit))
  end
  if result.refused then
    term.write(term.plain("tasks are refused here: " .. result.refused), "\n")
  elseif result.asks then
    term.write(term.plain("tasks are refused unless you grant "
      .. result.asks.what), ":\n  ", term.plain(result.asks.command), "\n")
  end
  local rows = rows_of(result, all)
  if rows then term.write("\n", term.table(rows, "><>>><")) end
end

local function print_left(result)
  for _, shard in ipairs(result.shards) do
    if shard.state ~= "done" then term.write(shard.shard, "\n") end
  end
end

--- Adds to a result why a task would be `refused` here; or what it `asks` for,
--- and the command that grants it.
local function add_refusal(result, made, kind, read)
  local good, problem = made:fits(true)
  local own = nil
  if not good then problem = ("%s: %s"):format(made.folder, problem) end
  if good then own, problem = plan_words.read(made, kind, read) end
  if own and kind.starts then good, problem = kind.starts(made, own) end
  if not own or not good then
    result.refused = problem
    return
  end
  local what, command = plan_words.request(made, own)
  result.asks = what and { what = what, command = command }
end

function status.run(args, read)
  local made, problem = plan.read(args.folder)
  if not made then term.fail(problem) end
  local kind, message = plan_kinds.of(made.words)
  if not kind then term.fail(message) end
  local result = plan_status.of(made, kind)
  if not args.left and result.states.done < made.shards then
    add_refusal(result, made, kind, read)
  end
  if args.json then
    term.write(json.encode(result), "\n")
  elseif args.left then
    print_left(result)
  else
    print_text(result, args.all)
  end
end

return status
