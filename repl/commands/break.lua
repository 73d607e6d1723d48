-- Commands for breakpoints, which stop the game or run commands.
local narrate = require "aurum.repl.show.narrate"
local pretty = require "aurum.repl.show.pretty"
local args = require "aurum.repl.args"
local condition_checks = require "aurum.repl.line.condition_checks"
local marks = require "aurum.repl.session.marks"
local term = require "aurum.text.term"

local events = { "answer", "award", "bid", "change", "deal", "fault", "game",
  "keep", "pass", "play", "reveal", "round", "trick" }

local kinds = { "answer", "award", "bid", "change", "deal", "error", "fault",
  "game", "keep", "pass", "play", "reveal", "round", "trick" } -- for `break`

local most = 100 -- lines of a breakpoint's commands

--- An error of a condition without its place, "condition:1:".
local function plain(problem)
  return (problem:gsub("^condition:%d+: ", ""))
end

--- The condition of a breakpoint as a function; nil, after a message, if it
--- does not compile or cannot be meant.
local function compile(shell, point)
  local text = point.text
  local chunk, problem = load("return " .. text, "=condition", "t", shell.env)
  local mistake = condition_checks.problem(shell, text, {
    watched = point.kind == "watch", event = point.event }, chunk)
  if mistake then return shell:fail(mistake) end
  if chunk then
    return function()
      local good, value = shell:try(chunk)
      if not good then error(plain(value), 0) end
      return value
    end
  end
  local compares = text:find "[^=~<>]=[^=]" and "; `==` compares" or ""
  shell:fail(("expected a Lua expression such as trick.number == 5: %s%s")
    :format(plain(problem), compares))
end

--- Compiles the text of a breakpoint. False, after a message, if that fails.
local function prepare(shell, point)
  if not point.text then return true end
  local value = compile(shell, point)
  if not value then return false end
  point.value = point.kind ~= "watch" and value or function()
    return pretty.text((value()))
  end
  point.reads_game = function()
    return condition_checks.reads_only(shell, point.text, marks.names)
  end
  local refused = shell.session:refused_break(point)
  if refused then return shell:fail(refused) end
  return true
end

--- Adds a breakpoint at a line of Lua.
local function add_line(shell, point)
  local session, wanted = shell.session, point.line
  if point.text and not load("return " .. point.text) then
    local _, problem = load("return " .. point.text, "=condition")
    return shell:fail(("expected a Lua expression of the variables there: %s")
      :format(plain(problem)))
  end
  local id, line = session:add_line_break(point)
  if not id then return shell:fail(line) end
  local moved = line ~= wanted
    and (" (line %d has no code)"):format(wanted) or ""
  shell:out(("%sbreakpoint %d: %s%s"):format(point.temporary and "temporary "
    or "", id, session.label_break(point), moved))
  if session:viewer() then
    shell:out "it waits while a person plays: it would show a bot's hand"
  end
end

local function add(shell, point)
  if point.kind == "line" then return add_line(shell, point) end
  if not prepare(shell, point) then return end
  local id = shell.session:add_break(point)
  shell:out(("%sbreakpoint %d: %s"):format(point.temporary and "temporary "
    or "", id, shell.session.label_break(point)))
end

