-- Commands of a stop inside a decision (repl/session/debugging.lua). Their
-- words come before all others there, and mean nothing elsewhere.
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"
local term = require "aurum.text.term"

local most = 200 -- variables that `locals` prints
local around = 5 -- lines that `list` shows on both sides

local words = {} -- word -> function(shell, rest)

local short = { n = "next", s = "step-in", si = "step-in", fin = "finish",
  c = "continue", rs = "reverse-step", rn = "reverse-next",
  rc = "reverse-continue", l = "list", where = "bt", backtrace = "bt",
  print = "p", a = "ask" }

--- Prints what a run led to: a stop, or the end of the step.
local function put(shell, stopped, reply, problem)
  local session = shell.session
  if stopped then return narrate.line(shell) end
  if problem == "interrupted" then
    return shell:fail(narrate.interrupted(session, true))
  elseif not reply then
    return shell:fail(problem)
  end
  local asked = session.at == session.ran_to_end and shell.debug_asked
  if asked then return shell:run_command(shell.commands.ask, "") end
  local ends = reply.fault and "with a fault: " .. term.plain(reply.fault)
    or reply.text and "with " .. reply.text
  shell:out(ends and ("the decision ends %s; `step` carries it out"):format(
    ends) or "the deal ends; `step` carries it out")
end

--- Runs on from the stop; the end of a decision that was only asked prints the
--- answer.
local function run_on(shell, options)
  local stopped = shell.session.stopped
  shell.debug_asked = stopped.asked
  put(shell, shell.session:run_on(stopped, options))
end

local function run_back(shell, options, nothing)
  local stopped, reply, problem = shell.session:run_back(shell.session.stopped,
    options)
  if not (stopped or reply or problem) then return shell:fail(nothing) end
  put(shell, stopped, reply, problem)
end

--- The depth of the function that is looked at, `outer` functions further out.
local function depth(shell, outer)
  local stopped = shell.session.stopped
  return stopped.stop.depth - (stopped.frame - 1) - outer
end

words["next"] = function(shell)
  run_on(shell, { how = "next", depth = depth(shell, 0) })
end

words["step-in"] = function(shell) run_on(shell, { how = "lines" }) end

function words.finish(shell)
  run_on(shell, { how = "next", depth = depth(shell, 1) })
end

words["continue"] = function(shell, rest)
  local stopped = shell.session.stopped
  shell:run_command(shell.commands[stopped.asked and "ask" or "continue"],
    stopped.asked and "" or rest)
end

words["reverse-step"] = function(shell)
  run_back(shell, { how = "lines" }, "this is the first line of the decision")
end

words["reverse-next"] = function(shell)
  run_back(shell, { how = "next", depth = depth(shell, 0) },
    "no line of this function began before this one")
end

words["reverse-continue"] = function(shell)
  run_back(shell, { how = "points" },
    "no breakpoint is met before this line in the decision")
end

function words.bt(shell)
  local session = shell.session
  local stopped = session.stopped
  local frames = stopped.stop.frames
  for i, frame in ipairs(frames) do
    shell:out(("%s %2d  %s in %s%s"):format(i == stopped.frame and ">" or " ",
      i, session:line_text(frame), frame.name,
      frame.tail and " (a tail call; its caller is gone)" or ""))
  end
  if stopped.stop.depth > #frames then
    shell:out(("    ... %d functions in all"):format(stopped.stop.depth))
  end
end

--- Looks at another function of the stack.
local function look(step, nothing)
  return function(shell)
    local stopped = shell.session.stopped
    local frame = stopped.frame + step
    if not stopped.stop.frames[frame] then return shell:fail(nothing) end
    stopped.frame, stopped.point = frame, nil
    local at = stopped.stop.frames[frame]
    shell:out(("%s in %s"):format(shell.session:line_text(at), at.name))
    local source = shell.session:source_line(at.file, at.line)
    if source then shell:out(("%4d  %s"):format(at.line, source)) end
  end
end

words.up = look(1, "this is the outermost function")
words.down = look(-1, "this is the innermost function")

