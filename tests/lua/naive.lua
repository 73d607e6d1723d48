-- A second implementation of Aurum's rules, naive, slow and plain. It is the
-- oracle with which the core is compared, on random games and on records.
--
-- It is written from RULES.md alone, never from the core or the variants, so
-- that a mistake would have to be made twice to go unseen. A card is its name
-- ("Z7", "G0"), and a pile of cards is a list of names in no particular
-- order. Seats and sides count from 1. A change of a rule here must cite its
-- number. Nothing here is done for speed.
--
-- It leaves out the random deal (the caller gives the deals), views (RULES
-- 10), and variants with hooks. It knows the four bundled variants that ask
-- questions, by the sentences at the head of their files.
--
--   local g = naive.new("de-2024+cumulative", 4)
--   local g = naive.new("any name", 5, {hand = 9, follow = "must"})
--   g:deal{first = 2, hands = {{"B1", ...}, ...}, extras = {"C7", "S2"}}
--   g:legal()            --> sorted list of action texts
--   g:apply("bid C5")    --> true, or nil and a message
--   naive.verify(record) --> list of differences, empty if all agrees
--
-- Fields of a game:
--   variant players     as given
--   rules               every knob by its name
--   sides               the side of each seat (RULES 2.1)
--   base_cards          every base card of this game (RULES 1.3)
--   gold_cards          every gold card of this game (RULES 1.3, 9.6)
--   phase               "deal" "bid" "change" "play" "ask" "over"
--   turn                the seat to act; nil in the phases deal and over
--   round               the present or last round; 0 before the first
--   first               first player of that round
--   leader              leader of the open trick
--   hands gold          by seat, lists
--   bids                by seat, a card or nil
--   down                by seat, true where the bid lies face down, for 0
--   taken               by seat, tricks taken this round
--   supply extras       lists
--   plays               the open trick, in play order from the leader
--   discard             base cards of settled tricks, all cards of a void one
--   nuggets points      by side; points are summed over finished rounds
--   asked               the question of the phase ask, by its name
--   trump times         the suit named, nil for none; 2 for doubled points
--   called              by side, the last call of an auction
--   last_trick          {leader=, plays=, winner=, award=} as last settled
-- and, of the last finished round:
--   passer              the seat that ended it
--   score               {taken=, bid=, bid_points=, gold_points=, points=}
--   round_winners       list of sides
--   winners             the sides that won the game; nil until it is over
-- All of these keep their values until the next deal.

local naive = {}

-- The rules as knobs -------------------------------------------------------

-- The default of every knob: the rules of all editions with four players. Knobs
-- without a number are in no edition.
local USUAL = {
  sides = {},              -- RULES 2.1: empty for the usual sides
  suits = "BCPSZ",         -- RULES 1.1
  ranks = {1, 10},         -- RULES 1.1
  gold = {4, 2, 2, 2, 1, 1, 1, 1, 1},        -- RULES 1.2, from rank 0
  gold_points = {0, 1, 1, 1, 2, 2, 2, 3, 3}, -- RULES 1.2, from rank 0
  hand = 12,               -- RULES 3.1
  extras = "shown",        -- RULES 3.1: concerns knowledge only, not used here
  zero_gold = "every_round", -- RULES 3.2
  bidding = "open",        -- RULES 4.2: concerns knowledge only, not used here
  zero_bid = false,          -- a card may be laid face down and bids 0
  side_bid = "highest",    -- RULES 4.2
  changes = 1,             -- RULES 5.5
  change_of = "side",      -- RULES 5.2
  change_price = 0,        -- RULES 5.1: lowest rank of gold that pays
  last_window = true,      -- RULES 8.2
  follow = "barred",       -- RULES 6.3: a base suit in the trick is barred;
                           -- "must": the suit led is a duty; "free": neither
  gold_leads = false,      -- RULES 6.2
  trick_to = "highest",    -- RULES 7.2
  gold_to = "lowest",      -- RULES 7.1
  next_leader = "lowest",  -- RULES 6.1
  trick_ties = "later",    -- RULES 7.3
  exact = 2,               -- RULES 9.1: times the bid
  exact_bonus = 0,         -- in addition
  over = "bid",            -- RULES 9.1
  over_each = 0,           -- in addition for each trick more
  under = 0,               -- RULES 9.1
  under_each = 0,          -- in addition for each trick fewer
  round_ties = {},         -- RULES 9.3
  nuggets = 2,             -- RULES 9.4
  sole_nuggets = false,    -- RULES 9.4: "a single player"
  rounds = 0,              -- RULES 9.4: the last round in any case; 0: none
  cumulative = false,      -- RULES 9.7
  game_ties = {},          -- RULES 9.5
  trump = "none",            -- or a suit, or "extra": that of the highest
                             -- extra card, of several the last of 'suits'
  exchange = false, auction = false, -- the variants of those names
}

