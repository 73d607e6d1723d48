-- Typed Lua: its globals, its compilation, its run and its errors. Functions
-- with a `self` are methods of the shell (repl/loop.lua).
local aurum = require "aurum"
local term = require "aurum.text.term"
local frames = require "aurum.repl.frames"
local session = require "aurum.repl.session.session"
local pretty = require "aurum.repl.show.pretty"
local edit = aurum.edit
local typed_lua = {}

-- ---- Globals ------------------------------------------------------------

--- The globals of typed Lua: copies of the program's globals and libraries, so
--- that the user cannot break the shell. `string` is not copied, since methods
--- of strings come from it. `load` and its relatives compile for these globals.
function typed_lua:environment()
  local env = {}
  for name, value in pairs(_G) do
    if type(value) == "table" and package.loaded[name] == value
      and value ~= aurum and value ~= string and value ~= package then
      local copy = {}
      for key, member in pairs(value) do copy[key] = member end
      value = copy
    end
    env[name] = value
  end
  env._G = env
  function env.load(chunk, name, mode, ...)
    if select("#", ...) > 0 then return load(chunk, name, mode, ...) end
    return load(chunk, name, mode, env)
  end
  self.load = env.load -- not one that the user defines
  function env.loadfile(path, mode, ...)
    if select("#", ...) > 0 then return loadfile(path, mode, ...) end
    return loadfile(path, mode, env)
  end
  function env.dofile(path)
    return assert(loadfile(path, nil, env))()
  end
  function env.os.exit(...) -- an orderly end, as by `quit`
    self:tell "leave"
    os.exit(...)
  end
  local live = self.live
  for name, get in pairs(session.globals) do
    live[name] = function() return get(self.session) end
  end
  return setmetatable(env, { __index = function(_, name)
    local get = live[name]
    if get then return get(self) end
    return _G[name]
  end, __metatable = "the session's globals" })
end

--- Makes Ctrl-C stop coroutines too.
local function guard_coroutines()
  local create, wrapped, guard = coroutine.create, coroutine.wrap, edit.guard
  local function guarded(f)
    if type(f) ~= "function" then return f end
    return function(...)
      guard()
      return f(...)
    end
  end
  -- luacheck: push ignore 122
  coroutine.create = function(f) return create(guarded(f)) end
  coroutine.wrap = function(f) return wrapped(guarded(f)) end
  -- luacheck: pop
end

--- Makes `print` show tables with their contents, as bots have it, and safe for
--- text from files, such as the names in a record.
local function guard_print()
  function print(...) -- luacheck: ignore 121
    local texts = table.pack(...)
    for i = 1, texts.n do texts[i] = pretty.printed(texts[i]) end
    term.write(table.concat(texts, "\t"), "\n")
  end
end

--- Prepares the program's own globals for typed Lua.
function typed_lua.guard_globals()
  guard_coroutines()
  guard_print()
end

-- ---- Calls and errors ---------------------------------------------------

--- An error value as text.
local function error_text(problem)
  if type(problem) == "string" then return problem end
  local meta = debug.getmetatable(problem)
  if meta and type(rawget(meta, "__tostring")) == "function" then
    local good, text = pcall(tostring, problem)
    return good and text or "error object whose __tostring raises"
  end
  return "error object: " .. pretty.text(problem)
end

--- An error as text; for an undefined variable, with the nearest name.
function typed_lua:problem_text(problem)
  local text = error_text(problem)
  local name = text:match "a nil value %(global '([%w_]+)'%)$"
  if not name or self:has_variable(name) then return text end
  if name == "game" then return text .. "; did you mean 'session'?" end
  if self.commands[name] then
    return ("%s; `%s` is a command, not a function"):format(text, name)
  end
  return text .. self:hint(name)
end

--- The results of edit.call, with the error as text.
local function with_text(self, good, problem, ...)
  if not good then problem = self:problem_text(problem) end
  return good, problem, ...
end

