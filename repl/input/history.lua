-- The history of input, kept between runs in $XDG_STATE_HOME/aurum/history.
-- Each line is an entry; a newline in it is written as \n and a backslash as
-- \\. Entries are appended at once, so that none is lost and programs that run
-- at the same time both keep theirs.
local aurum = require "aurum"
local history = {}

local most = 1000 -- entries that are kept

--- The path of a file in the program's state folder; nil if $HOME is not set.
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

--- Replaces the file by its newest entries.
local function shorten(path, lines)
  local file = aurum.sys.writer(path, "replace")
  if not file then return end
  local good = file:write(table.concat(lines, "\n", #lines - most + 1) .. "\n")
  if good then file:close() end
end

--- Hands the kept entries to the editor. A file of twice as many is shortened.
function history.load()
  local path = history.place "history"
  local file = path and aurum.sys.readable(path, "file") and io.open(path, "r")
  if not file then return end
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  for i = math.max(1, #lines - most + 1), #lines do
    if lines[i] ~= "" then aurum.edit.remember(decode(lines[i])) end
  end
  if #lines > 2 * most then shorten(path, lines) end
end

--- Adds an entry. Returns true; or nil and a message if it is not kept.
function history.add(entry)
  if entry == history.last then return true end
  history.last = entry
  aurum.edit.remember(entry)
  local path = history.place "history"
  if not path then return nil, "$HOME is not set" end
  return aurum.edit.append(path, encode(entry))
end

return history
