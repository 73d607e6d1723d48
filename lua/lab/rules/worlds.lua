-- A blind enumerator: all worlds that agree with what one seat was told.
--
-- The core keeps, for each seat, a summary of what the seat knows, and draws
-- worlds from it (`view:sample`). A summary can forget something, or be wrong.
-- This file finds the same worlds without one, slowly and in the plainest way:
--
--   1. List every deal that the seat may have been dealt into: its own hand is
--      what it is, and the other cards lie anywhere.
--   2. For each event that the seat observes, do in every world what was done.
--      If the seat does not see which card was bid or which answer was given,
--      do each legal action: one world becomes several.
--   3. Keep the worlds in which that was legal, and in which the seat observes
--      exactly the same.
--
-- The rest are the worlds of all histories that agree with the seat's own.
-- Several histories may lead to one placement of the cards. It counts once.
--
-- The enumerator is blind: it gets the deal event, the later events and the
-- public facts that any bot is shown, and never the state of the game. It asks
-- states for their rules (what is legal, what follows), since those are not in
-- question. It never reads what the core says about knowledge: `known`,
-- `unseen`, samples.
--
-- All of this needs small deals: three cards a hand for four players have 1,680
-- deals, the real twelve some 10^16. lua/lab/rules/blind.lua makes such games.
local worlds = {}
worlds.__index = worlds

-- ---- Placements ---------------------------------------------------------

--- The placement of a state's hidden cards, as a text: equal texts, equal
--- placements. It has the hands, the bids, which of them lie face down, and the
--- extras. Everything else is public.
function worlds.placement(state)
  local parts, n = {}, state.rules.players
  local hands, bids, down = state.hands, state.bids, state.down
  for seat = 1, n do
    parts[seat] = hands[seat].bits
    parts[n + seat] = (down[seat] and "-" or "") .. tostring(bids[seat])
  end
  parts[2 * n + 1] = state.extras.bits
  return table.concat(parts, " ")
end

--- The places of a state's hidden cards, for people: a table from the card to
--- "the hand of seat 2", "the bid of seat 2" or "the extras".
function worlds.places(state)
  local at = {}
  for seat = 1, state.rules.players do
    for card in state.hands[seat]:each() do
      at[card] = "the hand of seat " .. seat
    end
    local bid = state.bids[seat]
    if bid then
      at[bid] = (state.down[seat] and "the face-down bid of seat "
        or "the bid of seat ") .. seat
    end
  end
  for card in state.extras:each() do at[card] = "the extras" end
  return at
end

-- ---- Step 1: every deal -------------------------------------------------

--- The number of ways to lay `n` cards into places with this much room.
local function ways(room)
  local n, count = 0, 1.0
  for _, most in ipairs(room) do
    for i = 1, most do
      n = n + 1
      count = count * n / i
    end
  end
  return math.floor(count + 0.5)
end

