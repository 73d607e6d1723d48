-- Breakpoints of a session (repl/session/session.lua): where a run stops, and
-- where `reverse-continue` goes back to. Each function is a method of the
-- session.
--
-- A breakpoint has the fields
--   id         its number
--   kind       "if": stops where the condition is true; "when": where it
--              becomes true; "on": at an event, and where there is a condition,
--              only if it is true; "watch": where the value of an expression
--              changes
--              "line": at a line of Lua; "error": where a bot raises an error
--              (repl/session/debugging.lua)
--   file, line, path  of the kind "line": the path is compared with those of
--              the files at the table, and never opened
--   event      the name of the event, of the kind "on"
--   text       the condition or expression as typed; nil if there is none
--   value      the text as a function
--   reads_game a function: true if the text reads nothing but the game
--              (repl/session/marks.lua); nil if that is not known
--   enabled    false if it is disabled
--   unread     true if it came with a session that was loaded, and the user has
--              not enabled it; then it does not stop, and `value` is nil
--   temporary  true if it is deleted where it stops
--   ignore     how many further times it is ignored
--   hits       how many times it was met
--   failed     true while a run stops at it since its condition raised
--   commands   a list of lines: it runs them and the game goes on
--
-- The list of breakpoints is made anew when one is added or removed, so that
-- commands of a breakpoint may do so while the list is read.
--
-- Invariant: a condition or a command of a breakpoint moves nothing. While one
-- runs, `frozen` is true, and the tree refuses to change
-- (repl/session/tree.lua).
local aurum = require "aurum"
local tree = require "aurum.repl.session.tree"
local show = require "aurum.record.show"
local breakpoints = {}

