-- Commands for typing: aliases, the user's own commands, programs of the
-- system, the time of an expression. The global `repl` gives Lua, above all the
-- start file, the same.
local aurum = require "aurum"
local term = require "aurum.text.term"
local complete = require "aurum.repl.input.complete"
local screen = require "aurum.repl.input.screen"
local settings = require "aurum.repl.session.settings"
local switch = require "aurum.repl.switch"
local args = require "aurum.repl.args"

local commands = { title = "Typing" }

local function command(it)
  commands[#commands + 1] = it
  return it
end

-- ---- Aliases ------------------------------------------------------------

--- True if a word may become the name of an alias; or nil and a message.
local function check_name(shell, name)
  if type(name) ~= "string" or not name:find "^%a[%w_%-]*$" then
    return nil, ("expected a name that begins with a letter and has only "
      .. "letters, digits, - and _, got '%s'"):format(tostring(name))
  elseif shell.commands[name] and not shell.commands[name].own then
    return nil, ("%s is a command already"):format(name)
  end
  return true
end

local function set_alias(shell, name, text)
  local good, problem = check_name(shell, name)
  if not good then return nil, problem end
  if type(text) ~= "string" or not text:find "%S" or text:find "[%c]" then
    return nil, "expected a line of commands after the name"
  elseif shell.commands[name] then
    return nil, ("%s is a command of yours already"):format(name)
  end
  shell.aliases[name] = text
  return true
end

local function alias_names(shell)
  local names = {}
  for name in pairs(shell.aliases) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local alias = command { name = "alias", usage = "alias [NAME COMMAND...]",
  summary = "list the aliases, or let NAME stand for commands",
  verbatim = true,
  help = "What follows NAME on a line is added to its text. The text may hold "
    .. "several commands with `;`. Aliases end with the session; the start "
    .. "file can make them by `repl.alias`." .. [[


  alias near show; legal
  alias at goto]] }

function alias.run(shell, list, rest)
  if #list == 0 then
    local names = alias_names(shell)
    if not names[1] then return shell:out "no aliases" end
    for _, name in ipairs(names) do
      shell:out(("%s  %s"):format(name, term.plain(shell.aliases[name])))
    end
    return
  end
  local name, text = rest:match "^(%S+)%s*=?%s*(.-)$"
  if text == "" then
    text = shell.aliases[name]
    if not text then
      return shell:fail(("no alias '%s'; expected `%s`"):format(name,
        alias.usage))
    end
    return shell:out(("%s  %s"):format(name, term.plain(text)))
  end
  local good, problem = set_alias(shell, name, text)
  if not good then return shell:fail(problem) end
  shell:out(("%s stands for: %s"):format(name, term.plain(text)))
end

local unalias = command { name = "unalias", usage = "unalias NAME",
  summary = "remove an alias",
  complete = function(shell, list)
    return #list == 1 and alias_names(shell) or nil
  end }

function unalias.run(shell, list)
  if #list ~= 1 then
    return shell:fail(("expected `%s`"):format(unalias.usage))
  elseif not shell.aliases[list[1]] then
    return shell:fail(("no alias '%s'; `alias` lists them"):format(list[1]))
  end
  shell.aliases[list[1]] = nil
end

-- ---- The user's own commands --------------------------------------------

local own = { title = "Your own commands" }

--- The command that runs the user's function. An error of its own is nil and a
--- message.
local function wrapped(given)
  local it = { name = given.name, own = true, verbatim = given.verbatim,
    usage = given.usage or given.name,
    summary = given.summary or "a command of your own", help = given.help }
  function it.run(shell, list, rest)
    local good, result, problem = shell:call(true, given.run, list, rest)
    if good and not result and problem ~= nil then
      shell:fail(tostring(problem))
    end
  end
  function it.complete(shell, list)
    if not given.complete then return {} end
    local good, found = shell:try(given.complete, list)
    local names = {}
    for _, name in ipairs(good and type(found) == "table" and found or {}) do
      if type(name) == "string" then names[#names + 1] = name end
    end
    return names
  end
  return it
end

local kinds = { name = "string", run = "function", usage = "string",
  summary = "string", help = "string", complete = "function",
  verbatim = "boolean" }

--- Adds a command of the user, or replaces one. Raises errors of the caller.
local function add_command(shell, given)
  if type(given) ~= "table" then
    error(("repl.command: expected a table, got %s"):format(type(given)), 3)
  end
  for key, value in pairs(given) do
    local kind = kinds[key]
    if not kind then
      error(("repl.command: unknown field '%s'%s"):format(tostring(key),
        args.near(key, kinds)), 3)
    elseif type(value) ~= kind then
      error(("repl.command: %s: expected a %s, got a %s"):format(key, kind,
        type(value)), 3)
    end
  end
  if not given.name or not given.run then
    error("repl.command: expected the fields name and run", 3)
  end
  local good, problem = check_name(shell, given.name)
  if not good then error("repl.command: " .. problem, 3) end
  local before, it = shell.commands[given.name], wrapped(given)
  if before then args.remove(own, before) end
  own[#own + 1] = it
  if #own == 1 and not before then table.insert(shell.groups, own) end
  shell.commands[given.name] = it
end

--- The global `repl`.
local function interface(shell)
  local repl = {}
  function repl.command(given) add_command(shell, given) end
  function repl.alias(name, text)
    local good, problem = set_alias(shell, name, text)
    if not good then error("repl.alias: " .. problem, 2) end
  end
  function repl.run(line)
    if type(line) ~= "string" or line:find "\n" then
      error("repl.run: expected a line of text", 2)
    end
    return not line:find "%S" or shell:run_line(line)
  end
  return repl
end

function commands.start(shell)
  local repl = interface(shell)
  shell.live.repl = function() return repl end
  shell.pages = settings.load().pager ~= "off"
end

-- ---- The system ---------------------------------------------------------

command { name = "!", usage = "!COMMAND", verbatim = true,
  summary = "run a command of the system's shell; `!` alone opens it",
  help = "  !ls *.jsonl\n  !vi mine.lua",
  complete = function(_, list) return complete.files(list[#list] or "") end,
  run = function(shell, _, rest)
    if rest == "" then rest = os.getenv "SHELL" or "/bin/sh" end
    local status, problem = aurum.edit.run(rest)
    if status ~= 0 then
      shell:fail(("!%s: %s"):format(rest:match "^%S+",
        problem or ("exit status %d"):format(status)))
    end
  end }

command(args.bare { name = "clear", usage = "clear",
  summary = "clear the screen (also: Ctrl-L)", run = screen.clear })

command(switch("pager", "pager [on|off]",
  "show what is longer than the screen page by page",
  "The pager is the program in $PAGER. Without one, `--more--` waits for a "
    .. "key: the space bar shows a page, Enter a line, q leaves the rest out. "
    .. "Input from a file, a pipe or the clipboard is never paged. The setting "
    .. "is saved (default: on).",
  function(shell) return shell.pages end,
  function(shell, on) shell.pages = on end))

-- ---- Time ---------------------------------------------------------------

local function seconds_of(chunk, n)
  local start = aurum.sys.clock()
  for _ = 1, n do chunk() end
  return aurum.sys.clock() - start
end

--- The time of one run in seconds, the number of runs in a series, and the
--- number of series, of which the time is the best.
local function measure(chunk)
  local n = 1
  local took = seconds_of(chunk, n)
  while took < 0.02 do
    n = n * (took < 0.002 and 10 or 2)
    took = seconds_of(chunk, n)
  end
  local series = took > 1 and 1 or 5
  for _ = 2, series do took = math.min(took, seconds_of(chunk, n)) end
  return took / n, n, series
end

local units = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } }

local function duration(seconds)
  for _, unit in ipairs(units) do
    if seconds >= unit[1] or unit == units[#units] then
      return ("%.3g %s"):format(seconds / unit[1], unit[2])
    end
  end
end

local timeit = command { name = "timeit", usage = "timeit EXPRESSION",
  lua = true, verbatim = true,
  summary = "measure how long a Lua expression or statement takes",
  help = "It runs often enough to be measured, in five series. The time is the "
    .. "mean of the best series." .. [[


  timeit state:legal()
  timeit state:view(1):sample()]] }

function timeit.run(shell, _, rest)
  if rest == "" then
    return shell:fail(("expected `%s`"):format(timeit.usage))
  end
  local chunk, problem = shell:compile(rest, "expression", 1)
  if not chunk then return shell:fail(problem) end
  local good, each, n, series = shell:try(measure, chunk)
  if not good then return shell:fail(each) end
  shell:out(("%s per run (%s)"):format(duration(each), n == 1 and series == 1
    and "one run" or ("best of %d series of %d runs"):format(series, n)))
end

return commands
