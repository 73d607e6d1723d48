-- Commands of the shell: help, the rules, scripts, and quitting.
local complete = require "aurum.repl.input.complete"
local args = require "aurum.repl.args"
local help = require "aurum.repl.show.help"
local played_rules = require "aurum.repl.show.played_rules"
local rulebook = require "aurum.text.rulebook"

local commands = { title = "The shell" }

local function command(it)
  commands[#commands + 1] = it
end

command {
  name = "help", aliases = { "?" },
  usage = "help [NAME] | help search WORD...",
  summary = "list the commands, explain a command or a name of the Lua API, or "
    .. "find topics",
  help = "Examples: `help play`, `help state`, `help state.apply`, "
    .. "`help aurum.game`, `help follow`. The API is documented in "
    .. "lua/aurum.d.lua and lua/scripts.d.lua. `help search WORD...` lists the "
    .. "topics whose name or text has all the words, as in `help search gold`.",
  complete = function(shell, list)
    return #list == 1 and complete.topics(shell, list[1]) or nil
  end,
  run = function(shell, list)
    if #list == 0 then return shell:out(help.overview(shell)) end
    local text, problem
    if #list > 1 and list[1] == "search" then
      text, problem = help.search(shell, { table.unpack(list, 2) })
    elseif #list > 1 then
      return shell:fail(("help: expected one name, got %d; `help search "
        .. "WORD...` finds topics"):format(#list))
    else
      text, problem = help.of(shell, list[1])
    end
    if not text then return shell:fail("help: " .. problem) end
    shell:out(text)
  end,
}

--- The numbers that `rules` knows: of the page, and of the game on the table.
local function all_numbers(shell)
  local list, seen = rulebook.numbers(), {}
  for _, number in ipairs(list) do seen[number] = true end
  for _, number in ipairs(played_rules.numbers(shell)) do
    if not seen[number] then list[#list + 1] = number end
  end
  return list
end

--- The message for a number of section 13 that the game on the table lacks.
local function no_house_rule(shell, number)
  if not number:find "^13%f[.\0]" then return nil end
  local last = 0
  for _, known in ipairs(played_rules.numbers(shell)) do
    last = tonumber(known:match "^13%.(%d+)$") or last
  end
  if last == 0 then
    return "no house rule of this game says anything"
  end
  return last == 1 and "this game has one house rule, 13.1"
    or ("the house rules of this game are 13.1 to 13.%d"):format(last)
end

command {
  name = "rules", usage = "rules [N]",
  summary = "show the rules of Aurum, or rule or section N",
  help = "`rules` shows how to play, then all rules. `rules 6` shows section "
    .. "6, and `rules 6.3` the rule that a message cites as RULES 6.3; then "
    .. "how the game on the table differs from the English rules. `rules 13` "
    .. "shows the sentences of its house rules.",
  complete = function(shell, list)
    return #list == 1 and all_numbers(shell) or nil
  end,
  run = function(shell, list)
    if #list > 1 then
      return shell:fail(("rules: expected one number, got %d"):format(#list))
    end
    local text, problem = rulebook.text(list[1], shell:width())
    local played = list[1] and played_rules.text(shell, list[1])
    if not text and not played then
      return shell:fail("rules: " .. (no_house_rule(shell, list[1]) or problem))
    end
    shell:out((text or "") .. (text and played and "\n" or "")
      .. (played or ""))
  end,
}

command {
  name = "source", usage = "source FILE",
  summary = "run a file: Lua if its name ends in .lua, else commands",
  help = "Globals that the file sets stay. A file of commands ends at the "
    .. "first line that fails.",
  complete = function(_, list) return complete.files(list[#list]) end,
  run = function(shell, _, rest)
    if rest == "" then return shell:fail "expected `source FILE`" end
    local path, problem = args.path(rest, "source FILE")
    if not path then return shell:fail(problem) end
    shell:run_file(path)
  end,
}

command {
  name = "quit", usage = "quit", aliases = { "exit" },
  summary = "leave the REPL (also: `exit`, Ctrl-D)",
  run = function(shell, list)
    if #list > 0 then
      return shell:fail(("quit takes no arguments, got '%s'"):format(list[1]))
    end
    shell.quitting = true
  end,
}

return commands
