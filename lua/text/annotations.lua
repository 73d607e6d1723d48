-- Reader of the reference of the Lua API: the classes and functions that
-- lua/aurum.d.lua and lua/scripts.d.lua describe, as tables. The REPL makes its
-- help and its completion from them.
--
--   local described = require "aurum.text.annotations".public(aurum.home)
--   described.classes["aurum.card"]   --> a class
--   described.functions.variant       --> a function of the module
--
-- A class has `text`, `parent`, `fields` and `methods` by name, `order` (their
-- names in the order of the file) and `operators`, a set. A field has `type`,
-- `text` and `optional`. A function has `text`, `params` in order, `returns`,
-- `names`, and `plain` if it is called with a dot. "\n\n" in a text separates
-- paragraphs. `order` lists the classes and the functions of the module in the
-- order of the files; `aliases` have `type` and `text`. `index` has the groups
-- of the index at the head of the first file: a group has `title` and is a list
-- of entries { name = "set:has", call = "set:has(card)", text = "..." }.
local annotations = {}

--- Split "TYPE rest". A type ends at the first blank outside brackets that does
--- not follow the colon of a function's result.
local function split_type(text)
  local depth, i = 0, 1
  while i <= #text do
    local c = text:sub(i, i)
    if c:find "[%(<{%[]" then depth = depth + 1 end
    if c:find "[%)>}%]]" then depth = depth - 1 end
    if c == " " and depth == 0 and text:sub(i - 1, i - 1) ~= ":" then break end
    i = i + 1
  end
  return text:sub(1, i - 1), text:sub(i + 1)
end

local reader = {}

function reader.class(r, rest)
  local name, parent = rest:gsub("^%(%l+%) ", ""):match "^([%w_.]+):? ?(.*)$"
  r.class = r.classes[name]
  assert(not r.class or r.class.first ~= r.file, name .. " is described twice")
  if r.class then return end
  r.class = {
    internal = r.internal, first = r.file,
    name = name, parent = parent ~= "" and parent or nil, text = r.text,
    fields = {}, methods = {}, operators = {}, order = {},
  }
  r.classes[name] = r.class
  table.insert(r.order, name)
  r.text = ""
end

function reader.field(r, rest)
  local name, optional, after = rest:match "^([%w_]+)(%??) (.*)$"
  if not name then -- [string] any
    assert(rest:find "^%[string%]", rest)
    return
  end
  local kind, text = split_type(after)
  assert(not r.class.fields[name], name .. " is described twice")
  table.insert(r.class.order, name)
  r.class.fields[name] = {
    type = kind, text = text, optional = optional == "?",
    internal = r.internal,
  }
end

function reader.operator(r, rest)
  r.class.operators[rest:match "^%l+"] = true
end

function reader.param(r, rest)
  local name, optional, after = rest:match "^([%w_.]+)(%??) (.*)$"
  local kind, text = split_type(after)
  table.insert(r.params, {
    name = name, type = kind, text = text, optional = optional == "?",
  })
end

reader["return"] = function(r, rest)
  local kind, text = split_type(rest)
  table.insert(r.returns, { type = kind, text = text })
end

function reader.alias(r, rest)
  local name, kind = rest:match "^(%S+) (.*)$"
  r.aliases[name] = { type = kind, text = r.text }
  r.text = ""
end

function reader.meta() end

local function clear(r)
  r.text, r.params, r.returns = "", {}, {}
end

local function read_function(r, owner, dot, name, params)
  local into, order = r.functions, r.order
  if owner ~= "aurum" then
    local class = assert(r.of[owner], owner)
    into, order = class.methods, class.order
  end
  assert(not into[name], name .. " is described twice")
  local names = {}
  for word in params:gmatch "[%w_.]+" do names[#names + 1] = word end
  order[#order + 1] = owner == "aurum" and "aurum." .. name .. "()" or name
  into[name] = {
    text = r.text, params = r.params, returns = r.returns, names = names,
    plain = dot == ".", internal = r.internal,
  }
  clear(r)
end

--- Add a line to a text; a blank line separates paragraphs.
local function add(text, line)
  if line == "" then return text .. "\n\n" end
  return text .. (text:find "[^\n]$" and " " or "") .. line
end

--- Read a line of the index; returns false after its last.
local function index_line(r, line)
  if line:find "^%-%- End of the index" then return false end
  local call, text = line:match "^%-%-   (%S+%(.-%)) +(.*)$"
  local groups = r.index
  if call then
    table.insert(groups[#groups], { name = call:match "^[^(]+", call = call,
      text = text })
  elseif line == "--" then
    groups[1] = { title = "" } -- the first title replaces it
  elseif groups[1] then
    local at = groups[1].title == "" and 1 or #groups + 1
    groups[at] = { title = line:sub(4) }
  end
  return true
end

local function read_line(r, line)
  local tag, rest = line:match "^%-%-%-@(%l+) ?(.*)$"
  local owner, dot, name, params =
    line:match "^function ([%w_]+)([.:])([%w_]+)%((.-)%) end$"
  local holder = line:match "^local ([%w_]+) = {}$"
    or line:match "^(aurum) = {}$"
  if tag then
    assert(reader[tag], line)(r, rest)
  elseif owner then
    read_function(r, owner, dot, name, params)
  elseif holder then
    r.of[holder] = r.class
  elseif line:find "^%-%-%-" then
    r.text = add(r.text, line:sub(4))
  elseif line == "" then
    clear(r)
  else
    assert(line:find "^%-%-" or line == "return aurum", line)
  end
end

--- Read files. A class may stand in several: a later one adds members. The
--- files of `internal`, a list, come last and mark what they add.
function annotations.read(paths, internal)
  local r = { classes = {}, aliases = {}, functions = {}, of = {}, order = {},
    index = {} }
  for i, list in ipairs { paths, internal } do
    r.internal = i == 2 or nil
    for _, path in ipairs(list) do
      r.file = path
      clear(r)
      local in_index
      for line in io.lines(path) do
        if in_index then in_index = index_line(r, line)
        elseif line:find "^%-%- Index%." then in_index = true
        else read_line(r, line) end
      end
    end
  end
  return r
end

--- The files of the public reference in an installation: that of bots and
--- variants, which has the index, and that of scripts.
function annotations.files(home)
  return { home .. "/lua/aurum.d.lua", home .. "/lua/scripts.d.lua" }
end

--- The public reference of an installation.
function annotations.public(home)
  return annotations.read(annotations.files(home))
end

return annotations
