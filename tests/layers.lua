-- Who may require whom among the Lua files, and who may print. Run by
-- tests/layers from the top of the project; prints each violation to stderr and
-- exits 1. Each rule is first shown a planted violation, which it has to see.
--
--   - lua/ROOM/: a module requires its own room and lower ones, text and stats
--     only their own; nothing in lua/ requires the REPL or a command
--   - a module is required by the name of its file, and so is it called; that
--     name stands in quotes, so that this check sees it
--   - every folder of modules in lua/ is a room of the order
--   - a file is loaded by `require`; by loadfile where commands are discovered
--   - only commands, the REPL and lua/text/term.lua print or end the program,
--     and only lua/text/term.lua writes to standard output and error itself;
--     lua/text/ has three more modules that print by it for commands
--   - scripts/examples/ holds programs of their own, which print as they like
--   - the other modules of lua/ do not print or end the program by
--     lua/text/term.lua either: they return texts, tables, or nil and a message
--   - what stands in an order that others rely on is marked ORDER X there and
--     wherever that order is relied on

--   - the maps in core/README.md and lua/README.md show the levels of
--     tests/levels

--- The lines of tests/levels that begin with a word: a list of rows, each
--- { number =, name... }.
local function levels_of(word)
  local list = {}
  for line in io.lines "tests/levels" do
    local own, number, names = line:match "^(%a+) (%d+) (.*)$"
    if own == word then
      local row = { number = tonumber(number) }
      for name in names:gmatch "%S+" do row[#row + 1] = name end
      list[#list + 1] = row
    end
  end
  return list
end

local level = {}
for _, row in ipairs(levels_of "Lua") do
  for _, name in ipairs(row) do level[name] = row.number end
end
local alone = { text = true, stats = true }

-- Where the files of commands are found and loaded, or a person's own file is.
local loaders = { ["lua/init.lua"] = true, ["repl/line/subcommands.lua"] = true,
  ["repl/loop.lua"] = true, ["repl/typed_lua.lua"] = true,
  ["repl/line/actions.lua"] = true,
  ["scripts/commands/run.lua"] = true,
  ["lua/load/beside.lua"] = true }

--- A file's text without its comments and the insides of its strings, but for
--- the names that are required; `whole` keeps them. Lines stay where they are.
local function code_of(text, whole)
  text = text:gsub("%-%-%[(=*)%[.-%]%1%]", function() return "" end)
  local lines = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do
    if whole then
      line = line:gsub("%f[%-]%-%-[%s%-].*", "")
    elseif not line:find "require" then
      line = line:gsub('\\.', ""):gsub('"[^"]*"', '""'):gsub("'[^']*'", "''")
    end
    lines[#lines + 1] = whole and line or line:gsub("%-%-.*", "")
  end
  return lines
end

local rules = {}

--- A module is required by a room that stands above it, or by its own.
function rules.order(path, line)
  local room = path:match "^lua/([^/]+)/"
  if room and not level[room] then return "is in no room of the order" end
  for name in line:gmatch "require *%(? *[\"']aurum%.([%w_.]+)[\"']" do
    local wanted = name:match "^%l+"
    if not wanted or wanted == "repl" and path:find "^lua/" then
      return "requires the REPL"
    elseif wanted ~= "repl" and not level[wanted] then
      return ("requires aurum.%s: there is no such room"):format(name)
    elseif room and (alone[room] and wanted ~= room
      or not alone[room] and level[wanted] > level[room]) then
      return ("requires aurum.%s, a room that is not below its own")
        :format(name)
    end
  end
  if room == "stats" and line:find "require *%(? *[\"']aurum[\"']" then
    return "requires the module: stats know no cards"
  end
end

--- A module's name is its file's, and the local's that holds it.
function rules.name(path, line)
  local own, name = line:match
    "local ([%w_]+) = require *%(? *[\"']aurum%.[%w_.]-([%w_]+)[\"']%)?$"
  if name and own ~= name then
    return ("calls the module %s %s"):format(name, own)
  end
  if line:find "require *%(? *[\"'][lr][ue][ap][l]?[./]" then
    return "requires a file by its path"
  end
  if path ~= "lua/init.lua"
    and line:find "%f[%w_.:]require%f[^%w_] *%(? *[^%s%(\"']" then
    return "requires a module whose name is not in quotes"
  end
end

function rules.loading(path, line)
  if not loaders[path] and (line:find "%f[%w_]loadfile%f[^%w_]"
    or line:find "%f[%w_]dofile%f[^%w_]") then
    return "loads a file other than by require"
  end
  if line:find "package%.path" or line:find "package%.cpath"
    or path ~= "lua/init.lua" and line:find "package%.searchers" then
    return "changes how modules are found"
  end
end

--- True if a file may print by lua/text/term.lua.
local function may_print(path)
  return path:find "^repl/" or path:find "^scripts/commands/"
    or path == "lua/text/term.lua"
end

--- True if a line of code prints, or passes on the means to print.
local function prints(line)
  line = line:gsub("io%.std%l+:flush%(%)", ""):gsub("function print%(", "")
  return line:find "%f[%w_]io%.stdout" or line:find "%f[%w_]io%.stderr"
    or line:find "%f[%w_]io%.write" or line:find "%f[%w_]io%.output"
    or line:find "%f[%w_.:]print *[(\"'{%[]"
end

function rules.printing(path, line)
  if path:find "^scripts/examples/" then return nil end
  if path ~= "lua/text/term.lua" and prints(line) then
    return "writes past term.write, term.data and term.say"
  end
  if not may_print(path) and line:find "os%.exit" then
    return "ends the program"
  end
end

-- Rooms whose modules return texts and tables; their callers print. Of text,
-- only these modules print.
local printers = { ["lua/text/term.lua"] = true, ["lua/text/output.lua"] = true,
  ["lua/text/script.lua"] = true }
local silent = { text = true, stats = true, load = true, play = true,
  record = true, judge = true, lab = true }
local loud = { write = true, data = true, say = true, warner = true,
  fail = true, fail_output = true, progress = true, writer = true,
  checked = true }

--- A module of a silent room neither prints nor ends the program by another.
function rules.silent(path, line)
  local room = path:match "^lua/(%l+)/"
  if not silent[room] or printers[path] then return nil end
  for name in line:gmatch "%f[%w_]term%.(%l[%w_]*)" do
    if loud[name] then return ("uses term.%s in a silent room"):format(name) end
  end
  if line:find "require *%(? *[\"']aurum%.text%.output"
    or line:find "require *%(? *[\"']aurum%.text%.script" then
    return "requires a module that prints in a silent room"
  end
end

-- Files whose texts are about command lines: plans are made of them.
local of_commands = { ["lua/lab/experiment_options.lua"] = true,
  ["lua/lab/rules/blind.lua"] = true, ["lua/lab/rules/check_text.lua"] = true,
  ["lua/lab/arena/arena_play.lua"] = true,
  ["lua/record/table_columns.lua"] = true } -- of sqlite3

--- A module below the commands names options by lua/text/caller.lua, and leaves
--- exit statuses to commands.
function rules.caller(path, line)
  local room = path:match "^lua/(%l+)/"
  if not silent[room] or room == "text" or of_commands[path]
    or path:find "/plan" or path:find "/bench" then
    return nil
  end
  if line:find "[\"' ;]%-%-%l" then return "speaks of a command's --option" end
  if line:find "return nil,.*, [12] *$" or line:find "and 2 or 1 *$" then
    return "decides an exit status"
  end
end

-- Expressions for a pattern or a replacement that no data can change; a local
-- whose name ends in _pattern holds text with its signs escaped.
local constant = { ["utf8.charpattern"] = true, ["string.upper"] = true,
  bytes = true, card = true, entity = true, escaped = true, escapes = true,
  glue = true,
  operator = true, pattern = true, quoted = true, unescaped = true,
  values = true }

--- The rest of a call's arguments behind its first; nil if that is data.
local function behind_literal(text)
  local rest = text:match '^%s*""(.*)' or text:match "^%s*''(.*)"
  if not rest then
    local name
    name, rest = text:match "^%s*([%a_][%w_.]*)(.*)"
    if not constant[name] and not (name or ""):find "_pattern$" then
      return nil
    end
  end
  local more = rest:match "^%s*%.%.(.*)"
  return not more and rest or more and behind_literal(more)
end

--- Data are no patterns or replacements: a % or a point in a path would be
--- obeyed. A replacement is a literal, a table or a function.
function rules.pattern(path, line)
  if path:find "^tests/" then return nil end
  for name, text in line:gmatch "[%w_)%]\"']:(%l+)%((.*)" do
    local rest = behind_literal(text)
    local plain = text:find ", true%)" ~= nil
    if (name == "gsub" or name == "find" or name == "match"
      or name == "gmatch") and not rest and not plain then
      if name == "gsub" or text:find "%.%." then
        return ("gives %s data as a pattern"):format(name)
      end
    elseif name == "gsub" and rest and rest:find "^%s*,%s*%S" then
      local given = rest:match "^%s*,%s*(.*)"
      if not given:find "^function" and not given:find "^{"
        and not behind_literal(given) then
        return "gives gsub data as a replacement"
      end
    end
  end
end

-- Locals that hold formats, and numbers that may stand in one.
local formats = { ['""'] = true, ["''"] = true, ["..."] = true, form = true,
  format = true, digits = true, width = true }

--- True if a text is a literal or a local whose name says that it is a format,
--- or several of them joined by `..` or chosen by `and` and `or`.
local function is_format(text)
  text = text:gsub("^.* and ", "")
  for choice in (text .. " or "):gmatch "(.-) or " do
    local parts = choice:gsub("%s+%.%.%s+", "\0") .. "\0"
    for part in parts:gmatch "%s*(.-)%s*%z" do
      if not formats[part] and not part:find "^%l[%w_]*_form$" then
        return false
      end
    end
  end
  return true
end

--- Data are no formats either: a % in a name would be obeyed, or raise.
function rules.format(path, line)
  if path:find "^tests/" then return nil end
  for before in line:gmatch "()[:.]format%(" do
    local text = line:sub(1, before - 1)
    local given = text:match "[\"'](%))$" or text:match "([%w_.%]]+)$"
    if text:find "%f[%w_]string$" then
      given = line:match("^[:.]format%(([^,)]*)", before)
      if given == "..." then given = "form" end
    elseif text:find "%)$" then
      local whole = text:match "%b()$"
      given = whole and whole:sub(2, -2) or given == ")" and '""'
        or not text:find "%]%]%)$" and text or nil
    end
    if given and not is_format(given) then return "formats by data" end
  end
end

-- ---- Planted violations --------------------------------------------------

local planted = {
  { "order", "lua/play/x.lua", 'local lab = require "aurum.lab.seat_orders"' },
  { "order", "lua/text/x.lua", "require('aurum.stats.sprt').new()" },
  { "order", "lua/stats/x.lua", 'local aurum = require "aurum"' },
  { "order", "lua/lab/x.lua", 'local shell = require "aurum.repl.loop"' },
  { "order", "lua/lab/x.lua", 'local a = require "aurum.scripts.demo"' },
  { "order", "repl/x.lua", 'local x = require "aurum.kitchen.sink"' },
  { "order", "lua/kitchen/x.lua", "return {}" },
  { "name", "repl/x.lua", 'local t = require "aurum.text.term"' },
  { "name", "repl/x.lua", 'local term = require "lua.text.term"' },
  { "name", "repl/x.lua", 'local tree = require "repl.tree"' },
  { "name", "lua/load/x.lua", "local arena = require(name)" },
  { "name", "lua/load/x.lua", "local arena = require [[aurum.lab.match]]" },
  { "loading", "lua/lab/x.lua", 'local f = loadfile(path, "t")' },
  { "loading", "repl/x.lua", "dofile(path)" },
  { "loading", "repl/x.lua", "package.path = home .. package.path" },
  { "printing", "lua/lab/x.lua", "io.stderr:write(text)" },
  { "printing", "lua/lab/x.lua", "local out = io.stdout" },
  { "printing", "scripts/commands/x.lua", "print(text)" },
  { "printing", "scripts/commands/x.lua", 'print "text"' },
  { "printing", "scripts/analysis/x.lua", "os.exit(1)" },
  { "printing", "lua/record/x.lua", "os.exit(1)" },
  { "silent", "lua/record/x.lua", "term.write(text)" },
  { "silent", "lua/judge/x.lua", "if not good then term.fail(problem) end" },
  { "silent", "lua/load/x.lua", "local bar = term.progress(total)" },
  { "silent", "lua/load/x.lua", "term.say(term.plain(text))" },
  { "silent", "lua/load/x.lua", "local text = term.plain(term.say(text))" },
  { "silent", "lua/record/x.lua",
    'local output = require "aurum.text.output"' },
  { "silent", "lua/play/x.lua", "term.write(text)" },
  { "silent", "lua/lab/x.lua", "return term.checked(path, file)" },
  { "silent", "lua/stats/x.lua", "local say = term.say" },
  { "silent", "lua/text/x.lua", "term.say(text)" },
  { "caller", "lua/lab/x.lua", 'return nil, "--seed: expected UTF-8"' },
  { "caller", "lua/record/x.lua", 'local text = "; give --variant"' },
  { "caller", "lua/lab/x.lua", "if not good then return nil, problem, 2" },
  { "caller", "lua/play/x.lua", "return nil, why, wrong and 2 or 1" },
  { "pattern", "lua/load/x.lua", 'return text:gsub("^files/", folder .. "/")' },
  { "pattern", "repl/x.lua", 'return (path:gsub("^~/", home))' },
  { "pattern", "repl/x.lua", "return text:gsub(name, 'x')" },
  { "pattern", "repl/x.lua", 'return text:find("^" .. name)' },
  { "format", "repl/x.lua", "return name:format(1)" },
  { "format", "lua/load/x.lua", "return list[1]:format(1)" },
  { "format", "lua/load/x.lua", 'return (name .. " %d"):format(1)' },
  { "format", "scripts/x.lua", "return string.format(path, 1)" },
  { "format", "scripts/x.lua", "return string.format(t.path)" },
}
local allowed = {
  { "order", "lua/lab/x.lua", 'local sprt = require "aurum.stats.sprt"' },
  { "order", "scripts/commands/x.lua",
    'local a = require "aurum.lab.seat_orders"' },
  { "name", "repl/x.lua", 'local term = require "aurum.text.term"' },
  { "loading", "repl/line/subcommands.lua", "local f = loadfile(path)" },
  { "printing", "lua/text/term.lua", "io.stderr:write(text)" },
  { "printing", "repl/x.lua", "env.print(text)" },
  { "silent", "lua/record/x.lua", "return term.table(rows, text)" },
  { "silent", "lua/lab/x.lua", "local text = term.plain(name)" },
  { "silent", "lua/text/output.lua", "term.fail(text)" },
  { "printing", "repl/x.lua", "io.stdout:flush()" },
  { "name", "repl/x.lua", 'return "a change is never required (RULES 5.1)"' },
  { "silent", "scripts/commands/x.lua", "term.write(text)" },
  { "caller", "lua/lab/x.lua", "local n = 1 --- as with --seed" },
  { "pattern", "repl/x.lua", 'return text:find(name .. "/", 1, true)' },
  { "pattern", "repl/x.lua", 'return text:gsub("%a", function() end)' },
  { "format", "repl/x.lua", 'return ("%d"):format(1) .. a' },
  { "format", "repl/x.lua", '  .. "%d"):format(1, ("%s"):format(2))' },
  { "format", "repl/x.lua", "return (form .. ' to ' .. form):format(1)" },
  { "format", "repl/x.lua", 'return string.format("%d", form:format(1))' },
  { "format", "repl/x.lua", "return string.format(...)" },
  { "format", "repl/x.lua", "return format.plural(n, noun)" },
  { "caller", "scripts/commands/x.lua", 'term.fail("--seed: no", 2)' },
  { "printing", "scripts/examples/x.lua", "io.write(text)" },
}

-- ---- The run -------------------------------------------------------------

local status = 0

local function complain(...)
  io.stderr:write("layers: ", string.format(...), "\n")
  status = 1
end

for _, case in ipairs(planted) do
  if not rules[case[1]](case[2], code_of(case[3], case[1] == "caller")[1]) then
    complain("the rule '%s' does not see '%s' in %s", table.unpack(case))
  end
end
for _, case in ipairs(allowed) do
  local problem = rules[case[1]](case[2],
    code_of(case[3], case[1] == "caller")[1])
  if problem then
    complain("the rule '%s' takes '%s' in %s for a violation: it %s", case[1],
      case[3], case[2], problem)
  end
end

--- The lines that a command prints.
local function output(command)
  local pipe <close> = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

for _, path in ipairs(output "find lua repl scripts -name '*.lua' | sort") do
  local file <close> = assert(io.open(path))
  if not path:find "%.d%.lua$" then
    local text = file:read "a"
    local whole = code_of(text, true)
    for number, line in ipairs(code_of(text)) do
      for _, name in ipairs { "order", "name", "loading", "printing",
        "silent", "caller", "pattern", "format" } do
        local problem = rules[name](path, name == "caller" and whole[number]
          or line)
        if problem then complain("%s:%d %s", path, number, problem) end
      end
    end
  end
end

--- The orders that are marked in one place only, and marks without a name.
local function lone_orders(marks)
  local count, lone = {}, {}
  for _, mark in ipairs(marks) do
    if mark == "ORDER" then
      lone[#lone + 1] = "ORDER without a name"
    else
      count[mark] = (count[mark] or 0) + 1
    end
  end
  for mark, n in pairs(count) do
    if n == 1 then lone[#lone + 1] = mark end
  end
  return lone
end

if #lone_orders { "ORDER A", "ORDER B", "ORDER A" } ~= 1 then
  complain "an order that is marked once is not seen"
end
if #lone_orders { "ORDER", "ORDER A", "ORDER", "ORDER A" } ~= 2 then
  complain "an order without a name is not seen"
end
for _, order in ipairs(lone_orders(output
  "grep -rhowE 'ORDER( [A-Z]+)?' core lua repl scripts variants")) do
  complain("%s is marked in one place only", order)
end
-- ---- The maps ---------------------------------------------------------------

--- The names of levels, each as "NUMBER NAME"; without the parts of files (see
--- core/README.md) that have a level in common with their whole.
local function named(rows, numbered)
  local names, all = {}, {}
  for _, row in ipairs(rows) do
    for _, name in ipairs(row) do all[row.number .. " " .. name] = true end
  end
  for _, row in ipairs(rows) do
    for _, name in ipairs(row) do
      local whole = name:match "^(%l+)_"
      if not (whole and all[row.number .. " " .. whole]) then
        names[#names + 1] = (numbered and row.number .. " " or "") .. name
      end
    end
  end
  return names
end

--- The names in the rows of a map's table, as `named` gives those of the data.
local function mapped(path, row_pattern, numbered)
  local names = {}
  for line in io.lines(path) do
    local number, cells = line:match(row_pattern)
    for name in (cells or ""):gmatch "`([%l_]+)/?`" do
      names[#names + 1] = (numbered and number .. " " or "") .. name
    end
  end
  return names
end

--- Complains of the first name in which a map differs from the levels.
local function hold_map(path, got, expected)
  for i = 1, math.max(#got, #expected) do
    if got[i] ~= expected[i] then
      return ("%s: the map has %s where tests/levels has %s"):format(path,
        got[i] or "nothing", expected[i] or "nothing")
    end
  end
end

if not hold_map("planted", { "1 card" }, { "1 card", "2 rules" })
  or #named({ { number = 8, "solve", "solve_side" } }) ~= 1 then
  complain "a map that lacks a level is not seen"
end
local rooms = levels_of "C"
table.move(levels_of "Lua", 1, #levels_of "Lua", #rooms + 1, rooms)
for _, problem in pairs {
  hold_map("core/README.md", mapped("core/README.md",
    "^| (%d+) | ([^|]*)", true), named(levels_of "core", true)),
  hold_map("lua/README.md", mapped("lua/README.md",
    "^| ()(`%l+/`)"), named(rooms)),
} do
  complain("%s", problem)
end
os.exit(status)
