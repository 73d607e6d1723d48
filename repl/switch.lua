-- Commands that turn a setting on or off.
local settings = require "aurum.repl.session.settings"
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"

local switches = { "on", "off" }

--- A command that turns a setting on or off, for good or, with `game`, for this
--- game. `get(shell)` returns its value, and true if it is for this game only;
--- `put(shell, on, here)` sets it.
local function switch(name, usage, summary, help, get, put)
  return { name = name, usage = usage, summary = summary, help = help,
    complete = function(_, list)
      return args.starting(#list < 2 and switches or { "game" },
        list[#list] or "")
    end,
    run = function(shell, list)
      if #list > 0 then
        local value, problem = args.one_of(list[1], switches)
        if not value then return shell:fail(problem) end
        if list[2] and list[2] ~= "game" or #list > 2 then
          return shell:fail(("expected `%s`"):format(usage))
        end
        put(shell, value == "on", list[2] == "game")
        if not list[2] then
          local good
          good, problem = settings.save(name:gsub("%-", "_"), value)
          if not good then
            shell:out("cannot save the setting: " .. problem)
          end
        end
      end
      local on, here = get(shell)
      shell:out(("%s is %s%s"):format(name, on and "on" or "off",
        here and " in this game" or ""))
      local session, turn = shell.session, shell.session.live.turn
      if turn and session.humans[turn] and not session:awaits_person() then
        narrate.advance(shell)
      end
    end }
end

return switch
