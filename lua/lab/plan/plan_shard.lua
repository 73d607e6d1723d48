-- Playing a shard of a plan: the attempt of this process (shard_files.lua). It
-- begins with a copy of the results of the longest attempt before it. So:
--   1. A file has one writer ever: it was created anew, which is atomic. A
--      second task with the same shard, or one that was believed dead, cannot
--      damage the results of another.
--   2. Every item is played by its seed alone: attempts agree wherever they
--      overlap, and any of them may be taken.
-- The lock only avoids playing twice. The system drops it when its process or
-- its machine dies; where a file system has no locks, two tasks do the same
-- work, and the results stay the same.
--
-- Times of different machines are never compared: a note has seconds since the
-- attempt began, by its own clock.
local aurum = require "aurum"
local json = require "aurum.text.json"
local shard_files = require "aurum.lab.plan.shard_files"
local task_done = require "aurum.lab.plan.task_done"
local plan_shard = {}
local attempt = {}
attempt.__index = attempt

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

--- The player of a shard, in words.
local function player_of(plan, k, attempts)
  local a = attempts and attempts[#attempts]
  local first = a and shard_files.note(plan, k, a)
  if not first then return "by another task" end
  return ("by process %s on %s, attempt %d"):format(first.process or "?",
    first.host or "?", a)
end

--- Takes the lock of a shard. Returns the lock, or false and a warning where
--- there are no locks; or nil and the message that another task plays it.
local function lock(plan, k)
  local path = shard_files.lock(plan, k)
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
      player_of(plan, k, shard_files.attempts(plan)[k]))
  end
  -- It may be gone: a machine cannot tell of another one's process.
  return false, ("%s: %s; without locks, a second task of this shard would "
    .. "play it once more, with the same results"):format(path, problem)
end

--- Creates the journal of a new attempt, after the `last` one that is known.
--- Returns its number and its writer; or nil and a message.
local function create(plan, k, last)
  local path = shard_files.path(plan, k, last + 1, "journal")
  local writer, problem = aurum.sys.writer(path, "new")
  if writer then return last + 1, writer end
  if problem == "File exists" and last < shard_files.most_attempts then
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
  local attempts = shard_files.attempts(plan)[k] or {}
  if task_done.complete(plan, k, attempts) then return nil end
  local before = task_done.longest(plan, k, attempts)
  local a, writer = create(plan, k, attempts[#attempts] or 0)
  if not a then return nil, writer end
  local self = setmetatable({ plan = plan, k = k, a = a, lock = held,
    path = shard_files.path(plan, k, a, "journal"), warning = problem,
    start = aurum.sys.clock(), due = 0 }, attempt)
  local by_writer
  self.from, self.faults, by_writer = copy(before
    and shard_files.path(plan, k, before, "journal"), writer)
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
    aurum.sys.remove(shard_files.path(self.plan, self.k, a, what))
  end
end

--- Begins the note. If it cannot be written, only `plan status` knows less: the
--- results are in the journal, whose writer reports a full disk.
function attempt:open_note()
  self.notes = shard_files.writer(self.plan, self.k, self.a, "note")
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
    bytes = done and shard_files.size(self.plan, self.k, self.a) or nil }
  if self.notes then self.notes:close() end
  if done then
    for _, a in ipairs(shard_files.attempts(self.plan)[self.k] or {}) do
      if a < self.a then self:remove(a) end
    end
  end
  if self.lock then self.lock:close() end
end

return plan_shard
