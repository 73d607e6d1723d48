-- The command `tutorial`. While it runs, it sees each line first.
local tutorial = require "aurum.repl.tutorial.tutorial"

local command = { name = "tutorial", usage = "tutorial [anew]",
  summary = "learn the game: play one round in explained steps",
  help = "The game on the table waits and comes back afterwards. `again` "
    .. "repeats a step, `back` goes to the one before, `quit` leaves. "
    .. "`tutorial` then goes on at that step, `tutorial anew` from the first.",
  complete = function(_, list) return #list < 2 and { "anew" } or {} end,
  run = function(shell, list)
    local anew = list[1] == "anew"
    if #list > (anew and 1 or 0) then
      return shell:fail(("expected `tutorial` or `tutorial anew`, got '%s'")
        :format(list[anew and 2 or 1]))
    end
    local good, problem = tutorial.begin(shell, anew)
    if not good then shell:fail(problem) end
  end }

local function answer(shell, text)
  local at = shell.tutorial
  -- of several commands in a line each comes by itself
  if not at or at.inside or text:find(";", 1, true) then return nil end
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