--- Reads "CONDITION" or "on EVENT [if CONDITION]" as a breakpoint; nil, after a
--- message, if it is neither.
local function read(shell, list, rest)
  if rest == "when" or rest == "if" then
    return shell:fail(("expected a condition after '%s', such as "
      .. "seat(1).need == 0"):format(rest))
  end
  local when = rest:match "^when%s+(.+)$"
  if when then return { kind = "when", text = when } end
  local file, line, tail = rest:match "^([^%s'\"%(%)=<>]+):(%d+)(.*)$"
  if file and (tail == "" or tail:find "^%s") then
    local condition = tail:match "^%s+if%s+(.-)%s*$"
    if not condition and tail:find "%S" then
      return shell:fail(("expected `break %s:%s if CONDITION`, got '%s'")
        :format(file, line, tail:match "%S+"))
    end
    line = math.tointeger(line)
    if not line or line == 0 then
      return shell:fail(("expected a line of %s, from 1"):format(file))
    end
    return { kind = "line", file = file, line = line, text = condition }
  end
  file = rest:match "^(%S+%.lua)$" or rest:match "^(%S+%.lua):"
  if file then
    return shell:fail(("expected a line number, such as `break %s:1`"):format(
      file))
  end
  if list[1] ~= "on" then
    return { kind = "if", text = (rest:gsub("^if%s+", "")) }
  end
  local event, problem = args.one_of(list[2], kinds)
  if not event then return shell:fail(problem) end
  if event == "error" then
    if #list == 2 then return { kind = "error" } end
    return shell:fail "`break on error` takes no condition"
  end
  if #list == 2 then return { kind = "on", event = event } end
  local condition = rest:match "^on%s+%S+%s+if%s+(.+)$"
  if condition then
    return { kind = "on", event = event, text = condition }
  end
  shell:fail(("expected `break on EVENT` or `break on EVENT if CONDITION`, "
    .. "got '%s' after the event"):format(list[3]))
end

