-- Commands that consist of actions, such as `aurum record verify`. Each action
-- is a file in scripts/commands/NAME/. It returns a table like a subcommand's
-- (repl/line/cli.lua): summary, options, run, in_process.
local aurum = require "aurum"

--- The command NAME with its actions. `likely` is the one that a message names
--- if a file stands in place of an action.
return function(command_name, summary, likely)
  local folder = ("%s/scripts/commands/%s/"):format(aurum.home, command_name)
  local actions, names, in_process = {}, {}, {}
  for _, file in ipairs(aurum.sys.files(folder) or {}) do
    local name = file:match "^(%l[%w%-]*)%.lua$"
    if name then
      names[#names + 1] = name
      actions[name] = assert(aurum.sys.load_own(folder .. file))()
      in_process[name] = actions[name].in_process
    end
  end
  local command = { summary = summary, in_process = in_process,
    likely = likely }

  function command.options(parser)
    parser:require_command(true):command_target "action"
    for _, name in ipairs(names) do
      local action = actions[name]
      action.options(parser:command(name, action.summary))
    end
  end

  function command.run(args, read)
    return actions[args.action].run(args, read)
  end

  return command
end
