-- A debugger of bots and of the hooks of variants, without input or output. It
-- runs one step of a game, a deal or a decision, up to a line of Lua.
--
-- A decision repeats exactly. So nothing waits at a stop: the run is ended, and
-- to go on, back, or to evaluate an expression it is made again from the start
-- of the game. Runs are made in a worker with the sandbox and the limits of
-- bots, but with more time, since a run that watches lines is slower. A stop
-- (aurum.stop) is data: the number of its line among those that began in the
-- step, and what there was to see. What a debugger shows never decides what is
-- played.
local aurum = require "aurum"
local bot_files = require "aurum.load.bot_files"
local code_lines = require "aurum.play.code_lines"
local pool = require "aurum.play.pool"
local variants = require "aurum.load.variants"
local debugger = {}
debugger.__index = debugger

-- The processor time of a run: what is stepped through may take long.
debugger.seconds = 60

-- ---- In the worker ------------------------------------------------------

--- Brings the game to where the step begins.
local function prepare(game, seed, way)
  game:restart(seed)
  if way.start then
    game:begin(assert(aurum.load_position(way.start, game.rules)))
  end
  for _, step in ipairs(way.steps) do
    if type(step) == "table" then game:deal(step) else game:apply(step) end
  end
  game:printed()
  return #game.faults
end

local function server(options)
  local game
  return function(request)
    game = game or bot_files.game { variant = options.rules,
      bots = options.bots, seed = options.seed, on_fault = "substitute",
      keep_prints = true, log = "debug" }
    local faults = prepare(game, options.seed, request.way)
    local stop, action = game:debug(request.options, request.way.action)
    local fault = game.faults[faults + 1]
    return { stop = stop, text = action and tostring(action),
      fault = fault and fault.message, printed = game:printed() }
  end
end

-- ---- Runs ---------------------------------------------------------------

--- A debugger of games under `options.rules` from `options.seed`, with
--- `options.bots`: by seat the result of aurum.bot, or false.
function debugger.open(options)
  return setmetatable({ worker = pool.new { work = server(options),
    seconds = debugger.seconds } }, debugger)
end

function debugger:close() self.worker:close() end

debugger.__close = debugger.close

--- Runs a step. `way` says how to get to it: `start`, a position token or nil,
--- `steps` from there, deals and actions as texts, and `action`, the action to
--- apply; nil asks the bot on turn, or deals. `options` are of game:debug.
--- Returns a reply: { stop =, printed = } at a stop; { text = the action,
--- fault = its message, printed = } at the end. Or nil and a problem.
function debugger:run(way, options)
  return self.worker:call { way = way, options = options }
end

--- The options that lead to a stop again.
function debugger.again(stop)
  return { how = stop.kind == "error" and "none" or "lines",
    errors = stop.kind == "error", after = stop.event - 1 }
end

--- Runs to the last line before a stop where `options` would have stopped.
--- Returns as `run`, or nil if there is none.
function debugger:back(way, options, stop)
  options.before = stop.event
  local reply, problem = self:run(way, options)
  local last = reply and reply.stop and reply.stop.last or 0
  if last == 0 then return nil, problem end
  return self:run(way, { how = "lines", after = last - 1 })
end

--- The value of an expression in a frame of a stop, from 1, as text; or nil and
--- a message.
function debugger:evaluate(way, stop, frame, text)
  local options = debugger.again(stop)
  options.text, options.level = text, frame - 1
  local reply, problem = self:run(way, options)
  if not reply or not reply.stop or not reply.stop.value then
    return nil, problem or "the run does not repeat: does the bot guess?"
  end
  local value = reply.stop.value
  if reply.stop.good then return value end
  return nil, (value:gsub("^expression:%d+: ", ""))
end

-- ---- Files --------------------------------------------------------------

--- The files of Lua of bots (by seat) and of rules: a list of { path =, text =,
--- disk = }. `path` is the one in Lua's messages, `disk` where it was read.
function debugger.files(bots, rules)
  local list, seen = {}, {}
  local function add(path, text, disk)
    if seen[path] or not text then return end
    seen[path] = true
    list[#list + 1] = { path = path, text = text, disk = disk }
  end
  for _, bot in pairs(bots) do
    if bot then
      add(bot.path, bot.source, bot.path)
      local folder = bot.path:match "^(.*/)" or ""
      for _, file in ipairs(bot.files) do
        if file.code then add(file.name, file.text, folder .. file.name) end
      end
    end
  end
  local info = variants.read(variants.given(rules) or rules.name)
  for _, file in ipairs(info.files) do add(file.path, file.text, file.path) end
  return list
end

--- The last part of a path.
function debugger.base(path) return path:match "[^/]*$" end

--- True if a name, with or without folders and ".lua", names a path.
local function names(name, path)
  for _, whole in ipairs { name, name .. ".lua" } do
    if path == whole or path:sub(-#whole - 1) == "/" .. whole then
      return true
    end
  end
end

--- The file among `files` that a name means; or nil and a message.
function debugger.file(files, name)
  local found, all = {}, {}
  for _, file in ipairs(files) do
    all[#all + 1] = debugger.base(file.path)
    if names(name:gsub("^%./", ""), file.path) then
      found[#found + 1] = file
    end
  end
  if #found == 1 then return found[1] end
  if found[1] then
    return nil, ("'%s' may be %s or %s: give more of its path"):format(name,
      found[1].path, found[2].path)
  end
  table.sort(all)
  return nil, ("no file '%s' among those of the bots at the table and of the "
    .. "variant: %s"):format(name, all[1] and table.concat(all, ", ") or "none")
end

--- The first line of a file from `line` on that has code; or nil and a message.
function debugger.line(file, line)
  local lines, last = code_lines.of(file.text), 0
  if not lines then return line end
  for at in pairs(lines) do last = math.max(last, at) end
  for at = line, last do
    if lines[at] then return at end
  end
  return nil, ("%s has no code from line %d on"):format(
    debugger.base(file.path), line)
end

return debugger
