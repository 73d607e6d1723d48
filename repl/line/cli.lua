-- Command line: finds the subcommand, reads its options and runs it.
--
-- A subcommand is a file in scripts/commands/ that returns a table:
--   summary   one line for the list
--   options   function(parser): describe options and arguments (lua-argparse)
--   run       function(args, read): do it; returns the exit status, nil for 0.
--             `read(words[, hidden])` reads the words of another subcommand
--   bare      true if it needs no parser where it has no words of its own
--   passes    true if the arguments after its first are not its own
--   in_process  true if it runs all variants in this process, as --trust does,
--             or the actions that do: { play = true }; for others,
--             lua/play/strangers.lua runs those of strangers in workers. A
--             command with true may also write files that it has read, since a
--             person's script or session decides that
-- It reports errors with term.fail(message[, status]). The exit status is 0 if
-- all is done, 1 if the answer is no or something failed, 2 for wrong usage,
-- 128 + n if signal n stopped it.
local arg = ...
local aurum = require "aurum"
local frames = require "aurum.repl.frames"
local hint = require "aurum.text.hint"
local script = require "aurum.text.script"
local term = require "aurum.text.term"
local shell = require "aurum.text.shell"
local subcommands = require "aurum.repl.line.subcommands"

local function usage()
  local lines = {
    "Usage: aurum [COMMAND [OPTION...] [ARGUMENT...]]",
    "A rules engine for the trick-taking game Aurum, scripted in Lua.",
    "",
    "Without a command it opens the REPL, `aurum repl`.",
    "",
    "Commands:",
  }
  for _, name in ipairs(subcommands.names()) do
    lines[#lines + 1] = ("  %-10s %s"):format(name,
      subcommands.load(name).summary)
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "`aurum help COMMAND` shows the options of a command,"
  lines[#lines + 1] = "`aurum help rules [N]` the rules of the game, or rule N."
  lines[#lines + 1] = "  -h, --help     show this"
  lines[#lines + 1] = "  -V, --version  show the version; with --verbose also "
    .. "how it was built,"
  lines[#lines + 1] = "                 and which limits are weaker here"
  return table.concat(lines, "\n") .. "\n"
end

--- The index of the last word that argparse reads. A command that passes
--- arguments on has none of its own after the first that is not an option.
local function last_own(command, words)
  if not command.passes then return #words end
  for i = 2, #words do
    if words[i]:sub(1, 1) ~= "-" then return i end
  end
  return #words
end

--- Let messages about the value of an option or argument begin with its name.
local function name_values(parser)
  for _, list in ipairs { parser._options, parser._arguments } do
    for _, element in ipairs(list) do
      local convert = element._convert
      element._convert = convert and function(text)
        local value, problem = convert(text)
        return value, problem and element._name .. ": " .. problem
      end
    end
  end
  for _, action in ipairs(parser._commands) do name_values(action) end
end

--- The set of options that take one value, including those of actions.
local function with_value(parser, names)
  for _, option in ipairs(parser._options) do
    if option._maxargs == 1 then
      for _, alias in ipairs(option._aliases) do names[alias] = true end
    end
  end
  for _, action in ipairs(parser._commands) do with_value(action, names) end
  return names
end

--- The arguments in `words` up to the `last`. argparse reads a negative number
--- as an option, so a number after an option with a value is joined to it by
--- "=".
local function arguments(parser, words, last)
  local names, list = with_value(parser, {}), {}
  for i = 2, last do
    local before, word = list[#list], words[i]
    if word:find "^%-%.?%d" and names[before] and before:find "^%-%-" then
      list[#list] = before .. "=" .. word
    else
      list[#list + 1] = word
    end
  end
  return list
end

--- The subcommand with its action, such as "record judge".
local function called(words, parser)
  for _, action in ipairs(parser._commands) do
    if action._name == words[2] then return words[1] .. " " .. words[2] end
  end
  return words[1]
end

--- True if a name is in a list.
local function has(names, name)
  for _, known in ipairs(names) do
    if known == name then return true end
  end
  return false
end

--- A hint for wrong words of an action that takes those of another command
--- after --, if they have no --; else "".
local function dashes_hint(words, parser)
  for _, action in ipairs(parser._commands) do
    local last = action._arguments[#action._arguments]
    if action._name == words[2] and last
      and (last._name == "COMMAND" or last._name == "OPTION") then
      return has(words, "--") and "" or ("; the command's own options stand "
        .. "after --")
    end
  end
  return ""
end

--- The names of a command's actions, in a sentence.
local function list_of_actions(parser)
  local names = {}
  for i, action in ipairs(parser._commands) do names[i] = action._name end
  local last = table.remove(names)
  return names[1] and table.concat(names, ", ") .. " or " .. last or last
end

--- The message for a word that is no action, and the command to try;
--- nil if that is not what is wrong.
local function no_action(result, command, words, parser)
  local word = result:match "^unknown command '(.*)'$"
  if not word and result ~= "a command is required" then return nil end
  local what = ("%s; expected %s"):format(result, list_of_actions(parser))
  local is_path = word and (word:find "[/.]" or aurum.sys.readable(word)
    or aurum.sys.files(word))
  return what, is_path and ("aurum %s"):format(shell.command(words[1],
    command.likely, word))
end

--- A message of argparse without the options that it thinks near to one of a
--- single letter: only the same letter in the other case is.
local function no_far_letter(message)
  local own, letter = message:match "^(unknown option '%-(%a)')\nDid you mean "
  if not own then return message end
  local other = letter == letter:lower() and letter:upper() or letter:lower()
  return own .. (message:find("'-" .. other .. "'", 1, true)
    and ("\nDid you mean '-%s'?"):format(other) or "")
end

--- Read the words of a subcommand, its name the first; nil if they asked for
--- help, which is shown unless it is `hidden`. argparse prints the help and
--- exits. Both are caught here, so that all output goes through term.
local function parse(command, words, hidden)
  local parser = subcommands.parser(words[1], command)
  name_values(parser)
  local last, help, plain_print, plain_exit = last_own(command, words), nil,
    print, os.exit
  -- luacheck: push ignore 121 122
  print = function(text) help = text end
  os.exit = function() error "help was asked for" end
  local good, read, result = pcall(parser.pparse, parser,
    arguments(parser, words, last))
  print, os.exit = plain_print, plain_exit
  -- luacheck: pop
  if help then
    if not hidden then term.write(help, "\n") end
    return nil
  end
  if not good then error(read, 0) end
  if not read then
    result = no_far_letter(result):gsub("\nDid you mean ", "; did you mean ")
      :gsub("^option '(.-)' must be used .*1 time$", "%1 was given twice")
    local unknown = result:match "^unknown option '(.-)'"
    local removed = unknown and command.removed
      and command.removed[unknown:sub(3)]
    if removed then
      term.fail(("%s was removed: %s"):format(unknown, removed), 2)
    elseif unknown then
      result = result .. dashes_hint(words, parser)
    end
    local what, try = no_action(result, command, words, parser)
    term.fail(("%s\ntry: %s"):format(what or result, try
      or ("aurum %s --help"):format(called(words, parser))), 2)
  end
  result.rest = table.move(words, last + 1, #words, 1, {})
  result.typed = table.move(words, 1, #words, 1, {})
  return result
end

--- End the program with a message about a name that is not in a list.
local function no_such(what, name, names, try)
  term.fail(("no %s '%s'%s\ntry: %s"):format(what, name,
    hint.near(name, names), try), 2)
end

--- Another subcommand and its arguments, read from words; nil if they asked for
--- help, which is shown unless it is `hidden`. The program ends if they are
--- wrong.
local function read(words, hidden)
  local names = subcommands.names()
  if not has(names, words[1]) then
    no_such("command", words[1], names, "aurum --help")
  end
  local command = subcommands.load(words[1])
  return command, parse(command, words, hidden)
end

--- Run a subcommand with the arguments. Returns the exit status.
local function run(name)
  local command = subcommands.load(name)
  local alone = #arg == 0 or command.bare and #arg == 1
  local args = alone and {} or parse(command, arg)
  if not args then return 0 end
  local own = command.in_process
  if type(own) == "table" then own = own[args.action] end
  if command.in_process ~= true then aurum.sys.watch_inputs(true, true) end
  if not own and not args.trust then
    require "aurum.play.strangers".start()
  end
  return command.run(args, read) or 0
end

--- End the program with a message if there are more arguments than `most`.
local function at_most(most)
  if #arg > most then
    term.fail(("too many arguments: '%s'\ntry: aurum help"):format(
      arg[most + 1]), 2)
  end
end

--- Rows about this build, for --version --verbose.
local function about_build()
  local platform = aurum.sys.platform()
  local rows = {
    { "built by", ("%s, as %s"):format(platform.compiler, aurum.sys.build()) },
    { "for", ("%d bits, %s-endian, %s"):format(platform.bits, platform.endian,
      platform.lua) },
    { "Lua files", term.plain(aurum.home) },
    { "limits", platform.processes and "bots that are not trusted run in "
      .. "workers, with limits on time and memory" .. (platform.lacks[1] and ""
      or ", and a filter of system calls")
      or "bots have limits on instructions and memory" },
  }
  for _, lack in ipairs(platform.lacks) do
    rows[#rows + 1] = { "weaker here", lack }
  end
  return rows
end

--- aurum --version [--verbose]
local function version()
  if arg[2] and arg[2] ~= "--verbose" then
    term.fail(("--version takes only --verbose, got '%s'%s"):format(arg[2],
      hint.near(arg[2], { "--verbose" })), 2)
  end
  at_most(2)
  term.write(("aurum %s (API %d, %s)\n"):format(aurum.version, aurum.api,
    _VERSION))
  for _, row in ipairs(arg[2] and about_build() or {}) do
    term.write(("%-11s  %s\n"):format(row[1], row[2]))
  end
  return 0
end

--- aurum help [COMMAND [ACTION] | rules [N]]
local function help()
  local topic = arg[2]
  if not topic or topic == "--help" or topic == "-h" or topic == "help" then
    at_most(2)
    term.write(usage())
    return 0
  end
  if topic == "rules" then
    at_most(3)
    local text, problem, wrong = require "aurum.text.rulebook".text(arg[3], 80)
    if not text then term.fail(problem, wrong and 2 or 1) end
    term.write(text)
    return 0
  end
  local names = subcommands.names()
  if not has(names, topic) then
    names[#names + 1] = "rules"
    no_such("command or topic", topic, names, "aurum help")
  end
  if subcommands.load(topic).passes then at_most(2) end
  table.remove(arg, 1)
  arg[#arg + 1] = "--help"
  return run(topic)
end

require "aurum.text.caller".is_command = true

local function main()
  local name = arg[1] or "repl"
  if name == "--help" or name == "-h" then
    term.write(usage())
    return 0
  end
  if name == "help" then return help() end
  if name == "complete" then
    local words = table.move(arg, 2, #arg, 1, {})
    term.write(require "aurum.repl.line.command_completion".lines(words))
    return 0
  end
  if name == "--version" or name == "-V" then return version() end
  if name:sub(1, 1) == "-" then -- an option of the REPL
    table.insert(arg, 1, "repl")
    name = "repl"
  end
  local names = subcommands.names()
  if has(names, name) then return run(name) end
  no_such("command", name, names, "aurum --help")
end

--- The text of an error of any type. A script may raise any value, even one
--- whose __tostring raises.
local function words(problem)
  if type(problem) == "string" then return problem end
  if type(problem) == "number" then return tostring(problem) end
  local meta = debug.getmetatable(problem)
  local own = type(meta) == "table" and rawget(meta, "__tostring")
  local good, text = pcall(own or error, problem)
  return good and type(text) == "string" and text
    or ("error object is a %s value"):format(type(problem))
end

--- The error as one of term.fail; any other error gets a traceback: that of the
--- script, if one runs.
local function as_failure(problem)
  if debug.getmetatable(problem) == term.failure then return problem end
  if type(problem) == "string" and problem:find "interrupted$"
    and aurum.sys.interrupted() then
    return { message = "interrupted", status = term.status() }
  end
  local refused = type(problem) == "string" and problem:match "no worker: (.*)"
  if refused then
    return { message = ("cannot start a worker process: %s; raise the limits "
      .. "of `ulimit -a`, or give --jobs 1"):format(refused), status = 1 }
  end
  if type(problem) == "string" and problem:find "^no workers on " then
    return { message = problem, status = 1 }
  end
  local text = words(problem)
  local chunk = script.chunk
  local trace = frames.down_to(chunk)
  return { message = text .. (chunk and frames.users(text, trace)
    or "\n" .. trace), status = 1 }
end

local good, result = xpcall(main, as_failure)
if good then return result end
aurum.sys.catch_interrupts(false) -- else one is raised again in what follows
debug.sethook()
-- Lua calls no handler if memory fails, and drops one that raises.
if type(result) ~= "table" then
  result = { message = words(result), status = 1 }
end
io.stdout:flush()
if not result.message then return result.status end
term.say(("aurum%s: %s"):format(arg[1] and arg[1]:match "^%l" and " " .. arg[1]
  or "", words(result.message)))
return result.status