--- Calls a function of the user, which Ctrl-C stops. Returns true and its
--- results; or false, the message and the traceback.
function typed_lua:try(f, ...)
  return with_text(self, edit.call(true, f, ...))
end

--- edit.call. Hooks of variants may print meanwhile: not while a line is typed,
--- when completion asks them.
local function call_printing(self, stops, f, ...)
  if self.prints then return edit.call(stops, f, ...) end
  self.prints = true
  aurum.hook_prints(self.hook_prints)
  local results = table.pack(edit.call(stops, f, ...))
  aurum.hook_prints(0)
  self.prints = nil
  return table.unpack(results, 1, results.n)
end

--- Calls a function and prints its error, if any. Returns true and its results,
--- or false. With `stops`, Ctrl-C stops it.
function typed_lua:call(stops, f, ...)
  local results = table.pack(call_printing(self, stops, f, ...))
  if results[1] then return table.unpack(results, 1, results.n) end
  local problem, trace, stopped = results[2], results[3], results[4]
  if getmetatable(problem) == term.failure then
    local message = problem.message -- nil if the output pipe is closed
    if not message or message:find "^standard output: " then
      error(problem, 0)
    end
    self:fail(message)
  elseif stopped and stops then
    self:fail(error_text(problem))
  elseif stopped and error_text(problem):find "interrupted$" then
    self:fail(require "aurum.repl.show.narrate".interrupted(self.session))
  else
    local text = self:problem_text(problem)
    self:fail(text .. frames.users(text, trace))
  end
  return false
end

-- ---- Compilation --------------------------------------------------------

local function incomplete(problem)
  return problem ~= nil and problem:find "<eof>$" ~= nil
end

local block = 1000 -- lines of input that share a chunk name

--- The blank lines and the name that give a chunk on a line of a long input its
--- line numbers: "stdin+3000" counts from line 3001. So the blank lines above a
--- chunk are few, wherever it stands. `shell:placed` adds the two up.
local function chunk_place(name, line)
  local before = (line - 1) // block * block
  if before == 0 then return ("\n"):rep(line - 1), name end
  if #name > 40 then name = "..." .. name:sub(-37) end -- Lua would cut the end
  return ("\n"):rep(line - 1 - before), ("%s+%d"):format(name, before)
end

--- An error message with the line numbers of its input: "stdin:3005: ..." for
--- "stdin+3000:5: ...".
function typed_lua.placed(message)
  local above = message:match "%+(%d+000):%d+:"
  if above then -- "(to close 'for' at line 5)"
    message = message:gsub("( at line )(%d+)%)", function(text, line)
      return ("%s%d)"):format(text, above + line)
    end)
  end
  return (message:gsub("%+(%d+000):(%d+):", function(before, line)
    return (":%d:"):format(before + line)
  end))
end

--- Compiles Lua. Returns a function, and true if its values are to be printed;
--- or nil, a message, and true if more input may complete it.
function typed_lua:compile(text, name, line)
  local above
  above, name = chunk_place(name, line)
  local forced = text:match "^%s*=(.*)$"
  local expression = (forced or text)
  local quiet = expression:match "^(.*);%s*$"
  local chunk, problem = load(above .. "return " .. (quiet or expression),
    "=" .. name, "t", self.env)
  if chunk then return chunk, quiet == nil end
  if forced then return nil, problem, incomplete(problem) end
  local more = incomplete(problem)
  chunk, problem = load(above .. text, "=" .. name, "t", self.env)
  if chunk then return chunk, true end
  return nil, problem, more or incomplete(problem)
end

--- Runs compiled Lua and, on request, prints its values.
function typed_lua:run_lua(chunk, print_values)
  local results = table.pack(self:call(true, chunk))
  if not results[1] then return end
  if results.n > 1 and results[2] ~= nil then self.env._ = results[2] end
  if print_values then
    self:call(true, self.show, self, table.unpack(results, 2, results.n))
  end
end

return typed_lua
