-- Loader of bots: reads NAME|PATH[:key=value]... as a file's text and options.
local find = require "aurum.load.find"
local programs = require "aurum.load.programs"
local siblings = require "aurum.load.siblings"
local bots = {}

--- Splits "alchemist:sims=2000" into its name and its options as text.
local function parse(spec)
  local name, rest = spec:match "^([^:]+)(.*)$"
  local options = {}
  if not name then
    return nil, ("'%s' is not a bot: expected NAME or PATH"):format(spec)
  end
  for part in rest:gmatch ":([^:]*)" do
    local key, value = part:match "^([%a_][%w_]*)=(.*)$"
    if not key then
      return nil, ("bot %s: expected :key=value, got ':%s'"):format(name, part)
    end
    if options[key] then
      return nil, ("bot %s: option '%s' is given twice"):format(name, key)
    end
    options[key] = value
  end
  return name, options
end

--- The texts of the bot's file and of those beside it; or nil and a message. A
--- bot in `others` that has the same file shares its texts: the file may have
--- changed since.
local function read(path, others)
  for _, other in ipairs(others) do
    if other.path == path then return other end
  end
  local source, problem = find.read(path)
  if not source then return nil, "bot " .. problem end
  return { source = source, files = siblings.of(path, source) }
end

--- The bot's file as aurum.new_game takes it; or nil and a message. With
--- `from_file` the spec was read from a file, and must not be a path. `others`
--- are bots that were loaded before, if any.
function bots.load(spec, from_file, others)
  if type(spec) ~= "string" then
    error("aurum.bot: expected a name or a path, got a " .. type(spec), 3)
  end
  local name, options = parse(spec)
  if not name then return nil, options end
  local program = not from_file and programs.bot(name, spec, options)
  if program then return program end
  local look = from_file and find.named or find.file
  local path, message = look("bots", "bot", name)
  if not path then return nil, message end
  local texts, problem = read(path, others or {})
  if not texts then return nil, problem end
  return {
    source = texts.source, files = texts.files, path = path,
    options = options, spec = spec,
    bundled = find.is_bundled("bots", path),
    name = find.is_path(name) and find.plain(name) or name,
  }
end

--- The names of all bots, their files by name, and the shadowed files
--- (find.lua).
function bots.list()
  return find.list "bots"
end

return bots