--- Adds a breakpoint and returns its number.
function breakpoints:add_break(point)
  self.break_ids = self.break_ids + 1
  point.id, point.hits, point.ignore = self.break_ids, 0, 0
  point.enabled = true
  self.breaks = table.move(self.breaks, 1, #self.breaks, 1, {})
  self.breaks[#self.breaks + 1] = point
  return point.id
end

--- The breakpoint with a number; or nil and a message.
function breakpoints:break_of(id)
  for _, point in ipairs(self.breaks) do
    if point.id == id then return point end
  end
  return nil, #self.breaks == 0 and "there are no breakpoints"
    or ("no breakpoint %s; `breaks` lists them"):format(id)
end

--- Removes a breakpoint. Returns it, or nil if it is not there.
function breakpoints:remove_break(point)
  local kept, found = {}, nil
  for _, other in ipairs(self.breaks) do
    if other == point then found = other else kept[#kept + 1] = other end
  end
  self.breaks = kept
  return found
end

--- True if a run may stop at a breakpoint.
local function is_active(point)
  return point.enabled and not point.unread
end

breakpoints.is_active = is_active

--- True if some breakpoint is active; with `stopping`, one that does not only
--- run commands.
function breakpoints:has_breaks(stopping)
  for _, point in ipairs(self.breaks) do
    local stops = not stopping or not point.commands
    for _, line in ipairs(point.commands or {}) do
      stops = stops or line == "stop"
    end
    if stops and is_active(point) then return true end
  end
  return false
end

--- A breakpoint as it was typed.
function breakpoints.label_break(point)
  if point.kind == "watch" then return "watch " .. point.text end
  if point.kind == "if" then return point.text end
  if point.kind == "when" then return "when " .. point.text end
  if point.kind == "error" then return "on error" end
  if point.kind == "line" then
    return ("%s:%d%s"):format(point.file, point.line,
      point.text and " if " .. point.text or "")
  end
  return "on " .. point.event .. (point.text and " if " .. point.text or "")
end

-- ---- Events ---------------------------------------------------------------

local says = {}

function says.deal(event) return ("round %d is dealt"):format(event.round) end

function says.bid(event)
  if not event.card then return ("seat %d has bid"):format(event.seat) end
  return ("seat %d bids %s"):format(event.seat, event.card)
end

function says.reveal() return "the bids are revealed" end

says.change = show.change

function says.keep(event)
  return ("seat %d keeps the bids"):format(event.seat)
end

function says.play(event)
  return ("seat %d plays %s"):format(event.seat, event.card)
end

function says.pass(event) return ("seat %d passes"):format(event.seat) end

function says.answer(event)
  return event.answer ~= nil
    and ('seat %d answers "%s": %s'):format(event.seat, event.question,
      event.answer)
    or ('seat %d has answered "%s"'):format(event.seat, event.question)
end

function says.trick(event)
  return event.winner and ("seat %d wins the trick"):format(event.winner)
    or "nobody wins the trick"
end

function says.award(event)
  return ("%s awarded to seat %d"):format(event.award, event.taker)
end

function says.round(event)
  return ("%s %s the round"):format(show.sides(event.winners),
    #event.winners > 1 and "share" or "wins")
end

function says.game(event) return show.sides(event.winners) .. " won" end

--- The event of a kind of breakpoint among those of a step; nil if there is
--- none. A step has at most one of each kind.
function breakpoints.event_of(events, name)
  for _, event in ipairs(events) do
    if event.kind == name or name == "award" and event.kind == "trick"
      and event.award then
      return event
    end
  end
end

--- That of the last step, and its text.
local function matching(self, name)
  local event = breakpoints.event_of(self.events or {}, name)
  if event then return event, says[name](event) end
end

--- The reason why the data of a breakpoint, from a file, is not one; nil if it
--- is one.
function breakpoints.check_break(point)
  local on = point.kind == "on"
  local inside = point.kind == "line" or point.kind == "error"
  if inside and (point.event or point.commands) then
    return "expected no event and no commands"
  elseif point.kind == "error" then
    return point.text and "expected no text" or nil
  elseif inside then
    return not (point.file and point.line and point.path)
      and "expected a file, a line and a path" or nil
  elseif not on and point.kind ~= "if" and point.kind ~= "watch"
    and point.kind ~= "when" then
    return "expected the kind if, on, watch, when, line or error"
  elseif on and not (says[point.event] or point.event == "fault") then
    return "expected an event of `help break`"
  elseif not on and (point.event or not point.text) then
    return "expected a text and no event"
  end
end

-- ---- Stopping -------------------------------------------------------------

--- The value of a breakpoint's text: true and the value, or false and the
--- error. It cannot move the game.
local function evaluate(self, point)
  local before = rawget(self, "frozen")
  self.frozen = true
  local good, value = pcall(point.value)
  self.frozen = before
  if good then return true, value end
  return false, tree.plain(value)
end

--- The reason why the text of a breakpoint reads a hand that is hidden here;
--- nil if it does not. The text runs only where a person plays: elsewhere
--- nothing is hidden.
function breakpoints:refused_break(point)
  if not next(self.humans) then return nil end
  self.refused = nil
  local good, problem = evaluate(self, point)
  return self.refused
    or not good and problem:match ".*is hidden while a person plays.*" or nil
end

local met = {}

--- Those stop inside a decision.
function met.line() return false end
met.error = met.line

met["if"] = function(self, point)
  local good, value = evaluate(self, point)
  if good then return value and true end
  if aurum.sys.interrupted() then return false end -- by the user, no error
  point.failed = true
  return true, "error: " .. value
end

--- The second result says what matched.
function met.on(self, point, fault)
  local event, what
  if point.event == "fault" then
    if not fault then return false end
  else
    if not fault then event, what = matching(self, point.event) end
    if not event then return false end
  end
  if not point.text then return true, what end
  self.event = event
  local hit, problem = met["if"](self, point)
  self.event = nil
  return hit, problem or what
end

--- The value of a watched expression as text; an error is a value too.
local function watched(self, point)
  local good, value = evaluate(self, point)
  return good and value or "error: " .. value
end

function met.when(self, point)
  local before, hit, what = point.before, met["if"](self, point)
  point.before = hit and true or false
  return hit and (point.failed or not before), what
end

--- Reads the value of a watched expression, or of a condition that may become
--- true, before the next step.
local function read_before(self, point)
  if point.kind == "watch" then point.before = watched(self, point) end
  if point.kind == "when" then
    point.before = met["if"](self, point) and not point.failed
    point.failed = nil -- the step shows whether it raises again
  end
end

function met.watch(self, point)
  local before, value = point.before, watched(self, point)
  point.before = value
  return value ~= before, ("changed from %s to %s"):format(before, value)
end

--- Counts that a breakpoint was met. Returns true unless it is ignored.
local function count(point)
  point.hits = point.hits + 1
  if point.ignore == 0 then return true end
  point.ignore = point.ignore - 1
end

--- Disables a breakpoint whose condition raised: it would raise at the next
--- place, too. Returns what to say behind the error.
local function give_up(point)
  if not point.failed then return "" end
  point.failed, point.enabled = nil, false
  if point.temporary or point.id == 0 then return "" end
  return ("; it is disabled until `enable %d`"):format(point.id)
end

--- The first breakpoint that stops the game here, and a message. The commands
--- of others are run: `self.on_trace(point, message)` does so and returns true
--- to stop here.
function breakpoints:hit(fault)
  local found, text
  for _, point in ipairs(self.breaks) do
    local hit, what
    if is_active(point) then hit, what = met[point.kind](self, point, fault) end
    if aurum.sys.interrupted() then return nil end
    if hit and count(point) then
      local message = ("%d: %s%s%s"):format(point.id,
        breakpoints.label_break(point), what and ": " .. what or "",
        give_up(point))
      local stops = not point.commands or not self.on_trace
        or self.on_trace(point, message)
      if stops and not found then found, text = point, message end
    end
  end
  if found and found.temporary then self:remove_break(found) end
  return found, text
end

--- Prepares a run: reads the values of watched expressions before it.
function breakpoints:arm()
  self.event_breaks = false
  for _, point in ipairs(self.breaks) do
    if is_active(point) then
      if point.kind == "on" then self.event_breaks = true end
      read_before(self, point)
    end
  end
end

--- Notes that no breakpoint was met at the moves before this one, at which no
--- condition was evaluated.
function breakpoints:pass_breaks()
  for _, point in ipairs(self.breaks) do
    if point.kind == "when" then point.before = false end
  end
end

-- ---- Backward -------------------------------------------------------------

--- Moves to a node and reads what `hit` needs to know about the step to it.
local function stand_at(self, node)
  for _, point in ipairs(self.breaks) do
    local before = point.kind == "watch" or point.kind == "when"
    if before and is_active(point) then
      self:go(node.parent)
      read_before(self, point)
    end
  end
  self:go(node)
  self.events = self.live:events(true, self:viewer())
end

--- Goes back to the last place before this one where the game would have
--- stopped, or where `point`, which need not be in the list, would have stopped
--- it. Returns as `run`; it stays where it is if there is no such place.
function breakpoints:reverse(point)
  local here, all = self.at, self.breaks
  if point then self.breaks = { point } end
  local node, found, message = here.parent, nil, nil
  while node and node.parent and not found do
    stand_at(self, node)
    found, message = self:hit(false)
    if aurum.sys.interrupted() then break end
    node = node.parent
  end
  self.breaks = point and all or self.breaks
  if found and not aurum.sys.interrupted() then
    return nil, message, "break", found
  end
  self:go(here)
  if aurum.sys.interrupted() then return nil, "interrupted", "interrupted" end
  return nil, "no breakpoint is met before this place", "over"
end

return breakpoints
