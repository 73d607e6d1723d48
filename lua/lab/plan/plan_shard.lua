-- The results of one shard of a plan, in the files of its attempts.
--
-- Each task that plays the shard is an attempt and has files of its own:
--   shards/K.A.journal  the results of attempt A of shard K
--   shards/K.A.note     who plays it, and how far it is
--   shards/K.A.sums     of an arena: the sums of the results, once complete
-- An attempt begins with a copy of the results of the longest one before it.
-- So:
--   1. A file has one writer ever: it was created anew, which is atomic. A
--      second task with the same shard, or one that was believed dead, cannot
--      damage the results of another.
--   2. Every item is played by its seed alone: attempts agree wherever they
--      overlap, and any of them may be taken.
-- The lock of shards/K.lock only avoids playing twice. The system drops it when
-- its process or its machine dies; where a file system has no locks, two tasks
-- do the same work, and the results stay the same.
--
-- A plan's folder may be a stranger's: it is guarded (aurum.sys.guard), so that
-- no file here is a link, and every note has a shape.
--
-- Times of different machines are never compared: a note has seconds since the
-- attempt began, by its own clock.
local aurum = require "aurum"
local json = require "aurum.text.json"
local shape = require "aurum.text.shape"
local plan_shard = {}

-- ---- Attempts -----------------------------------------------------------

local most_digits = 9 -- of the number of a shard or an attempt

--- The attempts of each shard, lists of their numbers in order.
function plan_shard.attempts(plan)
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
function plan_shard.path(plan, k, a, what)
  return plan:path(("shards/%d.%d.%s"):format(k, a, what))
end

--- A writer of a new "note" or "sums" of an attempt, in place of what lies
--- there; or nil and a message.
function plan_shard.writer(plan, k, a, what)
  local path = plan_shard.path(plan, k, a, what)
  aurum.sys.remove(path)
  return aurum.sys.writer(path, "new")
end

local function lock_path(plan, k)
  return plan:path(("shards/%d.lock"):format(k))
end

--- True if a task plays the shard now; nil if the file system cannot say.
function plan_shard.is_played(plan, k)
  return (aurum.sys.locked(lock_path(plan, k)))
end

-- ---- Notes --------------------------------------------------------------

local function first_line(path)
  local file <close> = io.open(path, "r")
  return file and file:read "l" or ""
end

--- The name of this machine, and the number of this process.
local function identity()
  local host = first_line "/proc/sys/kernel/hostname"
  if host == "" then
    local pipe <close> = io.popen "uname -n"
    host = pipe and pipe:read "l" or "unknown"
  end
  return host, first_line("/proc/self/stat"):match "^%d+"
end

local most_bytes = 16 << 20 -- of a note

