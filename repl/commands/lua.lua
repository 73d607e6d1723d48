-- Commands of the shell itself: help, the rules, files of Lua, leaving.
local complete = require "aurum.repl.complete"
local help = require "aurum.repl.help"
local rulebook = require "aurum.text.rulebook"

local commands = { title = "The shell" }

local function command(it)
  commands[#commands + 1] = it
end

command {
  name = "help", usage = "help [NAME]",
  summary = "the commands, or what there is to say about one of them, a type, "
    .. "a function, a field, a knob",
  help = "`help play`, `help state`, `help state.apply`, `help aurum.game`, "
    .. "`help follow`. What is not a command comes from lua/aurum.d.lua.",
  complete = function(shell, words)
    return #words == 1 and complete.topics(shell, words[1]) or nil
  end,
  run = function(shell, words)
    if #words == 0 then return shell:out(help.overview(shell)) end
    if #words > 1 then
      return shell:fail(("help: expected one name, got %d"):format(#words))
    end
    local text, problem = help.of(shell, words[1])
    if not text then return shell:fail("help: " .. problem) end
    shell:out(text)
  end,
}

command {
  name = "rules", usage = "rules [N]",
  summary = "the rules of the game, or rule or section N of them",
  help = "`rules 6.3` shows the rule that a message cites as RULES 6.3, "
    .. "`rules 6` the whole section. `rules` begins with how to play.",
  complete = function(_, words)
    return #words == 1 and rulebook.numbers() or nil
  end,
  run = function(shell, words)
    if #words > 1 then
      return shell:fail(("rules: expected one number, got %d"):format(#words))
    end
    local text, problem = rulebook.text(words[1], shell:width())
    if not text then return shell:fail("rules: " .. problem) end
    shell:out(text)
  end,
}

command {
  name = "source", usage = "source FILE",
  summary = "run a file: NAME.lua is Lua, any other has lines as typed here",
  help = "Globals that it sets stay. The first line that fails ends a file of "
    .. "lines.",
  complete = function(_, words) return complete.files(words[#words]) end,
  run = function(shell, _, rest)
    local path = rest:match '^"(.*)"$' or rest
    if path == "" then
      return shell:fail "source: expected a file"
    end
    shell:run_file((path:gsub("^~/", (os.getenv "HOME" or "~") .. "/")))
  end,
}

command {
  name = "quit", usage = "quit", aliases = { "exit" },
  summary = "leave, as Ctrl-D does (also: exit)",
  run = function(shell, words)
    if #words > 0 then
      return shell:fail(("quit: expected nothing behind it, got '%s'"):format(
        words[1]))
    end
    shell.quitting = true
  end,
}

return commands
