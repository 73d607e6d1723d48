-- The history that is kept between runs: one entry a line in
-- $XDG_STATE_HOME/aurum/history, a newline within an entry written as \n and a
-- backslash as \\. Entries are appended as they are made, so that nothing is
-- lost and two programs at once both keep theirs.
local aurum = require "aurum"
local history = {}

local most = 1000 -- entries that are kept

--- The path of a file of the program's state; nil where there is no folder.
function history.place(name)
  local state = os.getenv "XDG_STATE_HOME"
  local home = os.getenv "HOME"
  if state and state:sub(1, 1) == "/" then return state .. "/aurum/" .. name end
  return home and home ~= "" and home .. "/.local/state/aurum/" .. name or nil
end

local function decode(line)
  return (line:gsub("\\(.)", { n = "\n", ["\\"] = "\\" }))
end

local function encode(entry)
  return (entry:gsub("[\\\n]", { ["\\"] = "\\\\", ["\n"] = "\\n" })) .. "\n"
end

--- Write the newest entries alone, where the file has grown to twice as many.
local function shorten(path, lines)
  local file = io.open(path .. ".new", "w")
  if not file then return end
  local good = file:write(table.concat(lines, "\n", #lines - most + 1), "\n")
  if file:close() and good then os.rename(path .. ".new", path)
  else os.remove(path .. ".new") end
end

--- Hand the kept entries to the editor.
function history.load()
  local path = history.place "history"
  local file = path and io.open(path, "r")
  if not file then return end
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  for i = math.max(1, #lines - most + 1), #lines do
    if lines[i] ~= "" then aurum.edit.remember(decode(lines[i])) end
  end
  if #lines > 2 * most then shorten(path, lines) end
end

--- Add an entry. true; or nil and why it is not kept.
function history.add(entry)
  if entry == history.last then return true end
  history.last = entry
  aurum.edit.remember(entry)
  local path = history.place "history"
  if not path then return nil, "there is no $HOME" end
  return aurum.edit.append(path, encode(entry))
end

return history