--- The candidates at the beginning of a condition and for an event; nil where
--- Lua is typed.
local function complete_condition(shell, list)
  if #list == 1 then
    local first = { "on", "when" }
    if list[1] ~= "" then return args.starting(first, list[1])[1] and first end
    for name in pairs(shell.session.globals) do
      if name ~= "event" then first[#first + 1] = name end
    end
    return first
  elseif list[1] ~= "on" or #list > 3 then
    return nil
  end
  return #list == 2 and events or { "if" }
end

--- The same for `break`, which also knows lines of Lua and errors.
local function complete_break(shell, list)
  if #list == 2 and list[1] == "on" then return kinds end
  local first = complete_condition(shell, list)
  if #list ~= 1 or list[1] == "" then return first end
  local names = {}
  for _, file in ipairs(shell.session:lua_files()) do
    names[#names + 1] = file.path:match "[^/]*$" .. ":"
  end
  names = args.starting(names, list[1])
  if not names[1] then return first end
  return table.move(first or {}, 1, #(first or {}), #names + 1, names)
end

--- The command `break` or `tbreak`.
local function breaker(name, temporary, summary, help)
  local command = { name = name, lua = true, summary = summary, help = help,
    usage = name .. " [when] CONDITION | on EVENT [if CONDITION] | "
      .. "FILE:LINE [if CONDITION]" }
  function command.run(shell, list, rest)
    if #list == 0 then
      return shell:fail(("expected `%s CONDITION` or `%s on EVENT "
        .. "[if CONDITION]`"):format(name, name))
    end
    local point = read(shell, list, rest)
    if not point then return end
    point.temporary = temporary
    add(shell, point)
  end
  command.complete = complete_break
  return command
end

local break_ = breaker("break", nil,
  "stop when a Lua condition is true, or at an event",
  ("The condition is evaluated after each step. It may use state, view, "
    .. "seat(n), trick and your own globals. It cannot move the game; an error "
    .. "in it stops the game and disables the breakpoint. `when` stops only "
    .. "where the condition becomes "
    .. "true. After `on`, `event` is the event "
    .. "(`help aurum.event`); an award is part of an event of the kind trick. "
    .. "Events: %s. "
    .. "FILE:LINE, as in `break duck.lua:14 if value > 3`, stops inside a "
    .. "decision, at a line of a bot's file or of a variant's; its condition "
    .. "sees the variables there. `on error` stops where a bot or a variant's "
    .. "hook raises one that it does not catch. `help debugger` says what you "
    .. "can do then."
    .. [[


  break trick.number == 5 and seat(2).gold:has "G7"
  break when seat(1).need == 0
  break on award
  break on award if seat(1).need == 0
  break on award if event.taker == 2
  break on play if event.card == aurum.card "Z4"
  break on fault
  break on error]]):format(table.concat(events, ", ")))

local tbreak = breaker("tbreak", true, "the same, once: it is deleted there")

local watch = { name = "watch", usage = "watch EXPRESSION", lua = true,
  summary = "stop when the value of a Lua expression changes",
  help = "  watch seat(1).gold\n  watch state.leader" }

function watch.run(shell, list, rest)
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(watch.usage))
  end
  add(shell, { kind = "watch", text = rest })
end

-- ---- The list -------------------------------------------------------------

local function times(n)
  return n == 1 and "once" or n .. " times"
end

--- Prints a breakpoint with its state and its commands.
local function put(shell, point)
  local notes = {}
  local function note(text) notes[#notes + 1] = text end
  if point.temporary then note "temporary" end
  if point.unread then
    note(("read from a file: it waits for `enable %d`"):format(point.id))
  elseif not point.enabled then
    note "disabled"
  end
  if point.ignore > 0 then note("ignored " .. times(point.ignore)) end
  if point.hits > 0 then note("met " .. times(point.hits)) end
  local text = ("%d  %s%s"):format(point.id, shell.session.label_break(point),
    notes[1] and "  (" .. table.concat(notes, ", ") .. ")" or "")
  shell:out(term.plain(text, nil, 5000))
  for _, line in ipairs(point.commands or {}) do
    shell:out("     " .. term.plain(line, nil, 5000))
  end
end

local breaks = { name = "breaks", usage = "breaks",
  summary = "list the breakpoints, with their commands" }

function breaks.run(shell)
  local list = shell.session.breaks
  if #list == 0 then return shell:out "no breakpoints" end
  for _, point in ipairs(list) do put(shell, point) end
end

local function numbers(shell)
  local list = {}
  for i, point in ipairs(shell.session.breaks) do
    list[i] = tostring(point.id)
  end
  return list
end

local function numbers_or_all(shell)
  local list = numbers(shell)
  list[#list + 1] = "all"
  return list
end

--- The breakpoint that a word names; nil, after a message, if there is none.
local function named(shell, word, usage)
  local n, problem = args.count(word)
  if not n then
    return shell:fail(problem
      or ("expected `%s`; `breaks` lists the numbers"):format(usage))
  end
  local point
  point, problem = shell.session:break_of(n)
  return point or shell:fail(problem)
end

--- A command that does something with one breakpoint, several or all.
local function each(name, summary, help, act)
  return { name = name, usage = ("%s N... | %s all"):format(name, name),
    summary = summary, help = help, complete = numbers_or_all,
    run = function(shell, list)
      local found = {}
      if list[1] == "all" and #list == 1 then
        table.move(shell.session.breaks, 1, #shell.session.breaks, 1, found)
      else
        for i = 1, math.max(#list, 1) do
          found[i] = named(shell, list[i], name .. " N")
          if not found[i] then return end
        end
      end
      for _, point in ipairs(found) do
        local done = act(shell, point)
        if done then
          shell:out(("breakpoint %d is %s"):format(point.id, done))
        end
      end
    end }
end

local delete = each("delete", "delete breakpoints", nil,
  function(shell, point)
    shell.session:remove_break(point)
    return "deleted"
  end)

local disable = each("disable", "keep breakpoints, but do not stop at them",
  nil, function(_, point)
    point.enabled = false
    return "disabled"
  end)

local enable = each("enable", "stop at disabled breakpoints again",
  "The conditions and commands of a session that was loaded are somebody's "
    .. "code. They are disabled until you have read them in `breaks` and "
    .. "enable them.",
  function(shell, point)
    if point.unread and point.kind ~= "line" and not prepare(shell, point) then
      return
    end
    point.enabled, point.unread = true, nil
    return "enabled"
  end)

local ignore = { name = "ignore", usage = "ignore N COUNT",
  summary = "do not stop at a breakpoint the next COUNT times",
  complete = numbers }

function ignore.run(shell, list)
  if #list ~= 2 then
    return shell:fail(("expected `%s`"):format(ignore.usage))
  end
  local point = named(shell, list[1], ignore.usage)
  if not point then return end
  local n = math.tointeger(tonumber(list[2]))
  if not n or n < 0 or n > 1000000000 then
    return shell:fail(("expected a whole number from 0 to 1000000000, got "
      .. "'%s'"):format(list[2]))
  end
  point.ignore = n
  shell:out(n == 0 and ("breakpoint %d stops the next time"):format(point.id)
    or ("breakpoint %d is ignored %s"):format(point.id, times(n)))
end

-- ---- Commands of a breakpoint ---------------------------------------------

local commands = { name = "commands", usage = "commands N",
  summary = "let breakpoint N run commands and the game go on",
  complete = numbers,
  help = "The lines that follow are the commands, up to a line `end`; none "
    .. "removes them. Where the breakpoint is met they are run, and the game "
    .. "goes on. A line `stop` among them stops it there, and so does an "
    .. "error. They may show anything, but not move the game." .. [[


  break on award
  commands 1
  seat(1).need, seat(2).need
  end]] }

function commands.run(shell, list)
  if #list ~= 1 then
    return shell:fail(("expected `%s`"):format(commands.usage))
  end
  local point = named(shell, list[1], commands.usage)
  if point and (point.kind == "line" or point.kind == "error") then
    return shell:fail "a breakpoint inside a decision runs no commands"
  end
  if not point and shell.interactive then return end
  shell.collecting = { point = point, lines = {} } -- no point: skip the lines
  if shell.interactive then
    shell:out "commands, one a line; `end` ends them"
  end
end

--- Takes a line for the breakpoint whose commands are typed.
local function answer(shell, text)
  local open = shell.collecting
  if not open then return nil end
  local line = text:match "^%s*(.-)%s*$"
  return function()
    if line == "end" then
      shell.collecting = nil
      if not open.point then return end
      open.point.commands = open.lines[1] and open.lines or nil
    elseif #open.lines == most then
      shell.collecting = nil
      shell:fail(("a breakpoint has at most %d lines of commands; it keeps "
        .. "those it had"):format(most))
    else
      table.insert(open.lines, line)
    end
  end
end

local function prompt(shell)
  return shell.collecting and "> " or nil
end

--- Ctrl-C at the prompt for commands, or the end of the input, leaves the
--- breakpoint as it was.
local function drop(shell, ended)
  local open = shell.collecting
  shell.collecting = nil
  if open and open.point and ended then
    shell:fail(("commands %d: the input ends before a line `end`"):format(
      open.point.id))
  end
end

--- Runs the commands of a breakpoint. Returns true if the game stops there.
local function trace(shell, point, message)
  local session, failed, stops = shell.session, shell.failed, false
  local listener, root = session.listener, session.root
  local lines = {}
  for _, line in ipairs(point.commands) do
    stops = stops or line == "stop"
    if line ~= "stop" then lines[#lines + 1] = line end
  end
  if shell.traced ~= root then
    shell:out(("game %d, seed %s"):format(root.number, term.plain(root.seed)))
    shell.traced = root
  end
  shell:out(("breakpoint %s (%s)"):format(message,
    session.place(session.at)))
  shell.failed, session.frozen = false, true
  local name = ("breakpoint %d"):format(point.id)
  shell:call(false, shell.feed_text, shell, table.concat(lines, "\n"), name)
  session.frozen, session.listener = nil, listener
  stops = stops or shell.failed or shell.quitting
  shell.failed = shell.failed or failed
  return stops
end

local function start(shell)
  --- The words of a condition as a breakpoint that is in no list; nil, after a
  --- message, if they are not one.
  shell.complete_condition = complete_condition
  function shell.condition(self, list, rest)
    local point = read(self, list, rest)
    if point and (point.kind == "line" or point.kind == "error") then
      return self:fail "expected a condition or an event; use `tbreak` and "
        .. "`continue` for a line"
    end
    return point and prepare(self, point) and point or nil
  end
  function shell.session.on_trace(point, message)
    return trace(shell, point, message)
  end
end

-- ---- Running --------------------------------------------------------------

local continue = { name = "continue", usage = "continue [GAMES]",
  summary = "play to a breakpoint, in this game or a later one",
  help = "If a game ends before a breakpoint, the next one of its series "
    .. "begins, with seed S.1, S.2 and so on. It plays at most GAMES games "
    .. "(default: 10000). Without breakpoints, or if all of them only run "
    .. "commands, it plays to the end of the game." }

function continue.run(shell, list)
  local session = shell.session
  local stopping = session:has_breaks "stopping"
  local n, problem = args.only_count(list, continue.usage,
    stopping and 10000 or nil)
  if problem then return shell:fail(problem) end
  local root, bar = session.root, term.progress(n or 1)
  local good, why, hit
  shell.traced = root
  good, problem, why, hit = narrate.during(shell, nil, function()
    return session:continue(n, bar)
  end)
  bar()
  if hit and session.root ~= root then
    shell:out(("game %d, seed %s"):format(session.root.number,
      term.plain(session.root.seed)))
  end
  if why == "over" and n and session:has_breaks() then
    shell:out(problem) -- no breakpoint was met: an answer, not an error
  else
    narrate.stop(shell, good, problem, why)
  end
  if good or why == "break" or why == "person" then narrate.where(shell) end
end

local advance = { name = "advance", lua = true,
  usage = "advance [when] CONDITION | advance on EVENT [if CONDITION]",
  summary = "play on to where a condition is true, once",
  help = "It is `tbreak` and `continue` in one. `until` plays on to a place."
    .. [[


  advance trick.number == 5
  advance on award]],
  complete = complete_condition }

function advance.run(shell, list, rest)
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(advance.usage))
  end
  local point = shell:condition(list, rest)
  if not point then return end
  point.temporary = true
  shell.session:add_break(point)
  continue.run(shell, {})
  shell.session:remove_break(point)
end

local reverse = { name = "reverse-continue", lua = true,
  usage = "reverse-continue [CONDITION]",
  summary = "go back to the last place where a breakpoint was met",
  help = "With a condition it goes back to the last place where that was true, "
    .. "whatever the breakpoints. It stays where it is if there is no such "
    .. "place. Faults of bots are not met backward. `reverse-step` is another "
    .. "name of `back`." .. [[


  reverse-continue
  reverse-continue seat(1).need == 0
  reverse-continue on award]] }

function reverse.run(shell, list, rest)
  local session, point = shell.session, nil
  if #list > 0 then
    point = shell:condition(list, rest)
    if not point or not prepare(shell, point) then return end
    point.id, point.hits, point.ignore, point.enabled = 0, 0, 0, true
  elseif not session:has_breaks() then
    return shell:fail("no breakpoint is enabled; `reverse-continue CONDITION` "
      .. "goes back to where a condition was true")
  end
  local _, problem, why, hit = session:reverse(point)
  if hit then
    shell:out(point and problem:gsub("^0: ", "") or "breakpoint " .. problem)
    return narrate.where(shell)
  end
  if why == "over" then
    return shell:out(point and "it was not so at any place before this one"
      or problem)
  end
  narrate.stop(shell, nil, problem, why)
end

reverse.complete = complete_condition

return { title = "Breakpoints", start = start, answer = answer,
  prompt = prompt, drop = drop, break_, tbreak, watch, args.bare(breaks),
  delete, disable, enable, ignore, commands, continue, advance, reverse }
