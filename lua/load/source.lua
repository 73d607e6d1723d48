-- Source of a Lua file: the line of each key in the table that the file
-- returns, for messages and for `aurum variant show`, and its value where that
-- is a literal, for completion. The text is read; no code is run. The program
-- itself reads strangers' texts here, so the time is linear in their size.
local aurum = require "aurum"
local source = {}

local tokens = aurum.sys.tokens
local openers = { ["function"] = true, ["do"] = true, ["if"] = true,
  ["repeat"] = true }
local closers = { ["end"] = true, ["until"] = true }

-- Longer paths of keys are left out, so that the time for a text depends on its
-- size alone: no table of a bot or a variant has such keys.
local most_path = 200 -- bytes
local too_long = ("."):rep(most_path + 1)

--- The text of a file of Lua as stock Lua loads it: without a byte order mark
--- or the words of a first line that begins with #, such as #!/usr/bin/lua.
--- The lines keep their numbers.
function source.loadable(text)
  return (text:gsub("^\xef\xbb\xbf", ""):gsub("^#[^\n]*", ""))
end

--- The key that the tokens before an `=` name: `k` or `["k"]` or `[3]`.
local function key_of(a, b, c)
  if a == "[" and c == "]" then
    return b:match "^[\"'](.*)[\"']$" or b
  end
  return c and c:match "^[%a_][%w_]*$"
end

--- The value of a literal as text; nil if the tokens are anything else. A
--- number may have a sign; all else is one token.
local function literal(tokens_of)
  if #tokens_of > 2 then return nil end
  local text = table.concat(tokens_of)
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
    if at and token:find "^[,;}]$" then
      if value then values[at] = literal(value) end
      at, value = nil, nil
    elseif at then
      value = value or {}
      if #value < 3 then value[#value + 1] = token end
    end
    if token == "{" then
      local inside = top and top.path and starts
      if top and top.path and not starts then -- an item of a list
        top.items = (top.items or 0) + 1
        inside = ("%s%d."):format(top.path, top.items)
      end
      if inside and #inside > most_path then inside = nil end
      stack[#stack + 1] = { path = #stack == 0 and "" or inside }
    elseif token == "}" or closers[token] then
      stack[#stack] = nil
    elseif openers[token] then
      stack[#stack + 1] = {}
    elseif token == "=" and top and top.path then
      local name = key_of(a, b, c)
      if name and #name > most_path then
        key = too_long
      elseif name then
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

--- The first `most` files that a bot's text names by require "NAME", which
--- gives { name =, code = true }, or by aurum.data "FILE", { name = }; also in
--- parentheses, and as the arguments of pcall. Names that no file beside a bot
--- has are left out.
source.files = aurum.sys.named_files

--- True if a token is a part of data: a text, a number, a key, a bracket.
local function is_data(list, i)
  local token = list[i]
  return token:find "^[\"',{}%d;.-]" or token == "=" or token == "true"
    or token == "false" or token:find "^[%a_]" and list[i + 1] == "="
end

--- The index behind an entry `rules = { "...", { "...", where = ... } },` of a
--- list of tokens; `at` if there is none. A list with anything but data is
--- code.
local function after_rules(list, at)
  if list[at] ~= "rules" or list[at + 1] ~= "=" or list[at + 2] ~= "{" then
    return at
  end
  local i, depth = at + 3, 1
  while depth > 0 do
    if not list[i] or not is_data(list, i) then return at end
    depth = depth + (list[i] == "{" and 1 or list[i] == "}" and -1 or 0)
    i = i + 1
  end
  return list[i] == "," and i + 1 or i
end

--- The tokens of a form of a var that states what it holds.
local stated = { "{", "scope", "=", "^[\"']", ",", "holds", "=", "^[\"']", "}" }

--- The scope of a var, if its form begins at `at` of a list of tokens.
local function scope_at(list, at)
  for i, wanted in ipairs(stated) do
    local token = list[at + i - 1]
    if not token or token ~= wanted and not (#wanted > 1 and wanted:find "^%^"
      and token:find(wanted)) then
      return nil
    end
  end
  return list[at + 3]
end

--- Replaces each `{ scope = "round", holds = "seat" }` by `"round"` in the
--- table `vars` of a list of tokens: the rules are the same.
local function without_holds(list)
  local short, i, depth = {}, 1, 0 -- braces open within `vars = {`
  while list[i] do
    local scope = depth == 1 and list[i - 1] == "=" and scope_at(list, i)
    local begins = list[i - 2] == "vars" and list[i - 1] == "="
    if list[i] == "{" and not scope and (depth > 0 or begins) then
      depth = depth + 1
    elseif list[i] == "}" and depth > 0 then
      depth = depth - 1
    end
    short[#short + 1] = scope or list[i]
    i = i + (scope and #stated or 1)
  end
  return short
end

--- The code of a text without comments, white space, what vars hold and the
--- rules in words, for comparison. Names are replaced by their entries in
--- `names`.
function source.code(text, names)
  local list, code, i = {}, {}, 1
  for token in tokens(text) do list[#list + 1] = token end
  list = without_holds(list)
  while list[i] do
    local after = after_rules(list, i)
    if after == i then
      code[#code + 1] = names[list[i]] or list[i]
      after = i + 1
    end
    i = after
  end
  return table.concat(code, "\n")
end

return source
