-- aurum plan task: plays one shard of a plan. Schedulers call it.
local aurum = require "aurum"
local messages = require "aurum.text.messages"
local options = require "aurum.text.options"
local plan = require "aurum.lab.plan.plan"
local plan_kinds = require "aurum.lab.plan.plan_kinds"
local plan_shard = require "aurum.lab.plan.plan_shard"
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = require "aurum.lab.plan.task_done"
local plan_words = require "aurum.lab.plan.plan_words"
local plural = require "aurum.text.format".plural
local term = require "aurum.text.term"

local task = { summary = "Play one shard of a plan; DIR/run calls it." }

function task.options(parser)
  parser:argument("folder", "Folder of the plan."):argname "DIR"
  parser:argument("shard", "Number of the shard."):argname "K"
    :convert(options.count)
  parser:argument("words", "Limits, after --, as the command has them: "
    .. "--cpu SECONDS, --fuel N, --trust, --print-bytes N, --jobs N or "
    .. "--threads N."):argname "OPTION":args "*"
  parser:epilog("A plan may come from somebody else: what it asks for beyond "
    .. "the usual limits, only these words grant. A task has one worker "
    .. "process and one thread unless they say otherwise.")
end

--- The plan of a folder, and its kind. The command ends if this machine cannot
--- play it.
local function open(folder)
  local made, problem = plan.read(folder)
  if not made then term.fail(problem) end
  local good, message = made:fits()
  if not good then term.fail(("%s: %s"):format(folder, message)) end
  local kind
  kind, message = plan_kinds.of(made.words)
  if not kind then term.fail(message) end
  return made, kind
end

local function warn(text) term.say("aurum plan: " .. term.plain(text)) end

local function report(id, fault, bot, trace)
  term.say(messages.fault("plan", id, fault, bot.label, trace))
end

--- The message of a problem, which may be an error of the command.
local function message_of(problem)
  return type(problem) == "table" and problem.message or tostring(problem)
end

--- Says that a shard is complete, if it is. Where files have no locks, another
--- task may complete it, and remove what this one was reading or writing. After
--- an interrupt, reading notes would raise.
local function say_complete(made, k)
  if aurum.sys.interrupted()
    or not task_done.complete(made, k, shard_files.attempts(made)[k]) then
    return false
  end
  term.write(("shard %d of %d is complete\n"):format(k, made.shards))
  return true
end

function task.run(args, read)
  local made, kind = open(args.folder)
  local k = args.shard
  local own, command = plan_words.read(made, kind, read)
  if not own then term.fail(command) end
  local good, refused = plan_words.limit(made, kind, own, args.words, read)
  if not good then term.fail(refused, refused and 2 or 0) end
  if k > made.shards then
    term.fail(("K: expected a shard from 1 to %d, got %d"):format(made.shards,
      k), 2)
  end
  local attempt, problem = plan_shard.begin(made, k, function(from, writer)
    return kind.copy(made, k, from, writer, warn)
  end)
  if not attempt then
    return say_complete(made, k) and 0 or term.fail(problem)
  end
  if attempt.warning then warn(attempt.warning) end
  aurum.sys.catch_interrupts()
  local items, faults
  items, faults, problem = kind.play(made, own, k, attempt, command.run, report)
  problem = problem and term.plain(message_of(problem), "\n\t")
  attempt:finish(items, faults, not problem, problem)
  local from, to = made:range(k)
  local done = ("shard %d of %d: %d of %s"):format(k, made.shards, items,
    plural(to - from + 1, made.unit))
  local stopped = not problem or aurum.sys.interrupted()
  if not stopped and say_complete(made, k) then return 0 end
  if problem then
    term.fail(("%s: %s\n  its next task goes on from there"):format(done,
      problem))
  end
  term.write(done, "\n")
end

return task
