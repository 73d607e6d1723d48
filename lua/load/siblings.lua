-- The files beside a bot: those that its text names by require "NAME" or
-- aurum.data "FILE", and those that such modules name in turn.
--
-- They are read with the bot's own file, so that every game of a match uses the
-- same bytes; no code runs to find them. Only the bot's own folder is looked
-- into, and no link is followed: a bot from a stranger cannot choose what else
-- it reads.
local aurum = require "aurum"
local source = require "aurum.load.source"
local siblings = {}

local most_files = 32
local most_entries = 64 -- AU_SIBLINGS_MAX of lua/script/script.h
local most_code = 1 << 20 -- bytes of a module
local most_data = 8 << 20 -- bytes of a data file
local most_bytes = 16 << 20 -- of all files beside a bot

local no_file = "No such file or directory"

--- Read a file into its entry; `left` bytes may still be read.
local function read(folder, entry, left)
  local most = entry.code and most_code or most_data
  local text, problem = aurum.sys.read_beside(folder, entry.name,
    math.min(most, left))
  if text then
    entry.text = entry.code and source.loadable(text) or text
  elseif problem == no_file then
    entry.missing = true
  elseif left < most and problem:find "more than" then
    entry.problem = ("the files beside a bot have more than %d bytes"):format(
      most_bytes)
  else
    entry.problem = problem
  end
end

--- Add the files that a text names to the list and to the queue of modules.
local function find(list, by_name, text)
  -- A file may be named twice, as a module and as data.
  for _, named in ipairs(source.files(text, 2 * most_entries)) do
    local name = named.code and named.name .. ".lua" or named.name
    local entry = by_name[name]
    if not entry then
      entry = { name = name }
      by_name[name] = entry
      list[#list + 1] = entry
    end
    entry.code = entry.code or named.code
  end
end

--- The files beside the bot at `path`, whose text is `text`, sorted by name:
--- each { name =, code = (true for a module), text = }, or with `problem` or
--- `missing` in place of `text` if it cannot be read.
function siblings.of(path, text)
  local folder = path:match "^(.*/)" or "./"
  local list, by_name, left = {}, {}, most_bytes
  find(list, by_name, text)
  local i = 1
  while list[i] and i <= most_files do
    local entry = list[i]
    read(folder, entry, left)
    left = left - #(entry.text or "")
    if entry.code and entry.text then find(list, by_name, entry.text) end
    i = i + 1
  end
  for k = i, #list do
    list[k].problem = ("a bot has at most %d files beside it"):format(
      most_files)
    if k > most_entries then list[k] = nil end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

return siblings
