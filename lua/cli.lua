-- The command line: finds the subcommand, reads its options, runs it.
--
-- A subcommand is a file in scripts/commands/ that returns a table:
--   summary   one line for the list
--   options   function(parser): describe options and arguments (lua-argparse)
--   run       function(args): do it; returns the exit status, nil for 0
-- It complains with term.fail(message[, status]). Exit status: 0 done, 1 the
-- answer is no or something failed, 2 wrong usage. DESIGN 8.
local arg = ...
local aurum = require "aurum"

package.path = aurum.home .. "/?.lua;" .. package.path
local argparse = require "argparse"
local term = require "lua.term"

local folder = aurum.home .. "/scripts/commands/"

local function command_names()
  local names = {}
  for _, file in ipairs(aurum.files(folder) or {}) do
    names[#names + 1] = file:match "^(%l[%w%-]*)%.lua$"
  end
  return names
end

local function load_command(name)
  return assert(loadfile(folder .. name .. ".lua", "t"))()
end

local function usage()
  local lines = {
    "Usage: aurum COMMAND [OPTION...] [ARGUMENT...]",
    "A rules engine for the trick-taking game Aurum, scripted in Lua.",
    "",
    "Commands:",
  }
  for _, name in ipairs(command_names()) do
    lines[#lines + 1] = ("  %-9s %s"):format(name, load_command(name).summary)
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "`aurum COMMAND --help` tells of its options."
  lines[#lines + 1] = "  --help     show this"
  lines[#lines + 1] = "  --version  show the version"
  return table.concat(lines, "\n") .. "\n"
end

--- Read a subcommand's arguments; exits by raising for help and wrong usage.
local function parse(name, command)
  local parser = argparse("aurum " .. name, command.summary)
    :usage_max_width(79):help_max_width(79)
  command.options(parser)
  local good, result = parser:pparse(table.move(arg, 2, #arg, 1, {}))
  if good then return result end
  term.fail(("%s\ntry: aurum %s --help"):format(result, name), 2)
end

local function main()
  local name = arg[1]
  if name == nil or name == "--help" or name == "-h" or name == "help" then
    term.write(usage())
    return 0
  end
  if name == "--version" then
    term.write(("aurum %s (API %d, %s)\n"):format(aurum.version, aurum.api,
      _VERSION))
    return 0
  end
  local names = command_names()
  for _, known in ipairs(names) do
    if known == name then
      local command = load_command(name)
      return command.run(parse(name, command)) or 0
    end
  end
  local near = aurum.nearest(name, names)
  term.fail(("no command '%s'%s\ntry: aurum --help"):format(name,
    near and "; did you mean '" .. near .. "'?" or ""), 2)
end

local good, result = xpcall(main, function(problem)
  if type(problem) == "table" and problem.message then return problem end
  return { message = debug.traceback(tostring(problem), 2), status = 1 }
end)
if good then return result end
io.stdout:flush()
io.stderr:write("aurum", arg[1] and arg[1]:match "^%l" and " " .. arg[1] or "",
  ": ", result.message, "\n")
return result.status
