-- Breakpoints: where the game stops.
local narrate = require "aurum.repl.narrate"
local values = require "aurum.repl.values"
local args = require "aurum.repl.args"

local events = { "award", "bid", "change", "deal", "fault", "game", "keep",
  "pass", "play", "reveal", "round", "trick" }

--- A message without the name that Lua has for a condition.
local function plain(problem)
  return (problem:gsub("^condition:%d+: ", ""))
end

--- A condition as a function; nil if it is told what is wrong with it.
local function compile(shell, text)
  local chunk, problem = load("return " .. text, "=condition", "t", shell.env)
  if chunk then
    return function()
      local good, value = shell:try(chunk)
      if not good then error(plain(value), 0) end
      return value
    end
  end
  shell:fail(("expected a condition in Lua such as trick.number == 5: %s")
    :format(plain(problem)))
end

local function add(shell, point)
  local id = shell.session:add_break(point)
  shell:out(("break %d: %s%s"):format(id,
    point.kind == "if" and "" or point.kind .. " ", point.text))
end

local break_ = { name = "break", usage = "break CONDITION | break on EVENT",
  summary = "stop where a condition in Lua holds, or at an event",
  help = ("The condition is looked at after each step; it sees state, view, "
    .. "seat(n), trick and your own globals. One that raises stops the "
    .. "game too. Events: %s." .. [[


  break trick.number == 5 and seat(2).gold:has "G7"
  break on award
  break on fault]]):format(table.concat(events, ", ")) }

function break_.run(shell, list, rest)
  if #list == 0 then return shell:fail("expected " .. break_.usage) end
  if list[1] == "on" then
    local event, problem = args.one_of(list[2], events)
    if not event then return shell:fail(problem) end
    return add(shell, { kind = "on", text = event })
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
  summary = "stop where the value of an expression in Lua changes",
  help = "  watch seat(1).gold\n  watch state.leader" }

function watch.run(shell, list, rest)
  if #list == 0 then return shell:fail("expected " .. watch.usage) end
  local chunk = compile(shell, rest)
  if not chunk then return end
  add(shell, { kind = "watch", text = rest, value = function()
    return values.text((chunk()))
  end })
end

local breaks = { name = "breaks", usage = "breaks",
  summary = "the breakpoints" }

function breaks.run(shell)
  local list = shell.session.breaks
  if #list == 0 then return shell:out "no breakpoints" end
  for _, point in ipairs(list) do
    shell:out(("%d  %s%s"):format(point.id,
      point.kind == "if" and "" or point.kind .. " ", point.text))
  end
end

local delete = { name = "delete", usage = "delete N | delete all",
  summary = "take a breakpoint away",
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
    return shell:fail(problem or "expected delete N, a number from breaks")
  end
  local good
  good, problem = shell.session:remove_break(n)
  if not good then shell:fail(problem) end
end

local continue = { name = "continue", usage = "continue [GAMES]",
  summary = "play on to a breakpoint, also in later games",
  help = "A game in which none was met is followed by the next of its series, "
    .. "seed S.1, S.2 and so on; GAMES at the most, 10000 if left out. Without "
    .. "breakpoints it plays to the end of the game." }

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
  narrate.stop(shell, good, problem, why)
  if good or why == "break" or why == "person" then narrate.where(shell) end
end

return { title = "Breakpoints", break_, watch, args.bare(breaks),
  delete, continue }
