-- The subcommands of `aurum` as data. The file of a subcommand describes its
-- options to a parser (repl/line/cli.lua), which prints `--help`; man pages and
-- the completion of shells are made from the same parser.
local aurum = require "aurum"
local term = require "aurum.text.term"
local subcommands = {}

local folder = aurum.home .. "/scripts/commands/"

--- The names of all subcommands, sorted.
function subcommands.names()
  local names = {}
  for _, file in ipairs(aurum.sys.files(folder) or {}) do
    names[#names + 1] = file:match "^(%l[%w%-]*)%.lua$"
  end
  return names
end

--- The table that the file of a subcommand returns.
function subcommands.load(name)
  return assert(aurum.sys.load_own(folder .. name .. ".lua"))()
end

--- The module argparse. Lua's search takes a file that it has no memory to open
--- for a missing one: so a search that failed is made once more.
local function argparse()
  local function search() return require "argparse" end
  local good, module = pcall(search)
  if not good then good, module = pcall(search) end
  if not good and tostring(module):find "module 'argparse' not found" then
    term.fail "the Lua module argparse is missing; `aurum doctor` says more"
  end
  return good and module or error(module, 0)
end

--- Let help and messages call an argument by one name, in capital letters.
local function name_arguments(parser)
  for _, argument in ipairs(parser._arguments) do
    local name = argument._argname or argument._name:upper()
    argument:target(argument._target or argument._name)
    if not argument._choices then argument:argname(name) end
    argument._name = name
  end
  for _, action in ipairs(parser._commands) do name_arguments(action) end
end

--- Let the parser refuse an option that is given twice and may not be repeated;
--- argparse would take its last value.
local function refuse_twice(parser)
  for _, option in ipairs(parser._options) do option._overwrite = false end
  for _, action in ipairs(parser._commands) do refuse_twice(action) end
end

--- The parser of a subcommand's options and arguments.
function subcommands.parser(name, command)
  local parser = argparse()("aurum " .. name, command.summary)
    :usage_max_width(79):help_max_width(79)
  command.options(parser)
  name_arguments(parser)
  refuse_twice(parser)
  return parser
end

-- ---- A parser as data ---------------------------------------------------

--- The names of the values that an option or argument takes.
local function value_names(element)
  local names = {}
  if element._maxargs == 0 then return names end
  for i = 1, element._maxargs < math.huge and element._maxargs or 1 do
    local name = element:_get_argname(i)
    if element._choices then name = table.concat(element._choices, "|") end
    names[i] = name:gsub("^<(.*)>$", "%1")
  end
  return names
end

local function read_option(option)
  return {
    names = option._public_aliases, values = value_names(option),
    choices = option._choices, text = option:_get_description(),
    many = option._maxargs == math.huge, repeats = option._maxcount > 1,
  }
end

local function read_argument(argument)
  return {
    name = argument._name,
    choices = argument._choices,
    text = argument:_get_description(), many = argument._maxargs == math.huge,
    optional = argument._minargs == 0 or argument._default ~= nil,
  }
end

local function read_parser(parser, name, summary)
  local read = { name = name, summary = summary, more = parser._epilog,
    options = {}, arguments = {}, actions = {} }
  for _, option in ipairs(parser._options) do
    if option._name ~= "-h" then
      table.insert(read.options, read_option(option))
    end
  end
  for _, argument in ipairs(parser._arguments) do
    table.insert(read.arguments, read_argument(argument))
  end
  for _, action in ipairs(parser._commands) do
    table.insert(read.actions,
      read_parser(action, action._name, action._description))
  end
  return read
end

--- A subcommand as data:
---   name, summary; `more`, the text below the options, if there is one
---   options    in the order of --help; an option has `names`, the names of its
---              `values`, `choices`, `text`, `many` if it takes any number of
---              values, `repeats` if it may be given again
---   arguments  with `name`, `choices`, `text`, `many`, `optional`
---   actions    such as `verify` of `record`, each with all these fields
---   passes     true if words after the first argument are not its own
function subcommands.describe(name)
  local command = subcommands.load(name)
  local read = read_parser(subcommands.parser(name, command), name,
    command.summary)
  read.passes = command.passes
  return read
end

return subcommands
