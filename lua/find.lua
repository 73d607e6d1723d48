-- Where files are that go by a name: variants, bots, scripts of analysis.
--
-- A name with a '/' or ending in '.lua' is a path. Any other is looked up in
-- $AURUM_PATH, in the folder ./variants, ./bots or ./analysis, in the user's
-- data folder, and among those that came with aurum, the first found taken.
local aurum = ...
local find = {}

local bundled = { variants = "/variants/", bots = "/scripts/bots/",
  analysis = "/scripts/analysis/" }

--- The folders of a kind (a key of `bundled`), in the order they are searched.
local function folders(kind)
  local list = {}
  for folder in (os.getenv "AURUM_PATH" or ""):gmatch "[^:]+" do
    list[#list + 1] = folder .. "/"
    list[#list + 1] = folder .. "/" .. kind .. "/"
  end
  list[#list + 1] = "./" .. kind .. "/"
  local data = os.getenv "XDG_DATA_HOME"
  local user = os.getenv "HOME"
  if data and data ~= "" then
    list[#list + 1] = data .. "/aurum/" .. kind .. "/"
  elseif user then
    list[#list + 1] = user .. "/.local/share/aurum/" .. kind .. "/"
  end
  list[#list + 1] = aurum.home .. bundled[kind]
  return list
end

--- Whether a name is a path.
function find.is_path(name)
  return name:find("/", 1, true) ~= nil or name:sub(-4) == ".lua"
end

local function readable(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

--- Every name of a kind that can be found, sorted, each with its file.
function find.list(kind)
  local names, files = {}, {}
  for _, folder in ipairs(folders(kind)) do
    for _, file in ipairs(aurum.files(folder) or {}) do
      local name = file:match "^([%w][%w_.%-]*)%.lua$"
      if name and not files[name] then
        names[#names + 1] = name
        files[name] = folder .. file
      end
    end
  end
  table.sort(names)
  return names, files
end

--- The file of a name or path; or nil and a message with the nearest name.
function find.file(kind, what, name)
  if find.is_path(name) then
    if readable(name) then return name end
    local _, message = io.open(name, "rb")
    return nil, ("%s %s"):format(what, message)
  end
  for _, folder in ipairs(folders(kind)) do
    local path = folder .. name .. ".lua"
    if readable(path) then return path end
  end
  local names = find.list(kind)
  if kind == "variants" then names[#names + 1] = "standard" end
  local near = readable(name .. ".lua") and name .. ".lua"
    or aurum.nearest(name, names)
  table.sort(names)
  return nil, ("no %s '%s'%s (there are: %s)"):format(what, name,
    near and "; did you mean '" .. near .. "'?" or "",
    table.concat(names, ", "))
end

local limit = 1 << 20 -- bytes of a variant or a bot

--- The text of a file; or nil and a message.
function find.read(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local text, problem = file:read(limit + 1)
  file:close()
  if problem then return nil, path .. ": " .. problem end
  text = text or ""
  if #text > limit then
    return nil, ("%s: more than %d bytes"):format(path, limit)
  end
  return text
end

return find
