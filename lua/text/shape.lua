-- Shapes: checks of data that a file has brought, such as a plan or a session.
--
-- A shape says what a value may be, and every file format is a table of them:
--   shape.object { name = shape.text(200), seats = shape.list(seat, 2, 6) }
-- A shape is a function of a value. It returns nothing for a good value; for
-- any other one the problem in words, and where in the value it is:
--   "expected a whole number from 1 to 6, got 'x'", ".seats[3]"
-- The place is put together only for a problem, so that checking is cheap. No
-- shape raises, whatever the value is, and none looks at more of it than it
-- allows.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local shape = {}

--- A value in a message.
local function got(value)
  if type(value) == "string" then
    return "'" .. aurum.plain(value, 60) .. "'"
  elseif type(value) == "table" then
    return "a list or an object"
  end
  return value == nil and "nothing" or tostring(value)
end

--- The phrase for the known name nearest to a word, or "". A word that no
--- message could show whole has none.
local function near(word, names)
  if type(word) ~= "string" or #word > 60 or word:find "%c" then return "" end
  return hint.near(word, names)
end

--- Nothing if a value has a shape; else the problem with its place behind
--- `where`, the place of the value itself: "games[2].seed: expected ...".
function shape.problem(check, value, where)
  local problem, at = check(value)
  if not problem then return nil end
  at = (where or "") .. (at or "")
  at = at:gsub("^%.", "")
  return at == "" and problem or at .. ": " .. problem
end

-- ---- Plain values ---------------------------------------------------------

--- A whole number from `low` to `high`.
function shape.whole(low, high)
  return function(value)
    if math.type(value) == "integer" and value >= low and value <= high then
      return nil
    end
    return ("expected a whole number from %d to %d, got %s"):format(low, high,
      got(value))
  end
end

--- A number from `low` to `high`: never NaN.
function shape.number(low, high)
  return function(value)
    if type(value) == "number" and value >= low and value <= high then
      return nil
    end
    return ("expected a number from %.10g to %.10g, got %s"):format(low, high,
      got(value))
  end
end

--- A text of at most `longest` bytes. If it has to fit a pattern, `form` is the
--- noun for such a text: "a date, such as 2026-01-31".
function shape.text(longest, pattern, form)
  form = form or "a text"
  return function(value)
    if type(value) ~= "string" or pattern and not value:find(pattern) then
      return ("expected %s, got %s"):format(form, got(value))
    elseif #value > longest then
      return ("expected at most %d bytes, got %d"):format(longest, #value)
    end
  end
end

--- One of the words of a list.
function shape.word(words)
  local known = {}
  for _, word in ipairs(words) do known[word] = true end
  return function(value)
    if type(value) == "string" and known[value] then return nil end
    return ("expected %s, got %s%s"):format(#words == 1 and words[1]
      or table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words],
      got(value), near(value, words))
  end
end

--- Nothing.
function shape.none(value)
  if value == nil then return nil end
  return ("expected nothing, got %s"):format(got(value))
end

--- true or false.
function shape.flag(value)
  if type(value) == "boolean" then return nil end
  return ("expected true or false, got %s"):format(got(value))
end

--- true alone, as a flag that is there.
function shape.yes(value)
  if value == true then return nil end
  return ("expected true, got %s"):format(got(value))
end

-- ---- Values of values -----------------------------------------------------

--- Nothing, or a value of a shape.
function shape.optional(check)
  return function(value)
    if value ~= nil then return check(value) end
  end
end

--- A list of `least` to `most` values of a shape.
function shape.list(check, least, most)
  return function(value)
    if type(value) ~= "table" or next(value) ~= nil and value[1] == nil then
      return ("expected a list, got %s"):format(got(value))
    end
    local n = 0
    for _ in pairs(value) do
      n = n + 1
      if n > most then
        return ("expected at most %d items, got %d"):format(most,
          math.max(#value, n))
      end
    end
    for i = 1, n do
      if value[i] == nil then return "expected a list, got an object" end
      local problem, at = check(value[i])
      if problem then return problem, ("[%d]%s"):format(i, at or "") end
    end
    if n >= least then return nil end
    return ("expected at least %d item%s, got %d"):format(least,
      least == 1 and "" or "s", n)
  end
end

--- A table of at most `most` entries, their keys and values of two shapes.
function shape.map(key_check, check, most)
  return function(value)
    if type(value) ~= "table" then
      return ("expected an object, got %s"):format(got(value))
    end
    local n = 0
    for key, item in pairs(value) do
      n = n + 1
      if n > most then return ("expected at most %d entries"):format(most) end
      local problem = key_check(key)
      if problem then return "key: " .. problem end
      local wrong, at = check(item)
      if wrong then return wrong, ("[%s]%s"):format(got(key), at or "") end
    end
  end
end

--- An object: each field has its own shape, and there is no other field.
--- Fields are looked at in the order of their names.
function shape.object(fields)
  local names = {}
  for name in pairs(fields) do names[#names + 1] = name end
  table.sort(names)
  return function(value)
    if type(value) ~= "table" or value[1] ~= nil then
      return ("expected an object, got %s"):format(got(value))
    end
    for key in pairs(value) do
      if not fields[key] then
        return ("unknown key %s%s"):format(got(key), near(key, names))
      end
    end
    for _, name in ipairs(names) do
      local problem, at = fields[name](value[name])
      if problem then return problem, ("." .. name .. (at or "")) end
    end
  end
end

--- A value of a shape of which `more(value)` then finds no problem either: how
--- its parts fit together. `more` returns as a shape does.
function shape.also(check, more)
  return function(value)
    local problem, at = check(value)
    if problem then return problem, at end
    return more(value)
  end
end

return shape
