-- aurum plan task: plays one shard of a plan. Schedulers call it.
local options = require "aurum.text.options"
local messages = require "aurum.text.messages"
local plan = require "aurum.lab.plan"
local plan_kinds = require "aurum.lab.plan_kinds"
local plan_shard = require "aurum.lab.plan_shard"
local term = require "aurum.text.term"

local task = { summary = "Play one shard of a plan; DIR/run calls it." }

function task.options(parser)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:argument("shard", "Number of the shard."):argname "K"
    :convert(options.count)
end

--- The plan, its kind, the arguments of its command, and their rules. The
--- command ends if this machine cannot play it.
local function open(folder, read)
  local made, problem = plan.read(folder)
  if not made then term.fail(problem) end
  local good
  good, problem = made:fits_program()
  if good then good, problem = made:fits_files() end
  if not good then term.fail(("%s: %s"):format(folder, problem)) end
  local kind, message = plan_kinds.of(made.words)
  if not kind then term.fail(message) end
  local _, args = read(made.words)
  args.variant = args.variant or "standard"
  return made, kind, args, options.rules { players = args.players,
    variant = made:variant(args.variant) }
end

local function warn(text) term.say("aurum plan: " .. term.plain(text)) end

local function report(id, fault, bot, trace)
  term.say(messages.fault("plan", id, fault, bot.label, trace))
end

function task.run(args, read)
  local made, kind, own, rules = open(args.folder, read)
  local k, unit = args.shard, made.unit .. "s"
  if k > made.shards then
    term.fail(("shard %d: the plan has %d"):format(k, made.shards), 2)
  end
  local attempt, problem = plan_shard.begin(made, k, function(from, writer)
    return kind.copy(from, writer, warn)
  end)
  if attempt == nil then term.fail(problem) end
  if not attempt then
    term.write(("shard %d of %d is complete\n"):format(k, made.shards))
    return 0
  end
  if attempt.warning then warn(attempt.warning) end
  local from, to = made:range(k)
  local items, games, faults
  items, games, faults, problem = kind.play(made, own, rules, k, attempt,
    report)
  attempt:finish(items, faults, not problem, problem)
  local done = ("shard %d of %d: %d of %d %s, %d games"):format(k, made.shards,
    items, to - from + 1, unit, games)
  if problem then
    term.fail(("%s: %s\n  its next task goes on from there"):format(done,
      term.plain(problem, "\n\t")))
  end
  term.write(done, "\n")
end

return task
