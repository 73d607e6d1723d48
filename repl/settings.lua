-- What is remembered between runs: a line `key=value` each in
-- $XDG_STATE_HOME/aurum/settings, the last of a key counts.
local aurum = require "aurum"
local settings = {}

local function place()
  local state = os.getenv "XDG_STATE_HOME"
  local home = os.getenv "HOME"
  if state and state:sub(1, 1) == "/" then return state .. "/aurum/settings" end
  return home and home ~= "" and home .. "/.local/state/aurum/settings" or nil
end

--- All of them, as text by key.
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

--- Remember one; nil and a message if that is not possible.
function settings.save(key, value)
  local path = place()
  if not path then return nil, "no HOME: it is not remembered" end
  return aurum.edit.append(path, ("%s=%s\n"):format(key, value))
end

return settings
