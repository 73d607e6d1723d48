-- Stops inside a decision, at a line of a bot or of a variant's hook
-- (lua/play/debugger.lua). Each function is a method of the session.
--
-- `stopped` is nil, or the stop:
--   node    the place of the session; elsewhere the stop is forgotten
--   stop    the stop itself (aurum.stop)
--   frame   the function that is looked at, from 1
--   way     leads to the decision
--   printed how many bytes of the step's output were shown
--   point   the breakpoint that was met, or nil
--   asked   true if the bot was only asked, and makes no move
--   notes   what the bot noted in the step so far (an item of `game.notes`)
--
-- An interrupt stops a run at its next line.
--
-- Invariants:
-- 1. What is played comes from a run without a debugger.
-- 2. Nothing stops while a person plays: a stop shows the hand of a bot.
local aurum = require "aurum"
local debugger = require "aurum.play.debugger"
local players = require "aurum.repl.session.players"
local term = require "aurum.text.term"
local debugging = {}

local look = 0.05 -- seconds between two looks for an interrupt
local patience = 2 -- seconds in which an interrupted run must stop

--- As pool.call, for the debugger. A run that an interrupt stopped has a stop.
local function call(worker, request)
  local task = worker:submit(request)
  local finish
  repeat
    local done, reply, problem, death = worker:arrived(look)
    if done == task then
      if finish then
        worker:pause(false)
        aurum.sys.interrupted(true) -- the stop is what it asked for
      end
      return reply, problem, death
    end
    if not finish and aurum.sys.interrupted() then
      worker:pause(true)
      finish = aurum.sys.clock() + patience
    end
  until finish and aurum.sys.clock() > finish
  return nil, "interrupted"
end

function debugging:forget_stop()
  if self.debugger then self.debugger:close() end
  self.debugger, self.stopped, self.ran_to_end = nil, nil, nil
end

--- The files of Lua at the table.
function debugging:lua_files()
  return debugger.files(self.bots, self.root.rules)
end

--- Adds a breakpoint at the first line with code. Returns its number and that
--- line; or nil and a message.
function debugging:add_line_break(point)
  local file, problem = debugger.file(self:lua_files(), point.file)
  if not file then return nil, problem end
  local line
  line, problem = debugger.line(file, point.line)
  if not line then return nil, problem end
  point.line, point.file = line, debugger.base(point.file)
  if not point.file:find "%." then point.file = debugger.base(file.path) end
  point.path = file.path
  return self:add_break(point), line
end

