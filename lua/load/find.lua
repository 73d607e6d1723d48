-- Finder of files by name: variants, bots, scripts of analysis.
--
-- People give a path (with a '/' or ending in '.lua') or a plain name. A plain
-- name is looked up in the installation first, then in $AURUM_PATH and in the
-- user's data folder, so that no file replaces a bundled one by its name alone.
-- `gallery/NAME` is a rule of the gallery, in the installation alone.
-- A name that was read from a file, such as a record's variant, is never a
-- path: its author could make the program open any file.
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local hint = require "aurum.text.hint"
local source = require "aurum.load.source"
local find = {}

local bundled = { variants = "/variants/", bots = "/scripts/bots/",
  analysis = "/scripts/analysis/" }

--- The folders of a kind (a key of `bundled`), in the order they are searched.
local function folders(kind)
  local list = { aurum.home .. bundled[kind] }
  local path, windows = os.getenv "AURUM_PATH" or "", package.config:find "^\\"
  for folder in path:gmatch(windows and "[^;]+" or "[^:]+") do
    list[#list + 1] = folder .. "/"
    list[#list + 1] = folder .. "/" .. kind .. "/"
  end
  local data = os.getenv "XDG_DATA_HOME"
  local user = os.getenv "HOME"
  if data and data ~= "" then
    list[#list + 1] = data .. "/aurum/" .. kind .. "/"
  elseif user then
    list[#list + 1] = user .. "/.local/share/aurum/" .. kind .. "/"
  end
  return list
end

--- True if a name is a path.
function find.is_path(name)
  return name:find("/", 1, true) ~= nil or name:sub(-4) == ".lua"
end

--- A path's plain name: "bold" of "rules/bold.lua". A name stays as it is.
function find.plain(name)
  local plain = name:match "[^/]*$":gsub("%.lua$", "")
  return plain ~= "" and plain or "unnamed"
end

--- True if a file of a kind is one of the installation's.
function find.is_bundled(kind, path)
  local folder = aurum.home .. bundled[kind]
  return path:sub(1, #folder) == folder
    and not path:find("/", #folder + 1, true)
end

--- Calls `visit(name, path)` with each file of a folder that has a plain name.
local function each_file(folder, visit)
  for _, file in ipairs(aurum.sys.files(folder) or {}) do
    local name = file:match "^([%w][%w_.%-]*)%.lua$"
    if name then visit(name, folder .. file) end
  end
end

--- True if two paths lead to one file.
local function same_file(path, other)
  local real = aurum.sys.real_path(path)
  return real ~= nil and real == aurum.sys.real_path(other)
end

--- Every name of a kind, sorted; the file of each name; and the shadowed files,
--- whose name means another file: a list of { name =, file = }, with those in
--- the working folder.
function find.list(kind)
  local names, files, shadowed = {}, {}, {}
  local function hide(name, path)
    if not same_file(path, files[name]) then
      shadowed[#shadowed + 1] = { name = name, file = path }
    end
  end
  for _, folder in ipairs(folders(kind)) do
    each_file(folder, function(name, path)
      if files[name] then
        hide(name, path)
      else
        names[#names + 1] = name
        files[name] = path
      end
    end)
  end
  for _, folder in ipairs { "./" .. kind .. "/", "./" } do
    each_file(folder, function(name, path)
      if files[name] then hide(name, path) end
    end)
  end
  table.sort(names)
  return names, files, shadowed
end

--- The file of a plain name; nil if there is none.
local function look_up(kind, name)
  for _, folder in ipairs(folders(kind)) do
    local path = folder .. name .. ".lua"
    if aurum.sys.readable(path) then return path end
  end
end

--- All names of a kind, as people may write them.
local function all_names(kind)
  local names = find.list(kind)
  if kind == "variants" then names[#names + 1] = "standard" end
  return names
end

--- The rules of the gallery, as people may write them, sorted; and the file of
--- each.
function find.gallery()
  local names, files = {}, {}
  each_file(aurum.home .. bundled.variants .. "gallery/", function(name, path)
    names[#names + 1] = "gallery/" .. name
    files[names[#names]] = path
  end)
  table.sort(names)
  return names, files
end

--- The phrase for the rule of the gallery that a plain name means, or is
--- nearest to; nil if there is none.
local function near_gallery(kind, name)
  local plain = {}
  for i, shown in ipairs(kind == "variants" and find.gallery() or {}) do
    plain[i] = shown:match "/(.*)$"
  end
  local near = aurum.nearest(name, plain)
  return near and hint.meant("gallery/" .. near)
end

--- The message for an unknown name, with the nearest one and a list of all.
local function no_such(kind, what, name)
  local names = all_names(kind)
  table.sort(names)
  local meant = aurum.sys.readable(name .. ".lua")
    and hint.meant("./" .. name .. ".lua") or hint.near(name, names)
  if meant == "" then meant = near_gallery(kind, name) or "" end
  return ("no %s '%s'%s (there are: %s)"):format(what, name, meant,
    table.concat(names, ", "))
end

--- The file of `gallery/NAME` in the installation; nil if it has none. A file
--- that somebody has in a folder of that name is `gallery/NAME.lua`.
local function gallery_file(kind, name)
  if kind ~= "variants" or not name:match "^gallery/%w[%w_%-]*$" then
    return nil
  end
  local path = aurum.home .. bundled[kind] .. name .. ".lua"
  return aurum.sys.readable(path) and path
end

--- The file of a name or path that a person gave; or nil and a message.
function find.file(kind, what, name)
  if name:find("\0", 1, true) then
    return nil, what .. ": a name cannot contain a NUL byte"
  end
  if not find.is_path(name) then
    local path = look_up(kind, name)
    return path, not path and no_such(kind, what, name) or nil
  end
  local shown = gallery_file(kind, name)
  if shown then return shown end
  local good, problem = aurum.sys.readable(name)
  if good then return name end
  return nil, ("%s %s: %s%s"):format(what, name, problem,
    name:find "^gallery/" and hint.near(name, (find.gallery())) or "")
end

local option = { variants = "{variant}", bots = "{bots}" }

--- The file of a name that was read from a file; or nil and a message.
function find.named(kind, what, name)
  if name:find("\0", 1, true) then
    return nil, what .. ": a name cannot contain a NUL byte"
  end
  local path = not find.is_path(name) and look_up(kind, name)
  if path then return path end
  local meant = hint.near(name, all_names(kind))
  if meant == "" then meant = near_gallery(kind, name) or "" end
  return nil, ("%s '%s' is not installed; give its file with %s%s"):format(what,
    name, caller.text(option[kind]), meant)
end

local limit = 1 << 20 -- bytes of a variant or a bot

--- The text of a file of Lua, as source.loadable returns it; or nil and a
--- message. A person may give a pipe, but not below a guarded folder
--- (aurum.sys.guard).
function find.read(path)
  local whole, why = aurum.sys.read_file(path, limit)
  if whole then return source.loadable(whole) end
  if why ~= "it is not a regular file" or not aurum.sys.readable(path) then
    return nil, ("%s: %s"):format(path, why)
  end
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local text, problem = file:read(limit + 1)
  file:close()
  if problem then return nil, path .. ": " .. problem end
  text = text or ""
  if #text > limit then
    return nil, ("%s: it has more than %d bytes"):format(path, limit)
  end
  return source.loadable(text)
end

return find
