-- Checks of a condition's text: mistakes that would make it true or false at
-- every place, or an error there, are refused when it is typed.
local help = require "aurum.repl.show.help"
local hint = require "aurum.text.hint"
local condition_checks = {}

-- ---- The text -------------------------------------------------------------

-- The variables of the game that are objects.
local objects = { event = true, seat = true, state = true, trick = true,
  view = true }

--- A Lua text with empty strings in place of its own.
local function without_strings(text)
  return (text:gsub("%b\"\"", "''"):gsub("%b''", "''"))
end

--- The names of variables that a Lua text reads, not those of fields; nil if it
--- has a function, whose parameters are its own.
local function variables(text)
  local bare, list = without_strings(text), {}
  if bare:find "%f[%w_]function%f[^%w_]" then return nil end
  for at, name, after in bare:gmatch "()%f[%w_]([%a_][%w_]*)()" do
    local is_field = bare:sub(1, at - 1):find "[%w_%)%]'%s]%s*[.:]%s*$"
      or bare:find("^%s*=[^=]", after)
    if not is_field and load("return {" .. name .. "=1}") then
      list[#list + 1] = name
    end
  end
  return list
end

--- The path that begins at a position of a Lua text, such as `seat(1).card`,
--- and the position after it; nil if it does not begin at an object.
local function path_at(text, at)
  local name, stop = text:match("^([%a_][%w_]*)()", at)
  if not objects[name] then return nil end
  while true do
    local after = text:match("^%s*%.%s*[%a_][%w_]*()", stop)
      or text:match("^%s*%b()()", stop) or text:match("^%s*%b[]()", stop)
    if not after then return text:sub(at, stop - 1), stop end
    stop = after
  end
end

-- ---- Checks ---------------------------------------------------------------
-- Each returns the message for a mistake, or nil.

--- A place where a condition is expected.
local function check_place(_, text)
  if text:find "^%d+$" or text:find "^%d+%.%w[%w.]*$" then
    return ("%s is a place, not a condition; `until %s` plays on to it, and "
      .. "`goto %s` goes to one that was played"):format(text, text, text)
  end
end

--- A variable that is unknown, and a text that reads nothing of the game.
local function check_variables(shell, text)
  local names, changes = variables(text), false
  if not names then return nil end
  for _, name in ipairs(names) do
    if not shell:has_variable(name) and name ~= "event" then
      return ("no variable '%s'%s"):format(name, shell:hint(name))
    end
    changes = changes or rawget(_G, name) == nil and name ~= "aurum"
  end
  if not changes then
    return ("'%s' does not read the game; a condition does, such as "
      .. "trick.number == 5"):format(text)
  end
end

--- A field that an event of the kind `name` has not.
local function no_event_field(name, key)
  local kind = name == "award" and "trick" or name
  local fields = help.members("aurum.event." .. kind, false)
  for _, field in ipairs(fields) do
    if field == key then return nil end
  end
  return ("an event of the kind %s has no field '%s'%s"):format(kind, key,
    hint.near(key, fields, "; its fields are " .. table.concat(fields, ", ")))
end

--- A field that does not exist.
local function check_fields(shell, text, options)
  local bare, session = without_strings(text), shell.session
  for object, given, key in bare:gmatch
    "%f[%w_.](%a+)(%b())%s*%.%s*([%a_][%w_]*)" do
    local problem = object == "seat"
      and session.no_field(object, key, object .. given)
    if problem then return problem end
  end
  for object, key in bare:gmatch "%f[%w_.](%a+)%.([%a_][%w_]*)" do
    local problem = object == "trick"
        and session.no_field("trick", key, "trick")
      or object == "event" and options.event and options.event ~= "fault"
        and no_event_field(options.event, key)
    if problem then return problem end
  end
end

--- An object by itself, which is always true and equal to nothing.
local function check_objects(_, text, options)
  if options.watched then return nil end
  local whole = text:match "^seat%s*%b()$" or text:match "^%a+$"
  whole = whole and objects[whole:match "^%a+"] and whole
    or without_strings(text):match "%f[%w_.](seat%b())%s*[=~<>]"
  if whole and whole ~= "event" then
    return ("%s is an object, not a value; compare one of its fields, such as "
      .. "seat(1).need == 0"):format(whole)
  end
end

local operator = "[%.%+%-%*/%%^&|<>~#]"

-- The fields whose values are numbers.
local numbers = { need = true, bid = true, taken = true, points = true,
  nuggets = true, number = true, leader = true, seat = true, side = true,
  taker = true, winner = true, round = true, turn = true, next = true }

--- The text with which a path that ends at `stop` is compared, if it matches a
--- pattern.
local function compared(text, at, stop, pattern)
  local before, after = text:sub(1, at - 1), text:sub(stop)
  return not before:find(operator .. "%s*$")
      and after:match("^%s*[=~]=%s*[\"'](" .. pattern .. ")[\"']")
    or not after:find("^%s*" .. operator .. "[^=]")
      and before:match("[\"'](" .. pattern .. ")[\"']%s*[=~]=%s*$")
end

--- A card or a number that is compared with text, which is never equal to it.
local function check_texts(_, text)
  for at in text:gmatch "()%f[%w_][%a_]" do
    local path, stop = path_at(text, at)
    local card = path and compared(text, at, stop, "%u%d%d?")
    if card then
      return ('%s never equals the text "%s"; compare it with aurum.card '
        .. '"%s"'):format(path, card, card)
    end
    local number = path and numbers[path:match "%.%s*([%a_]+)$"]
      and compared(text, at, stop, "%-?%d+")
    if number then
      return ('%s never equals the text "%s"; compare it with %s'):format(path,
        number, number)
    end
  end
end

--- The message for a condition that cannot be meant as it is typed; nil if
--- there is none. `options.watched` is true for a watched expression, and
--- `options.event` names the event after `on`. `compiles` is false if it is no
--- Lua.
function condition_checks.problem(shell, text, options, compiles)
  local problem = check_place(shell, text)
  if problem or not compiles then return problem end
  for _, check in ipairs { check_variables, check_fields, check_objects,
    check_texts } do
    problem = check(shell, text, options)
    if problem then return problem end
  end
end

--- True if a condition has no functions and reads no variables but some whose
--- names are given, and the user has not defined these.
function condition_checks.reads_only(shell, text, names)
  local read = variables(text)
  for _, name in ipairs(read or {}) do
    local own = rawget(shell.env, name)
    if not names[name] or own ~= nil and own ~= rawget(_G, name) then
      return false
    end
  end
  return read ~= nil
end

return condition_checks
