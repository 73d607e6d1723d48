-- Views of a session for Lua as typed: the view of the person who plays, the
-- fields of seat(n) and of trick, and the globals. Each function is a method of
-- the session.
local seen_session = require "aurum.repl.session.seen_session"
local tree = require "aurum.repl.session.tree"
local hint = require "aurum.text.hint"
local views = {}

--- The seat whose view is shown: the seat of the person on turn, else of the
--- first person; nil if no person plays, so that all hands are open.
function views:viewer()
  if not next(self.humans) then return nil end
  local turn = self.live.turn
  if turn and self.humans[turn] then return turn end
  for seat = 1, self.root.rules.players do
    if self.humans[seat] then return seat end
  end
end

--- The state for Lua as typed; while a person plays, the view of that seat.
function views:seen()
  local seat = self:viewer()
  return seat and self.live:view(seat) or self.state
end

--- Raises since the hand of seat n is hidden from the viewer.
local function refuse_hand(self, n, viewer)
  self.refused = ("the hand of seat %d is hidden while a person plays at seat "
    .. "%d; state.known[%d] has the cards known to be there, state.hand_n[%d] "
    .. "their number"):format(n, viewer, n, n)
  error(self.refused, 0)
end

-- The fields of seat(n) and of trick, for conditions.
local fields = {
  seat = { "seat", "side", "hand", "gold", "card", "bid", "taken", "need",
    "points", "nuggets", "on_turn", "human", "bot", "self" },
  trick = { "number", "leader", "plays" } }

--- The message for a field that an object, "seat" or "trick", has not; nil if
--- it has it. `as` is how the object was typed.
function views.no_field(object, key, as)
  for _, name in ipairs(fields[object]) do
    if name == key then return nil end
  end
  return ("%s has no field '%s'%s"):format(as, tostring(key),
    hint.near(tostring(key), fields[object], "; its fields are "
      .. table.concat(fields[object], ", ")))
end

--- Raises if an object has no field of this name.
local function check_field(object, key, as)
  local problem = views.no_field(object, key, as)
  if problem then error(problem, 0) end
end

--- Fields of seat n, whose side is `side`, from the state or a view of it.
views.of_seat = {
  gold = function(state, n) return state.gold[n] end,
  card = function(state, n) return state.bids[n] end,
  bid = function(state, _, side) return state.bid[side] end,
  taken = function(state, _, side) return state.taken[side] end,
  need = function(state, _, side) return state.need[side] end,
  points = function(state, _, side) return state.points[side] end,
  nuggets = function(state, _, side) return state.nuggets[side] end,
  on_turn = function(state, n) return state.turn == n end,
}

--- Raises unless n is the number of a seat.
function views.check_seat(n, rules)
  if math.type(n) ~= "integer" or n < 1 or n > rules.players then
    error(("seat: expected a seat from 1 to %d, got %s"):format(rules.players,
      tostring(n)), 3)
  end
end

--- The cards and counts of seat n, for conditions: seat(2).gold:has "G7". Its
--- `self` is fetched from the bot when it is read. Its `hand` raises if it is
--- hidden: then `refused` has the reason.
function views:seat(n)
  local state, viewer = self:seen(), self:viewer()
  views.check_seat(n, state.rules)
  local side = state.rules.side_of[n]
  local hand
  if not viewer then
    hand = state.hands[n]
  elseif n == viewer then
    hand = state.hand
  elseif #state.known[n] == state.hand_n[n] then
    hand = state.known[n]
  end
  local own = { seat = n, side = side, hand = hand,
    human = self.humans[n] or false,
    bot = self.bots[n] and self.bots[n].spec or nil }
  for key, get in pairs(views.of_seat) do own[key] = get(state, n, side) end
  return setmetatable(own, { __index = function(_, key)
    if key == "self" then return self:own_of(n) end
    if key == "hand" then refuse_hand(self, n, viewer) end
    check_field("seat", key, ("seat(%d)"):format(n))
  end })
end

--- The open trick, for conditions: trick.number == 5.
function views:trick()
  local open = self.live.trick
  return setmetatable({ number = tree.trick_of(self.live), leader = open.leader,
    plays = open.plays }, { __index = function(_, key)
      check_field("trick", key, "trick")
    end })
end

-- The globals of Lua as typed. Each is made anew when it is read.
views.globals = {
  session = function(self)
    return self:viewer() and seen_session.of(self) or self
  end,
  state = views.seen,
  view = function(self)
    local seat = self:viewer() or self.live.turn
    return self.live:view(seat or 1)
  end,
  seat = function(self) return function(n) return self:seat(n) end end,
  trick = function(self) return self:trick() end,
  event = function(self) return self.event end,
}

return views
