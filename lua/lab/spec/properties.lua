-- Properties of a bot: a check of its answers at random views, and the search
-- for the smallest view at which it fails.
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"
local failures = require "aurum.lab.spec.failures"
local hint = require "aurum.text.hint"
local properties = {}

local batch = 10 -- views of a request
local most_views = 100000
local most_asks = 200 -- of the bot, in search of a smaller view
local branches = 8 -- random plays from the failing view on

--- The legal action of a state whose text is given.
function properties.action(state, text)
  for _, action in ipairs(state:legal()) do
    if tostring(action) == text then return action end
  end
end

--- The reason why a check fails with a reply at a state, nil if it holds; and
--- where it fails, so that a smaller view is of the same failure.
local function failure(self, check, state, reply)
  if reply.fault then
    return "the bot is at fault: " .. reply.fault, "fault"
  end
  local view = state:view(state.turn)
  local good, result = xpcall(check, failures.handler(self.chunk), view,
    properties.action(state, reply.answer))
  if not good then
    return ("line %s: %s"):format(result.line or "?", result.message),
      result.line
  end
  if result == false then return "the property returned false", "false" end
end

-- ---- Smaller views ---------------------------------------------------------

--- How large a failing view is: cards in the hand, then gold, then the tricks
--- that were not yet played.
local function size(state)
  local gold = 0
  for _, pile in ipairs(state.gold) do gold = gold + #pile end
  return #state.hands[state.turn] * 10000 + gold * 100
    + 99 - math.min(state.trick.number, 99)
end

--- A state with some fields set by hand, at the decision of the same seat and
--- kind; nil if there is none.
local function changed(state, setup)
  local seat, kind = state.turn, state.deciding
  local good, new = pcall(function() return state:clone():set(setup) end)
  if not good then return nil end
  while new.phase == "change" and (kind ~= "change" or new.turn ~= seat) do
    new:apply "keep"
  end
  if new.turn ~= seat or new.deciding ~= kind then return nil end
  return #new:legal() > 0 and new or nil
end

--- An iterator over states that lack some cards: a card of the hand and one of
--- each other hand, or the gold of a seat.
local function smaller(state)
  local list, hands, seat = {}, state.hands, state.turn
  for card in hands[seat]:each() do
    local less = {}
    for other, hand in ipairs(hands) do
      less[other] = hand - aurum.set(other == seat and card
        or hand:lowest() or "")
    end
    list[#list + 1] = { hands = less }
  end
  for other, pile in ipairs(state.gold) do
    if #pile > 0 then list[#list + 1] = { gold = { [other] = "" } } end
  end
  local i = 0
  return function()
    while list[i + 1] do
      i = i + 1
      local new = changed(state, list[i])
      if new then return new end
    end
  end
end

--- The smallest failing state that is found, and why it fails there.
local function shrink(self, check, found)
  local state, message = found.state, found.message
  local left, started = most_asks, aurum.sys.clock()
  local function try(candidate)
    if left == 0 or size(candidate) >= size(state) then return false end
    if aurum.sys.clock() - started > self.limit / 3 then left = 1 end
    left = left - 1
    local why, where = failure(self, check, candidate, self:decide(candidate))
    if not why or where ~= found.where then return false end
    state, message = candidate, why
    return true
  end
  for _, token in ipairs(self:later(state, self.seed, branches)) do
    try(aurum.load_position(token, state.rules))
  end
  local again = true
  while again do
    again = false
    for candidate in smaller(state) do
      if try(candidate) then
        again = true
        break
      end
    end
  end
  return state, message
end

-- ---- A property -----------------------------------------------------------

local known = { "variant", "players", "ask", "seed" }
local kinds = { "play", "bid", "change", "answer" }

local function wrong(form, ...) failures.raise("error", form:format(...)) end

--- The options with their rules and kind.
local function read(self, n, check, options)
  if math.type(n) ~= "integer" or n < 1 or n > most_views then
    wrong("for_views: expected a number of views from 1 to %d, got %s",
      most_views, tostring(n))
  elseif type(check) ~= "function" then
    wrong("for_views: expected a function of view and answer, got a %s",
      type(check))
  end
  options = options or {}
  for key in pairs(options) do
    local is_known = false
    for _, name in ipairs(known) do is_known = is_known or name == key end
    if not is_known then
      wrong("for_views: there is no option '%s'%s", tostring(key),
        hint.near(key, known))
    end
  end
  local kind = options.ask
  for _, name in ipairs(kinds) do
    if kind == name then kind = nil end
  end
  if kind ~= nil then
    wrong("for_views: ask: expected play, bid, change or answer, got '%s'%s",
      tostring(kind), hint.near(kind, kinds))
  end
  local rules, message = options.variant or "standard", nil
  if type(rules) ~= "userdata" then
    rules, message = aurum.variant(rules, options.players)
  end
  if not rules then wrong("for_views: %s", tostring(message)) end
  return rules, options.ask, tostring(options.seed or self.seed)
end

--- Fail at view `i`, after the search for a smaller one.
local function report(self, check, found, n)
  local before = #found.state.hands[found.state.turn]
  local state, message = shrink(self, check, found)
  local view = state:view(state.turn)
  local cards = #state.hands[state.turn]
  failures.raise("fail", ("view %d of %d, seed %s: %s"):format(found.i, n,
    found.seed, message), {
    cards < before and ("shrunk from %d cards in hand to %d"):format(before,
      cards) or ("%d cards in hand; no smaller view fails"):format(cards),
    ("at %s; hand %s"):format(decisions.place(state), tostring(view.hand)),
    state:position() })
end

--- Check the bot's answers at `n` random views: check(view, answer) raises or
--- returns false if one is wrong.
function properties.check(self, n, check, options)
  local rules, kind, seed = read(self, n, check, options)
  self:tell(("%d random views, seed %s"):format(n, seed))
  local seen = 0
  for from = 1, n, batch do
    local to = math.min(from + batch - 1, n)
    for i, reply in ipairs(self:views(rules, from, to, seed, kind)) do
      self:hear(reply)
      if reply.token then
        seen = seen + 1
        local state = assert(aurum.load_position(reply.token, rules))
        local message, where = failure(self, check, state, reply)
        if message then
          report(self, check, { state = state, message = message,
            where = where, seed = seed, i = from + i - 1 }, n)
        end
      end
    end
  end
  if seen == 0 then
    wrong("for_views: no round of %d asks for this: %s", n, kind or "a choice")
  end
end

return properties
