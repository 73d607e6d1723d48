-- Worlds after secret moves late in a round, held against the truth of the
-- rules. Five rules let each seat give only certain cards away. A sampled world
-- is possible if some answers, all allowed then, lead from a deal to it, with
-- all that the seat was told. That is searched here back from now to the deal,
-- by code that the core does not use. secret_spec.lua and
-- tests/secret_worlds.lua run it.
local aurum = require "aurum"
local helper = require "helper"
local secret = {}

-- Rules ----------------------------------------------------------------------

--- The questions of each rule. All seats give `cards` cards to the seat `to`
--- places on, until `upto` tricks are finished. They choose from their `most`
--- first or last cards by suit and rank, their longest suit, or their whole
--- hand. `shown`: seat 1 shows its cards to all. `told`: a number tells all the
--- suit of its first one.
secret.rules = {
  left = { players = 4,
    { name = "left", when = "before_trick", cards = 1, to = 1, upto = 5,
      from = "first", most = 4 } },
  partner = { players = 4,
    { name = "partner", when = "after_trick", cards = 1, to = 2, upto = 6,
      from = "longest" } },
  several = { players = 4,
    { name = "three", when = "bids", cards = 3, to = 1, upto = 0,
      from = "first", most = 5 },
    { name = "right", when = "after_trick", cards = 1, to = 3, upto = 4,
      from = "longest" } },
  shown = { players = 4,
    { name = "shown", when = "before_trick", cards = 1, to = 1, upto = 3,
      from = "last", most = 5, shown = true },
    { name = "later", when = "after_trick", cards = 1, to = 1, upto = 2,
      from = "whole" } },
  told = { players = 3,
    { name = "two", when = "before_trick", cards = 2, to = 1, upto = 4,
      from = "first", most = 6, told = true },
    { name = "long", when = "after_trick", cards = 1, to = 2, upto = 4,
      from = "longest" } },
}
secret.names = { "left", "partner", "several", "shown", "told" }