function words.locals(shell)
  local stopped = shell.session.stopped
  local list = stopped.stop.frames[stopped.frame].variables
  if not list[1] then return shell:out "no variables" end
  for i, variable in ipairs(list) do
    if i > most then
      return shell:out(("... %d more"):format(#list - most))
    end
    shell:out(("%s%s = %s"):format(variable.outer and "outer " or "",
      variable.name, term.plain(variable.value)))
  end
end

function words.p(shell, rest)
  if rest == "" then return shell:fail "expected `p EXPRESSION`" end
  local value, problem = shell.session:value_here(rest)
  if not value then return shell:fail(term.plain(problem)) end
  shell:out(term.plain(value))
end

--- Says that a file has changed since it was loaded.
local function tell_change(shell, file)
  local handle = io.open(file.disk, "rb")
  local text = handle and handle:read "a"
  if handle then handle:close() end
  if text and text ~= file.text then
    shell:out(("%s has changed since it was loaded; `ask` loads it again")
      :format(term.plain(file.disk)))
  end
end

function words.list(shell, rest)
  local session = shell.session
  local frame = session.stopped.stop.frames[session.stopped.frame]
  local lines, file = session:source_of(frame.file)
  if not lines then return shell:fail "no text of this function is at hand" end
  local middle = frame.line
  if rest ~= "" then
    local n, problem = args.count(rest)
    if not n then return shell:fail(problem) end
    middle = n
  end
  local first = math.max(math.min(middle - around, #lines - 2 * around), 1)
  for i = first, math.min(first + 2 * around, #lines) do
    shell:out(("%s%4d  %s"):format(i == frame.line and ">" or " ", i, lines[i]))
  end
  tell_change(shell, file)
end

function words.ask(shell, rest)
  local session = shell.session
  if rest ~= "" then return shell:run_command(shell.commands.ask, rest) end
  shell:run_command(shell.commands.reload, "")
  session:forget_stop()
  shell:run_command(shell.commands.ask, "")
end

function words.help(shell, rest)
  local about = words[short[rest] or rest] and rest ~= "help"
  shell:run_command(shell.commands.help, about and "debugger" or rest)
end

-- ---- The group --------------------------------------------------------------

--- The debugger's word of a line, the rest, and true if the word is not short;
--- nil if it begins with another.
local function word_of(line)
  local typed, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
  local word = short[typed] or typed
  if not words[word] or rest:find "^[=%.:%[%(]" and word ~= "p" then
    return nil
  end
  return word, rest, typed == word
end

local function answer(shell, line)
  if shell.collecting then return nil end
  local word, rest, whole = word_of(line)
  if not word then return nil end
  if not shell.session:stop_here() then
    if not whole or shell:command_named(word) or shell:has_variable(word) then
      return nil
    end
    return function()
      shell:fail(("`%s` works at a stop inside a decision: `help debugger`")
        :format(word))
    end
  end
  return function()
    shell.again = (word:find "next" or word:find "step")
      and function() words[word](shell, rest) end or nil
    words[word](shell, rest)
  end
end

--- The words, for completion.
local function first(shell)
  if not shell.session:stop_here() then return {} end
  local list = {}
  for word in pairs(words) do list[#list + 1] = word end
  return list
end

--- The variables of the function, after `p`.
local function complete(shell, text)
  local stopped = shell.session:stop_here()
  local part = stopped and text:match "^%s*p%s+.-([%a_]?[%w_]*)$"
  if not part or text:sub(1, #text - #part):find "[%.:]%s*$" then return nil end
  local list = {}
  for _, variable in ipairs(stopped.stop.frames[stopped.frame].variables) do
    list[#list + 1] = variable.name
  end
  return list, part
end

local function prompt(shell)
  return shell.session:stop_here() and shell.session:stop_text() .. "> " or nil
end

local command = { name = "debugger", usage = "debugger",
  summary = "step through the Lua of a bot or a variant",
  help = "`break FILE:LINE` stops inside a decision, `ask` and `step` lead to "
    .. "it. There the prompt names the line, and these words come before all "
    .. "others. `next` goes to the next line of this function, `step-in` to "
    .. "that of any function, `finish` out of this one, and `continue` to the "
    .. "next breakpoint. `reverse-step` goes to the line before, and so do "
    .. "`reverse-next` and `reverse-continue`. `bt` lists the functions that "
    .. "called each other; `up` and `down` select the caller or the called "
    .. "one. `locals` shows its variables, `p EXPRESSION` a value in it, and "
    .. "`list` or `list LINE` the text. `ask` loads changed files and asks "
    .. "again from the start. Short names: n, s, fin, c, rs, rn, rc, l.\n\n"
    .. "Any other command works as usual; one that leaves this place leaves "
    .. "the stop. A stop lasts as long as you like: the bot does not run then, "
    .. "and no limit of time counts. Each word runs the decision again, up to "
    .. "its line, for at most a minute of processor time; Ctrl-C ends it. So "
    .. "`p` changes nothing, and what is played afterwards is what would be "
    .. "played without a debugger. An expression may take a million "
    .. "instructions, and sees what the bot sees. Nothing stops while a person "
    .. "plays." }

function command.run(shell)
  if shell.session:stop_here() then return narrate.line(shell) end
  shell:out "nothing is stopped; `break FILE:LINE`, then `step` or `ask`"
end

return { title = "Debugger", answer = answer, prompt = prompt, first = first,
  complete = complete, args.bare(command) }
