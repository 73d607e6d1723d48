-- Methods of the session for typed Lua: they check their arguments, so that a
-- wrong one is an error of the user's line and not one inside the session.
-- `help session` lists them.
local pretty = require "aurum.repl.show.pretty"
local methods = {}

local function is_text(value) return type(value) == "string" end

local function is_count(value)
  return value == nil or math.type(value) == "integer" and value >= 0
end

--- An argument: what is expected in words, and a function that tests it.
local node = { "a place such as session.at", function(value)
  return type(value) == "table" and value.root ~= nil and value.kids ~= nil
end }

local branch = { "a branch such as session.branch", function(value)
  return type(value) == "table" and type(value.tip) == "table"
end }

local place = { 'the text of a place such as "2.4.3"', is_text }

local action = { 'an action such as "play Z7"', function(value)
  local kind = pretty.type(value)
  return kind == "string" or kind == "aurum.action" or kind == "aurum.card"
end }

local count = { "a whole number from 0 on, or nothing", is_count }

-- The argument of each method.
local expected = {
  act = action, apply = action, back = count, branch_of = { "a branch's number "
    .. "or name as text", is_text }, drop = branch, find = place,
  forward = count, go = node, switch = branch, visit = place,
}

local function checked(name, method)
  local what, fits = table.unpack(expected[name])
  return function(self, value, ...)
    if not fits(value) then
      error(("bad argument #1 to '%s' (expected %s, got %s)"):format(name, what,
        pretty.text(value, { text = 40, items = 0 })), 2)
    end
    return method(self, value, ...)
  end
end

--- Makes the methods of a class check their arguments. `inherited` is the class
--- that has those it lacks.
function methods.check(class, inherited)
  for name in pairs(expected) do
    class[name] = checked(name, class[name] or inherited[name])
  end
end

return methods
