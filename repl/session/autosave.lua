-- Autosave: the session of a person at a terminal, in its own file under
-- $XDG_STATE_HOME/aurum/sessions. It is written before each prompt if something
-- has changed. While more input waits, or if it takes long, it takes at most a
-- tenth of the time; what is put off is written while nobody types. An orderly
-- end removes the file. After any other end it stays, and the next REPL offers
-- it.
--
-- A session has two files: ID.json, replaced as a whole, and ID.lock, on which
-- its program holds a lock. A session whose lock is free was cut off. The lock
-- ends with the program, however that ends.
local aurum = require "aurum"
local history = require "aurum.repl.input.history"
local session_file = require "aurum.repl.session.session_file"
local autosave = {}

local most = 20   -- sessions that are kept after they were cut off
local long = 0.05 -- seconds that a save takes before it is made less often
local share = 0.1 -- of the time that such saves take
local minute = 60 -- seconds: the longest wait for the next save

local own         -- { id =, lock =, text =, took =, due = } of this program
local late        -- true if the last save was put off

local function folder()
  return history.place "sessions/"
end

--- Takes the lock of a session. nil and a message if a program has it.
local function take(id)
  return aurum.sys.writer(folder() .. id .. ".lock", "continue")
end

local function remove(id)
  os.remove(folder() .. id .. ".json")
  os.remove(folder() .. id .. ".lock")
end

--- Begins the files of this program. Returns true; or nil and a message.
local function begin()
  if not folder() then return nil, "$HOME is not set" end
  local id = os.date "%Y%m%d-%H%M%S" .. "-" .. aurum.sys.entropy():sub(1, 8)
  local good, problem = aurum.edit.append(folder() .. id .. ".lock", "")
  local lock
  if good then lock, problem = take(id) end
  if not lock then return nil, problem end
  own = { id = id, lock = lock, due = 0, took = 0 }
  return true
end

--- Writes the session now. Returns true; or nil and a message.
local function write(text)
  local path = folder() .. own.id .. ".json"
  os.remove(path .. ".new")
  local good, problem = aurum.edit.append(path .. ".new", text)
  if good then good, problem = os.rename(path .. ".new", path) end
  if not good then
    os.remove(path .. ".new")
    return nil, problem
  end
  own.text = text
  return true
end

--- Saves the session if it has changed. Returns true; or nil and a message.
--- With `now` it is saved even if it was a moment ago.
function autosave.save(session, now)
  local start = aurum.sys.clock()
  late = own ~= nil and not now and start < own.due
    and (own.took > long or aurum.edit.pending())
  if late then return true end
  if not own and session:is_blank() then return true end
  local good, problem = true, nil
  if not own then good, problem = begin() end
  if not good then return nil, problem end
  local text = session_file.encode(session)
  if text ~= own.text then good, problem = write(text) end
  own.took = aurum.sys.clock() - start
  own.due = start + math.min(own.took / share, minute)
  return good, problem
end

--- True if the last save was put off: it is to be tried again.
function autosave.is_late()
  return late
end

--- The path of this program's file; nil if there is none yet.
function autosave.path()
  return own and own.text and folder() .. own.id .. ".json"
end

--- Ends the program in order: removes its files.
function autosave.close()
  if not own then return end
  remove(own.id)
  own.lock:close()
  own = nil
end

-- ---- Sessions that were cut off --------------------------------------------

--- The date and time of an id as text.
local function date_of(id)
  return (id:gsub("^(....)(..)(..)%-(..)(..).*$", "%1-%2-%3 %4:%5"))
end

--- The ids of files NAME.`suffix_pattern` that no program holds, the newest
--- first.
local function free_ids(suffix_pattern)
  local ids = {}
  for _, name in ipairs(folder() and aurum.sys.files(folder()) or {}) do
    local id = name:match("^(%d+%-%d+%-%x+)%." .. suffix_pattern
      .. "$")
    local lock = id and (not own or id ~= own.id) and take(id)
    if lock then
      lock:close()
      table.insert(ids, 1, id)
    end
  end
  return ids
end

--- The sessions that were cut off, the newest first, as { id =, date =,
--- path = }. Removes the oldest of too many, and those that were never saved.
function autosave.found()
  local list, saved = {}, {}
  for i, id in ipairs(free_ids "json") do
    saved[id] = i <= most
    if saved[id] then
      list[i] = { id = id, date = date_of(id),
        path = folder() .. id .. ".json" }
    end
  end
  for _, id in ipairs(free_ids "lock") do
    if not saved[id] then remove(id) end
  end
  return list
end

--- Takes a session that was cut off, so that no other program does. Returns a
--- function that removes it, or with false gives it back; nil if it is gone.
function autosave.claim(entry)
  local lock = take(entry.id)
  if not lock then return nil end
  return function(done)
    if done then remove(entry.id) end
    lock:close()
  end
end

return autosave
