-- Completion of the command line of `aurum` in a shell. The scripts of bash,
-- zsh and fish (scripts/packaging/completions) call `aurum complete WORD...`
-- with the words after the program's name; the last one is unfinished. Each
-- line of the output is a word that may stand there, a tab and a description. A
-- word that must be continued ends in "/" or "=".
--
-- It runs no code but that of aurum: files of bots and variants are only read.
local aurum = require "aurum"
local complete = require "aurum.repl.input.complete"
local subcommands = require "aurum.repl.line.subcommands"
local command_completion = {}

-- ---- Values -------------------------------------------------------------

local function several_bots(typed) return complete.bots(typed, true) end

--- The scripts with a name, and files.
local function scripts(typed)
  local names = aurum.scripts()
  for _, file in ipairs(complete.files(typed)) do names[#names + 1] = file end
  return names
end

local function nothing() return {} end

-- How a value is completed, by the name that --help shows for it. A name such
-- as "last|N" stands for its words in small letters; any other is here.
local by_name = {
  BOT = complete.bots, BOTS = complete.bots,
  ["BOT:cpu=SECONDS"] = complete.bots, ["BOT=RATING"] = complete.bots,
  ["A,B,..."] = several_bots, ["FILE,..."] = several_bots,
  V = complete.variants, VARIANT = complete.variants,
  A = complete.variants, B = complete.variants,
  AGAINST = complete.variants,
  SCRIPT = scripts,
  FILE = complete.files, FILES = complete.files, SUITE = complete.files,
  JOURNAL = complete.files, DIR = complete.files, OUT = complete.files,
  ["FILE.net"] = complete.files,
  ["FILE.jsonl"] = complete.files,
}
for name in ("N M S P K SECONDS K/N M0,M1[,A,B] AT LUA TEXT ID CODE TOKEN "
  .. "KNOB=VALUES M,... TABLE N[-M] R[.T[.P]] NAME=LOW..HIGH[:int] NAME "
  .. "NAME=COMMAND NAMES COMMAND OPTION WORD"):gmatch "%S+" do
  by_name[name] = nothing
end

--- The function that completes a value of this name; nil if none is known.
function command_completion.completer(name)
  if by_name[name] then return by_name[name] end
  local words = {}
  for word in name:gmatch "[^|]+" do
    if name:find "|" and word:find "^%l+$" then words[#words + 1] = word end
  end
  return words[1] and function() return words end
end

--- The candidates for a value; the second result describes some.
local function values(name, choices, typed)
  if choices then return choices, {} end
  local list, about = command_completion.completer(name)(typed)
  return list, about or {}
end

-- ---- Words --------------------------------------------------------------

local function first_sentence(text)
  return text and (text:match "^(.-)%.%s" or text:gsub("%.$", ""))
end

--- The option of a name; nil if there is none.
local function option_of(parser, word)
  for _, option in ipairs(parser.options) do
    for _, name in ipairs(option.names) do
      if name == word then return option end
    end
  end
end

--- Reads the words before the last one. Returns the parser they lead to, the
--- number of its arguments so far, the set of options given, and the option and
--- name of the value that the last word is, or true if options have ended.
local function read(parser, words)
  local count, given, i = 0, {}, 2
  while i < #words do
    local word = words[i]
    local option = option_of(parser, word)
    if word == "--" then return parser, count, given, true end
    if option then
      given[option] = true
      for n = 1, option.many and math.huge or #option.values do
        local next_word = words[i + 1]
        if i + 1 == #words and (n == 1 or not next_word:find "^%-") then
          return parser, count, given, option, option.values[n]
            or option.values[1]
        end
        if i + 1 == #words or option.many and next_word:find "^%-" then
          break
        end
        i = i + 1
      end
    elseif not word:find "^%-" then
      count = count + 1
      for _, action in ipairs(parser.actions) do
        if action.name == word then parser, count = action, 0 end
      end
    end
    i = i + 1
  end
  return parser, count, given
end

--- The options that may still be given.
local function options(parser, given)
  local list, about = { "--help" }, { ["--help"] = "Show the help and end" }
  for _, option in ipairs(parser.options) do
    for _, name in ipairs(given[option] and not option.repeats and {}
      or option.names) do
      list[#list + 1] = name
      about[name] = first_sentence(option.text)
    end
  end
  return list, about
end

--- The candidates for an argument, or an action.
local function arguments(parser, count, given, typed)
  local list, about = {}, {}
  for _, action in ipairs(parser.actions) do
    list[#list + 1] = action.name
    about[action.name] = first_sentence(action.summary)
  end
  if list[1] then return list, about end
  local last = parser.arguments[#parser.arguments]
  local argument = parser.arguments[count + 1] or last and last.many and last
  if argument then return values(argument.name, argument.choices, typed) end
  if typed == "" then return options(parser, given) end
  return list, about
end

local candidates

--- The words after "--" if an argument of the parser is a command; else nil.
local function inner_command(parser, words)
  for _, argument in ipairs(parser.arguments) do
    for i = 2, argument.name == "COMMAND" and #words - 1 or 0 do
      if words[i] == "--" then
        return table.move(words, i + 1, #words, 1, {})
      end
    end
  end
end

--- The candidates for the last word of a subcommand's.
local function of_command(words)
  local command = subcommands.describe(words[1])
  local typed = words[#words]
  local parser, count, given, option, name = read(command, words)
  local inner = inner_command(parser, words)
  if inner then return candidates(inner) end
  if parser.passes and count > 0 then return complete.files(typed), {} end
  if name then return values(name, option.choices, typed) end
  if not option and typed:find "^%-" then
    local head, value = typed:match "^(%-%-[^=]+=)(.*)$"
    option = head and option_of(parser, head:sub(1, -2))
    if not head then return options(parser, given) end
    if not option or #option.values ~= 1 then return {}, {} end
    local list, about = values(option.values[1], option.choices, value)
    local full, described = {}, {}
    for i, item in ipairs(list) do
      full[i] = head .. item
      described[full[i]] = about[item]
    end
    return full, described
  end
  return arguments(parser, count, given, typed)
end

--- The subcommands; with `more`, further words.
local function commands(more)
  local list, about = subcommands.names(), {}
  for _, name in ipairs(list) do
    about[name] = first_sentence(subcommands.load(name).summary)
  end
  for name, text in pairs(more) do
    list[#list + 1], about[name] = name, text
  end
  return list, about
end

--- The candidates for the last of some words.
function candidates(words)
  local first = words[1]
  if #words == 1 and not first:find "^%-." then
    return commands { help = "Show the options of a command, or the rules",
      ["--help"] = "Show all commands", ["--version"] = "Show the version" }
  end
  if first == "help" then
    if #words == 2 then
      return commands { rules = "The rules of the game, or one rule" }
    end
    words = table.move(words, 2, #words, 1, {})
    first = words[1]
  elseif first == "--version" then
    return { "--verbose" }, {}
  elseif first:find "^%-" then -- options of the REPL
    words = table.move(words, 1, #words, 2, { "repl" })
    first = "repl"
  end
  for _, name in ipairs(subcommands.names()) do
    if name == first then return of_command(words) end
  end
  return {}, {}
end

--- The lines that answer some words, sorted.
function command_completion.lines(words)
  if #words == 0 then words = { "" } end
  local list, about = candidates(words)
  local typed, lines, seen = words[#words], {}, {}
  for _, word in ipairs(list) do
    if word:sub(1, #typed) == typed and not word:find "%c" and not seen[word]
    then
      seen[word] = true
      lines[#lines + 1] = ("%s\t%s\n"):format(word, about[word] or "")
    end
  end
  table.sort(lines)
  return table.concat(lines)
end

return command_completion
