-- Reader and writer of JSON: plain data as a text, and back. The core reads and
-- writes records.
local aurum = require "aurum"
local json = {}

-- ---- Reading ---------------------------------------------------------------

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }
local words = { ["true"] = true, ["false"] = false }

local value

local deepest = 100 -- brackets in brackets

local function fail(at)
  error({ at }, 0)
end

local function blank(text, at)
  return text:match("^%s*()", at)
end

--- The character of "\\u1234", or of a pair of these beyond 16 bits, and the
--- position behind it; nil if there is none.
local function escaped_at(text, at)
  local code, after = text:match("^\\u(%x%x%x%x)()", at)
  if not code then return nil end
  code = tonumber(code, 16)
  local low, behind = text:match("^\\u([dD][c-fC-F]%x%x)()", after)
  if code >= 0xd800 and code < 0xdc00 and low then
    code = 0x10000 + ((code & 0x3ff) << 10) + (tonumber(low, 16) & 0x3ff)
    after = behind
  elseif code >= 0xd800 and code < 0xe000 then
    code = 0xfffd -- half of a pair
  end
  return utf8.char(code), after
end

local function string_at(text, at)
  local parts = {}
  while true do
    local plain, stop = text:match('^([^"\\]*)()', at)
    parts[#parts + 1] = plain
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local c = text:sub(stop + 1, stop + 1)
    local char, after = escaped_at(text, stop)
    if not char and not escapes[c] then fail(stop) end
    parts[#parts + 1] = char or escapes[c]
    at = after or stop + 2
  end
end

--- Read the items between brackets. `take(text, at)` reads one and returns the
--- position behind it.
local function items(text, at, close, take)
  at = blank(text, at)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = blank(text, take(text, blank(text, at)))
    local c = text:sub(at, at)
    if c == close then return at + 1 end
    if c ~= "," then fail(at) end
    at = at + 1
  end
end

function value(text, at, depth)
  local c = text:sub(at, at)
  if depth > deepest then fail(at) end
  if c == '"' then return string_at(text, at + 1) end
  local list = {}
  if c == "[" then
    return list, items(text, at + 1, "]", function(_, from)
      local item, after = value(text, from, depth + 1)
      list[#list + 1] = item
      return after
    end)
  elseif c == "{" then
    return list, items(text, at + 1, "}", function(_, from)
      if text:sub(from, from) ~= '"' then fail(from) end
      local key, colon = string_at(text, from + 1)
      colon = text:match("^%s*:%s*()", colon)
      if not colon then fail(from) end
      local item, after = value(text, colon, depth + 1)
      list[key] = item
      return after
    end)
  end
  local word, after = text:match("^([%w.+-]+)()", at)
  if not word then fail(at) end
  if words[word] ~= nil then return words[word], after end
  if word == "null" then return nil, after end
  local n = tonumber(word)
  if not n then fail(at) end
  return math.tointeger(n) or n, after
end

--- The value of a text, with nil for null; or nil and a message.
function json.decode(text)
  local _ <close> = aurum.sys.plain_locale() -- for tonumber
  local mark = text:find "^\xef\xbb\xbf" and 3 or 0 -- a byte order mark
  local good, result, after = pcall(value, text, blank(text, mark + 1), 0)
  if not good then
    return nil, type(result) == "table"
      and ("not valid JSON at character %d"):format(result[1]) or result
  end
  if blank(text, after) <= #text then return nil, "more than one value" end
  return result
end

-- ---- Writing ---------------------------------------------------------------

--- A character as an escape of JSON.
local function escaped(c)
  local code = utf8.codepoint(c)
  if code < 0x10000 then return ("\\u%04x"):format(code) end
  code = code - 0x10000
  return ("\\u%04x\\u%04x"):format(0xd800 + (code >> 10),
    0xdc00 + (code & 0x3ff))
end

--- A text whose control characters and hidden characters are escaped.
local function plain(text)
  if aurum.plain(text, math.maxinteger) == text then return text end
  return (text:gsub(utf8.charpattern, function(c)
    return aurum.plain(c) ~= c and escaped(c) or nil
  end))
end

local quoted = { ['"'] = '\\"', ["\\"] = "\\\\" }

--- A value as JSON. A table with `[1]` and an empty table are lists; any other
--- table is an object with sorted keys.
function json.encode(data)
  if type(data) == "string" then
    if not utf8.len(data) then -- JSON is UTF-8
      data = data:gsub("[\x80-\xff]", "\u{fffd}")
    end
    return '"' .. plain(data:gsub('["\\]', quoted)) .. '"'
  end
  if math.type(data) == "float" then
    -- JSON has no infinities and no not-a-number
    if data ~= data or data - data ~= 0 then return "null" end
    return aurum.sys.number(data)
  end
  if type(data) ~= "table" then return tostring(data) end
  local parts = {}
  if data[1] ~= nil or next(data) == nil then
    for i, item in ipairs(data) do parts[i] = json.encode(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for key in pairs(data) do keys[#keys + 1] = key end
  table.sort(keys)
  for i, key in ipairs(keys) do
    parts[i] = json.encode(key) .. ":" .. json.encode(data[key])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

return json