-- RULES 1.3, 4.3, 5.2: the knobs of all editions with three players.
local THREE = {
  suits = "BPSZ", ranks = {1, 9}, gold = {3, 2, 2, 2, 1, 1, 1, 1},
  bidding = "hidden", change_of = "own",
}

-- The knobs of an edition: with any number of players, then by number.
local EDITIONS = {
  ["en-2023"] = {
    round_ties = {"exact", "highest_gold"}, -- RULES 9.3
    [3] = {
      gold = {4, 2, 2, 2, 1, 1, 1, 1},   -- RULES 1.3: one G0 in the supply
      sole_nuggets = true, rounds = 3,   -- RULES 9.4
      game_ties = {"last_bid"},          -- RULES 9.5
    },
  },
  ["de-2024"] = {round_ties = {"exact", "highest_gold"}},
  ["ru-2023"] = {
    round_ties = {"exact", "highest_gold"}, -- RULES 9.3
    [3] = {round_ties = {"exact"}},
  },
  ["bga"] = {
    over = "taken",                              -- RULES 9.1
    round_ties = {"sole_exact", "highest_gold"}, -- RULES 9.3
  },
}
EDITIONS["fr-2023"] = EDITIONS["en-2023"]
EDITIONS["standard"] = EDITIONS["en-2023"]

local HOUSE_RULES = {
  ["no-zero-gold"] = {zero_gold = "never"},                       -- RULES 9.6
  ["cumulative"] = {cumulative = true, rounds = 3, nuggets = 0},  -- RULES 9.7
  exchange = {exchange = true}, auction = {auction = true},
  trump = {}, stakes = {}, -- questions after the bids
}

-- Cards and lists -----------------------------------------------------------

local function suit_of(card)
  return card:sub(1, 1)
end

local function rank_of(card)
  return tonumber(card:sub(2))
end

local function is_gold(card)
  return suit_of(card) == "G"
end

local function position(list, item)
  for i, x in ipairs(list) do
    if x == item then return i end
  end
  return nil
end

