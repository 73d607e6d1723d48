-- The files beside a script of the user's, found as those beside a bot: require
-- "helper" runs helper.lua, and aurum.data "table.bin" gives the bytes of that.
local aurum = require "aurum"
local beside = {}

local most_data = 8 << 20 -- bytes of a file, as beside a bot

--- The folder of a file, with its slash.
function beside.folder(path) return path:match "^(.*/)" or "./" end

--- The path of a module beside a script, or nil if there is none.
function beside.module(folder, name)
  if name:find "^aurum$" or name:find "^aurum%." then return nil end
  if not name:find "^[%w_%-%.]+$" then return nil end
  local path = folder:gsub("^%./", "") .. name:gsub("%.", "/") .. ".lua"
  return aurum.sys.readable(path, "file") and path or nil
end

--- The function aurum.data for a folder.
function beside.data(folder)
  return function(name)
    if type(name) ~= "string" then
      error(("aurum.data: expected the name of a file, got a %s"):format(
        type(name)), 2)
    elseif not name:find "^[%w_][%w_%-%.]*$" then
      error(("aurum.data \"%s\": expected the name of a file beside the "
        .. "script: letters, digits, '_', '-' and '.'"):format(
          aurum.plain(name, 60)), 2)
    end
    local text, problem = aurum.sys.read_beside(folder, name, most_data)
    return text or error(("aurum.data \"%s\": %s%s"):format(name, folder == "./"
      and "" or aurum.plain((folder:gsub("/$", ""))) .. ": ", problem), 2)
  end
end

local lua_require = require -- for modules of the user's, by any name

--- A `require` for a script: it finds modules in these folders and runs them
--- with the globals `env`; then Lua's own. `loaded` has the values of modules
--- by name.
function beside.requirer(folders, env, loaded)
  local running = {}
  return function(name)
    if type(name) ~= "string" then
      error(("expected the name of a module, got a %s"):format(type(name)), 2)
    end
    if loaded[name] ~= nil then return loaded[name] end
    local path
    for _, folder in ipairs(folders) do
      path = path or beside.module(folder, name)
    end
    if not path then return lua_require(name) end
    if running[name] then
      error(("%s: modules need each other in a circle"):format(path), 2)
    end
    local chunk, problem = loadfile(path, "t", env)
    if not chunk then error(problem, 2) end
    running[name] = true
    local value = chunk(name, path)
    running[name] = nil
    if loaded[name] == nil then loaded[name] = value == nil or value end
    return loaded[name]
  end
end

--- Let scripts in this process find what lies beside the one at `path`.
function beside.open(path)
  local folder = beside.folder(path)
  aurum.data = beside.data(folder)
  local own = beside.requirer({ folder }, _G, package.loaded)
  _G.require = own -- luacheck: ignore 122
end

return beside
