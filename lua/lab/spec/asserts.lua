-- The assertions of specs, as busted names them.
local failures = require "aurum.lab.spec.failures"
local hint = require "aurum.text.hint"

local longest = 200 -- bytes of a value in a message

--- A value as text: a table with its keys in order, three levels deep.
local function shown(value, depth)
  depth = depth or 0
  if type(value) == "string" then return ("%q"):format(value) end
  local meta = getmetatable(value)
  if type(value) ~= "table" or meta and type(meta) == "table"
    and meta.__tostring then
    return tostring(value)
  elseif depth == 3 then
    return "{...}"
  end
  local keys, parts, n = {}, {}, #value
  for key in pairs(value) do
    local listed = math.type(key) == "integer" and key >= 1 and key <= n
    if not listed then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i = 1, n do parts[i] = shown(value[i], depth + 1) end
  for _, key in ipairs(keys) do
    local name = type(key) == "string" and key:find "^[%a_][%w_]*$" and key
      or ("[%s]"):format(shown(key, depth + 1))
    parts[#parts + 1] = name .. " = " .. shown(value[key], depth + 1)
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function text_of(value)
  local text = shown(value)
  return #text > longest and text:sub(1, longest) .. "..." or text
end

--- True if two values are equal, tables by what they hold.
local function same(a, b, seen)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  seen = seen or {}
  if seen[a] == b then return true end
  seen[a] = b
  for key, value in pairs(a) do
    if not same(value, b[key], seen) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function fail(message, form, ...)
  local text = form:format(...)
  failures.raise("fail", message and ("%s: %s"):format(tostring(message), text)
    or text)
end

local checks = {}

function checks.equal(wanted, got, message)
  if wanted == got then return got end
  fail(message, "expected %s, got %s", text_of(wanted), text_of(got))
end

function checks.not_equal(other, got, message)
  if other ~= got then return got end
  fail(message, "expected anything but %s", text_of(other))
end

function checks.same(wanted, got, message)
  if same(wanted, got) then return got end
  fail(message, "expected %s, got %s", text_of(wanted), text_of(got))
end

function checks.not_same(other, got, message)
  if not same(other, got) then return got end
  fail(message, "expected anything but %s", text_of(other))
end

function checks.is_true(got, message)
  if got ~= true then fail(message, "expected true, got %s", text_of(got)) end
end

function checks.is_false(got, message)
  if got ~= false then fail(message, "expected false, got %s", text_of(got)) end
end

function checks.truthy(got, message)
  if not got then fail(message, "expected a value, got %s", text_of(got)) end
  return got
end

function checks.falsy(got, message)
  if got then fail(message, "expected nil or false, got %s", text_of(got)) end
end

function checks.is_nil(got, message)
  if got ~= nil then fail(message, "expected nil, got %s", text_of(got)) end
end

function checks.is_not_nil(got, message)
  if got == nil then fail(message, "expected a value, got nil") end
  return got
end

function checks.near(wanted, got, tolerance, message)
  if type(got) == "number" and math.abs(wanted - got) <= tolerance then
    return got
  end
  fail(message, "expected %s +- %s, got %s", text_of(wanted),
    text_of(tolerance), text_of(got))
end

--- The function raises; its message has the text, if one is given.
function checks.has_error(f, text)
  local good, problem = pcall(f)
  if good then fail(nil, "expected an error, and nothing was raised") end
  if text ~= nil and not tostring(problem):find(text, 1, true) then
    fail(nil, "expected an error with %s, got %s", text_of(text),
      text_of(tostring(problem)))
  end
end

for name, other in pairs { equals = "equal", error = "has_error",
  is_truthy = "truthy", is_falsy = "falsy", not_nil = "is_not_nil",
  are_equal = "equal", are_same = "same", is_same = "same",
  is_equal = "equal", is_near = "near", errors = "has_error" } do
  checks[name] = checks[other]
end

local names = {}
for name in pairs(checks) do names[#names + 1] = name end
table.sort(names)

--- A table that has the checks and refuses other names. `are` and `is` are the
--- table itself, as in assert.are.equal.
local asserts = setmetatable({}, {
  __index = function(self, name)
    if name == "are" or name == "is" then return self end
    failures.raise("error", ("there is no assert.%s%s"):format(tostring(name),
      hint.near(name, names)))
  end,
  __call = function(_, value, message, ...)
    if value then return value, message, ... end
    failures.raise("fail", message ~= nil and tostring(message)
      or "assertion failed: expected a value, got " .. text_of(value))
  end,
})
for name, check in pairs(checks) do rawset(asserts, name, check) end

return asserts