-- A line of a note. The first one has `host` and `process`.
local entry_shape = shape.object {
  host = shape.optional(shape.text(300, "^%C*$")),
  process = shape.optional(shape.text(20, "^%d+$")),
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
function plan_shard.note(plan, k, a)
  local path = plan_shard.path(plan, k, a, "note")
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
local function size_of(plan, k, a)
  local path = plan_shard.path(plan, k, a, "journal")
  local size, problem = aurum.sys.look(path, 0)
  if size then return size end
  return -1, ("%s: %s"):format(path, problem)
end

--- The number of the attempt that holds all items; nil if there is none. A
--- journal that is not as long as when its attempt ended has lost items: a
--- machine may die before its disk has them.
function plan_shard.complete(plan, k, attempts)
  for _, a in ipairs(attempts or {}) do
    local _, last = plan_shard.note(plan, k, a)
    if last and last.done and last.bytes == size_of(plan, k, a) then
      return a
    end
  end
end

--- The attempt with the most bytes, which holds the most items; nil if there is
--- none, and a message if no journal can be read.
function plan_shard.longest(plan, k, attempts)
  local best, most, why = nil, -1, nil
  for _, a in ipairs(attempts or {}) do
    local size, problem = size_of(plan, k, a)
    if size > most then best, most = a, size end
    why = why or problem
  end
  return best, not best and why or nil
end

--- The attempt whose results are to be taken, and true if it holds all items;
--- nil if there is none; nil, false and a message if none can be read.
function plan_shard.best(plan, k, attempts)
  local complete = plan_shard.complete(plan, k, attempts)
  if complete then return complete, true end
  local longest, problem = plan_shard.longest(plan, k, attempts)
  return longest, false, problem
end

--- The message that a journal is damaged, and the way out.
function plan_shard.damaged(problem, k)
  return ("%s\n  remove this file; the next task of shard %d plays it again")
    :format(problem, k)
end

-- ---- An attempt of this process -----------------------------------------

local attempt = {}
attempt.__index = attempt

--- The player of a shard, in words.
local function player_of(plan, k, attempts)
  local a = attempts and attempts[#attempts]
  local first = a and plan_shard.note(plan, k, a)
  if not first then return "by another task" end
  return ("by process %s on %s, attempt %d"):format(first.process or "?",
    first.host or "?", a)
end

--- Takes the lock of a shard. Returns the lock, or false and a warning where
--- there are no locks; or nil and the message that another task plays it.
local function lock(plan, k)
  local path = lock_path(plan, k)
  local size, wrong = aurum.sys.look(path, 0)
  if size and size > 0 then
    return nil, ("%s: expected an empty file, got %d bytes; remove it"):format(
      path, size)
  elseif not size and wrong ~= "No such file or directory" then
    return nil, ("%s: %s"):format(path, wrong)
  end
  local held, problem = aurum.sys.writer(path, "continue", 0, 0)
  if held then return held end
  if problem == "Device or resource busy" then
    return nil, ("shard %d of %d is being played %s"):format(k, plan.shards,
      player_of(plan, k, plan_shard.attempts(plan)[k]))
  end
  -- It may be gone: a machine cannot tell of another one's process.
  return false, ("%s: %s; without locks, a second task of this shard would "
    .. "play it once more, with the same results"):format(path, problem)
end

--- Creates the journal of a new attempt, after the `last` one that is known.
--- Returns its number and its writer; or nil and a message.
local function create(plan, k, last)
  local path = plan_shard.path(plan, k, last + 1, "journal")
  local writer, problem = aurum.sys.writer(path, "new")
  if writer then return last + 1, writer end
  if problem == "File exists" and last < 10 ^ most_digits then
    return create(plan, k, last + 1)
  end
  return nil, ("%s: %s"):format(path, problem)
end

--- Begins an attempt at shard k. `copy(from, writer)` begins its journal with
--- the results of an earlier attempt (nil: there is none) and returns the
--- numbers of their items and faults; or nil and a message, and true if it
--- could not write. Returns the attempt: `path` of its journal, and a `warning`
--- if there is one; or nil and a message; nil if the shard is complete.
function plan_shard.begin(plan, k, copy)
  local held, problem = lock(plan, k)
  if held == nil then return nil, problem end
  local attempts = plan_shard.attempts(plan)[k] or {}
  if plan_shard.complete(plan, k, attempts) then return nil end
  local before = plan_shard.longest(plan, k, attempts)
  local a, writer = create(plan, k, attempts[#attempts] or 0)
  if not a then return nil, writer end
  local self = setmetatable({ plan = plan, k = k, a = a, lock = held,
    path = plan_shard.path(plan, k, a, "journal"), warning = problem,
    start = aurum.sys.clock(), due = 0 }, attempt)
  local by_writer
  self.from, self.faults, by_writer = copy(before
    and plan_shard.path(plan, k, before, "journal"), writer)
  if not self.from then
    return nil, by_writer and ("%s: %s"):format(self.path, self.faults)
      or self.faults
  end
  local good
  good, problem = writer:close()
  if not good then return nil, ("%s: %s"):format(self.path, problem) end
  for _, other in ipairs(held and attempts or {}) do -- nobody writes them
    if other ~= before then self:remove(other) end
  end
  self:open_note()
  return self
end

--- Adds results from elsewhere: `given(k)` is a function for plan_shard.begin,
--- nil if there are none of shard k. True; or nil and a message.
function plan_shard.add(plan, given)
  for k = 1, plan.shards do
    local copy = given(k)
    local added, problem
    if copy then added, problem = plan_shard.begin(plan, k, copy) end
    if problem then return nil, problem end
    if added then
      local from, to = plan:range(k)
      local done = added.from == to - from + 1
      added:finish(added.from, added.faults, done,
        not done and "added from journals" or nil)
    end
  end
  return true
end

--- Removes the files of another attempt, whose results this one has.
function attempt:remove(a)
  for _, what in ipairs { "journal", "note", "sums" } do
    aurum.sys.remove(plan_shard.path(self.plan, self.k, a, what))
  end
end

--- Begins the note. If it cannot be written, only `plan status` knows less: the
--- results are in the journal, whose writer reports a full disk.
function attempt:open_note()
  self.notes = plan_shard.writer(self.plan, self.k, self.a, "note")
  local host, process = identity()
  self:add { host = host, process = process, items = self.from,
    faults = self.faults, seconds = 0 }
end

function attempt:add(entry)
  entry.seconds = entry.seconds or aurum.sys.clock() - self.start
  if self.notes and self.notes:write(json.encode(entry) .. "\n") then
    self.notes:flush()
  end
end

--- Notes the numbers of items and faults, after five seconds or a hundredth of
--- the attempt's time, so that a note of weeks stays short.
function attempt:progress(items, faults)
  local seconds = aurum.sys.clock() - self.start
  if seconds < self.due then return end
  self.due = seconds + math.max(5, seconds / 100)
  self:add { items = items, faults = faults, seconds = seconds }
end

--- Ends the attempt, which holds this many items, with `done` or the `problem`
--- that stopped it. A complete one makes those before it superfluous. It leaves
--- later ones alone: of two that end at once, the later one stays.
function attempt:finish(items, faults, done, problem)
  self:add { items = items, faults = faults, stopped = problem,
    done = done or nil,
    bytes = done and size_of(self.plan, self.k, self.a) or nil }
  if self.notes then self.notes:close() end
  if done then
    for _, a in ipairs(plan_shard.attempts(self.plan)[self.k] or {}) do
      if a < self.a then self:remove(a) end
    end
  end
  if self.lock then self.lock:close() end
end

return plan_shard
