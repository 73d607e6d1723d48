-- counter: counts cards and plans its tricks against the bid.
--
-- It weighs every legal action in points. `worth` estimates what a bid will
-- earn, given the tricks taken and the tricks still to come. The difference
-- between winning one more trick and not winning it is the trick's stake. A
-- card is worth its chance to win the trick times that stake, plus the gold it
-- may take. The bot spends a gold card, on a trick or on a bid, where that
-- earns more than the card costs.
--
-- It has ideas for the questions of the house rules exchange, trump and
-- auction. To answer any other it plays on after each answer.
--
-- The constants were tuned with `aurum match --mirror` against greedy.

-- Tricks to expect of a hand: a + b * strength.
local promise = { team = { 2, 0.6 }, alone = { 1.2, 0.4 } }
-- Probabilities:
local win = { team = 0.55, alone = 0.4 } -- a side wins a trick that it wants
local lose = { team = 0.25, alone = 0.15 } -- it wins one that it does not want
local going_on = { 0.3, 0.7, 0.9 } -- the next trick comes, by cards left (0.97)
local refit = 0.4 -- a side with gold will change its bid to its tricks
local contest = 0.5 -- a seat that wants the trick still plays low
-- Points that a gold card is worth besides its own: it can change a bid.
local price = 0.8

local side_of, kind -- of this game: the file is loaded anew for each
local rules = {} -- the rules used below; `start` copies them, since a table is
-- read faster than `view.rules`
local used = { "deck", "exact", "exact_bonus", "follow", "gold_points",
  "gold_to", "over", "over_each", "players", "ranks", "side_bid", "side_n",
  "trick_to", "under", "under_each" }
local trump -- the suit that beats other base cards, nil where there is none
local worths = {} -- results of `worth`, by its arguments in one integer
local combine = {
  highest = math.max, lowest = math.min, sum = function(a, b) return a + b end,
}

--- The card with the greatest power wins the trick.
local function power(card)
  local rank = card.gold and 100 + card.rank or card.rank
  if rules.trick_to ~= "highest" then rank = -rank end
  return card.suit == trump and rank + 50 or rank
end

--- The base card with the greatest lowness takes the gold.
local function lowness(card)
  return rules.gold_to == "lowest" and -card.rank or card.rank
end

--- Points lost by spending a gold card.
local function cost(gold)
  return rules.gold_points[gold.rank + 1] + price
end

--- The cards that may still be played to the trick after this one.
local function without_suit(cards, card)
  if rules.follow ~= "barred" then return cards end
  return cards - rules.deck:suit(card.suit)
end

--- The item of a list with the most points; nil if none has more than `least`.
local function best(list, least, points_of)
  local found
  for _, item in ipairs(list) do
    local points = points_of(item)
    if points > least then found, least = item, points end
  end
  return found
end

--- The points of a bid at the end of the round (RULES 9.1).
local function bid_points(bid, taken)
  local over = taken - bid
  if over == 0 then return rules.exact * bid + rules.exact_bonus end
  if over < 0 then return rules.under - over * rules.under_each end
  local counted = { bid = bid, taken = taken, nothing = 0 }
  return counted[rules.over] + over * rules.over_each
end

--- The points to expect of a bid with `taken` tricks and up to `left` to come.
local function worth(bid, taken, left, has_gold)
  local key = (bid << 7 | taken) << 8 | left << 1 | (has_gold and 1 or 0)
  if worths[key] then return worths[key] end
  local value = bid_points(bid, taken)
  if has_gold and taken > 0 then
    value = value + refit * math.max(bid_points(taken, taken) - value, 0)
  end
  if left > 0 then
    local more = worth(bid, taken + 1, left - 1, has_gold)
    local same = worth(bid, taken, left - 1, has_gold)
    local chance = (more > same and win or lose)[kind]
    local later = same + chance * (more - same)
    value = value + (going_on[left] or 0.97) * (later - value)
  end
  worths[key] = value
  return value
end

--- Our side's bid if the bid card of seat `of` had this rank.
local function bid_with(view, of, rank)
  local bids, bid = view.bids, nil
  for seat, side in ipairs(side_of) do
    local card = side == view.side and bids[seat]
    local own = seat == of and rank or card and card.rank
    bid = bid and own and combine[rules.side_bid](bid, own) or own or bid
  end
  return bid
end

--- The number of cards whose `measure` is at least `least`.
local function count(cards, measure, least)
  local n = 0
  for card in cards:each() do
    if measure(card) >= least then n = n + 1 end
  end
  return n
end

--- The points that each side gains by winning the trick, and our stake in it:
--- our gain, and the gain of another side that would win it instead.
local function stakes(view)
  local gains, has_gold, left = {}, {}, view.hand_n[view.trick.leader]
  if #view.trick.plays == 0 then left = left - 1 end
  for seat, pile in ipairs(view.gold) do
    has_gold[side_of[seat]] = has_gold[side_of[seat]] or #pile > 0
  end
  local stake = 0
  for side, taken in ipairs(view.taken) do
    local bid, gold = view.bid[side] or 0, has_gold[side]
    gains[side] = worth(bid, taken + 1, left, gold)
      - worth(bid, taken, left, gold)
    stake = stake
      + gains[side] / (side == view.side and 1 or rules.side_n - 1)
  end
  return gains, stake
end

