-- Commands for breakpoints, which stop the game.
local narrate = require "aurum.repl.narrate"
local values = require "aurum.repl.values"
local args = require "aurum.repl.args"

local events = { "award", "bid", "change", "deal", "fault", "game", "keep",
  "pass", "play", "reveal", "round", "trick" }

--- An error of a condition without its place, "condition:1:".
local function plain(problem)
  return (problem:gsub("^condition:%d+: ", ""))
end

--- A Lua expression as a function; nil, after a message, if it does not
--- compile.
local function compile(shell, text)
  local name = text:match "^[%a_][%w_]*$"
  if name and not shell:has_variable(name) then
    return shell:fail(("no variable '%s'%s"):format(name, shell:hint(name)))
  end
  local chunk, problem = load("return " .. text, "=condition", "t", shell.env)
  if chunk then
    return function()
      local good, value = shell:try(chunk)
      if not good then error(plain(value), 0) end
      return value
    end
  end
  shell:fail(("expected a Lua expression such as trick.number == 5: %s")
    :format(plain(problem)))
end

local function add(shell, point)
  local id = shell.session:add_break(point)
  shell:out(("breakpoint %d: %s%s"):format(id,
    point.kind == "if" and "" or point.kind .. " ", point.text))
end

local break_ = { name = "break",
  usage = "break CONDITION | break on EVENT [if CONDITION]",
  summary = "stop when a Lua condition is true, or at an event",
  help = ("The condition is evaluated after each step. It may use state, view, "
    .. "seat(n), trick and your own globals. An error in it also stops the "
    .. "game. Events: %s." .. [[


  break trick.number == 5 and seat(2).gold:has "G7"
  break on award
  break on award if seat(1).need == 0
  break on fault]]):format(table.concat(events, ", ")) }

function break_.run(shell, list, rest)
  if #list == 0 then
    return shell:fail("expected `break CONDITION` or `break on EVENT "
      .. "[if CONDITION]`")
  end
  if list[1] == "on" then
    local event, problem = args.one_of(list[2], events)
    if not event then return shell:fail(problem) end
    if #list == 2 then
      return add(shell, { kind = "on", event = event, text = event })
    end
    local condition = rest:match "^on%s+%S+%s+if%s+(.+)$"
    if not condition then
      return shell:fail(("expected `break on EVENT` or `break on EVENT if "
        .. "CONDITION`, got '%s' after the event"):format(list[3]))
    end
    local value = compile(shell, condition)
    return value and add(shell, { kind = "on", event = event, value = value,
      text = ("%s if %s"):format(event, condition) })
  end
  local text = rest:gsub("^if%s+", "")
  local value = compile(shell, text)
  if value then add(shell, { kind = "if", text = text, value = value }) end
end

function break_.complete(_, list)
  if #list == 2 and list[1] == "on" then
    return args.starting(events, list[2])
  end
end
break_.lua = true

local watch = { name = "watch", usage = "watch EXPRESSION", lua = true,
  summary = "stop when the value of a Lua expression changes",
  help = "  watch seat(1).gold\n  watch state.leader" }

function watch.run(shell, list, rest)
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(watch.usage))
  end
  local chunk = compile(shell, rest)
  if not chunk then return end
  add(shell, { kind = "watch", text = rest, value = function()
    return values.text((chunk()))
  end })
end

local breaks = { name = "breaks", usage = "breaks",
  summary = "list the breakpoints" }

function breaks.run(shell)
  local list = shell.session.breaks
  if #list == 0 then return shell:out "no breakpoints" end
  for _, point in ipairs(list) do
    shell:out(("%d  %s%s"):format(point.id,
      point.kind == "if" and "" or point.kind .. " ", point.text))
  end
end

local delete = { name = "delete", usage = "delete N | delete all",
  summary = "delete a breakpoint, or all",
  complete = function(shell)
    local list = { "all" }
    for _, point in ipairs(shell.session.breaks) do
      list[#list + 1] = tostring(point.id)
    end
    return list
  end }

function delete.run(shell, list)
  if list[1] == "all" and #list == 1 then
    shell.session.breaks = {}
    return
  end
  local n, problem = args.count(list[1])
  if not n then
    return shell:fail(problem
      or "expected `delete N`; `breaks` lists the numbers")
  end
  local good
  good, problem = shell.session:remove_break(n)
  if not good then shell:fail(problem) end
end

local continue = { name = "continue", usage = "continue [GAMES]",
  summary = "play to a breakpoint, in this game or a later one",
  help = "If a game ends before a breakpoint, the next one of its series "
    .. "begins, with seed S.1, S.2 and so on. It plays at most GAMES games "
    .. "(default: 10000). Without breakpoints it plays to the end of the "
    .. "game." }

function continue.run(shell, list)
  local session = shell.session
  local n, problem = args.count(list[1], 10000)
  if not n then return shell:fail(problem) end
  local root = session.root
  local good, why, hit
  good, problem, why, hit = narrate.during(shell, nil, function()
    return session:continue(n)
  end)
  if hit and session.root ~= root then
    shell:out(("game %d, seed %s"):format(session.root.number,
      session.root.seed))
  end
  if why == "over" and #session.breaks > 0 then
    shell:out(problem) -- no breakpoint was met: an answer, not an error
  else
    narrate.stop(shell, good, problem, why)
  end
  if good or why == "break" or why == "person" then narrate.where(shell) end
end

return { title = "Breakpoints", break_, watch, args.bare(breaks),
  delete, continue }