local head = [[
local offer = {}
function offer.whole(hand) return hand end
function offer.first(hand, most)
  local cards = {}
  for card in hand:each() do
    if #cards < most then cards[#cards + 1] = card end
  end
  return aurum.set(cards)
end
function offer.last(hand, most)
  return hand - offer.first(hand, math.max(#hand - most, 0))
end
function offer.longest(hand, _, suits)
  local best = aurum.set {}
  for suit in suits:gmatch "." do
    local own = {}
    for card in hand:each() do
      if card.suit == suit then own[#own + 1] = card end
    end
    if #own > #best then best = aurum.set(own) end
  end
  return best
end
]]

--- A question. $KEY stands for the value of that key.
local question_text = [[
{ name = "$name", when = "$when", cards = $cards, secret = true,
  next = function(s)
    if s.vars.$name > s.finished or s.finished > $upto then return nil end
    local seats = {}
    for seat = 1, s.rules.players do seats[seat] = seat end
    return seats
  end,
  choices = function(s) return offer.$from(s.hand, $most, s.rules.suits) end,
  default = function(s)
    return offer.first(offer.$from(s.hand, $most, s.rules.suits), $cards)
  end,
  done = function(s, answers)
    s.vars.$name = s.finished + 1
    if $told then
      local first = offer.first(answers[1], 1):lowest()
      s.vars.told = s.rules.suits:find(first.suit, 1, true)
    end
    for seat = 1, s.rules.players do
      if $shown and seat == 1 then s:show(answers[1], 1, "all") end
      s:move(answers[seat], seat, (seat + $to - 1) % s.rules.players + 1)
    end
  end },
]]

--- The rules of that name, read from a file in a temporary folder.
function secret.variant(name)
  local rule, parts = secret.rules[name], { head }
  local vars = { "told = 'round'" }
  for _, q in ipairs(rule) do
    vars[#vars + 1] = q.name .. " = 'round'"
  end
  parts[#parts + 1] = ("return { name = '%s', api = 2, vars = { %s },")
    :format(name, table.concat(vars, ", ")) .. " questions = {\n"
  for _, q in ipairs(rule) do
    parts[#parts + 1] = question_text:gsub("%$(%l+)", function(key)
      return tostring(q[key] or key == "most" and 0 or false)
    end)
  end
  parts[#parts + 1] = "} }\n"
  local path = helper.write(helper.folder() .. "/" .. name .. ".lua",
    table.concat(parts))
  return aurum.variant("standard+" .. path, rule.players)
end

-- Sets of cards as bits ------------------------------------------------------

local function count(bits)
  local n = 0
  while bits ~= 0 do bits, n = bits & bits - 1, n + 1 end
  return n
end

local offer = {}

function offer.whole(hand) return hand end

function offer.first(hand, q)
  local left = hand
  for _ = 1, q.most do left = left & left - 1 end
  return hand & ~left
end

function offer.last(hand, q)
  for _ = 1, count(hand) - q.most do hand = hand & hand - 1 end
  return hand
end

function offer.longest(hand, _, suits)
  local best, most = 0, 0
  for _, suit in ipairs(suits) do
    local n = count(hand & suit)
    if n > most then best, most = hand & suit, n end
  end
  return best
end

--- Calls each(set) for each set of `n` of these cards, until it returns true.
local function subsets(bits, n, each, chosen)
  chosen = chosen or 0
  if n == 0 then return each(chosen) end
  while bits ~= 0 do
    local low = bits & -bits
    bits = bits ~ low
    if subsets(bits, n - 1, each, chosen | low) then return true end
  end
  return false
end

local function suits_of(rules)
  local suits = {}
  for letter in rules.suits:gmatch "." do
    local cards = {}
    for rank = rules.ranks[1], rules.ranks[2] do
      cards[#cards + 1] = letter .. rank
    end
    suits[#suits + 1] = aurum.set(cards).bits
  end
  return suits
end

local function bits_of(card) return aurum.set({ card }).bits end

-- What a seat was told -------------------------------------------------------

--- The seats of a step: each after the one that gives to it, where that is
--- another. `closes` is the seat that got cards from the last one of a circle.
local function circle(q, players, seat)
  local order, seen = {}, {}
  for i = 0, players - 1 do
    local first = (seat + i - 1) % players + 1
    local now, last = first, nil
    while not seen[now] do
      seen[now] = true
      local to = (now + q.to - 1) % players + 1
      last = { seat = now, to = to, first = now == first }
      order[#order + 1], now = last, to
    end
    if last then last.closes = first end
  end
  return order
end

local function step_told(self, event)
  local question
  for _, q in ipairs(self.rule) do
    if q.name == event.question then question = q end
  end
  local step = { q = question, given = {},
    order = circle(question, self.players, self.seat) }
  for _, one in ipairs(step.order) do
    local answer = event.answers[one.seat]
    local cards = question.cards == 1 and bits_of(answer) or
      aurum.set(answer).bits
    if one.seat == self.seat or one.to == self.seat or
      (question.shown and one.seat == 1) then
      step.given[one.seat] = cards
    end
    if question.told and one.seat == 1 then
      for _, suit in ipairs(self.suits) do
        if suit & cards & -cards ~= 0 then step.suit = suit end
      end
    end
  end
  return step
end

--- What `seat` was told in the round of a state, whose true cards are open to
--- us.
function secret.told(name, state, seat)
  local self = { rule = secret.rules[name], players = #state.hands, seat = seat,
    suits = suits_of(state.rules) }
  for _, event in ipairs(state:events()) do
    if event.kind == "bid" or event.kind == "play" and not event.card.gold then
      self[#self + 1] = { seat = event.seat, card = bits_of(event.card) }
    elseif event.kind == "change" then
      self[#self + 1] = { seat = event.seat, card = bits_of(event.card),
        back = bits_of(event.returned) }
    elseif event.kind == "answers" then
      self[#self + 1] = step_told(self, event)
    end
  end
  return self
end

-- A history that leads to a world --------------------------------------------

local possible

--- True if a seat may have given what it gave, and so had this hand before.
local function gave(self, step, hands, given, seat, from)
  local had = hands[seat] & ~given[from] | given[seat]
  return given[seat] & ~offer[step.q.from](had, step.q, self.suits) == 0
end

--- Let the seats from number `k` of a step give cards, in all ways.
local function give(self, i, hands, given, k)
  local step = self[i]
  local one, from = step.order[k], step.order[k - 1]
  if not one then
    local before = {}
    for _, other in ipairs(step.order) do
      before[other.to] = hands[other.to] & ~given[other.seat]
    end
    for seat, cards in pairs(given) do before[seat] = before[seat] | cards end
    return possible(self, i - 1, before)
  end
  local function try(cards)
    self.left = self.left - 1
    if self.left < 0 then return false end
    given[one.seat] = cards
    local good = (one.first or
        gave(self, step, hands, given, one.seat, from.seat))
      and (not one.closes or
        gave(self, step, hands, given, one.closes, one.seat))
      and (not step.suit or one.seat ~= 1 or step.suit & cards & -cards ~= 0)
    return good and give(self, i, hands, given, k + 1)
  end
  local known = step.given[one.seat]
  if known then
    return known & ~hands[one.to] == 0 and try(known)
  end
  return subsets(hands[one.to], step.q.cards, try)
end

--- True if a history leads to these hands after the first `i` entries told.
function possible(self, i, hands)
  local entry = self[i]
  if not entry then return true end
  if entry.q then
    local key = i .. ":" .. table.concat(hands, ":")
    if self.dead[key] then return false end
    local found = give(self, i, hands, {}, 1)
    if not found and self.left >= 0 then self.dead[key] = true end
    return found
  end
  local before = { table.unpack(hands) }
  if entry.back then
    if before[entry.seat] & entry.back == 0 then return false end
    before[entry.seat] = before[entry.seat] & ~entry.back
  end
  before[entry.seat] = before[entry.seat] | entry.card
  return possible(self, i - 1, before)
end

--- True if a history leads to these hands, lists of cards or sets; nil if
--- `most` ways did not show it.
function secret.possible(told, hands, most)
  local now = {}
  for seat, hand in ipairs(hands) do now[seat] = hand.bits end
  told.dead, told.left = told.dead or {}, most
  local found = possible(told, #told, now)
  if not found and told.left < 0 then return nil end
  return found
end

-- Views and their worlds -----------------------------------------------------

--- The hands with two random cards exchanged, of seats that the view is not of;
--- nil if fewer than two of them have cards.
local function altered(hands, seat, roll)
  local others, out = {}, { table.unpack(hands) }
  for other in ipairs(hands) do
    if other ~= seat and #hands[other] > 0 then others[#others + 1] = other end
  end
  if #others < 2 then return nil end
  local a = table.remove(others, roll(#others))
  local b = table.remove(others, roll(#others))
  local function any(hand)
    local list = {}
    for card in hand:each() do list[#list + 1] = card end
    return aurum.set { list[roll(#list)] }
  end
  local x, y = any(hands[a]), any(hands[b])
  out[a], out[b] = hands[a] - x | y, hands[b] - y | x
  return out
end

local function check_view(state, name, seat, each, sum, roll, alter)
  local most = 20000000
  local told = secret.told(name, state, seat)
  local start = os.clock()
  local list = state:view(seat):sample(each, nil,
    ("%s %d"):format(name, sum.views))
  sum.seconds = sum.seconds + os.clock() - start
  sum.views = sum.views + 1
  sum.wrong = sum.wrong +
    (secret.possible(told, state.hands, most) == false and 1 or 0)
  if not list then
    sum.none = sum.none + 1
    return
  end
  for i, world in ipairs(list) do
    local found = secret.possible(told, world.hands, most)
    sum.worlds = sum.worlds + 1
    sum.impossible = sum.impossible + (found == false and 1 or 0)
    sum.unsure = sum.unsure + (found == nil and 1 or 0)
    local other = i <= alter and altered(world.hands, seat, roll)
    if other then
      found = secret.possible(told, other, most)
      sum.altered = sum.altered + 1
      sum.refused = sum.refused + (found == false and 1 or 0)
    end
  end
end

--- Draw `worlds` worlds under a rule, `each` for a view, in random games that
--- the seed numbers; `alter` of the worlds of a view, or 1, are then altered.
--- Returns counts: `worlds`, the `impossible` of them, those of which we are
--- `unsure`; `views`, those with `none`; the `seconds` that sampling took;
--- `altered` worlds and those `refused`; and true deals that we say are
--- `wrong`.
function secret.check(name, worlds, each, seed, alter)
  local rules, roll = secret.variant(name), helper.dice(seed)
  local sum = { worlds = 0, impossible = 0, unsure = 0, views = 0, none = 0,
    seconds = 0.0, altered = 0, refused = 0, wrong = 0 }
  for game = 1, math.huge do
    local state = aurum.state(rules):deal(("%s %d %d"):format(name, seed, game))
    while state.phase ~= "deal" do
      if sum.worlds >= worlds then return sum end
      if #state.tricks >= 1 and state.phase ~= "ask" and roll(6) == 1 then
        check_view(state, name, roll(#state.hands), each, sum, roll, alter or 1)
      end
      state:apply(helper.choose(state:legal(), roll))
    end
  end
end

return secret
