-- Settings that are kept between runs, as lines `key=value` in
-- $XDG_STATE_HOME/aurum/settings. The last line of a key counts.
local aurum = require "aurum"
local settings = {}

local function place()
  local state = os.getenv "XDG_STATE_HOME"
  local home = os.getenv "HOME"
  if state and state:sub(1, 1) == "/" then return state .. "/aurum/settings" end
  return home and home ~= "" and home .. "/.local/state/aurum/settings" or nil
end

--- The path of the start file, which the REPL runs first.
function settings.start_file()
  local folder = os.getenv "XDG_CONFIG_HOME"
  if not folder or folder:sub(1, 1) ~= "/" then
    folder = (os.getenv "HOME" or "") .. "/.config"
  end
  return folder .. "/aurum/init.lua"
end

--- All settings, as text by key.
function settings.load()
  local path, found = place(), {}
  local file = path and io.open(path, "r")
  if not file then return found end
  for line in file:lines() do
    local key, value = line:match "^([%l_]+)=(.*)$"
    if key then found[key] = value end
  end
  file:close()
  return found
end

--- Saves a setting. Returns true; or nil and a message.
function settings.save(key, value)
  local path = place()
  if not path then return nil, "$HOME is not set" end
  return aurum.edit.append(path, ("%s=%s\n"):format(key, value))
end

return settings