--- The open trick: the cards to beat, and the seats that are still to play.
local function read_trick(view)
  local plays, leader = view.trick.plays, view.trick.leader
  local gains, stake = stakes(view)
  local t = { stake = stake, highest = -math.huge, lowest = -math.huge,
    open = view.unseen, unseen = math.max(#view.unseen, 1), later = {},
    award = {} }
  for gold in view.supply:each() do
    t.award[gold.rank] = rules.gold_points[gold.rank + 1]
  end
  for i = 1, rules.players do
    local seat, card = (leader + i - 2) % rules.players + 1, plays[i]
    local ours = side_of[seat] == view.side
    if card and power(card) >= t.highest then -- of equal cards the later wins
      t.highest, t.ours = power(card), ours
    end
    if card and not card.gold then
      t.lowest = math.max(t.lowest, lowness(card))
      t.open = without_suit(t.open, card)
    end
    if not card and seat ~= view.seat then
      local wants = (ours and stake or gains[side_of[seat]]) > 0
      table.insert(t.later,
        { ours = ours, wants = wants, hand = view.hand_n[seat] })
    end
  end
  return t
end

--- The points to expect of playing this card.
local function value_of(card, t)
  local goal = math.max(power(card), t.highest)
  local chance = (power(card) >= t.highest or t.ours) and 1 or 0
  local open = card.gold and t.open or without_suit(t.open, card)
  local beating = count(open, power, goal)
  local lower = card.gold and 0 or count(open, lowness, lowness(card))
  local lowest = 1
  for _, seat in ipairs(t.later) do
    -- A seat that wants the trick wins it with one card that beats ours. A seat
    -- that does not want it wins only if it holds nothing else.
    local wins = beating == 0 and 0
      or seat.wants and 1 - (1 - beating / t.unseen) ^ seat.hand
      or (beating / #open) ^ (seat.hand * #open / t.unseen)
    chance = seat.ours and chance + (1 - chance) * wins or chance * (1 - wins)
    local goes_lower = 1 - (1 - lower / t.unseen) ^ seat.hand
    lowest = lowest * (1 - (seat.wants and contest or 1) * goes_lower)
  end
  local points = chance * t.stake
  if card.gold then return points - cost(card) end
  if lowness(card) >= t.lowest then
    points = points + lowest * (t.award[card.rank] or 0)
  end
  return points
end

--- The tricks that the strong cards of the hand promise our side.
local function promised(view)
  local strength = 0
  local low, high = rules.ranks[1], rules.ranks[2]
  for card in view.hand:each() do
    local up = rules.trick_to == "highest" and card.rank
      or low + high - card.rank
    strength = strength + (up / high) ^ 2
  end
  return promise[kind][1] + promise[kind][2] * strength
end

-- Ideas for questions, by name and kind: one of the choices, or nil for the
-- default. Another variant may have other choices under such a name.
local answers = {}

-- A partner gets the highest card, an opponent a middling one, which is good
-- for neither tricks nor gold.
function answers.give_cards(view, choices)
  if view.partner then return choices:highest() end
  local middle = (rules.ranks[1] + rules.ranks[2]) / 2
  return best(choices:list(), -math.huge, function(card)
    return -math.abs(card.rank - middle)
  end)
end

-- The suit in which the hand has the most ranks.
function answers.trump_words(view, choices)
  return best(choices, -1, function(suit)
    local ranks = 0
    for card in view.hand:each() do
      if card.suit == suit then ranks = ranks + card.rank end
    end
    return ranks
  end)
end

-- The highest call within reach: two tricks more than it would bid, since a
-- call keeps the others' calls low.
function answers.call_numbers(view, choices)
  local limit = promised(view) + 2
  return best(choices, -1, function(number)
    return number <= limit and number or -1
  end)
end

---@type aurum.bot
return {
  name = "counter",
  api = 2,

  start = function(_, view)
    for _, name in ipairs(used) do rules[name] = view.rules[name] end
    side_of = view.rules.side_of
    kind = view.partner and "team" or "alone"
  end,

  -- Bids the card nearest to the tricks that its high cards promise. Where an
  -- exact bid does not earn more the higher it is, its points count as well.
  bid = function(_, view)
    local target, grows = promised(view), rules.exact > 0
    return best(view:legal(), -math.huge, function(action)
      if grows and action.down then return -math.huge end
      local rank = action.down and 0 or action.card.rank
      local bid = bid_with(view, view.seat, rank)
      return (grows and 0 or bid_points(bid, bid)) - math.abs(bid - target)
        + (action.down and power(action.card) / 1000 or 0)
    end)
  end,

  -- Makes the change that gains most beyond its cost; nil keeps the bid.
  change = function(_, view)
    local bid, taken = view.bid[view.side] or 0, view.taken[view.side]
    local left = #view.hand
    return best(view:legal(), worth(bid, taken, left, true), function(action)
      if action.kind == "keep" then return -math.huge end
      local new = bid_with(view, action.of, action.card.rank)
      return worth(new, taken, left, true) - cost(action.gold)
    end)
  end,

  play = function(_, view)
    trump = view.trump
    local cards, trick = view:legal_cards(), read_trick(view)
    -- With only gold to play, play it where that gains points, else pass.
    local least = #cards:base() == 0 and 0 or -math.huge
    local legal = view:legal() -- of which pass is the last, where one may pass
    return best(cards:list(), least, function(card)
      return value_of(card, trick)
    end) or legal[#legal]
  end,

  -- Without an idea of its own it plays on after each answer, in some worlds.
  answer = function(_, view, question)
    local form = question.cards and "cards" or question.words and "words"
      or "numbers"
    local choose = answers[question.name .. "_" .. form]
    if choose then return choose(view, question.choices) end
    return (view:weigh { sims = 400 })
  end,
}
