-- Decides whether the task of a shard is done, and which of the attempts at it
-- has the results.
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = {}

--- The number of the attempt that holds all items; nil if there is none. A
--- journal that is not as long as when its attempt ended has lost items: a
--- machine may die before its disk has them.
function task_done.complete(plan, k, attempts)
  for _, a in ipairs(attempts or {}) do
    local _, last = shard_files.note(plan, k, a)
    if last and last.done and last.bytes == shard_files.size(plan, k, a) then
      return a
    end
  end
end

--- The attempt with the most bytes, which holds the most items; nil if there is
--- none, and a message if no journal can be read.
function task_done.longest(plan, k, attempts)
  local best, most, why = nil, -1, nil
  for _, a in ipairs(attempts or {}) do
    local size, problem = shard_files.size(plan, k, a)
    if size > most then best, most = a, size end
    why = why or problem
  end
  return best, not best and why or nil
end

--- The attempt whose results are to be taken, and true if it holds all items;
--- nil if there is none; nil, false and a message if none can be read.
function task_done.best(plan, k, attempts)
  local complete = task_done.complete(plan, k, attempts)
  if complete then return complete, true end
  local longest, problem = task_done.longest(plan, k, attempts)
  return longest, false, problem
end

return task_done
