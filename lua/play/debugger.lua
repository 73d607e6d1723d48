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
local programs = require "aurum.load.programs"
local variants = require "aurum.load.variants"
local debugger = {}
debugger.__index = debugger

-- The processor time of a run: what is stepped through may take long.
debugger.seconds = 60

-- ---- In the worker ------------------------------------------------------

--- Makes a step of a way: true asks the bot on turn, or deals.
local function take(game, step)
  if step == true then
    game:step()
  elseif type(step) == "table" then
    game:deal(step)
  else
    game:apply(step)
  end
end

--- Brings the game to where the step begins. `done` is how many steps of the
--- way the game has made, or nil: then it begins anew.
local function come(game, begin, options, way, done)
  if not done and begin then
    begin(game)
  elseif not done then
    game:restart(way.seed or options.seed)
    if way.start then
      game:begin(assert(aurum.load_position(way.start, game.rules)))
    end
  end
  for i = (done or 0) + 1, #(way.steps or {}) do take(game, way.steps[i]) end
  game:printed()
  return #game.faults
end

--- The note of the decision at a place, an item of `game.notes`.
local function note_at(game, place)
  local noted = game.notes
  local last = noted and noted[#noted]
  return last and last.at == place and last or nil
end

local function server(options)
  local game, begin
  local done, id -- the steps of the way `id` that the game has made
  return function(request)
    local way = request.way
    local rules = not game and options.rules:wake()
    game = game or bot_files.game { variant = rules, bots = options.bots,
      seed = options.seed, on_fault = "substitute", keep_prints = true,
      log = "debug", notes = options.notes, fuel = options.fuel }
    begin = begin or options.come and options.come(rules)
    local go_on = way.id and way.id == id and done <= #way.steps
    local faults = come(game, begin, options, way,
      go_on and done or nil)
    local place, seat = game.state.place, game.state.turn
    local stop, action = game:debug(request.options, way.action)
    id = not stop and not request.options.set and way.id or nil
    done = id and #way.steps + 1
    local fault = game.faults[faults + 1]
    return { stop = stop, text = action and not way.action
        and tostring(action) or nil,
      fault = fault and fault.message, printed = game:printed(),
      place = place, seat = seat, notes = place and note_at(game, place) }
  end
end

-- ---- Runs ---------------------------------------------------------------

--- A debugger of games under `options.rules` from `options.seed`, with
--- `options.bots`: by seat the result of aurum.bot, or false. `fuel` limits a
--- call, `seconds` its processor time (60), and `notes` keeps notes of bots.
--- `come(rules)`, if given, is called in the worker, and returns a function
--- that brings a game to where all steps begin. `call` replaces pool.call.
function debugger.open(options)
  return setmetatable({ call = options.call or pool.call,
    worker = pool.new { work = server(options),
      programs = assert(programs.commands { options.bots }),
      seconds = options.seconds or debugger.seconds } }, debugger)
end

function debugger:close() self.worker:close() end

debugger.__close = debugger.close

--- Runs a step. `way` says how to get to it: `seed`, or nil for the
--- debugger's; `start`, a position token or nil; `steps` from there, deals and
--- actions as texts, and true to ask the bot on turn or to deal; and `action`,
--- the action to apply; nil asks the bot on turn, or deals. Ways with the same
--- `id` lead along the same game, and a run may go on where the one before
--- ended. `options` are of game:debug. Returns a reply:
---   stop           the stop; nil if the step ended, then there are perhaps:
---   text, fault    the action as text; the message of a fault
---   notes          what the bot noted (an item of `game.notes`)
---   printed        what bots printed in the step
---   place, seat    of the decision; nil for a deal
--- Or nil, a problem and perhaps the death of the worker.
function debugger:run(way, options)
  return self.call(self.worker, { way = way, options = options })
end

--- Asks the run to stop at the next line; or no longer.
function debugger:pause(on) self.worker:pause(on) end

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
        local path = folder .. file.name
        if file.code then add(path, file.text, path) end
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
