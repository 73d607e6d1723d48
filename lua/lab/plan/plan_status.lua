-- How far the shards of a plan are, from the notes of their tasks.
-- task_done.complete decides which are done.
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = require "aurum.lab.plan.task_done"
local plan_status = {}

plan_status.states = { "done", "playing", "stopped", "waiting" }

--- The state of shard k, whose attempts are in a list.
local function state_of(plan, k, attempts)
  if not attempts then return "waiting" end
  local played = shard_files.is_played(plan, k)
  if played then return "playing", attempts[#attempts] end
  local complete = task_done.complete(plan, k, attempts)
  if complete then return "done", complete end
  return "stopped", task_done.longest(plan, k, attempts)
end

--- A shard, for programs. One that is played has the items a second of its
--- task. The items of one that has stopped are counted: a task that was killed
--- did not note its last ones, and a full disk may have lost some.
local function shard_of(plan, kind, k, attempts)
  local from, to = plan:range(k)
  local state, a, unread = state_of(plan, k, attempts)
  local first, last, wrong
  if a then first, last, wrong = shard_files.note(plan, k, a) end
  first, last = first or {}, last or {}
  local shard = { shard = k, state = state, attempt = a, of = to - from + 1,
    items = math.min(last.items or 0, to - from + 1),
    faults = last.faults or 0, host = first.host,
    process = first.process, problem = last.stopped }
  if state == "stopped" and not a then
    shard.problem = unread
  elseif state == "stopped" then
    shard.items = math.min(shard.of, kind.count(plan, k,
      shard_files.path(plan, k, a, "journal")))
    shard.problem = wrong or last.stopped
      or last.done and "its journal has changed" or "killed"
  end
  local played = (last.items or 0) - (first.items or 0)
  if state == "playing" and played > 0 and last.seconds > 0 then
    shard.rate = played / last.seconds
  end
  return shard
end

--- The seconds until all shards are done, at the rates of those that are played
--- now; nil if none is.
local function left_of(shards, left)
  local rate, longest = 0, 0
  for _, shard in ipairs(shards) do
    if shard.rate then
      rate = rate + shard.rate
      longest = math.max(longest, (shard.of - shard.items) / shard.rate)
    end
  end
  return rate > 0 and math.max(left / rate, longest) or nil, rate
end

--- The state of a plan, for programs: `items`, those `done`, `faults`, the
--- `shards`, their number by `states`, and perhaps the `seconds` left.
function plan_status.of(plan, kind)
  local attempts = shard_files.attempts(plan)
  local result = { unit = plan.unit, items = plan.items, done = 0, faults = 0,
    on = plan.on, words = plan.words, shards = {}, states = {} }
  for _, state in ipairs(plan_status.states) do result.states[state] = 0 end
  for k = 1, plan.shards do
    local shard = shard_of(plan, kind, k, attempts[k])
    result.shards[k] = shard
    result.states[shard.state] = result.states[shard.state] + 1
    result.done = result.done + shard.items
    result.faults = result.faults + shard.faults
  end
  local left = result.items - result.done
  result.seconds, result.rate = left_of(result.shards, left)
  return result
end

return plan_status
