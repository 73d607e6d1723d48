-- aurum run: runs a Lua script with the module loaded. The script is given by
-- its path, or by its name if it is one of the analysis scripts. It finds the
-- files beside it as a bot does, by require and aurum.data.
local aurum = require "aurum"
local beside = require "aurum.load.beside"
local pretty = require "aurum.repl.show.pretty"
local json = require "aurum.text.json"
local options = require "aurum.text.options"
local script = require "aurum.text.script"
local term = require "aurum.text.term"

local command = {
  summary = "Run a Lua script with aurum loaded.", passes = true,
  in_process = true,
}

function command.options(parser)
  parser:argument("script", "Script: a path or a name. It gets the arguments "
    .. "that follow in `arg`. Without one, the scripts with a name are listed.")
    :args "?"
  parser:flag("--list", "List the scripts that go by a name.")
  options.json(parser, "Print the list as JSON.")
end

local function list(args)
  local rows, items = { { "script", "what it shows" } }, {}
  local names, files, shadowed = aurum.scripts()
  for i, name in ipairs(names) do
    local title = script.title(files[name])
    rows[i + 1] = { name, title }
    items[i] = { name = name, file = files[name], about = title }
  end
  if args.json then
    term.write(json.encode { scripts = items, shadowed = shadowed }, "\n")
  else
    term.write(term.table(rows, "<<"), options.shadowed(shadowed))
  end
end

--- Let an interrupt end the script; a second one ends the program.
local function stop_when_interrupted()
  aurum.sys.catch_interrupts(true)
  debug.sethook(function()
    if aurum.sys.interrupted() then term.fail "interrupted" end
  end, "", 10000)
end

--- Lets `print` show tables with their contents, as bots have it.
local function show_tables()
  local write = print
  function print(...) -- luacheck: ignore 121
    local texts = table.pack(...)
    for i = 1, texts.n do texts[i] = pretty.printed(texts[i]) end
    write(table.unpack(texts, 1, texts.n))
  end
end

function command.run(args)
  if args.list or not args.script then return list(args) end
  if args.json then
    term.fail("--json is for --list; options of the script go after it", 2)
  end
  local path, message = aurum.script(args.script)
  if not path then term.fail(message, message:find "^no " and 2 or 1) end
  local chunk, problem = loadfile(path, "t")
  if not chunk then term.fail(problem) end
  arg = { [0] = path, table.unpack(args.rest) } -- luacheck: ignore 121
  script.name, script.chunk = args.script, chunk
  beside.open(path)
  show_tables()
  stop_when_interrupted()
  aurum.sys.unpin_locale()
  local status = chunk(table.unpack(args.rest))
  debug.sethook()
  return math.type(status) == "integer" and status or 0
end

return command
