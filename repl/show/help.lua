-- Text of `help`: commands describe themselves, lua/aurum.d.lua and
-- lua/scripts.d.lua describe the Lua API. They are read on first use.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local lines = require "aurum.repl.lines"
local played_rules = require "aurum.repl.show.played_rules"
local settings = require "aurum.repl.session.settings"
local help = {}

local described

--- The reference of the API, as lua/text/annotations.lua parses it.
function help.api()
  described = described
    or require "aurum.text.annotations".public(aurum.home)
  return described
end

--- A class and its ancestors, itself first.
local function lineage(name)
  local list, class = {}, help.api().classes[name]
  while class do
    list[#list + 1] = class
    class = class.parent and help.api().classes[class.parent]
  end
  return list
end

--- The description of a member of a class or its ancestors, and true if it is a
--- method.
function help.member(class_name, name)
  for _, class in ipairs(lineage(class_name)) do
    if class.methods[name] then return class.methods[name], true end
    if class.fields[name] then return class.fields[name], false end
  end
end

--- The full name of a member: "card.rank", "set:has", "aurum.chart.bars".
local function full_name(class_name, name)
  local about, method = help.member(class_name, name)
  if about.plain then return class_name .. "." .. name end
  return class_name:gsub("^aurum%.", "") .. (method and ":" or ".") .. name
end

--- The names of a class's fields, or of its methods; inherited ones come first.
function help.members(class_name, methods)
  local names, seen = {}, {}
  local classes = lineage(class_name)
  for i = #classes, 1, -1 do
    for _, name in ipairs(classes[i].order) do
      local is_method = classes[i].methods[name] ~= nil
      if is_method == methods and not seen[name] then
        seen[name] = true
        names[#names + 1] = name
      end
    end
  end
  return names
end

--- The names of a class's fields, each value by one name only.
function help.fields(class_name)
  local names = {}
  for _, name in ipairs(help.members(class_name, false)) do
    local text = help.member(class_name, name).text
    if text:sub(1, 12) ~= "The same as " then names[#names + 1] = name end
  end
  return names
end

--- Rows { name, text } in two columns; on a narrow terminal each text is below
--- its name.
local function columns(rows, width)
  local widest, out = 0, {}
  for _, row in ipairs(rows) do widest = math.max(widest, #row[1]) end
  widest = math.min(widest, 26)
  for _, row in ipairs(rows) do
    if width < 60 then
      out[#out + 1] = wrap.paragraphs(row[1], width, "  ")
      out[#out + 1] = wrap.paragraphs(row[2], width, "      ")
    else
      local gap = (" "):rep(widest + 4)
      local text = wrap.paragraphs(row[2], width, gap)
      local head = "  " .. row[1]
      if #row[1] > widest then out[#out + 1] = head
      else text = head .. text:sub(#head + 1) end
      out[#out + 1] = text
    end
  end
  return table.concat(out, "\n")
end

local rule = "A line that begins with a command is that command, unless Lua "
  .. "reads it as an assignment, call, index or operation on a variable of the "
  .. "same name: `trick` is the command, `trick.number` and `trick == nil` are "
  .. "Lua. Without such a variable only an assignment is Lua: `save \"a "
  .. "file\"` is the command. Functions have no operators: `load \"text\"` "
  .. "calls Lua's function, `load /tmp/file` is the command. Any other line is "
  .. "Lua. `=` makes a line Lua: `=trick` prints the variable."

local lua_rows = {
  { "EXPRESSION", "print its value; `;` at the end prevents that" },
  { "_", "the last value" },
  { "STATEMENT", "run it; it may continue on the next lines" },
  { "session state view trick", "the session, its current state, the view of "
    .. "the seat on turn, the open trick; `seat(n)` is one seat" },
  { "aurum", "the Lua API; see `help aurum`" },
  { "COMMAND; COMMAND", "several on a line, up to the first that fails" },
  { "Tab, Up, Ctrl-R", "complete a word, recall a line, search the history" },
  { "Ctrl-C, Ctrl-D", "drop the line or stop what runs; leave the REPL" },
}

--- The fixed short names and the start file.
local function short_names(width)
  local list = {}
  for short, name in pairs(lines.short) do
    list[#list + 1] = ("%s=%s"):format(short, name)
  end
  table.sort(list)
  local home, file = os.getenv "HOME" or "", settings.start_file()
  if home ~= "" and file:sub(1, #home + 1) == home .. "/" then
    file = "~" .. file:sub(#home + 1)
  end
  return wrap.paragraphs(("%s. The beginning of a name will do if no other "
    .. "command begins so. `alias` adds names. A variable of the same name "
    .. "comes first."):format(table.concat(list, ", ")), width, "  "),
    wrap.paragraphs(("Lua that runs before each session, such as aliases and "
      .. "commands of your own (`help repl`): %s"):format(file), width, "  ")
end

--- The list of all commands.
function help.overview(shell)
  local width, parts = shell:width(), {}
  for _, group in ipairs(shell.groups) do
    local rows = {}
    for _, command in ipairs(group) do
      rows[#rows + 1] = { command.usage, command.summary }
    end
    parts[#parts + 1] = term.paint("bold", group.title) .. "\n"
      .. columns(rows, width)
  end
  parts[#parts + 1] = term.paint("bold", "Lua") .. "\n"
    .. columns(lua_rows, width)
  parts[#parts + 1] = term.paint("bold", "Command or Lua?") .. "\n"
    .. wrap.paragraphs(rule, width, "  ")
  local short, start = short_names(width)
  parts[#parts + 1] = term.paint("bold", "Short names") .. "\n" .. short
  parts[#parts + 1] = term.paint("bold", "Start file") .. "\n" .. start
  parts[#parts + 1] = wrap.paragraphs("`help NAME` explains a command, a type "
    .. "such as state or view, or a function, field or knob such as "
    .. "aurum.game, state.apply or follow.", width)
  return table.concat(parts, "\n\n")
end

local function of_command(command, width)
  local short = lines.short_for(command.name)
  local text = term.paint("bold", command.usage) .. "\n"
    .. wrap.paragraphs(command.summary .. (short[1] and ("; in short `%s`")
      :format(table.concat(short, "`, `")) or ""), width, "  ")
  if command.help then
    text = text .. "\n\n"
      .. wrap.paragraphs((command.help:gsub("%s+$", "")), width, "  ")
  end
  return text
end

--- The help text of a function or method: call, text, parameters, results.
local function of_function(name, about, width)
  local arguments, rows = {}, {}
  for i, param in ipairs(about.params) do
    arguments[i] = param.name .. (param.optional and "?" or "")
    local text = param.type .. (param.text ~= "" and ": " .. param.text or "")
    rows[i] = { param.name, text }
  end
  for _, result in ipairs(about.returns) do
    local kind, text = result.type, result.text
    local called = text:match "^[%l_]+"
    if called then text = text:sub(#called + 1):match "^%s*(.*)$" end
    rows[#rows + 1] = { "-> " .. (called or ""),
      kind .. (text ~= "" and ": " .. text or "") }
  end
  local head = ("%s(%s)"):format(name, table.concat(arguments, ", "))
  local text = term.paint("bold", head) .. "\n"
    .. wrap.paragraphs(about.text, width, "  ")
  if #rows > 0 then text = text .. "\n\n" .. columns(rows, width) end
  return text
end

local function of_field(name, about, width)
  return term.paint("bold", name) .. "\n" .. wrap.paragraphs(about.type
    .. (about.optional and ", may be nil" or "") .. ". " .. about.text, width,
    "  ")
end

local function first_sentence(text)
  return text:match "^(.-%.)%s" or text
end

--- Rows of the module's functions, in the order of the reference.
local function module_functions()
  local rows = {}
  for _, entry in ipairs(help.api().order) do
    local name = entry:match "^aurum%.(.*)%(%)$"
    if name then
      rows[#rows + 1] = { "aurum." .. name,
        first_sentence(help.api().functions[name].text) }
    end
  end
  return rows
end

local function of_class(class, width)
  local parts = { term.paint("bold", class.name) .. "\n"
    .. wrap.paragraphs(class.text, width, "  ") }
  for _, methods in ipairs { false, true } do
    local rows = {}
    for _, name in ipairs(help.members(class.name, methods)) do
      local about = help.member(class.name, name)
      rows[#rows + 1] = { methods and full_name(class.name, name) or name,
        first_sentence(about.text ~= "" and about.text or about.type) }
    end
    if #rows > 0 then parts[#parts + 1] = columns(rows, width) end
  end
  if class.name == "aurum" then
    parts[#parts + 1] = columns(module_functions(), width)
  end
  return table.concat(parts, "\n\n")
end

-- Descriptions of the session's variables, which the reference does not cover.
local variables = {
  _ = { "_", "The last value of an expression other than nil." },
  repl = { "repl", "Commands of your own, most of use in the start file: "
    .. "`repl.command { name =, run = function(words, rest) }` adds a command, "
    .. "also with usage, summary, help and complete; `repl.alias(name, line)` "
    .. "an alias; `repl.run(line)` carries a line out as if typed and returns "
    .. "true, or false if it failed. A command reports its own error by "
    .. "`return nil, message`." },
  session = { "session", "The session on the table: `session.state`, "
    .. "`session.root.seed`, `session.rules`, `session.seconds` (of a bot's "
    .. "answer), `session.bots`, `session.at` (the place), "
    .. "`session.branch`. Its methods move the game without printing: "
    .. "`session:act \"play Z7\"`, `session:step()`, `session:back(n)`, "
    .. "`session:forward(n)`, `session:visit \"2.4.3\"`, `session:go(place)`, "
    .. "`session:switch(branch)`. They return true, or nil "
    .. "and a message. While a person plays, what would show a hand is "
    .. "refused. A game that you drive by yourself is another thing: see "
    .. "`help aurum.game`." },
  seat = { "seat(n)", "Seat n as a table with the fields seat, hand, gold, "
    .. "card (its bid card) and on_turn; of its side: side, bid, taken, need, "
    .. "points, nuggets. While a person plays, a hidden hand is an error. "
    .. "`seat(n).self` is a copy of what its bot keeps in its "
    .. "own table, here." },
  trick = { "trick", "The open trick, with the fields number, leader and "
    .. "plays. Alone on a line it is the command." },
  event = { "event", "In the condition of `break on EVENT if CONDITION`, the "
    .. "event of the last step (`help aurum.event`). Elsewhere it is nil." },
  state = { "state", "A copy of the current state (`help aurum.state`). While "
    .. "a person plays, it is the view of that seat (`help aurum.view`)." },
  view = { "view", "The view of the seat on turn: what it may know "
    .. "(`help aurum.view`)." },
}

--- The fields of the session that `help session` names, or after ":" its
--- methods.
function help.of_session(separator)
  local list, seen = {}, {}
  for mark, name in variables.session[2]:gmatch "`session([.:])([%a_]+)" do
    if mark == separator and not seen[name] then list[#list + 1] = name end
    seen[name] = true
  end
  return list
end

--- The entries of the reference for a full name or its last part, as a list of
--- { name =, text = }; `text()` returns the help text. The second result is how
--- many have the full name. They come first, and only methods follow them.
local function places(name, width)
  local api, found = help.api(), {}
  local function add(full, describe, ...)
    local arguments = { ... }
    found[#found + 1] = { name = full, text = function()
      return describe(table.unpack(arguments))
    end }
  end
  local plain = name:gsub(":", "."):gsub("%(%)$", "")
  local bare = plain:gsub("^aurum%.", "")
  local owner, member = bare:match "^(.+)%.([%w_]+)$"
  if plain == "aurum" then add("aurum", of_class, api.classes.aurum, width) end
  if api.functions[bare] then
    add("aurum." .. bare, of_function, "aurum." .. bare, api.functions[bare],
      width)
  end
  local class = api.classes["aurum." .. bare]
  if class then add(class.name, of_class, class, width) end
  local alias = api.aliases["aurum." .. bare]
  if alias then
    add("aurum." .. bare, of_field, "aurum." .. bare, alias, width)
  end
  if owner and api.classes["aurum." .. owner] then
    local about, method = help.member("aurum." .. owner, member)
    if about then
      local full = full_name("aurum." .. owner, member)
      add(full, method and of_function or of_field, full, about, width)
    end
  end
  local exact = #found
  if not owner then -- a member of any class
    for _, class_name in ipairs(api.order) do
      local at = api.classes[class_name]
      local about = at
        and (at.methods[bare] or exact == 0 and at.fields[bare])
      if about then
        local method = at.methods[bare] ~= nil
        local full = full_name(class_name, bare)
        add(full, method and of_function or of_field, full, about, width)
      end
    end
  end
  return found, exact
end

--- All names that `help` explains: commands and names of the API.
function help.names(shell)
  local api, names = help.api(), {}
  for name in pairs(shell.commands) do names[#names + 1] = name end
  for name in pairs(api.functions) do names[#names + 1] = "aurum." .. name end
  for name in pairs(api.classes) do
    local short = name:gsub("^aurum%.", "")
    names[#names + 1] = short
    for _, methods in ipairs { false, true } do
      for _, member in ipairs(help.members(name, methods)) do
        names[#names + 1] = short .. "." .. member
      end
    end
  end
  table.sort(names)
  return names
end

--- The comment at the head of a variant's file: what its author says of it.
function help.head_comment(text)
  local list = {}
  for line in text:gmatch "([^\n]*)\n" do
    local words = line:match "^%-%- ?(.*)$"
    if not words then break end
    list[#list + 1] = term.plain(words)
  end
  return table.concat(list, "\n")
end

--- The path of the file of the game on the table that has this name, with or
--- without .lua; nil if none has.
local function played_file(shell, name)
  local info = aurum.variant_info(shell.session.root.rules)
  for _, file in ipairs(info and info.files or {}) do
    local own = file.path:match "[^/]*$"
    if own == name or own == name .. ".lua" then return file.path end
  end
end

--- The text of an edition or house rule that has this name; nil if none has.
local function of_variant(shell, name)
  local _, files = aurum.variants()
  local read = files[name] and name or played_file(shell, name)
  if not read then return nil end
  local info = aurum.read_variant(read)
  local own = info.files[#info.files] -- its bases come first
  local text = own and help.head_comment(own.text) or ""
  local rules = played_rules.of_variant(shell, read)
  return table.concat({ term.paint("bold", name),
    text ~= "" and "\n" .. text:gsub("[^\n]+", "  %0") or "",
    rules and "\n\n" .. rules or "" })
end

--- The rules of the game on the table that state a knob; nil for other names.
local function of_knob(shell, name)
  name = name:gsub("^aurum%.", ""):gsub("^knob_values[.:]", "")
  for _, knob in ipairs(aurum.knobs()) do
    if knob.name == name then return played_rules.of_knob(shell, name) end
  end
end

--- The hint for a misspelt name. A name with a dot is compared with all names,
--- one without with their last parts.
local function hint_for(shell, name)
  local list = {}
  for _, known in ipairs(help.names(shell)) do
    if name:find "[.:]" then list[#list + 1] = known
    else list[#list + 1] = known:match "[^.]+$" end
  end
  for _, known in ipairs((aurum.variants())) do list[#list + 1] = known end
  return hint.near(name:gsub(":", "."), list,
    "; `help` lists the commands")
end

--- The pages of the commands beside a command in `help`, at most six.
local function related(shell, command)
  local list = {}
  for _, group in ipairs(shell.groups) do
    local at
    for i, one in ipairs(group) do
      if command and one.name == command.name:gsub("!$", "") then at = i end
    end
    for i = at and math.max(1, math.min(at - 3, #group - 6)) or 1,
      at and #group or 0 do
      if i ~= at and #list < 6 then
        list[#list + 1] = "help " .. group[i].name
      end
    end
  end
  return list
end

--- The help text for a name; or nil and a message.
function help.of(shell, name)
  local width, parts = shell:width(), {}
  local command = shell.commands[name]
  local found, exact = places(name, width)
  local variable = variables[name]
  if shell.aliases[name] then
    parts[1] = ("%s stands for `%s`"):format(name,
      term.plain(shell.aliases[name]))
  elseif not command and not variable and not found[1] then
    command = shell:command_named(name)
  end
  if command then parts[#parts + 1] = of_command(command, width) end
  if variable then
    parts[#parts + 1] = term.paint("bold", variable[1]) .. "\n"
      .. wrap.paragraphs(variable[2], width, "  ")
  end
  local shown = (command or #found - exact > 4) and 0
    or exact > 0 and exact or #found
  for i = 1, shown do parts[#parts + 1] = found[i].text() end
  local list, seen = related(shell, command), {}
  local members = {}
  for i = shown + 1, #found do
    local full = found[i].name
    if not seen[full] then members[#members + 1] = "help " .. full end
    seen[full] = true
  end
  if #members > 4 then
    members = { ("`help search %s` for %d names of the API"):format(name,
      #members) }
  end
  table.move(members, 1, #members, #list + 1, list)
  parts[#parts + 1] = of_knob(shell, name)
  parts[#parts + 1] = of_variant(shell, name)
  if #list > 0 then
    parts[#parts + 1] = wrap.paragraphs("See also: "
      .. table.concat(list, ", "), width)
  end
  if #parts > 0 then return table.concat(parts, "\n\n") end
  return nil, ("unknown name '%s'%s"):format(name, hint_for(shell, name))
end

-- ---- Searching ----------------------------------------------------------

--- Calls `visit(name, summary, text)` for every topic: commands, variables and
--- the names of the API.
local function each_topic(shell, visit)
  for _, group in ipairs(shell.groups) do
    for _, command in ipairs(group) do
      visit(command.name, command.summary, command.usage .. " "
        .. (command.help or ""))
    end
  end
  for name, entry in pairs(variables) do visit(name, entry[2], "") end
  local api = help.api()
  for name, about in pairs(api.functions) do
    visit("aurum." .. name, about.text, "")
  end
  for name, class in pairs(api.classes) do
    visit(name, class.text, "")
    for _, members in ipairs { class.methods, class.fields } do
      for member, about in pairs(members) do
        visit(full_name(name, member), about.text, "")
      end
    end
  end
end

local most_topics = 40

--- The topics whose name or text has all of some words, those with one in the
--- name first; or nil and a message.
function help.search(shell, words)
  local found = {}
  each_topic(shell, function(name, summary, text)
    local all, named = (name .. " " .. summary .. " " .. text):lower(), 0
    for _, word in ipairs(words) do
      if not all:find(word:lower(), 1, true) then return end
      if name:lower():find(word:lower(), 1, true) then named = named + 1 end
    end
    found[#found + 1] = { name = name, named = named,
      text = first_sentence(summary) }
  end)
  if not found[1] then
    return nil, ("no topic has '%s'; `help` lists the commands"):format(
      table.concat(words, " "))
  end
  table.sort(found, function(a, b)
    if a.named ~= b.named then return a.named > b.named end
    if a.name ~= b.name then return a.name < b.name end
    return a.text < b.text
  end)
  local rows = {}
  for i = 1, math.min(#found, most_topics) do
    rows[i] = { found[i].name, found[i].text }
  end
  local text = columns(rows, shell:width())
  if #found > most_topics then
    text = ("%s\nand %d more; give another word too"):format(text,
      #found - most_topics)
  end
  return text
end

return help