local function add(list, item)
  list[#list + 1] = item
end

local function take(list, item)
  table.remove(list, assert(position(list, item), item))
end

local function copy(list)
  return table.move(list, 1, #list, 1, {})
end

local function same(a, b)
  if #a ~= #b then return false end
  for i = 1, #a do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- The items of 'list' for which 'amount' is greatest.
local function greatest(list, amount)
  local best, most = {}, nil
  for _, item in ipairs(list) do
    local n = amount(item)
    if most == nil or n > most then
      best, most = {item}, n
    elseif n == most then
      add(best, item)
    end
  end
  return best
end

-- Setting up ----------------------------------------------------------------

-- Set the knobs of 'from' in 'rules'.
local function put(rules, from)
  for name, value in pairs(from or {}) do
    if USUAL[name] ~= nil then rules[name] = value end
  end
end

-- Every knob of a name such as "de-2024+no-zero-gold+cumulative".
local function edition_rules(variant, players)
  assert(players == 3 or players == 4, "3 or 4 players")
  local rules, named, house = {}, nil, {}
  put(rules, USUAL)
  rules.after_bids = {} -- questions, in the order of the name's parts
  if players == 3 then put(rules, THREE) end
  for part in (variant .. "+"):gmatch("([^+]*)%+") do
    if EDITIONS[part] and not named then
      named = true
      put(rules, EDITIONS[part])
      put(rules, EDITIONS[part][players])
    elseif HOUSE_RULES[part] and named and not house[part] then
      house[part] = true
      put(rules, HOUSE_RULES[part])
      if part == "trump" or part == "stakes" then
        add(rules.after_bids, part)
      end
    else
      error(("variant '%s': '%s' is unknown or too many"):format(variant, part))
    end
  end
  return rules
end

-- Every knob of rules that are given by knobs.
local function knob_rules(knobs)
  local rules = {}
  put(rules, USUAL)
  put(rules, knobs)
  rules.after_bids = {}
  return rules
end

-- RULES 2.1: two teams of four players, else each for itself.
local function side_of_seats(rules, players)
  local sides = copy(rules.sides)
  for seat = #sides + 1, players do
    sides[seat] = players == 4 and (seat - 1) % 2 + 1 or seat
  end
  return sides, math.max(table.unpack(sides))
end

local function base_cards(rules)
  local cards = {}
  for suit in rules.suits:gmatch(".") do
    for rank = rules.ranks[1], rules.ranks[2] do add(cards, suit .. rank) end
  end
  return cards
end

-- RULES 1.2, 1.3, 9.6
local function gold_cards(rules)
  local cards = {}
  for i, copies in ipairs(rules.gold) do
    if i == 1 and rules.zero_gold == "never" then copies = 0 end
    for _ = 1, copies do add(cards, "G" .. i - 1) end
  end
  return cards
end

local function lists(n)
  local t = {}
  for i = 1, n do t[i] = {} end
  return t
end

local function zeros(n)
  local t = {}
  for i = 1, n do t[i] = 0 end
  return t
end

local game = {}
game.__index = game

-- A new game before its first deal: of the variant with that name, or of
-- 'knobs' under any name. Raises an error if there is no such variant or
-- number of players.
function naive.new(variant, players, knobs)
  local rules = knobs and knob_rules(knobs) or edition_rules(variant, players)
  local sides, side_count = side_of_seats(rules, players)
  return setmetatable({
    variant = variant,
    players = players,
    rules = rules,
    sides = sides,
    side_count = side_count,
    base_cards = base_cards(rules),
    gold_cards = gold_cards(rules),
    phase = "deal",
    turn = nil,
    round = 0,
    first = nil,
    leader = nil,
    hands = lists(players),
    bids = {},
    down = {},
    gold = lists(players),
    supply = gold_cards(rules),
    extras = {},
    plays = {},
    discard = {},
    taken = zeros(players),
    nuggets = zeros(side_count),
    points = zeros(side_count),
    winners = nil,
    score = nil,
    round_winners = nil,
    last_trick = nil,
    passer = nil,
  }, game)
end

-- The seat 'steps' places clockwise of 'seat'.
function game:seat_after(seat, steps)
  return (seat - 1 + steps) % self.players + 1
end

-- RULES 4.2, 4.3: the present bid of a side, a rank; nil if none of
-- its seats has bid.
function game:side_bid(side)
  local bid = nil
  if self.rules.auction then return self.called[side] or 0 end
  for seat = 1, self.players do
    local card = self.bids[seat]
    if self.sides[seat] == side and card then
      local tricks = self.down[seat] and 0 or rank_of(card)
      if not bid then
        bid = tricks
      elseif self.rules.side_bid == "sum" then
        bid = bid + tricks
      elseif self.rules.side_bid == "lowest" then
        bid = math.min(bid, tricks)
      else
        bid = math.max(bid, tricks)
      end
    end
  end
  return bid
end

-- The deal (RULES 3) --------------------------------------------------------

-- The fault of a deal as text; nil if it has none.
function game:deal_fault(deal)
  if self.phase ~= "deal" then
    return "no deal is due in phase " .. self.phase
  end
  if math.type(deal.first) ~= "integer" or deal.first < 1
      or deal.first > self.players then
    return ("first is %s, not a seat"):format(deal.first)
  end
  -- RULES 2.2
  if self.round > 0 and deal.first ~= self:seat_after(self.first, 1) then
    return ("first is seat %d, should be %d"):format(deal.first,
      self:seat_after(self.first, 1))
  end
  if #deal.hands ~= self.players then
    return ("%d hands"):format(#deal.hands)
  end
  local extras = deal.extras or {}
  if #extras ~= #self.base_cards - self.players * self.rules.hand then
    return ("%d extras"):format(#extras)
  end
  local left = copy(self.base_cards)
  for seat, hand in ipairs(deal.hands) do
    if #hand ~= self.rules.hand then
      return ("seat %d has %d cards"):format(seat, #hand)
    end
    for _, card in ipairs(hand) do
      local i = position(left, card)
      if not i then return card .. " is not in the deck, or dealt twice" end
      table.remove(left, i)
    end
  end
  for _, card in ipairs(extras) do
    local i = position(left, card)
    if not i then return card .. " is not in the deck, or dealt twice" end
    table.remove(left, i)
  end
  assert(#left == 0)
  return nil
end

-- Deal the next round: deal.first, deal.hands (a list of lists), deal.extras (a
-- list, nil if there are none). Returns true, or nil and a message.
function game:deal(deal)
  local fault = self:deal_fault(deal)
  if fault then return nil, fault end
  self.round = self.round + 1
  self.first = deal.first
  self.extras = copy(deal.extras or {})
  self.supply = copy(self.gold_cards)
  self.bids = {}
  self.down = {}
  self.plays = {}
  self.discard = {}
  for seat = 1, self.players do
    self.hands[seat] = copy(deal.hands[seat])
    self.taken[seat] = 0
    self.gold[seat] = {}
    local zero = self.rules.zero_gold -- RULES 3.2
    if zero == "every_round" or zero == "first_round" and self.round == 1 then
      take(self.supply, "G0")
      add(self.gold[seat], "G0")
    end
  end
  -- RULES 4.2, 4.3: asked one after another from the first player. The order
  -- does not matter where bids lie face down, because nothing here depends on
  -- what others know.
  self.leader = deal.first -- RULES 6.1
  self.trump, self.times, self.called = self:first_trump(), 1, {}
  if self.rules.exchange then
    self:ask("give", deal.first)
    self.given = {}
  else
    self:begin_bids()
  end
  return true
end

-- The suit that the knob 'trump' makes trump; nil for none.
function game:first_trump()
  local knob = self.rules.trump
  if knob == "none" then return nil end
  if knob ~= "extra" then return knob end
  local highest = greatest(self.extras, rank_of)
  table.sort(highest, function(a, b)
    return self.rules.suits:find(suit_of(a)) > self.rules.suits:find(suit_of(b))
  end)
  return highest[1] and suit_of(highest[1])
end

-- Ask a seat a question.
function game:ask(name, seat)
  self.phase, self.asked, self.turn = "ask", name, seat
end

function game:begin_bids()
  if self.rules.auction then
    self:ask("call", self.first)
    self.high, self.passes = 0, 0
  else
    self.phase = "bid"
    self.turn = self.first
  end
end

-- All bids are laid or called: the questions after them, then the first trick.
function game:end_bids()
  self.left = copy(self.rules.after_bids)
  self:next_question()
end

function game:next_question()
  local name = table.remove(self.left, 1)
  if name then
    self:ask(name, self.first)
    self.stakes_asked, self.doubled = 0, false
  else
    self:begin_trick()
  end
end

-- Legal actions -------------------------------------------------------------

local legal = {}

-- RULES 4.1, and the knob 'zero_bid'
function legal.bid(g)
  local texts = {}
  for _, card in ipairs(g.hands[g.turn]) do
    add(texts, "bid " .. card)
    if g.rules.zero_bid then add(texts, "bid -" .. card) end
  end
  return texts
end

-- RULES 5.1: the gold with which a seat can pay for a change.
function game:payment(seat)
  local cards = {}
  for _, gold in ipairs(self.gold[seat]) do
    if rank_of(gold) >= self.rules.change_price then add(cards, gold) end
  end
  return cards
end

-- RULES 5.2
function game:may_replace(seat, of)
  if self.rules.change_of == "own" then return seat == of end
  return self.sides[of] == self.sides[seat]
end

-- RULES 5.1, 5.2
function legal.change(g)
  local texts = {"keep"}
  for _, gold in ipairs(g:payment(g.turn)) do
    for _, card in ipairs(g.hands[g.turn]) do
      for of = 1, g.players do
        if g:may_replace(g.turn, of) then
          local text = ("change %s %s of %d"):format(gold, card, of)
          -- Two gold cards of the same rank are one choice.
          if not position(texts, text) then add(texts, text) end
        end
      end
    end
  end
  return texts
end

-- True if one of the cards is of that suit.
local function has_suit(cards, suit)
  for _, card in ipairs(cards) do
    if suit_of(card) == suit then return true end
  end
  return false
end

-- The suit of the first base card; nil if there is none.
local function led_suit(plays)
  for _, card in ipairs(plays) do
    if not is_gold(card) then return suit_of(card) end
  end
  return nil
end

-- RULES 6.3: may this base card be played, by its suit?
function game:may_follow(hand, card)
  if self.rules.follow == "barred" then
    return not has_suit(self.plays, suit_of(card))
  elseif self.rules.follow == "must" then
    local led = led_suit(self.plays)
    return not has_suit(hand, led) or suit_of(card) == led
  end
  return true
end

-- RULES 6.2 to 6.4: the cards that 'seat' may play to the trick now.
function game:playable(seat)
  local texts = {}
  for _, card in ipairs(self.hands[seat]) do
    if self:may_follow(self.hands[seat], card) then
      add(texts, "play " .. card)
    end
  end
  -- RULES 6.4: a seat that can play a base card must play something.
  if #texts == 0 then add(texts, "pass") end
  -- RULES 6.2: gold cannot lead. RULES 6.3: otherwise it is always allowed.
  if #self.plays > 0 or self.rules.gold_leads then
    for _, gold in ipairs(self.gold[seat]) do
      local text = "play " .. gold
      if not position(texts, text) then add(texts, text) end
    end
  end
  return texts
end

function legal.play(g)
  return g:playable(g.turn)
end

-- The values with which a question may be answered.
local values = {}

function values.give(g)
  return g.hands[g.turn]
end

-- "a number of tricks above all calls before, or passes": at most all tricks.
function values.call(g)
  local list = {0}
  for call = g.high + 1, #g.hands[g.turn] do add(list, call) end
  return list
end

function values.trump(g)
  local list = {}
  for suit in g.rules.suits:gmatch(".") do add(list, suit) end
  return list
end

function values.stakes(g)
  return g.doubled and {"accept", "redouble"} or {"pass", "double"}
end

function legal.ask(g)
  local texts = {}
  for _, value in ipairs(values[g.asked](g)) do
    add(texts, ("answer %s %s"):format(g.asked, value))
  end
  return texts
end

function legal.deal()
  return {}
end

function legal.over()
  return {}
end

-- The texts of all legal actions, sorted; empty in the phases deal and over.
function game:legal()
  local texts = legal[self.phase](self)
  table.sort(texts)
  return texts
end

-- Scoring a round, and the game (RULES 9) -----------------------------------

-- RULES 9.1
local function bid_points(rules, taken, bid)
  if taken < bid then return rules.under + rules.under_each * (bid - taken) end
  if taken == bid then return rules.exact * bid + rules.exact_bonus end
  local each = rules.over_each * (taken - bid)
  if rules.over == "taken" then return taken + each end
  if rules.over == "bid" then return bid + each end
  return each
end

-- RULES 9.1, 9.2
function game:score_round()
  local score = {
    taken = zeros(self.side_count),
    bid = zeros(self.side_count),
    bid_points = zeros(self.side_count),
    gold_points = zeros(self.side_count),
    points = zeros(self.side_count),
  }
  for seat = 1, self.players do
    local side = self.sides[seat]
    score.taken[side] = score.taken[side] + self.taken[seat]
    for _, gold in ipairs(self.gold[seat]) do
      score.gold_points[side] =
        score.gold_points[side] + self.rules.gold_points[rank_of(gold) + 1]
    end
  end
  for side = 1, self.side_count do
    score.bid[side] = self:side_bid(side)
    score.bid_points[side] =
      bid_points(self.rules, score.taken[side], score.bid[side])
    -- the variant stakes: "double the points of the round"
    score.bid_points[side] = score.bid_points[side] * self.times
    score.gold_points[side] = score.gold_points[side] * self.times
    score.points[side] = score.bid_points[side] + score.gold_points[side]
  end
  return score
end

-- The highest gold rank that a side holds; below 0 if it holds none.
function game:best_gold(side)
  local best = -1
  for seat = 1, self.players do
    if self.sides[seat] == side then
      for _, gold in ipairs(self.gold[seat]) do
        best = math.max(best, rank_of(gold))
      end
    end
  end
  return best
end

-- RULES 9.3: the tied sides that remain; an empty list decides nothing.
local tie_breaks = {}

function tie_breaks.exact(_, tied, score)
  local exact = {}
  for _, side in ipairs(tied) do
    if score.taken[side] == score.bid[side] then add(exact, side) end
  end
  return exact
end

function tie_breaks.sole_exact(g, tied, score)
  local exact = tie_breaks.exact(g, tied, score)
  return #exact == 1 and exact or {}
end

function tie_breaks.highest_gold(g, tied)
  return greatest(tied, function(side) return g:best_gold(side) end)
end

function game:all_sides()
  local sides = {}
  for side = 1, self.side_count do add(sides, side) end
  return sides
end

-- RULES 9.3
function game:find_round_winners()
  local tied = greatest(self:all_sides(), function(side)
    return self.score.points[side]
  end)
  for _, name in ipairs(self.rules.round_ties) do
    local stay = tie_breaks[name](self, tied, self.score)
    if #stay > 0 then tied = stay end
  end
  return tied
end

-- RULES 9.4, 9.7
function game:is_over()
  if self.rules.rounds > 0 and self.round >= self.rules.rounds then
    return true
  end
  if self.rules.nuggets == 0 then return false end
  local enough = 0 -- sides with enough nuggets
  for side = 1, self.side_count do
    if self.nuggets[side] >= self.rules.nuggets then enough = enough + 1 end
  end
  if self.rules.sole_nuggets then return enough == 1 end
  return enough >= 1
end

-- RULES 9.5, 9.7
function game:find_winners()
  local won = self.rules.cumulative and self.points or self.nuggets
  local best = greatest(self:all_sides(), function(side)
    return won[side]
  end)
  if self.rules.game_ties[1] == "last_bid" then
    best = greatest(best, function(side) return self.score.bid[side] end)
  end
  return best
end

-- RULES 8.1: 'seat' passes, which ends the round.
function game:end_round(seat)
  self.passer = seat
  for _, card in ipairs(self.plays) do add(self.discard, card) end
  self.plays = {}
  self.turn = nil
  self.score = self:score_round()
  self.round_winners = self:find_round_winners()
  for side = 1, self.side_count do
    self.points[side] = self.points[side] + self.score.points[side]
  end
  if not self.rules.cumulative then
    for _, side in ipairs(self.round_winners) do
      self.nuggets[side] = self.nuggets[side] + 1
    end
  end
  if self:is_over() then
    self.phase = "over"
    self.winners = self:find_winners()
  else
    self.phase = "deal"
  end
end

-- Acting --------------------------------------------------------------------

-- RULES 5.4
function game:can_change(seat)
  if self.rules.auction then return false end -- there are no bid cards
  return self.rules.changes > 0 and #self:payment(seat) > 0
    and #self.hands[seat] > 0
end

-- RULES 5.1, 5.4: give the turn to the next seat that can make a change, or
-- begin the trick. 'asked' is the number of places, from the leader on, that
-- have already been asked.
function game:ask_change(asked)
  for steps = asked, self.players - 1 do
    local seat = self:seat_after(self.leader, steps)
    if self:can_change(seat) then
      self.phase = "change"
      self.turn = seat
      self.asked = steps + 1
      self.changed = 0
      return
    end
  end
  self.phase = "play"
  self.turn = self.leader
end

-- RULES 8.2: the change window before a trick, if there is one.
function game:begin_trick()
  local nothing_to_lead = self:playable(self.leader)[1] == "pass"
    and #self:playable(self.leader) == 1
  local closed = nothing_to_lead and not self.rules.last_window
  self:ask_change(closed and self.players or 0)
end

-- The place of the highest or lowest card, gold or base, in the trick; nil if
-- there is none. RULES 7.3: on a tie usually the later card.
function game:find_card(gold, highest)
  local found = nil
  for i, card in ipairs(self.plays) do
    if is_gold(card) == gold then
      local rank = rank_of(card)
      local best = found and rank_of(self.plays[found])
      if not found or highest and rank > best or not highest and rank < best
          or rank == best and self.rules.trick_ties == "later" then
        found = i
      end
    end
  end
  return found
end

-- RULES 7.1: the gold awarded, nil for none. This comes before the gold of this
-- trick is back in the supply.
function game:award()
  local place = self:find_card(false, self.rules.gold_to == "highest")
  if not place then return nil end
  local gold = "G" .. rank_of(self.plays[place])
  if not position(self.supply, gold) then return nil end
  take(self.supply, gold)
  add(self.gold[self:seat_after(self.leader, place - 1)], gold)
  return gold
end

-- The variant trump: cards of that suit beat other base metals. The place of
-- the highest of them, or of the lowest; nil if there is none.
function game:find_trump(highest)
  local found
  for i, card in ipairs(self.plays) do
    local rank, best = rank_of(card), found and rank_of(self.plays[found])
    if suit_of(card) == self.trump
        and (not found or highest == (rank > best)) then
      found = i
    end
  end
  return found
end

-- RULES 7.2
function game:find_winner()
  local place
  if self.rules.trick_to == "lowest" then
    place = self:find_trump(false) or self:find_card(false, false)
      or self:find_card(true, false)
  else
    place = self:find_card(true, true) or self:find_trump(true)
      or self:find_card(false, true)
  end
  return self:seat_after(self.leader, place - 1)
end

-- RULES 7: settle a full trick.
function game:settle()
  local plays = self.plays
  local award = self:award()
  local winner = self:find_winner()
  local lowest = self:find_card(false, false)
  self.taken[winner] = self.taken[winner] + 1 -- RULES 7.2
  for _, card in ipairs(plays) do             -- RULES 7.4
    add(is_gold(card) and self.supply or self.discard, card)
  end
  self.last_trick = {
    leader = self.leader, plays = plays, winner = winner, award = award,
  }
  self.plays = {}
  if lowest and self.rules.next_leader == "lowest" then -- RULES 6.1
    self.leader = self:seat_after(self.leader, lowest - 1)
  else
    self.leader = winner
  end
  self:begin_trick()
end

local act = {}

-- RULES 4; a minus before the card means face down
function act.bid(g, card)
  if card:sub(1, 1) == "-" then
    card = card:sub(2)
    g.down[g.turn] = true
  end
  take(g.hands[g.turn], card)
  g.bids[g.turn] = card
  g.turn = g:seat_after(g.turn, 1)
  if g.bids[g.turn] then g:end_bids() end
end

-- The variant exchange: the seat that gets a seat's card, which is its partner
-- or else the seat to the left.
function game:taker(seat)
  for other = 1, self.players do
    if other ~= seat and self.sides[other] == self.sides[seat] then
      return other
    end
  end
  return self:seat_after(seat, 1)
end

local answer = {}

-- "after the deal, each seat gives its partner a card, all at once"
function answer.give(g, card)
  g.given[g.turn] = card
  g.turn = g:seat_after(g.turn, 1)
  if not g.given[g.turn] then return end
  for seat = 1, g.players do take(g.hands[seat], g.given[seat]) end
  for seat = 1, g.players do add(g.hands[g:taker(seat)], g.given[seat]) end
  g:begin_bids()
end

-- "When all others pass after a call, each side's last call is its bid"
function answer.call(g, call)
  if call == "0" then
    g.passes = g.passes + 1
  else
    g.high, g.passes = tonumber(call), 0
    g.called[g.sides[g.turn]] = g.high
  end
  local others = g.high > 0 and g.players - 1 or g.players
  g.turn = g:seat_after(g.turn, 1)
  if g.passes == others then g:end_bids() end
end

function answer.trump(g, suit)
  g.trump = suit
  g:next_question()
end

-- "a seat may double", in play order; "the next seat of another side accepts
-- that, or doubles them again"
function answer.stakes(g, word)
  local side = g.sides[g.turn]
  g.stakes_asked = g.stakes_asked + 1
  if word == "double" or word == "redouble" then g.times = g.times * 2 end
  if word == "double" then
    g.doubled = true
    repeat g.turn = g:seat_after(g.turn, 1) until g.sides[g.turn] ~= side
  elseif word == "pass" and g.stakes_asked < g.players then
    g.turn = g:seat_after(g.turn, 1)
  else
    g:next_question()
  end
end

function act.answer(g, value)
  answer[g.asked](g, value)
end

-- RULES 5.1, 5.3, 5.5
function act.change(g, gold, card, of)
  take(g.gold[g.turn], gold)
  add(g.supply, gold)
  take(g.hands[g.turn], card)
  add(g.hands[g.turn], g.bids[of])
  g.bids[of] = card
  g.down[of] = nil
  g.changed = g.changed + 1
  if g.changed == g.rules.changes or not g:can_change(g.turn) then
    g:ask_change(g.asked)
  end
end

function act.keep(g)
  g:ask_change(g.asked)
end

-- RULES 6.3
function act.play(g, card)
  take(is_gold(card) and g.gold[g.turn] or g.hands[g.turn], card)
  add(g.plays, card)
  g.turn = g:seat_after(g.turn, 1)
  if #g.plays == g.players then g:settle() end
end

-- RULES 6.4, 8.1
function act.pass(g)
  g:end_round(g.turn)
end

-- Do the action in 'text' for the seat on turn. Returns true, or nil and a
-- message if the action is not legal; nothing has changed then.
function game:apply(text)
  if not position(self:legal(), text) then
    return nil, ("'%s' is not legal: round %d, phase %s, seat %s"):format(
      text, self.round, self.phase, self.turn or "none")
  end
  local kind = text:match("^%a+")
  if kind == "change" then
    local gold, card, of = text:match("^change (%w+) (%w+) of (%d)$")
    act.change(self, gold, card, tonumber(of))
  else
    act[kind](self, text:match(" (%S+)$"))
  end
  return true
end

-- Verifying a record --------------------------------------------------------

local function words(text)
  local t = {}
  for word in text:gmatch("%S+") do add(t, word) end
  return t
end

local STOP = {} -- raised when a replay cannot go on

-- A replay: the game, the place in the record, and the differences found.
local replay = {}
replay.__index = replay

function replay:report(form, ...)
  add(self.differences, self.where .. ": " .. form:format(...))
end

function replay:stop(form, ...)
  self:report(form, ...)
  error(STOP)
end

-- Convert JSON's null to nil.
function replay:value(x)
  if x == self.null then return nil end
  return x
end

function replay:compare(what, found, expected)
  found = self:value(found)
  if found ~= expected then
    self:report("%s is %s, should be %s", what, found or "none",
      expected or "none")
  end
end

function replay:compare_list(what, found, expected)
  if not same(found, expected) then
    self:report("%s is [%s], should be [%s]", what, table.concat(found, " "),
      table.concat(expected, " "))
  end
end

function replay:act(text)
  local ok, message = self.game:apply(text)
  if not ok then self:stop("%s", message) end
end

-- The change window before a trick; a seat without a change has kept its bid.
function replay:changes(changes)
  local done = 0
  while self.game.phase == "change" do
    local change = changes[done + 1]
    if change and change.seat == self.game.turn then
      self:act(("change %s %s of %s"):format(change.gold, change.card,
        change.of))
      done = done + 1
    else
      self:act("keep")
    end
  end
  if done < #changes then
    self:stop("the change of seat %s is out of order or not open to it",
      changes[done + 1].seat)
  end
end

-- Replay a trick, complete or not, up to its last card.
function replay:trick(trick)
  self:compare("leader", trick.leader, self.game.leader)
  self:changes(trick.changes)
  local plays = words(trick.plays)
  for _, card in ipairs(plays) do self:act("play " .. card) end
  return #plays
end

function replay:deal(round)
  local hands = {}
  for seat, hand in ipairs(round.hands) do hands[seat] = words(hand) end
  local ok, message = self.game:deal{
    first = round.first, hands = hands, extras = words(round.extras),
  }
  if not ok then self:stop("%s", message) end
end

-- The answers of a round's key 'asked', one after another.
local function answers_of(round)
  local list = {}
  for _, step in ipairs(round.asked or {}) do
    for _, one in ipairs(step.answers) do
      add(list, {step.question, one.seat, one.answer})
    end
  end
  return list
end

function replay:answers(list)
  while self.game.phase == "ask" do
    local question, seat, value = table.unpack(table.remove(list, 1) or {})
    self:compare("question", question, self.game.asked)
    self:compare("seat", seat, self.game.turn)
    self:act(("answer %s %s"):format(question, math.tointeger(value) or value))
  end
end

function replay:bids(bids)
  if #bids ~= self.game.players then self:stop("%d bids", #bids) end
  while self.game.phase == "bid" do
    self:act("bid " .. tostring(self:value(bids[self.game.turn])))
  end
end

function replay:round(round)
  local g = self.game
  if g.phase == "over" then self:stop("the game was over before it") end
  if round.open or round.gold then
    self:stop("a round cut short or dealt by a hook is beyond this oracle")
  end
  local where = self.where
  local answers = answers_of(round)
  self:deal(round)
  self:answers(answers)
  self:bids(round.bids)
  self:answers(answers)
  self:compare("answers left", #answers, 0)
  for i, trick in ipairs(round.tricks) do
    self.where = ("%s, trick %d"):format(where, i)
    if self:trick(trick) ~= g.players then
      self:stop("'%s' is not a full trick", trick.plays)
    end
    self:compare("winner", trick.winner, g.last_trick.winner)
    self:compare("award", trick.award, g.last_trick.award)
  end
  self.where = where .. ", end"
  if self:trick(round["end"]) >= g.players then
    self:stop("'%s' is a full trick", round["end"].plays)
  end
  self:act("pass")
  self:compare("seat", round["end"].seat, g.passer)
  self.where = where
  for _, key in ipairs{"taken", "bid", "bid_points", "gold_points",
                       "points"} do
    self:compare_list("score." .. key, round.score[key], g.score[key])
  end
  self:compare_list("winners", round.winners, g.round_winners)
end

function replay:run(record)
  local asked = false
  for _, round in ipairs(record.rounds) do asked = asked or round.asked end
  if record.format ~= (asked and "aurum/2" or "aurum/1") then
    self:stop("format is %s", record.format)
  end
  if record.start then
    self:stop("a game from a built position is beyond this oracle")
  end
  self.game = naive.new(record.variant, record.players, self.knobs)
  for i, round in ipairs(record.rounds) do
    self.where = "round " .. i
    self:round(round)
  end
  self.where = "game"
  if self.game.phase ~= "over" then
    self:stop("not over after %d rounds", #record.rounds)
  end
  self:compare_list("winners", record.winners, self.game.winners)
end

-- Replay a record of its variant, or of 'knobs', from its deals and actions
-- alone, and compare every figure in it. The record is a decoded JSON table;
-- 'null' is the value of JSON's null, nil by default. Returns a list of
-- differences as text, empty if there are none. An action that cannot be
-- replayed is a difference too, and ends the comparison.
function naive.verify(record, null, knobs)
  local r = setmetatable({
    differences = {}, where = "record", null = null, knobs = knobs,
  }, replay)
  local ok, fault = pcall(r.run, r, record)
  if not ok and fault ~= STOP then
    r:report("malformed: %s", tostring(fault))
  end
  return r.differences
end

return naive
