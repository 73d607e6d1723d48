-- Source of a Lua file: the line of each key in the table that the file
-- returns, for messages and for `aurum variant show`, and its value where that
-- is a literal, for completion. The text is read; no code is run.
local source = {}

local openers = { ["function"] = true, ["do"] = true, ["if"] = true,
  ["repeat"] = true }
local closers = { ["end"] = true, ["until"] = true }

--- The end of the blank or comment at `at`; nil if neither is there.
local function skip(text, at)
  local _, last = text:find("^%s+", at)
  if last then return last + 1 end
  local equals = text:match("^%-%-%[(=*)%[", at)
  if equals then
    _, last = text:find("]" .. equals .. "]", at, true)
    return (last or #text) + 1
  end
  _, last = text:find("^%-%-[^\n]*", at)
  return last and last + 1
end

--- The end of the string at `at`; nil if none is there.
local function string_end(text, at)
  local equals = text:match("^%[(=*)%[", at)
  if equals then
    local _, last = text:find("]" .. equals .. "]", at, true)
    return (last or #text) + 1
  end
  local quote = text:match("^[\"']", at)
  if not quote then return nil end
  at = at + 1
  while at <= #text do
    local c = text:sub(at, at)
    if c == "\\" then at = at + 1 elseif c == quote then return at + 1 end
    at = at + 1
  end
  return at
end

--- An iterator over the tokens of a text: each with its line.
local function tokens(text)
  local at, line = 1, 1
  local function pass(to)
    for _ in text:sub(at, to - 1):gmatch "\n" do line = line + 1 end
    at = to
  end
  return function()
    local next_at = skip(text, at)
    while next_at do
      pass(next_at)
      next_at = skip(text, at)
    end
    if at > #text then return nil end
    local first, start = line, at
    pass(string_end(text, at) or (text:match("^[%a_][%w_]*()", at))
      or (text:match("^%d[%w.]*()", at)) or (text:match("^[=~<>]=()", at))
      or at + 1)
    return text:sub(start, at - 1), first
  end
end

--- The key that the tokens before an `=` name: `k` or `["k"]` or `[3]`.
local function key_of(a, b, c)
  if a == "[" and c == "]" then
    return b:match "^[\"'](.*)[\"']$" or b
  end
  return c and c:match "^[%a_][%w_]*$"
end

--- The value of a literal as text; nil if the tokens are anything else.
local function literal(text)
  if text == "true" or text == "false" or text:find "^%-?%d[%w.]*$" then
    return text
  end
  return text:match '^"([^"\\]*)"$' or text:match "^'([^'\\]*)'$"
end

--- The lines of the keys of every table constructor outside functions: "over",
--- "players.3.over". Keys that are set in another way are not found. The second
--- result is the text of each value that is a number, a string or a boolean.
function source.lines(text)
  local lines, values, stack = {}, {}, {}
  local a, b, c -- the last three tokens
  local key     -- the key of the value that begins here
  local at, value -- the key of the value that may end here, and its tokens
  for token, line in tokens(text) do
    local top = stack[#stack]
    local starts = key
    key = nil
    if value and token:find "^[,;}]$" then values[at] = literal(value) end
    value = at and (value or "") .. token
    if token:find "^[,;}]$" then at, value = nil, nil end
    if token == "{" then
      local inside = top and top.path and starts
      if top and top.path and not starts then -- an item of a list
        top.items = (top.items or 0) + 1
        inside = ("%s%d."):format(top.path, top.items)
      end
      stack[#stack + 1] = { path = #stack == 0 and "" or inside }
    elseif token == "}" or closers[token] then
      stack[#stack] = nil
    elseif openers[token] then
      stack[#stack + 1] = {}
    elseif token == "=" and top and top.path then
      local name = key_of(a, b, c)
      if name then
        local path = top.path .. name
        if not lines[path] then at, value = path, nil end
        lines[path] = lines[path] or line
        key = path .. "."
      end
    end
    a, b, c = b, c, token
  end
  return lines, values
end

--- The text of a string token without escapes; nil for any other token.
local function plain_text(token)
  return token:match "^[\"']([^\\]*)[\"']$"
    or token:match "^%[=*%[([^\n]*)%]=*%]$"
end

--- The files that a bot's text names by require "NAME", which gives { name =,
--- code = true }, or by aurum.data "FILE", { name = }; also in parentheses, and
--- as the arguments of pcall. Names that no file beside a bot has are left out.
function source.files(text)
  local list, last = {}, {} -- last: the tokens before, the nearest first
  if not (text:find("require", 1, true) or text:find("data", 1, true)) then
    return list
  end
  for token in tokens(text) do
    local name = plain_text(token)
    local at = (last[1] == "(" or last[1] == ",") and 2 or 1
    local word, dot, of = last[at], last[at + 1], last[at + 2]
    local code = word == "require" and dot ~= "." and dot ~= ":"
    local data = word == "data" and dot == "." and of == "aurum"
    if name and (code and name:find "^[%w_][%w_-]*$"
        or data and name:find "^[%w_][%w_.-]*$") then
      list[#list + 1] = { name = name, code = code or nil }
    end
    last = { token, last[1], last[2], last[3] }
  end
  return list
end

--- The code of a text without comments and white space, for comparison. Names
--- are replaced by their entries in `names`.
function source.code(text, names)
  local list = {}
  for token in tokens(text) do
    list[#list + 1] = names[token] or token
  end
  return table.concat(list, "\n")
end

return source
