-- Shared by the targets written in Lua: bytes as choices, and a world in which
-- nothing outside the target's own folder can be touched.
local aurum = require "aurum"
local lib = {}

-- ---- Bytes as choices -------------------------------------------------------

local reader = {}
reader.__index = reader

--- Reads a text byte by byte; 0 past its end.
function lib.reader(text)
  return setmetatable({ text = text, at = 0 }, reader)
end

function reader:byte()
  self.at = self.at + 1
  return self.text:byte(self.at) or 0
end

function reader:more() return self.at < #self.text end

function reader:pick(list) return list[self:byte() % #list + 1] end

--- True if something with a chance of n in 256 happens.
function reader:chance(n) return self:byte() >= 256 - n end

function reader:rest() return self.text:sub(self.at + 1) end

-- ---- Confinement ------------------------------------------------------------

local function sink()
  local file = {}
  function file:write() return self end
  function file:flush() return self end
  function file:setvbuf() return true end
  function file:close() return true end
  function file.read() end
  return file
end

--- Let nothing be printed.
function lib.silence()
  -- luacheck: push ignore 121 122
  io.stdout, io.stderr, io.stdin = sink(), sink(), sink()
  function io.write() return io.stdout end
  function io.read() end
  function print() end
  -- luacheck: pop
end

--- Let files be opened in `folder`, and read in the installation, alone.
--- Everything else that reaches outside returns nil. `denied(path)`, if given,
--- is called for each other path.
function lib.confine(folder, denied)
  local open, remove, files = io.open, os.remove, aurum.sys.files
  local function is_in(path, place)
    return type(path) == "string" and path:sub(1, #place + 1) == place .. "/"
      and not path:find("..", 1, true) and not path:find("\0", 1, true)
  end
  local function guarded(f, writes)
    return function(path, mode, ...)
      local reads = not writes and not tostring(mode):find "[wa+]"
      if is_in(path, folder) or reads and is_in(path, aurum.home) then
        return f(path, mode, ...)
      end
      if denied then denied(path) end
      return nil, tostring(path) .. ": blocked"
    end
  end
  local function blocked() return nil, "blocked" end
  -- luacheck: push ignore 121 122
  io.open = guarded(open)
  loadfile, dofile = guarded(loadfile), guarded(dofile)
  aurum.sys.lines, aurum.sys.files = guarded(aurum.sys.lines), guarded(files)
  aurum.sys.readable = guarded(aurum.sys.readable)
  aurum.sys.look = guarded(aurum.sys.look)
  aurum.sys.read_file = guarded(aurum.sys.read_file)
  aurum.sys.remove = guarded(aurum.sys.remove, true)
  aurum.sys.writer = guarded(aurum.sys.writer, true)
  local lines = io.lines
  io.lines = guarded(function(path) return lines(path) end)
  io.popen, io.input, io.output = blocked, blocked, blocked
  io.tmpfile = blocked
  os.execute, os.rename, os.tmpname = blocked, blocked, blocked
  os.remove, os.setlocale = blocked, blocked
  package.loadlib = blocked
  function os.getenv(name) return name == "HOME" and folder or nil end
  function os.exit() error "os.exit" end
  function os.time() return 0 end
  -- luacheck: pop
  --- Write a file of the folder.
  function lib.write(name, text)
    local path = folder .. "/" .. name
    local file = assert(open(path, "wb"))
    file:write(text)
    file:close()
    return path
  end
  --- Remove what was written.
  function lib.clean()
    for _, name in ipairs(files(folder) or {}) do
      remove(folder .. "/" .. name)
    end
  end
end

-- ---- Work that is not handed to other processes -----------------------------

--- Have workers do their work here: no process is made.
function lib.no_processes()
  local pool = {}
  pool.__index = pool
  function pool:submit(worker, request)
    table.insert(self.replies, { worker, pcall(self.work, request) })
  end
  function pool:wait()
    local reply = table.remove(self.replies, 1)
    if reply then return table.unpack(reply, 1, 3) end
  end
  function pool.close() end
  pool.__close = pool.close
  function aurum.sys.workers(options)
    return setmetatable({ replies = {}, work = options.work }, pool)
  end
  local game = aurum.game
  function aurum.game(options) -- no clock ends what a bot does here
    local own = {}
    for key, value in pairs(options or {}) do own[key] = value end
    own.fuel, own.trust = own.bots and 40000 or nil, nil
    return game(own)
  end
end

-- ---- Text that is typed -----------------------------------------------------

--- Refuse what takes C long where text that was typed asks for it: in the
--- host's state that is for who types it to avoid, and for Ctrl-C. Lua that is
--- typed is compiled from text alone, and has no debug library.
function lib.bound_typed()
  local getinfo, load_text = debug.getinfo, load
  -- luacheck: push ignore 121 122
  for _, name in ipairs { "rep", "find", "match", "gmatch", "gsub", "pack",
    "format" } do
    local f = string[name]
    string[name] = function(text, pattern, ...)
      local long = type(pattern) == "number" and pattern > 10000
        or type(pattern) == "string" and #pattern > 20 and name ~= "format"
      if long and getinfo(2, "S").source:sub(1, 1) == "=" then
        error("too long for a fuzz target", 2)
      end
      return f(text, pattern, ...)
    end
  end
  getmetatable("").__metatable = "locked"
  function load(text, name, _, ...) return load_text(text, name, "t", ...) end
  debug = { traceback = debug.traceback, getmetatable = debug.getmetatable }
  string.dump = nil
  function collectgarbage() return 0 end
  -- luacheck: pop
end

-- ---- Errors -----------------------------------------------------------------

--- Call a function that may only fail by term.fail, as a command does: any
--- other error would be shown to the user with a traceback, and is a finding.
function lib.command(fuzz, f, ...)
  local term = require "aurum.text.term"
  local results = table.pack(xpcall(f, function(problem)
    if getmetatable(problem) == term.failure or fuzz.spent() then
      return problem
    end
    fuzz.broken(tostring(problem))
  end, ...))
  return table.unpack(results, 1, results.n)
end

return lib
