-- Reader of a Lua file as data: `return { key = value, ... }`, where a value is
-- a number, a text, true, false, or a table of these. No code runs: the file
-- may be somebody else's, and whoever can read a bot can write it.
local aurum = require "aurum"
local source = require "aurum.load.source"
local data_file = {}

local most_bytes = 1 << 16
local deepest = 8 -- tables in tables

local words = { ["true"] = true, ["false"] = false }

local reader = {}
reader.__index = reader

--- End the reading with a message about the token at hand.
local function fail(self, expected)
  local token = self.token
  error({ ("line %d: expected %s, got %s"):format(self.line, expected,
    token and "'" .. aurum.plain(token, 60) .. "'" or "the end") }, 0)
end

--- Go on to the next token.
local function advance(self)
  local token, line = self.tokens()
  self.token, self.line = token, line or self.line
end

--- Take a token if it is this one.
local function accept(self, token)
  if self.token ~= token then return false end
  advance(self)
  return true
end

--- The value of a text's or a number's token; nil if it is neither.
local function plain_value(token)
  local text = token:match '^"([^"\\]*)"$' or token:match "^'([^'\\]*)'$"
  if text then return text end
  return token:find "^%.?%d" and tonumber(token) or nil
end

local value

--- The key of a field, if one begins here: `name =` or `[value] =`.
local function key_at(self)
  local name = self.token
  if accept(self, "[") then
    local key = self.token and plain_value(self.token)
    if key == nil then fail(self, "a number or a text") end
    advance(self)
    if not accept(self, "]") then fail(self, "']'") end
    if not accept(self, "=") then fail(self, "'='") end
    return key
  elseif name and name:find "^[%a_][%w_]*$" and words[name] == nil then
    advance(self)
    if not accept(self, "=") then fail(self, ("'=' after %s"):format(name)) end
    return name
  end
end

local function table_at(self, depth)
  local result, items = {}, 0
  if depth > deepest then fail(self, "fewer tables in tables") end
  while not accept(self, "}") do
    local key = key_at(self)
    if key == nil then
      items = items + 1
      key = items
    end
    if result[key] ~= nil then
      fail(self, ("no second %s"):format(tostring(key)))
    end
    result[key] = value(self, depth + 1)
    if self.token ~= "}" and not accept(self, ",") and not accept(self, ";")
    then
      fail(self, "',' or '}'")
    end
  end
  return result
end

function value(self, depth)
  local token = self.token
  if not token then fail(self, "a value") end
  if accept(self, "{") then return table_at(self, depth) end
  local minus = accept(self, "-")
  local found = self.token and plain_value(self.token)
  if minus and type(found) ~= "number" then fail(self, "a number") end
  if found == nil then found = words[self.token] end
  if found == nil then
    fail(self, "a number, a text without \\, true, false or a table: this file "
      .. "is read as data")
  end
  advance(self)
  return minus and -found or found
end

local function read(text)
  local self = setmetatable({ tokens = aurum.sys.tokens(text), line = 1 },
    reader)
  advance(self)
  if not accept(self, "return") then fail(self, "'return'") end
  if self.token ~= "{" then fail(self, "a table") end
  local result = value(self, 1)
  accept(self, ";")
  if self.token then fail(self, "the end of the file") end
  return result
end

--- The table that a text returns; or nil and a message.
function data_file.decode(text)
  local good, result = pcall(read, source.loadable(text))
  if good then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil, result[1]
end

--- The table that a file returns; or nil and a message.
function data_file.read(path)
  local text, problem = aurum.sys.read_file(path, most_bytes)
  if not text then return nil, ("%s: %s"):format(path, problem) end
  local result, wrong = data_file.decode(text)
  return result, wrong and ("%s: %s"):format(path, wrong)
end

return data_file
