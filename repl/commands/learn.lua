-- The command `tutorial`. While it runs, it sees each line first.
local args = require "aurum.repl.args"
local tutorial = require "aurum.repl.tutorial"

local command = args.bare { name = "tutorial", usage = "tutorial",
  summary = "play a round in ten explained steps",
  help = "The game on the table waits and comes back afterwards. `again` "
    .. "repeats a step, `back` goes to the one before, `quit` leaves.",
  run = function(shell)
    local good, problem = tutorial.begin(shell)
    if not good then shell:fail(problem) end
  end }

local function answer(shell, text)
  local at = shell.tutorial
  if not at or at.inside then return nil end
  at.inside = true -- the line is looked at once
  local act = shell:prepare_part(text, shell.source and shell.source.first
    or 1, true)
  at.inside = false
  return tutorial.act(shell, text, act)
end

local function prompt(shell)
  return shell.tutorial and not shell.collecting
    and tutorial.prompt(shell) or nil
end

return { title = "Learning", answer = answer, prompt = prompt, command }
