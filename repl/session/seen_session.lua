-- The session as typed Lua sees it while a person plays: what would show hands
-- that the person's seat cannot see is refused.
--
-- Places, branches and games are tables that lead to every card. So each is
-- given as a handle, which has only the fields that show no card; the session's
-- methods take handles and return them.
local pretty = require "aurum.repl.show.pretty"
local seen_session = {}

-- The fields that show no card, of a place, a branch and a game.
local open = {
  place = { phase = true, round = true, trick = true, place = true },
  branch = { id = true, name = true },
  game = { seed = true, rules = true, number = true },
}

-- By handle what it stands for, and the other way round.
local behind = setmetatable({}, { __mode = "k" })
local handles = setmetatable({}, { __mode = "kv" })

local function refuse(what)
  error(("%s is hidden while a person plays: it shows every hand; `state` is "
    .. "what the person's seat sees"):format(what), 0)
end

--- The kind of a table of the session, "game", "place" or "branch"; else nil.
local function kind_of(value)
  return value.seed and value.kids and "game" or value.kids and "place"
    or value.tip and "branch" or nil
end

local wrap

--- A metatable for the handles of a kind.
local function handle_meta(kind)
  return { __name = "aurum." .. kind, __index = function(handle, key)
    local value = behind[handle][key]
    if value == nil or open[kind][key] then return value end
    return wrap(value, kind .. "." .. tostring(key))
  end, __newindex = function(_, key)
    refuse(kind .. "." .. tostring(key))
  end }
end

local metas = { game = handle_meta "game", place = handle_meta "place",
  branch = handle_meta "branch" }

--- A value with handles in place of places, branches and games; raises for one
--- that shows cards. `what` names it.
function wrap(value, what)
  if type(value) == "userdata" and pretty.type(value) == "aurum.state" then
    refuse(what)
  elseif type(value) ~= "table" then
    return value
  end
  local kind = kind_of(value)
  if kind then
    local handle = handles[value] or setmetatable({}, metas[kind])
    handles[value], behind[handle] = handle, value
    return handle
  end
  local first = value[1]
  if type(first) ~= "table" or not kind_of(first) then refuse(what) end
  local list = {}
  for i, one in ipairs(value) do list[i] = wrap(one, what) end
  return list
end

local function unwrapped(...)
  local list = table.pack(...)
  for i = 1, list.n do list[i] = behind[list[i]] or list[i] end
  return table.unpack(list, 1, list.n)
end

--- A method that takes handles and returns them.
local function method(name, f)
  local function wrapped(...)
    local list = table.pack(...)
    for i = 1, list.n do
      if list[i] ~= nil then list[i] = wrap(list[i], "session." .. name) end
    end
    return table.unpack(list, 1, list.n)
  end
  return function(...) return wrapped(f(unwrapped(...))) end
end

local plain = { rules = true, bots = true, seconds = true }

--- The session for typed Lua while a person plays.
function seen_session.of(session)
  local seen = {}
  behind[seen] = session
  return setmetatable(seen, { __name = "aurum.session",
    __index = function(_, key)
      local value = session[key]
      if value == nil or plain[key] then return value end
      if type(value) == "function" then return method(key, value) end
      if type(value) == "userdata" then refuse("session." .. key) end
      return wrap(value, "session." .. key)
    end,
    __newindex = function(_, key, value)
      if key ~= "seconds" then refuse("session." .. tostring(key)) end
      session.seconds = value
    end })
end

return seen_session