--- Call `visit` with each way to lay cards into places: with a list of cards by
--- place, which changes after the call.
local function each_way(cards, room, visit)
  local laid = {}
  for place = 1, #room do laid[place] = {} end
  local function lay(i)
    if i > #cards then return visit(laid) end
    for place, most in ipairs(room) do
      local there = laid[place]
      if #there < most then
        there[#there + 1] = cards[i]
        lay(i + 1)
        there[#there] = nil
      end
    end
  end
  lay(1)
end

--- The cards whose place the deal does not show to a seat; the other seats and,
--- as the last place, the extras if they lie face down, with their room.
local function hidden_by(rules, seat, deal, sizes)
  local cards, seats, room = {}, {}, {}
  for card in (rules.deck - deal.hands[seat] - deal.extras):each() do
    cards[#cards + 1] = card
  end
  local left = #cards
  for other = 1, rules.players do
    if other ~= seat then
      seats[#seats + 1] = other
      room[#room + 1] = sizes[other]
      left = left - sizes[other]
    end
  end
  room[#room + 1] = left -- 0 if the extras lie face up
  return cards, seats, room
end

--- True if two values of events are the same. Cards, sets and piles compare
--- their contents.
local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

--- Begin with the worlds of a deal. `options`:
---   before     the state before the deal
---   seat       the seat that is told
---   events     what it observes of the deal
---   sizes      the number of cards in each hand
---   choices    true if the rules may ask for what other seats know
---   most       worlds to keep, at most
---   most_work  steps of worlds to do, at most
--- Returns nil and the number of deals if there are more than `most`.
function worlds.new(options)
  local seat, deal = options.seat, options.events[1]
  local self = setmetatable({ seat = seat, list = {}, waiting = {},
    choices = options.choices, most = options.most, most_work =
    options.most_work, work = 0 }, worlds)
  local cards, seats, room = hidden_by(options.before.rules, seat, deal,
    options.sizes)
  local count = ways(room)
  if count > options.most then return nil, count end
  each_way(cards, room, function(laid)
    local hands = { [seat] = deal.hands[seat] }
    for i, other in ipairs(seats) do hands[other] = laid[i] end
    local state = options.before:clone():deal { first = deal.first,
      hands = hands, gold = deal.gold }
    if same(state:events(true, seat), options.events) then
      self.list[#self.list + 1] = state
    end
  end)
  self.work = count
  return self
end

-- ---- Steps 2 and 3: what the seat observes ------------------------------

--- The text of the action that an event tells of; nil if the event hides it.
local function action_of(event)
  local kind = event.kind
  if kind == "bid" then
    return event.card and (event.down and "bid -" or "bid ") .. event.card
  elseif kind == "answer" then
    return event.answer ~= nil and ("answer %s %s"):format(event.question,
      tostring(event.answer)) or nil
  elseif kind == "change" then
    return ("change %s %s of %d"):format(event.gold, event.card, event.of)
  elseif kind == "play" then
    return "play " .. event.card
  end
  return kind -- keep, pass
end

local closing = { bid = "reveal", answer = "answers" }

--- True if the seats of the event answer or bid at once and some have yet to.
--- Their answers take effect in each world only after the last one: that saves
--- memory, since few worlds of many agree with the end of the step.
local function is_open(self, events)
  local first = events[1]
  local last = closing[first.kind]
  for _, event in ipairs(events) do
    if not last or event.kind == last then return false end
  end
  return self.waiting[1] ~= nil or not action_of(first) and not first.down
end

--- Call `visit` with each state that `state` may become by the events that
--- wait, from the i-th on, until a call returns true. Changes `state`.
local function each_future(self, state, i, visit)
  local events = self.waiting[i]
  if not events then return visit(state) end
  self.work = self.work + 1
  if state.turn ~= events[1].seat then return false end
  local told = action_of(events[1])
  if told then
    return state:why(told)
      and same(state:apply(told):events(true, self.seat), events)
      and each_future(self, state, i + 1, visit)
  end
  for _, action in ipairs(state:legal()) do
    local next_state = state:clone():apply(action)
    if same(next_state:events(true, self.seat), events)
      and each_future(self, next_state, i + 1, visit) then
      return true
    end
  end
  return false
end

--- A function that adds a state to `list`, unless it has one with this
--- placement: several histories lead to it. With `choices` it adds states that
--- differ in what other seats know of each other: a question may ask for that,
--- so their futures may differ.
local function joiner(list, choices)
  local found = {}
  return function(state)
    local placement = worlds.placement(state)
    local alike = found[placement] or {}
    for _, other in ipairs(alike) do
      if not choices or other == state then return end
    end
    alike[#alike + 1], found[placement] = state, alike
    list[#list + 1] = state
  end
end

--- Go on by what the seat observes of one action: the event of the action and
--- those that follow from it. Returns false if no world agrees with that; false
--- and true if it takes too long, or if more than `most` worlds do.
function worlds:step(events)
  local open = is_open(self, events)
  table.insert(self.waiting, events)
  if open then return true end
  local list, after = self.list, {}
  local add = joiner(after, self.choices)
  for _, state in ipairs(list) do
    each_future(self, state, 1, add)
    if self.work > self.most_work or #after > self.most then
      return false, true
    end
  end
  self.list, self.waiting = after, {}
  return #after > 0
end

--- The public facts that a view or a state shows beside the events.
local function public(shown, sizes)
  return { phase = shown.phase, turn = shown.turn, trump = shown.trump,
    times = shown.times, vars = shown.vars, sizes = sizes }
end

--- The worlds of now, by placement: a table from placements to states, and
--- their number. Worlds that show other public facts than the seat's view are
--- not among them. nil if there are more than `most`.
function worlds:now(view, most)
  local by_placement, n = {}, 0
  local facts = public(view, view.hand_n)
  local answering = self.waiting[1] and self.waiting[1][1].kind == "answer"
  local function add(state)
    local sizes = {}
    for seat, hand in ipairs(state.hands) do sizes[seat] = #hand end
    if not same(public(state, sizes), facts) then return false end
    local placement = worlds.placement(state)
    if not by_placement[placement] then n = n + 1 end
    by_placement[placement] = state
    return answering or n > most -- no card moves before all have answered
  end
  if #self.list > most then return nil end -- each has at least one placement
  for _, state in ipairs(self.list) do
    each_future(self, state:clone(), 1, add)
    if n > most then return nil end
  end
  return by_placement, n
end

return worlds