--- After files were loaded again: moves breakpoints from lines without code.
--- Returns a list of messages.
function debugging:move_line_breaks()
  local messages, files = {}, self:lua_files()
  for _, point in ipairs(self.breaks) do
    local file = point.kind == "line" and debugger.file(files, point.path)
    local line, problem = nil, nil
    if file then line, problem = debugger.line(file, point.line) end
    if problem then
      messages[#messages + 1] = ("breakpoint %d: %s"):format(point.id, problem)
    elseif line and line ~= point.line then
      messages[#messages + 1] = ("breakpoint %d: moved from line %d to %d")
        :format(point.id, point.line, line)
      point.line = line
    end
  end
  return messages
end

--- The active breakpoints for a run: `points` for game:debug, the breakpoints
--- in the same order, and true if errors stop.
local function points_of(self)
  local points, list, errors = {}, {}, false
  for _, point in ipairs(self.breaks) do
    if self.is_active(point) and point.kind == "error" then
      errors = true
    elseif self.is_active(point) and point.kind == "line" then
      points[#points + 1] = { file = point.path, line = point.line,
        condition = point.text }
      list[#list + 1] = point
    end
  end
  return points, list, errors
end

local function show_output(stopped, text)
  local rest = text:sub(stopped.printed + 1):gsub("\n$", "")
  stopped.printed = math.max(stopped.printed, #text)
  if rest == "" then return end
  io.stdout:flush()
  term.say_whole(rest)
end

--- Forgets a stop that belongs to another place.
local function present(self)
  local stopped = self.stopped
  if stopped and stopped.node ~= self.at then self:forget_stop() end
  return self.stopped
end

--- The stop here, or nil.
debugging.stop_here = present

--- The debugger of the game on the table.
local function debugger_of(self)
  if self.debugger and self.debugger_root ~= self.root then
    self.debugger:close()
    self.debugger = nil
  end
  if not self.debugger then
    self.debugger_root = self.root
    local bots = {}
    for seat = 1, self.root.rules.players do
      bots[seat] = self.bots[seat] or false
    end
    self.debugger = debugger.open { rules = self.root.rules, bots = bots,
      seed = self.root.seed, notes = true, call = call }
  end
  return self.debugger
end

--- The innermost function in Lua.
local function first_frame(stop)
  for i, frame in ipairs(stop.frames) do
    if frame.line > 0 then return i end
  end
  return 1
end

--- The breakpoint of the kind "error" that is met.
local function error_break(self)
  for _, point in ipairs(self.breaks) do
    if point.kind == "error" and self.is_active(point) then return point end
  end
end

--- Takes the reply of a run. Returns the stop; nil and the reply if the step
--- ended; or nil, nil and a problem.
local function take(self, stopped, reply, problem)
  if not reply then
    self:forget_stop()
    return nil, nil, problem
  end
  show_output(stopped, reply.printed)
  if reply.stop then
    stopped.stop, stopped.frame = reply.stop, first_frame(reply.stop)
    stopped.notes = reply.notes
    self.stopped = stopped
    return stopped
  end
  self.stopped = nil
  self.ran_to_end = stopped.node
  return nil, reply
end

--- Counts the breakpoints that were met. Returns true if one of them stops, or
--- if the run stopped without.
local function counts(self, stopped, list)
  local stop, points = stopped.stop, {}
  for i, number in ipairs(stop.points) do points[i] = list[number] end
  if stop.kind == "error" then points[1] = error_break(self) end
  local first
  for _, point in ipairs(points) do
    point.hits = point.hits + 1
    if point.ignore > 0 then
      point.ignore = point.ignore - 1
    else
      first = first or point
      if point.temporary then self:remove_break(point) end
    end
  end
  stopped.point = list[stop.failed] or first
  return first ~= nil or points[1] == nil
end

--- Runs on from a stop, or from the start of the step if there is none yet.
--- `options` say how: { how =, depth = }. Returns as `take`.
function debugging:run_on(stopped, options)
  local stop = stopped.stop
  local points, list, errors = points_of(self)
  options.points, options.errors = points, errors
  if stop then options.run, options.state = stop.run, stop.state end
  local after = stop and stop.event or 0
  repeat
    options.after = after
    local found, reply, problem = take(self, stopped,
      debugger_of(self):run(stopped.way, options))
    if not found then return nil, reply, problem end
    after = found.stop.event
  until counts(self, found, list)
  return stopped
end

--- Runs back to the last line before a stop where `options` stop. Returns the
--- stop; nil if there is none; or nil and a problem.
function debugging:run_back(stopped, options)
  local stop = stopped.stop
  options.points = points_of(self)
  options.run, options.state = stop.run, stop.state
  local reply, problem = debugger_of(self):back(stopped.way, options, stop)
  if not reply then return nil, problem end
  stopped.point = nil
  return take(self, stopped, reply)
end

--- The value of an expression in the frame that is looked at, as text; or nil
--- and a message.
function debugging:value_here(text)
  local stopped = self.stopped
  local value, problem = debugger_of(self):evaluate(stopped.way, stopped.stop,
    stopped.frame, text)
  if not value and problem == "interrupted" then self:forget_stop() end
  return value, problem
end

--- True if the output of the step from here was shown by the debugger. The next
--- run shows it again, unless it is told not to.
function debugging:was_shown()
  local shown = self.ran_to_end == self.at
  self.ran_to_end = nil
  return shown
end

--- True if a step from here is one of a bot, or a deal.
local function is_bots(self)
  local seat = self.live.turn
  return self.at.phase == "deal" or seat and self.bots[seat]
    and not self.humans[seat]
end

--- Before a step: runs it up to a breakpoint in Lua; from the stop here, if
--- there is one. Returns the stop; nil, a problem and the reason; or nothing if
--- the step may be done. `asked` is true if the bot is only asked.
function debugging:stop_ahead(asked)
  local stopped = present(self)
  local points, _, errors = points_of(self)
  if self:viewer() or not is_bots(self) or self.ran_to_end == self.at
    or not (points[1] or errors or stopped) then
    self.stopped = nil
    return nil
  end
  stopped = stopped or { node = self.at, way = players.way_to(self.at),
    printed = 0, asked = asked }
  local found, _, problem = self:run_on(stopped, { how = "points" })
  if problem == "interrupted" then return nil, "in a bot", "interrupted" end
  return found -- the step meets any other problem again
end

-- ---- Text -----------------------------------------------------------------

--- The place of a function of a stop: "duck.lua:14".
function debugging.line_text(_, frame)
  if frame.line < 0 then return "[C]" end
  return ("%s:%d"):format(term.plain(debugger.base(frame.file)), frame.line)
end

--- The place of the stop: "duck.lua:14 (seat 3, 1.4.2)".
function debugging:stop_text()
  local stopped = self.stopped
  local frame = stopped.stop.frames[stopped.frame]
  local state = stopped.stop.state
  return ("%s (%s, %s)"):format(self:line_text(frame),
    state == 0 and "variant" or "seat " .. state, self.place(self.at))
end

--- The lines of a file that is at the table; nil if there is none.
function debugging:source_of(path)
  for _, file in ipairs(self:lua_files()) do
    if file.path == path then
      local lines = {}
      local text = file.text:gsub("([^\n])$", "%1\n")
      for line in text:gmatch "(.-)\r?\n" do
        lines[#lines + 1] = term.plain(line, "\t"):gsub("\t", "  ")
      end
      return lines, file
    end
  end
end

--- A line of a file; nil if it has none.
function debugging:source_line(path, line)
  local lines = self:source_of(path)
  return lines and lines[line]
end

return debugging
