-- Variants: files of rules, inherited and composed into one table of knobs.
--
-- A variant's file returns a table: `name`, `title`, `base`, any knob of the
-- rules (aurum.knobs()), and `players`, a table from a number of players to the
-- knobs that differ for it. A variant with a `base` inherits; one without
-- `players` anywhere in its line is a house rule, which fits any edition it is
-- composed with by '+', later ones over earlier. DESIGN 6.
local aurum, find = ...
local variants = {}

local aliases = { standard = "en-2023" }
local knob_names, is_knob = {}, {}
for _, knob in ipairs(aurum.knobs()) do
  if knob.name ~= "players" then
    knob_names[#knob_names + 1] = knob.name
    is_knob[knob.name] = true
  end
end
local head = { name = true, title = true, base = true, players = true }

--- The line of a file's text where a key is set, for messages.
local function line_of(text, key)
  local name = key:gsub("%W", "%%%0")
  if key:find "^[%w_]" then name = "%f[%w_]" .. name end
  if key:find "[%w_]$" then name = name .. "%f[^%w_]" end
  local n = 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    n = n + 1
    local code = line:gsub("%-%-.*", "")
    if code:find(name .. "[\"']?%s*%]?%s*=%f[^=]") then return n end
  end
  return 1
end

--- Run a variant's file in a table of globals of its own: data needs none.
local function run(path, text)
  local chunk, message = load(text, "@" .. path, "t", {})
  if not chunk then return nil, message end
  local done, result = pcall(chunk)
  if not done then return nil, tostring(result) end
  if type(result) ~= "table" then
    return nil, ("%s: a variant's file returns a table, not a %s")
      :format(path, type(result))
  end
  return result
end

--- Copy the knobs of `from` into `to`; or nil and what is wrong.
local function take_knobs(file, from, to, allowed)
  for key, value in pairs(from) do
    if is_knob[key] then
      local fits, expected = aurum.knob_fits(key, value)
      if not fits then
        return nil, ("%s:%d: %s: expected %s"):format(file.path,
          line_of(file.text, key), key, expected)
      end
      to[key] = value
    elseif not allowed[key] then
      local words = { table.unpack(knob_names) }
      for word in pairs(allowed) do words[#words + 1] = word end
      local near = aurum.nearest(tostring(key), words)
      return nil, ("%s:%d: unknown key '%s'%s"):format(file.path,
        line_of(file.text, tostring(key)), tostring(key),
        near and "; did you mean '" .. near .. "'?" or "")
    end
  end
  return true
end

--- Check a file's own keys, apart from what it inherits.
local function check(file)
  local table_ = file.table
  local good, message = take_knobs(file, table_, file.knobs, head)
  if not good then return nil, message end
  for _, key in ipairs { "name", "title", "base" } do
    if table_[key] ~= nil and type(table_[key]) ~= "string" then
      return nil, ("%s:%d: %s: expected a string"):format(file.path,
        line_of(file.text, key), key)
    end
  end
  if table_.players == nil then return true end
  if type(table_.players) ~= "table" then
    return nil, ("%s:%d: players: expected a table such as { [4] = {} }")
      :format(file.path, line_of(file.text, "players"))
  end
  for count, knobs in pairs(table_.players) do
    if math.type(count) ~= "integer" or count < 2 or count > 6
      or type(knobs) ~= "table" then
      return nil, ("%s:%d: players: expected numbers from 2 to 6 with tables")
        :format(file.path, line_of(file.text, "players"))
    end
    file.players[count] = {}
    good, message = take_knobs(file, knobs, file.players[count], {})
    if not good then return nil, message end
  end
  return true
end

--- What a base means: a path starts from the folder of the file that says it.
local function beside(path, base)
  if not find.is_path(base) or base:sub(1, 1) == "/" then return base end
  return (path:match "^(.*/)" or "./") .. base:gsub("^%./", "")
end

local deepest = 16 -- files in a line of inheritance

--- Read one part of a name: its file and those it inherits from, the eldest
--- first; or nil and a message.
local function read_line(part, seen, depth)
  local name = aliases[part] or part
  if depth > deepest then
    return nil, ("'%s': more than %d files inherit from each other"):format(
      name, deepest)
  end
  local path, message = find.file("variants", "variant", name)
  if not path then return nil, message end
  if seen[path] then
    return nil, ("%s:%d: base: '%s' inherits from itself"):format(path,
      line_of(seen[path], "base"), name)
  end
  local text, problem = find.read(path)
  if not text then return nil, "variant " .. problem end
  seen[path] = text
  local file = { path = path, text = text, knobs = {}, players = {} }
  file.table, message = run(path, text)
  if not file.table then return nil, message end
  local good
  good, message = check(file)
  if not good then return nil, message end
  local line = {}
  if file.table.base then
    line, message = read_line(beside(path, file.table.base), seen, depth + 1)
    if not line then
      return nil, ("%s:%d: base: %s"):format(path, line_of(text, "base"),
        message)
    end
  end
  line[#line + 1] = file
  return line
end

--- Every file of a composed name in the order they apply, and the title.
local function read(name)
  local files, titles, taken = {}, {}, {}
  if name == "" then return nil, "a variant's name is empty" end
  for part in (name .. "+"):gmatch "(.-)%+" do
    if part == "" then
      return nil, ("variant '%s': nothing stands beside a '+'"):format(name)
    end
    local real = aliases[part] or part
    if taken[real] then
      return nil, ("variant '%s': '%s' stands twice"):format(name, part)
    end
    taken[real] = true
    local line, message = read_line(part, {}, 1)
    if not line then return nil, message end
    for _, file in ipairs(line) do files[#files + 1] = file end
    local own = line[#line]
    titles[#titles + 1] = own.table.title or own.table.name or part
    local edition = own.table.base and "a base"
      or own.table.players and "players"
    if #titles > 1 and edition then
      return nil, ("variant '%s': '%s' has %s, so it is no house rule to "
        .. "compose with '+'"):format(name, part, edition)
    end
  end
  return files, table.concat(titles, " + ")
end

--- The numbers of players a line of files is made for, sorted.
local function counts(files)
  local list, seen = {}, {}
  for _, file in ipairs(files) do
    for count in pairs(file.players) do
      if not seen[count] then
        seen[count] = true
        list[#list + 1] = count
      end
    end
  end
  table.sort(list)
  return list
end

--- The knobs for a number of players: eldest file first, and within a file
--- what it says for that number over what it says for all.
local function resolve(files, players)
  local knobs = {}
  for _, file in ipairs(files) do
    for key, value in pairs(file.knobs) do knobs[key] = value end
    for key, value in pairs(file.players[players] or {}) do
      knobs[key] = value
    end
  end
  return knobs
end

--- Where a knob was set last, for messages.
local function source_of(files, players, knob)
  for i = #files, 1, -1 do
    local file = files[i]
    if file.knobs[knob] ~= nil
      or (file.players[players] or {})[knob] ~= nil then
      return ("%s:%d"):format(file.path, line_of(file.text, knob))
    end
  end
  return files[#files].path
end

local cache = {} -- name .. players -> { rules, files and their texts }

--- Whether the files of a cached variant still say the same.
local function fresh(entry)
  for _, file in ipairs(entry.files) do
    if find.read(file.path) ~= file.text then return false end
  end
  return true
end

--- The rules of a variant by name or path for a number of players (its
--- largest if it is nil, no more than four); or nil and a message.
function variants.load(name, players)
  if type(name) ~= "string" then
    error("aurum.variant: expected a name, got a " .. type(name), 2)
  end
  if players ~= nil and type(players) ~= "number" then
    error("aurum.variant: expected a number of players, got a "
      .. type(players), 2)
  end
  name = name:gsub("[^+]+", aliases)
  local key = name .. "\0" .. tostring(players)
  if cache[key] and fresh(cache[key]) then return cache[key].rules end
  local files, title = read(name)
  if not files then return nil, title end
  local list = counts(files)
  if #list == 0 then
    return nil, ("'%s' is a house rule: compose it with an edition, as in "
      .. "'standard+%s'"):format(name, name)
  end
  if players == nil then
    for _, count in ipairs(list) do
      if players == nil or count <= 4 then players = count end
    end
  end
  local good = false
  for _, count in ipairs(list) do good = good or count == players end
  if not good then
    return nil, ("variant '%s' is for %s players, not %s"):format(name,
      table.concat(list, " or "), tostring(players))
  end
  local rules, message, knob = aurum.rules {
    name = name, title = title, players = players,
    knobs = resolve(files, players),
  }
  if not rules then
    return nil, ("%s: with %d players: %s: %s"):format(
      source_of(files, players, knob), players, knob, message)
  end
  cache[key] = { rules = rules, files = files }
  return rules
end

--- The names of all variants, and their files by name.
function variants.list()
  return find.list "variants"
end

return variants
