-- Completion of the word at the cursor. It executes nothing, not even
-- metamethods: tables are read raw, and the types of fields and results come
-- from the reference of the API (lua/text/annotations.lua).
--
-- complete.at answers the line editor. The functions in "Lists" are for
-- commands. Their `complete(shell, list)` gets the words so far, of which the
-- last is unfinished ("" after a blank), and returns the candidates for that
-- word.
local aurum = require "aurum"
local find = require "aurum.load.find"
local source = require "aurum.load.source"
local args = require "aurum.repl.args"
local help = require "aurum.repl.show.help"
local home = require "aurum.repl.input.home"
local pretty = require "aurum.repl.show.pretty"
local complete = {}

-- ---- Lists --------------------------------------------------------------

--- The names of a list and those of another, each behind a text.
local function prefixed(head, names, more)
  local list = {}
  for _, name in ipairs(names) do list[#list + 1] = head .. name end
  for _, name in ipairs(more or {}) do list[#list + 1] = head .. name end
  return list
end

--- The options of the bot that a text names, with those that it has left out:
--- "monte:sims=" for "monte:si". The second result is the default of each.
local function bot_options(typed)
  local name, given, last = typed:match "^([^:]+):(.-)([^:]*)$"
  local bot = name and aurum.bot(name)
  local list, defaults = {}, {}
  local _, found = source.lines(bot and bot.source or "")
  for key, default in pairs(found) do
    local option = key:match "^options%.([%a_][%w_]*)$"
    if option and not (":" .. given):find(":" .. option .. "=", 1, true) then
      local head = name .. ":" .. given .. option .. "="
      list[#list + 1] = last:find("=", 1, true) and head .. default or head
      defaults[list[#list]] = "default: " .. default
    end
  end
  return list, defaults
end

--- The paths that begin with the typed text: folders, and Lua files.
local function lua_files(typed)
  local list = {}
  for _, name in ipairs(complete.files(typed)) do
    if name:find "%.lua$" or name:find "/$" and typed ~= "" then
      list[#list + 1] = name
    end
  end
  return list
end

--- The bots, options of bots and files that a text may become; with `many`, the
--- last of several that are separated by commas. The second result describes
--- some of them.
function complete.bots(typed, many)
  local head, last = "", typed
  if many then head, last = typed:match "^(.-)([^,]*)$" end
  if last:find("^[^:]+:") then
    local list, defaults = bot_options(last)
    local about = {}
    for name, text in pairs(defaults) do about[head .. name] = text end
    return prefixed(head, list), about
  end
  return prefixed(head, aurum.bots(), lua_files(last)), {}
end

--- True if a file has a house rule: neither it nor a base has `players`.
local function is_house_rule(path)
  local lines = source.lines(find.read(path) or "")
  return not lines.players and not lines.base
end

--- The variants and files that a text may become. After a "+" there are house
--- rules.
function complete.variants(typed)
  local head, last = typed:match "^(.-)([^+]*)$"
  local all, files = aurum.variants()
  local names = {}
  for _, name in ipairs(all) do
    if head == "" or not ("+" .. head):find("+" .. name .. "+", 1, true)
      and is_house_rule(files[name]) then
      names[#names + 1] = name
    end
  end
  if head == "" then names[#names + 1] = "standard" end
  return prefixed(head, names, lua_files(last))
end

--- The cards of the game on the table, or of the standard decks.
function complete.cards(shell)
  local rules = shell.session and shell.session.rules
  local names = {}
  local deck = pretty.type(rules) == "aurum.rules" and rules.deck
  if deck then
    for card in (deck | rules.gold_all:kinds()):each() do
      names[#names + 1] = tostring(card)
    end
    return names
  end
  for suit in ("BCPSZ"):gmatch "." do
    for rank = 1, 10 do names[#names + 1] = suit .. rank end
  end
  for rank = 0, 8 do names[#names + 1] = "G" .. rank end
  return names
end

--- The paths that begin with the typed text; folders end with a slash.
function complete.files(typed)
  local folder, names = typed:match "^(.*/)" or "", {}
  local hidden = typed:match "[^/]*$":sub(1, 1) == "."
  local place = home.path(folder)
  for _, name in ipairs(aurum.sys.files(place == "" and "." or place) or {}) do
    if name ~= "." and name ~= ".."
      and (hidden or name:sub(1, 1) ~= ".") then
      local is_folder = aurum.sys.files(place .. name) ~= nil
      names[#names + 1] = folder .. name .. (is_folder and "/" or "")
    end
  end
  return names
end

--- The names that `help` explains: all if the word has a dot, else commands,
--- types and functions.
function complete.topics(shell, typed)
  local names = {}
  for _, name in ipairs(help.names(shell)) do
    if typed:find "[.:]" or not name:find "%." or name:find "^aurum%." then
      names[#names + 1] = name
    end
  end
  return names
end

-- ---- Lua ----------------------------------------------------------------

--- A type of the reference reduced to its class.
local function class_of(kind)
  kind = kind:gsub("|nil", ""):gsub("%?$", "")
  local alias = help.api().aliases[kind]
  if alias then kind = alias.type:match "^[^|]*" end
  return help.api().classes[kind] and kind or nil, kind
end

--- The type of the elements of a list type; nil if it is not a list.
local function element_of(kind)
  return kind:match "^(.*)%[%]$" or kind:match "^table<[%w_]+, (.*)>$"
end

--- A description of a value without running its code: { value = } for a table,
--- or { kind = } with its type.
local function known(value)
  if type(value) == "table" then return { value = value } end
  return { kind = pretty.type(value), is_value = true }
end

local function of_result(about, owner)
  if about and about.value then return known(about.value) end
  local result = about and about.returns and about.returns[1]
  if not result then return nil end
  return { kind = result.type == "self" and owner or result.type }
end

--- The __index of a table, if it is a table.
local function behind(value)
  local meta = debug.getmetatable(value)
  local index = meta and rawget(meta, "__index")
  return type(index) == "table" and index or nil
end

--- A member of a table or of its classes, read raw.
local function member_of(value, name)
  for _ = 1, 10 do
    if not value then return nil end
    local member = rawget(value, name)
    if member ~= nil then return member end
    value = behind(value)
  end
end

--- The description of a member of a described value; nil if it is unknown.
local function member(from, name)
  if from.value then
    if from.value == aurum and help.api().functions[name] then
      return { result = help.api().functions[name] }
    end
    local found = member_of(from.value, name)
    if found == nil then return nil end
    return known(found)
  end
  if from.kind == "string" then return nil end
  local class = from.kind and class_of(from.kind)
  local about, method = nil, nil
  if class then about, method = help.member(class, name) end
  if not about then return nil end
  if method then return { result = about, owner = class } end
  return { kind = about.type }
end

--- A table with the fields of all kinds of events.
local function event_fields()
  local fields = {}
  for name in pairs(help.api().classes) do
    if name:find "^aurum%.event%." then
      for _, field in ipairs(help.members(name, false)) do
        fields[field] = false
      end
    end
  end
  return fields
end

--- The description of a global, where a chain begins.
local function global(shell, name)
  local value = rawget(shell.env, name)
  if value == nil and name == "event" then return { value = event_fields() } end
  if value == nil and shell.live[name] then
    local good, found = pcall(shell.live[name], shell)
    value = good and found or nil
  end
  if value == nil then value = rawget(_G, name) end
  if value == nil then return nil end
  if name == "seat" and type(value) == "function" then
    local part = shell.session:seat(1)
    part.self = false -- fetched from the bot when it is read
    -- nil before the bids; a hidden hand raises
    for _, key in ipairs { "card", "bid", "need", "hand" } do
      part[key] = rawget(part, key) or false
    end
    return { result = { value = part } }
  end
  return known(value)
end

--- The description of a chain such as `state:view(2).hand`; nil if a part is
--- unknown.
local function resolve(shell, chain)
  local word, rest = chain:match "^([%a_][%w_]*)(.*)$"
  local at
  if word then
    at = global(shell, word)
  elseif chain:find "^[%(\"']" then
    rest = chain:match "^%b()(.*)$" or chain:match '^"[^"]*"(.*)$'
      or chain:match "^'[^']*'(.*)$"
    if not rest then return nil end
    at = chain:find "^%(?%s*[\"']" and { kind = "string" } or nil
  end
  while at and rest ~= "" do
    local name, after = rest:match "^%s*[.:]%s*([%a_][%w_]*)(.*)$"
    if name then
      at = member(at, name)
    else
      after = rest:match "^%s*%b()(.*)$" or rest:match "^%s*%b{}(.*)$"
        or rest:match '^%s*"[^"]*"(.*)$' or rest:match "^%s*'[^']*'(.*)$"
      if after then
        at = at.result and of_result(at.result, at.owner)
      else
        local key
        key, after = rest:match "^%s*(%b[])(.*)$"
        if not key then return nil end
        local number = math.tointeger(tonumber(key:sub(2, -2)))
        if at.value then
          local found = number and rawget(at.value, number)
          at = found ~= nil and known(found) or nil
        else
          local kind = at.kind and element_of(at.kind)
          at = kind and { kind = kind }
        end
      end
    end
    rest = after
  end
  return at
end

--- The names in a table and its classes; with `methods`, only those of
--- functions.
local function names_of(value, methods)
  local names = {}
  for _ = 1, 10 do
    if not value then break end
    for key, item in next, value do
      if type(key) == "string" and key:find "^[%a_][%w_]*$"
        and (not methods or type(item) == "function") then
        names[#names + 1] = key
      end
    end
    value = behind(value)
  end
  return names
end

--- The candidates after a dot or a colon.
local function members(shell, chain, separator)
  local at = resolve(shell, chain)
  if not at then return {} end
  if at.value and at.value == shell.session then
    return help.of_session(separator)
  end
  if at.value then return names_of(at.value, separator == ":") end
  if at.kind == "string" then
    return separator == ":" and names_of(string, true) or {}
  end
  local class = at.kind and class_of(at.kind)
  return class and help.members(class, separator == ":") or {}
end

--- The position where the chain at the end of a text begins.
local function chain_start(text)
  local at = #text
  while at > 0 do
    local c = text:sub(at, at)
    if c:find "[%w_]" then
      local word = text:sub(1, at):match "[%w_]+$"
      at = at - #word
      local before = text:sub(1, at):match "%s*[.:]%s*$"
      if not before or text:sub(1, at):find "%.%.%s*$" then return at + 1 end
      at = at - #before
    elseif c:find "[%]%)}\"']" then
      local from
      for start = at - 1, 1, -1 do
        local piece = text:sub(start, at)
        if c == '"' and piece:find '^"[^"]*"$'
          or c == "'" and piece:find "^'[^']*'$"
          or c == ")" and piece:match "^%b()$" or c == "]"
          and piece:match "^%b[]$" or c == "}" and piece:match "^%b{}$" then
          from = start
          break
        end
      end
      if not from then return at + 1 end
      at = from - 1
      local blanks = text:sub(1, at):match "%s*$"
      if c ~= "]" and not text:sub(1, at - #blanks):find "[%w_%]%)]$" then
        return from
      end
      at = at - #blanks
    else
      return at + 1
    end
  end
  return 1
end

local function globals(shell)
  local names = names_of(shell.env)
  for name in pairs(shell.live) do names[#names + 1] = name end
  for _, name in ipairs(names_of(_G)) do names[#names + 1] = name end
  for word in ("and break do else elseif end false for function goto if in "
    .. "local nil not or repeat return then true until while"):gmatch "%a+" do
    names[#names + 1] = word
  end
  return names
end

--- The contents of a string that is open at the end of a text, and the text
--- before it; nil if none is open.
local function open_string(text)
  local at = 1
  while true do
    local start = text:find("[\"'%-]", at)
    if not start then return nil end
    local quote = text:sub(start, start)
    if quote == "-" then
      if text:sub(start, start + 1) == "--" then return nil end
      at = start + 1
    else
      local stop = start + 1
      while stop <= #text and text:sub(stop, stop) ~= quote do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
      if stop > #text then
        return text:sub(start + 1), text:sub(1, start - 1)
      end
      at = stop + 1
    end
  end
end

--- The candidates in a string, chosen by the function or field that gets it.
local function in_string(shell, typed, before)
  local word = before:match "([%a_][%w_]*)%s*[%(={]*%s*$"
    or before:match "([%a_][%w_]*)%s*=%s*{[^{}]*$" or ""
  if word == "variant" then return complete.variants(typed), typed end
  if word:find "^bots?$" then return complete.bots(typed), typed end
  local last = typed:match "[^%s]*$"
  if last:find "^%u%d*$" then return complete.cards(shell), last end
  return complete.files(typed), typed
end

-- ---- At the cursor ------------------------------------------------------

--- The candidates at the end of a text, the part that is typed already, and the
--- text to insert after a single candidate.
local function candidates(shell, text)
  if not shell.continued and not text:find "\n" then
    text = shell:last_part(text)
    local first = text:match "^%s*([%w_%-]*)$"
    if first then
      local names = {}
      if first ~= "" then names = globals(shell) end
      for name in pairs(shell.commands) do names[#names + 1] = name end
      for name in pairs(shell.aliases) do names[#names + 1] = name end
      for _, group in ipairs(shell.groups) do
        for _, name in ipairs(group.first and group.first(shell) or {}) do
          names[#names + 1] = name
        end
      end
      return names, first, "command"
    end
    for _, group in ipairs(shell.groups) do
      local names, part = nil, nil
      if group.complete then names, part = group.complete(shell, text) end
      if names then return names, part, "" end
    end
    local command, rest = shell:command_of(text, true)
    if command and text:find "^%s*%S+%s" then
      rest = text:match "^%s*%S+%s+(.*)$" or rest
      local words, quote = args.words(rest, true)
      if not quote and (rest == "" or rest:find "%s$") then
        words[#words + 1] = ""
      end
      local list = command.complete and command.complete(shell, words)
      if list then return list, words[#words], (quote or "") .. " " end
      if command.lua then
        text = rest
      else
        return {}, words[#words], ""
      end
    end
  end
  local typed, before = open_string(text)
  if typed then
    local list, part = in_string(shell, typed, before)
    return list, part, ""
  end
  local partial = text:match "[%a_][%w_]*$" or ""
  local head = text:sub(1, #text - #partial)
  local separator = head:match "([.:])%s*$"
  if separator and not head:find "%.%.%s*$" then
    head = head:gsub("%s*[.:]%s*$", "")
    return members(shell, head:sub(chain_start(head)), separator), partial, ""
  end
  return partial ~= "" and globals(shell) or {}, partial, ""
end

--- The candidates that begin with the typed part, sorted, without duplicates.
local function matching(list, typed)
  local found, seen = {}, {}
  for _, name in ipairs(list) do
    if name:sub(1, #typed) == typed and not seen[name] then
      seen[name] = true
      found[#found + 1] = name
    end
  end
  table.sort(found)
  return found
end

local function common(list)
  local prefix = list[1]
  for _, name in ipairs(list) do
    while name:sub(1, #prefix) ~= prefix do prefix = prefix:sub(1, -2) end
  end
  return prefix
end

local most = 200 -- names in a listing

--- Names in columns, as `ls` prints them.
local function listing(list, width)
  if #list > most then return ("%d possibilities\n"):format(#list) end
  local widest = 0
  for _, name in ipairs(list) do widest = math.max(widest, #name) end
  local per_line = math.max(1, (width + 2) // (widest + 2))
  local rows = (#list + per_line - 1) // per_line
  local lines = {}
  for row = 1, rows do
    local cells = {}
    for i = row, #list, rows do
      cells[#cells + 1] = list[i] .. (" "):rep(widest - #list[i])
    end
    lines[row] = table.concat(cells, "  "):gsub("%s+$", "") .. "\n"
  end
  return table.concat(lines)
end

--- The answer to Tab on a line with the cursor after its first `cursor` bytes:
--- the text to insert, and the text to show. Either may be nil.
function complete.at(shell, line, cursor)
  local text = line:sub(1, cursor)
  if text:find "[\n\t ]$" and not text:match "[^\n]*$":find "%S" then
    return "  " -- an indent
  end
  if shell.continued and text == "" then return "  " end
  local list, typed, tail = candidates(shell, text)
  list = matching(list, typed)
  if #list == 0 then return nil end
  local insert = common(list):sub(#typed + 1)
  if #list == 1 then
    if tail == "command" then
      tail = shell.commands[list[1]] and not shell:has_variable(list[1])
        and " " or ""
    end
    local open_ended = list[1]:find "[/=:]$" or cursor < #line
    return insert .. (open_ended and "" or tail)
  end
  if insert ~= "" then return insert end
  for i, name in ipairs(list) do
    list[i] = name:match "([^/]+/?)$" -- of paths the last part
  end
  return nil, listing(list, shell:width())
end

return complete
