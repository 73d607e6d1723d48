-- Marks: the moves of a walk that may meet a breakpoint, found by the worker
-- that plays them (repl/session/players.lua). The session need not look at the
-- other moves, and not at all at games without marks.
--
-- The worker evaluates conditions that read nothing but the game. It knows the
-- objects `state`, `view`, `seat(n)`, `trick` and `event` by their fields, and
-- `aurum.card`. A condition that reads anything else here raises. A condition
-- that raises marks the move: the session evaluates it again.
local aurum = require "aurum"
local breakpoints = require "aurum.repl.session.breakpoints"
local tree = require "aurum.repl.session.tree"
local views = require "aurum.repl.session.views"
local pretty = require "aurum.repl.show.pretty"
local marks = {}
marks.__index = marks

--- The names that a condition may read in the worker.
marks.names = { aurum = true, event = true, seat = true, state = true,
  trick = true, view = true }

--- The active breakpoints of a session as plain data; nil if the worker cannot
--- evaluate one of them.
function marks.points(session)
  local points = {}
  for _, point in ipairs(session.breaks) do
    if breakpoints.is_active(point) then
      if point.text and not (point.reads_game and point.reads_game()) then
        return nil
      end
      points[#points + 1] = { kind = point.kind, event = point.event,
        text = point.text }
    end
  end
  return points
end

-- ---- Objects --------------------------------------------------------------

local function refuse() error("only the session can evaluate this", 0) end

--- A value of a field; methods may do anything.
local function plain(value)
  if type(value) == "function" then refuse() end
  return value
end

--- An object whose fields get(key) reads anew.
local function object(get)
  return setmetatable({}, { __newindex = refuse, __metatable = false,
    __index = function(_, key) return plain(get(key)) end })
end

--- seat(n) of a state, with the bots at the table.
local function seat_of(state, bots)
  local rules, made = state.rules, {}
  local function make(n)
    local side, bot = rules.side_of[n], bots[n]
    local own = { seat = n, side = side, human = false,
      bot = bot and bot.spec or nil }
    return object(function(key)
      local get = views.of_seat[key]
      if get then return get(state, n, side) end
      if key == "hand" then return state.hands[n] end
      if own[key] == nil then refuse() end
      return own[key]
    end)
  end
  return function(n)
    views.check_seat(n, rules)
    made[n] = made[n] or make(n)
    return made[n]
  end
end

local function trick_of(state)
  return object(function(key)
    if key == "number" then return tree.trick_of(state) end
    if key ~= "leader" and key ~= "plays" then refuse() end
    return state.trick[key]
  end)
end

--- The globals of conditions about a state.
local function globals(state, bots)
  return setmetatable({
    aurum = object(function(key)
      if key ~= "card" then refuse() end
      return setmetatable({}, { __call = function(_, text)
        return aurum.card(text)
      end })
    end),
    seat = seat_of(state, bots), trick = trick_of(state),
    state = object(function(key) return state[key] end),
    view = object(function(key) return state:view(state.turn or 1)[key] end),
  }, { __index = refuse, __newindex = refuse })
end

-- ---- Events ---------------------------------------------------------------

--- True if a move of the kind `word` may have ended a trick. The next play is
--- then the first of its trick, or there is none.
local function may_end_trick(word, state)
  local place = (word == "play" or word == "pass") and state.place
  return place ~= false and not (place and place:find "%.[2-9]$")
end

-- True if a move may have events of a kind. Others are those of its own.
local may_have = {
  reveal = function(word) return word == "bid" end,
  trick = may_end_trick, award = may_end_trick,
  round = function(_, state) return state.turn == nil end,
  game = function(_, state) return state.phase == "over" end,
}

--- The event of a kind among those of the move that was made; nil if there is
--- none. Its events are not read if there can be none: that replays the round.
local function event_of(self, kind)
  local may = may_have[kind]
  if may and not may(self.word, self.state) or not may and kind ~= self.word
  then return nil end
  self.events = self.events or self.state:events(true)
  return breakpoints.event_of(self.events, kind)
end

-- ---- Conditions -----------------------------------------------------------
-- Each returns a function that is true where the breakpoint may be met.

local may_meet = {}

may_meet["if"] = function(_, value)
  return function()
    local good, result = pcall(value)
    return not good or result
  end
end

may_meet.when = may_meet["if"]

function may_meet.on(self, value, point)
  if point.event == "fault" then return function() return false end end
  local holds = value and may_meet["if"](self, value)
  return function()
    local event = event_of(self, point.event)
    if not event or not holds then return event end
    rawset(self.env, "event", event)
    local met = holds()
    rawset(self.env, "event", nil)
    return met
  end
end

function may_meet.watch(_, value)
  local before
  local function changes()
    local good, result = pcall(value)
    if not good or type(result) == "table" then return true end
    local text = pretty.text(result)
    local changed = text ~= before
    before = text
    return changed
  end
  changes()
  return changes
end

--- Marks of a game from where it stands, for breakpoints as plain data.
function marks.new(points, game, bots)
  local self = setmetatable({ state = game.state, n = 0, list = {},
    tests = {}, env = globals(game.state, bots) }, marks)
  for i, point in ipairs(points) do
    local value = point.text
      and assert(load("return " .. point.text, "=condition", "t", self.env))
    self.tests[i] = may_meet[point.kind](self, value, point)
  end
  return self
end

--- Looks at the move that was made, whose text is given.
function marks:look(text)
  self.n, self.word, self.events = self.n + 1, text:match "^%l+", nil
  local met = false
  for _, test in ipairs(self.tests) do -- all: a watched value is kept
    if test() then met = true end
  end
  if met then self.list[#self.list + 1] = self.n end
end

return marks
