-- Commands that show values: at each stop, once in full, or into a file.
-- `shell.displays` is the list of { id =, text =, chunk = } that each stop
-- shows, `shell.output` the file that gets the output, or nil.
local aurum = require "aurum"
local term = require "aurum.text.term"
local pretty = require "aurum.repl.show.pretty"
local args = require "aurum.repl.args"

-- ---- At each stop ---------------------------------------------------------

--- The values of a list of expressions in a line; they cannot move the game.
local function value_of(shell, chunk)
  local session = shell.session
  local before = session.frozen
  session.frozen = true
  local values = table.pack(shell:try(chunk))
  session.frozen = before
  if not values[1] then
    return "error: " .. values[2]:gsub("^display:%d+: ", "")
  end
  local texts = {}
  for i = 2, math.max(values.n, 2) do
    texts[i - 1] = pretty.text(values[i], { width = shell:width() })
  end
  return table.concat(texts, ", ")
end

local function put(shell, one)
  shell:out(("%d: %s = %s"):format(one.id, one.text,
    value_of(shell, one.chunk)))
end

local display = { name = "display", usage = "display [EXPRESSION]", lua = true,
  summary = "show the value of a Lua expression at each stop",
  help = "Without an expression it shows all that are displayed. The "
    .. "expression cannot move the game. `undisplay N` ends one." .. [[


  display seat(1).need, seat(2).need
  display state.leader]] }

function display.run(shell, list, rest)
  if #list == 0 then
    if not shell.displays[1] then return shell:out "nothing is displayed" end
    return shell:put_displays()
  end
  local chunk, problem = load("return " .. rest, "=display", "t", shell.env)
  if not chunk then
    return shell:fail(("expected a Lua expression such as state.leader: %s")
      :format((problem:gsub("^display:%d+: ", ""))))
  end
  shell.display_ids = (shell.display_ids or 0) + 1
  local one = { id = shell.display_ids, text = rest, chunk = chunk }
  table.insert(shell.displays, one)
  put(shell, one)
end

local undisplay = { name = "undisplay",
  usage = "undisplay N... | undisplay all",
  summary = "end displays",
  complete = function(shell)
    local found = { "all" }
    for _, one in ipairs(shell.displays) do
      found[#found + 1] = tostring(one.id)
    end
    return found
  end }

function undisplay.run(shell, list)
  if #list == 0 then
    return shell:fail(("expected `%s`"):format(undisplay.usage))
  elseif list[1] == "all" and #list == 1 then
    shell.displays = {}
    return shell:out "nothing is displayed"
  end
  for _, word in ipairs(list) do
    local found
    for i, one in ipairs(shell.displays) do
      if tostring(one.id) == word then found = i end
    end
    if not found then
      return shell:fail(("no display %s; `display` lists them"):format(word))
    end
    table.remove(shell.displays, found)
    shell:out(("display %s is deleted"):format(word))
  end
end

-- ---- In full --------------------------------------------------------------

local print_ = { name = "print", usage = "print [-r] EXPRESSION", lua = true,
  verbatim = true, summary = "print the value of a Lua expression",
  help = "With -r nothing is shortened, and text has no quotes. "
    .. "`print(EXPRESSION)` is Lua's function." .. [[


  print state.trick
  print -r state.rounds]] }

function print_.run(shell, _, rest)
  local raw = rest:match "^%-r%s+(.+)$"
  local text = raw or rest
  if text == "" or text == "-r" then
    return shell:fail(("expected `%s`"):format(print_.usage))
  end
  local chunk, problem = shell:compile("=" .. text, "print", 1)
  if not chunk then return shell:fail(problem) end
  if not raw then return shell:run_lua(chunk, true) end
  local results = table.pack(shell:call(true, chunk))
  for i = 2, results[1] and results.n or 1 do
    local value = results[i]
    shell:out(type(value) == "string" and value or pretty.text(value,
      shell:pretty_options { items = math.maxinteger, depth = 100,
        text = math.maxinteger }))
  end
end

-- ---- Into a file ----------------------------------------------------------

local function finish(shell)
  if shell.output then shell.output:close() end
  shell.output = nil
  term.divert(nil)
end

local output = { name = "output", usage = "output [FILE | off]", forced = true,
  summary = "write what follows into a file; alone, to the terminal again",
  help = "`output off` is the same as `output`. Errors still appear here. An "
    .. "existing file stays as it is; `output! FILE` replaces it.",
  complete = function(_, list)
    local found = require "aurum.repl.input.complete".files(list[#list] or "")
    if #list < 2 and ("off"):find(list[1] or "", 1, true) == 1 then
      table.insert(found, "off")
    end
    return found
  end }

function output.run(shell, list, rest, force)
  if #list == 0 or #list == 1 and list[1] == "off" then
    local path = shell.output_path
    if not shell.output then return shell:out "output goes to the terminal" end
    finish(shell)
    return shell:out(("wrote %s"):format(term.plain(path)))
  end
  local path, problem = args.path(rest, output.usage)
  if not path then return shell:fail(problem) end
  if not force and aurum.sys.readable(path) then
    return shell:fail(("%s: the file already exists; `output! %s` replaces it")
      :format(term.plain(path), term.plain(path)))
  end
  local _ <close> = shell:guard_inputs()
  if aurum.sys.is_input(path) then
    return shell:fail(("%s: this session also reads it; give another file")
      :format(term.plain(path)))
  end
  local file
  file, problem = io.open(path, "w")
  if not file then return shell:fail(problem) end
  finish(shell)
  shell:out(("output goes to %s; `output` ends that"):format(term.plain(path)))
  file:setvbuf "line"
  shell.output, shell.output_path = file, path
  term.divert(function(text)
    local good, wrong = file:write((text:gsub("\27%[[%d;]*m", "")))
    if not good then
      finish(shell)
      term.fail(("%s: %s"):format(path, wrong), 1)
    end
  end)
end

local function start(shell)
  shell.displays = {}
  function shell.put_displays(self)
    for _, one in ipairs(self.displays) do put(self, one) end
  end
end

return { title = "Values", start = start, leave = finish, display, undisplay,
  print_, output }
