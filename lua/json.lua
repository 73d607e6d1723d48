-- JSON read into plain data: what the program wrote itself, such as the head of
-- a journal. Records are read by the core. null becomes nil.
local json = {}

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

local function string_at(text, at)
  local parts = {}
  while true do
    local plain, stop = text:match('^([^"\\]*)()', at)
    parts[#parts + 1] = plain
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local c = text:sub(stop + 1, stop + 1)
    local code = text:match("^\\u(%x%x%x%x)", stop)
    if not code and not escapes[c] then fail(stop) end
    parts[#parts + 1] = code and utf8.char(tonumber(code, 16)) or escapes[c]
    at = stop + (code and 6 or 2)
  end
end

--- The items between brackets, each taken by `take(text, at)`, which returns
--- where it ends.
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

--- The value of a text; or nil and what is wrong with it.
function json.decode(text)
  local good, result, after = pcall(value, text, blank(text, 1), 0)
  if not good then
    return nil, type(result) == "table"
      and ("not valid JSON at character %d"):format(result[1]) or result
  end
  if blank(text, after) <= #text then return nil, "more than one value" end
  return result
end

return json
