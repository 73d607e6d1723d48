-- The files of a plan's shards.
--
-- Each task that plays a shard is an attempt and has files of its own:
--   shards/K.A.journal  the results of attempt A of shard K
--   shards/K.A.note     who plays it, and how far it is
--   shards/K.A.sums     of an arena: the sums of the results, once complete
-- While a task plays shard K it holds the lock of shards/K.lock.
--
-- A plan's folder may be a stranger's: it is guarded (aurum.sys.guard), so that
-- no file here is a link, and every note has a shape.
local aurum = require "aurum"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local shard_files = {}

-- ---- Attempts -----------------------------------------------------------

local most_digits = 9 -- of the number of a shard or an attempt
shard_files.most_attempts = 10 ^ most_digits

--- The attempts of each shard, lists of their numbers in order.
function shard_files.attempts(plan)
  local list = {}
  for _, name in ipairs(aurum.sys.files(plan:path "shards") or {}) do
    local k, a = name:match "^([1-9]%d*)%.([1-9]%d*)%.journal$"
    if k and #k <= most_digits and #a <= most_digits then
      k, a = tonumber(k), tonumber(a)
      list[k] = list[k] or {}
      table.insert(list[k], a)
    end
  end
  for _, attempts in pairs(list) do table.sort(attempts) end
  return list
end

--- The path of an attempt's file: "journal", "note" or "sums".
function shard_files.path(plan, k, a, what)
  return plan:path(("shards/%d.%d.%s"):format(k, a, what))
end

--- A writer of a new "note" or "sums" of an attempt, in place of what lies
--- there; or nil and a message.
function shard_files.writer(plan, k, a, what)
  local path = shard_files.path(plan, k, a, what)
  aurum.sys.remove(path)
  return aurum.sys.writer(path, "new")
end

--- The path of its lock.
function shard_files.lock(plan, k)
  return plan:path(("shards/%d.lock"):format(k))
end

--- True if a task plays the shard now; nil if the file system cannot say.
function shard_files.is_played(plan, k)
  return (aurum.sys.locked(shard_files.lock(plan, k)))
end

-- ---- Notes --------------------------------------------------------------

local most_bytes = 16 << 20 -- of a note

-- A line of a note. The first one has `host` and `process`.
local entry_shape = shape.object {
  host = shape.optional(shape.text(300, "^%C*$",
    "a text without control characters")),
  process = shape.optional(shape.text(20, "^%d+$", "a whole number")),
  items = shape.whole(0, 1 << 40), faults = shape.whole(0, 1 << 60),
  seconds = shape.number(0, 1e12), done = shape.optional(shape.yes),
  bytes = shape.optional(shape.whole(0, math.maxinteger)),
  stopped = shape.optional(shape.text(100000)),
}

--- The entry of a line of a note; or nil and a message.
local function entry_of(line, number)
  local entry, problem = json.decode(line)
  problem = problem or shape.problem(entry_shape, entry)
  if not problem then return entry end
  return nil, ("line %d: %s"):format(number, problem)
end

--- The first entry of a note, and the last complete one; nil if there is none,
--- and a message if there is a file that is not a note.
function shard_files.note(plan, k, a)
  local path = shard_files.path(plan, k, a, "note")
  local size, problem = aurum.sys.look(path, 0)
  if not size and problem == "No such file or directory" then return nil end
  if size and size > most_bytes then
    problem = ("it has more than %d bytes"):format(most_bytes)
  end
  local lines = size and size <= most_bytes and aurum.sys.lines(path)
  local first, last, at
  for number, line, trouble, ended in lines or function() end do
    if not trouble and ended then
      first, last, at = first or line, line, number
    end
  end
  if not first then
    return nil, nil, lines == nil and ("%s: %s"):format(path, problem) or nil
  end
  local begun, wrong = entry_of(first, 1)
  local done
  if begun then done, wrong = entry_of(last, at) end
  if done then return begun, done end
  return nil, nil, ("%s: %s"):format(path, wrong)
end

--- The bytes of an attempt's journal; -1 and a message if it cannot be read.
function shard_files.size(plan, k, a)
  local path = shard_files.path(plan, k, a, "journal")
  local size, problem = aurum.sys.look(path, 0)
  if size then return size end
  return -1, ("%s: %s"):format(path, problem)
end

--- The message that a journal is damaged, and the way out.
function shard_files.damaged(problem, k)
  return ("%s\n  remove this file; the next task of shard %d plays it again")
    :format(problem, k)
end

return shard_files
