-- help: what the commands say of themselves, and what lua/aurum.d.lua says of
-- everything else. That file is read when it is first asked for.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local term = require "aurum.text.term"
local wrap = require "aurum.text.wrap"
local help = {}

local described

--- lua/aurum.d.lua as lua/text/annotations.lua reads it.
function help.api()
  described = described
    or require "aurum.text.annotations"(aurum.home .. "/lua/aurum.d.lua")
  return described
end

--- A class and those it inherits from, itself first.
local function lineage(name)
  local list, class = {}, help.api().classes[name]
  while class do
    list[#list + 1] = class
    class = class.parent and help.api().classes[class.parent]
  end
  return list
end

--- A member of a class, inherited ones too: what is described, whether it is a
--- method.
function help.member(class_name, name)
  for _, class in ipairs(lineage(class_name)) do
    if class.methods[name] then return class.methods[name], true end
    if class.fields[name] then return class.fields[name], false end
  end
end

--- How a member of a class is asked for: "card.rank", "set:has",
--- "aurum.chart.bars".
local function full_name(class_name, name)
  local it_is, method = help.member(class_name, name)
  if it_is.plain then return class_name .. "." .. name end
  return class_name:gsub("^aurum%.", "") .. (method and ":" or ".") .. name
end

--- The names of a class's fields, or of its methods, inherited first.
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

--- A list of names and texts in two columns, or one below the other where the
--- terminal is narrow.
local function columns(rows, width)
  local widest, lines = 0, {}
  for _, row in ipairs(rows) do widest = math.max(widest, #row[1]) end
  widest = math.min(widest, 26)
  for _, row in ipairs(rows) do
    if width < 60 then
      lines[#lines + 1] = wrap.paragraphs(row[1], width, "  ")
      lines[#lines + 1] = wrap.paragraphs(row[2], width, "      ")
    else
      local gap = (" "):rep(widest + 4)
      local text = wrap.paragraphs(row[2], width, gap)
      local head = "  " .. row[1]
      if #row[1] > widest then lines[#lines + 1] = head
      else text = head .. text:sub(#head + 1) end
      lines[#lines + 1] = text
    end
  end
  return table.concat(lines, "\n")
end

local rule = "A line whose first word is a command is that command, unless Lua "
  .. "would read the line as an assignment, a call, an index or an operator on"
  .. " that word: `trick` plays on to the end of the trick, `trick.number` and "
  .. "`trick == nil` are Lua. Where there is no variable of that name, only an "
  .. "assignment is Lua: `save \"a file\"` is the command, `load \"text\"` "
  .. "calls Lua's function, `load /tmp/file` is the command, since there is "
  .. "no operator for functions. Anything else is Lua, and with `=` before it "
  .. "always is: `=trick` prints the variable."

local lua_rows = {
  { "EXPRESSION", "prints its value; ended by `;` it doesn't" },
  { "_", "the last value" },
  { "STATEMENT", "runs; what is not complete goes on on the next line" },
  { "game state view trick", "the game on the table, where it stands, what "
    .. "the seat on turn sees, the open trick; `seat(n)`: one seat's part" },
  { "aurum", "the module: `help aurum`" },
  { "Tab, Up, Ctrl-R", "complete, go back in the history, search it" },
  { "Ctrl-C, Ctrl-D", "drop the line or stop what runs; leave" },
}

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
  parts[#parts + 1] = term.paint("bold", "Which is which") .. "\n"
    .. wrap.paragraphs(rule, width, "  ")
  parts[#parts + 1] = wrap.paragraphs("`help NAME` tells more: of a command, "
    .. "of a type such as state or view, of a function, field or knob such as "
    .. "aurum.game, state.apply, follow.", width)
  return table.concat(parts, "\n\n")
end

local function of_command(command, width)
  local text = term.paint("bold", command.usage) .. "\n"
    .. wrap.paragraphs(command.summary, width, "  ")
  if command.help then
    text = text .. "\n\n"
      .. wrap.paragraphs((command.help:gsub("%s+$", "")), width, "  ")
  end
  return text
end

--- A function or method: how it is called, its text, parameters, results.
local function of_function(name, it_is, width)
  local arguments, rows = {}, {}
  for i, param in ipairs(it_is.params) do
    arguments[i] = param.name .. (param.optional and "?" or "")
    local text = param.type .. (param.text ~= "" and ": " .. param.text or "")
    rows[i] = { param.name, text }
  end
  for _, result in ipairs(it_is.returns) do
    local kind, text = result.type, result.text
    local called = text:match "^[%l_]+"
    if called then text = text:sub(#called + 1):match "^%s*(.*)$" end
    rows[#rows + 1] = { "-> " .. (called or ""),
      kind .. (text ~= "" and ": " .. text or "") }
  end
  local head = ("%s(%s)"):format(name, table.concat(arguments, ", "))
  local text = term.paint("bold", head) .. "\n"
    .. wrap.paragraphs(it_is.text, width, "  ")
  if #rows > 0 then text = text .. "\n\n" .. columns(rows, width) end
  return text
end

local function of_field(name, it_is, width)
  return term.paint("bold", name) .. "\n" .. wrap.paragraphs(it_is.type
    .. (it_is.optional and ", may be nil" or "") .. ". " .. it_is.text, width,
    "  ")
end

local function first_sentence(text)
  return text:match "^(.-%.)%s" or text
end

--- The functions of the module, as they stand.
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
      local it_is = help.member(class.name, name)
      rows[#rows + 1] = { methods and full_name(class.name, name) or name,
        first_sentence(it_is.text ~= "" and it_is.text or it_is.type) }
    end
    if #rows > 0 then parts[#parts + 1] = columns(rows, width) end
  end
  if class.name == "aurum" then
    parts[#parts + 1] = columns(module_functions(), width)
  end
  return table.concat(parts, "\n\n")
end

-- What the session's variables are that no type of aurum.d.lua describes.
local variables = {
  _ = { "_", "The last value that an expression gave, nil aside." },
  game = { "game", "The session: `game.state`, `game.root.seed`, `game.bots`. "
    .. "Alone on a line it is the command." },
  seat = { "seat(n)", "What seat n has, a table: `seat hand gold card` (its "
    .. "bid card), `on_turn`, of its side `side bid taken need points nuggets`."
  },
  trick = { "trick", "The open trick: `number leader plays`. Alone on a line "
    .. "it is the command." },
  state = { "state", "Where the game stands, a copy (`help aurum.state`); "
    .. "while a person plays, what that seat sees (`help aurum.view`)." },
  view = { "view", "What the seat on turn may know (`help aurum.view`)." },
}

--- Every place where aurum.d.lua describes a name, as functions that tell of
--- it. A name may be whole or its last part.
local function places(name, width)
  local api, found = help.api(), {}
  local function add(where, tell, ...)
    local arguments = { ... }
    found[#found + 1] = { name = where, text = function()
      return tell(table.unpack(arguments))
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
    local it_is, method = help.member("aurum." .. owner, member)
    if it_is then
      local full = full_name("aurum." .. owner, member)
      add(full, method and of_function or of_field, full, it_is, width)
    end
  end
  if #found == 0 and not owner then -- a member of whatever has it
    for _, class_name in ipairs(api.order) do
      local at = api.classes[class_name]
      local it_is = at and (at.methods[bare] or at.fields[bare])
      if it_is then
        local method = at.methods[bare] ~= nil
        local full = full_name(class_name, bare)
        add(full, method and of_function or of_field, full, it_is, width)
      end
    end
  end
  return found
end

--- Every name that help knows: commands, and those of aurum.d.lua.
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

--- The hint for a misspelt name: with a dot among all names, else among those
--- without and the last parts of others.
local function hint_for(shell, name)
  local list = {}
  for _, known in ipairs(help.names(shell)) do
    if name:find "[.:]" then list[#list + 1] = known
    else list[#list + 1] = known:match "[^.]+$" end
  end
  return hint.near(name:gsub(":", "."), list,
    "; `help` lists the commands")
end

--- What there is to say about a name; or nil and a message.
function help.of(shell, name)
  local width, parts = shell:width(), {}
  local command = shell.commands[name]
  if command then parts[1] = of_command(command, width) end
  local found = places(name, width)
  local variable = variables[name]
  if variable then
    parts[#parts + 1] = term.paint("bold", variable[1]) .. "\n"
      .. wrap.paragraphs(variable[2], width, "  ")
  end
  if command or #found > 4 then
    local list, seen = {}, {}
    for _, place in ipairs(found) do
      if not seen[place.name] then list[#list + 1] = "help " .. place.name end
      seen[place.name] = true
    end
    if #list > 0 then
      parts[#parts + 1] = wrap.paragraphs("See also: "
        .. table.concat(list, ", "), width)
    end
  else
    for _, place in ipairs(found) do parts[#parts + 1] = place.text() end
  end
  if #parts > 0 then return table.concat(parts, "\n\n") end
  return nil, ("nothing is called '%s'%s"):format(name, hint_for(shell, name))
end

return help
