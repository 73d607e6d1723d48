-- Metrics of finished games, for designers of rules.
local bid_result = require "aurum.record.bid_result"
local estimate = require "aurum.stats.estimate"
local metric_list = require "aurum.lab.rules.metric_list"
local shape = require "aurum.text.shape"
local metrics = { metrics = metric_list.metrics }
local deep = metric_list.deep

-- ---- One game -----------------------------------------------------------

local function add(sums, key, x)
  sums[key] = (sums[key] or 0) + x
end

--- Count the events of a round, by kind.
local count = {}

function count.deal(sums, event, round)
  round.first, round.won, round.tricks = event.first, {}, 0
  round.plays, round.changed = {}, false
  for _, pile in ipairs(event.gold) do add(sums, "gold_kept", #pile) end
end

function count.change(sums, event, round)
  add(sums, "changes", 1)
  add(sums, "gold_kept", -1)
  round.changed = true
  if round.tricks == 0 then add(sums, "first_changes", 1) end
  if event.of ~= event.seat then add(sums, "partner_changes", 1) end
end

function count.play(sums, event, round)
  add(sums, "plays", 1)
  round.plays[event.seat] = event.card
  if event.card.gold then
    add(sums, "gold_played", 1)
    add(sums, "gold_kept", -1)
  end
end

--- Counts a trick by the card that won it. One that a base card wins though
--- another has a higher rank may be a trump's: it is counted by round and suit.
local function count_winner(sums, card, round)
  local rank = 0
  for _, other in pairs(round.plays) do
    if not other.gold then rank = math.max(rank, other.rank) end
  end
  if card.gold then
    add(sums, "gold_wins", 1)
  elseif card.rank < rank then
    local key = sums.ended + 1 .. card.suit
    sums.lesser[key] = (sums.lesser[key] or 0) + 1
  end
end

function count.trick(sums, event, round)
  round.tricks = round.tricks + 1
  add(sums, "all_tricks", 1)
  local card = event.winner and round.plays[event.winner]
  if card then count_winner(sums, card, round) end
  round.plays = {}
  if event.winner then
    round.won[event.winner] = (round.won[event.winner] or 0) + 1
  end
  if event.award then
    add(sums, "gold_taken", 1)
    add(sums, "gold_kept", 1)
  end
end

function count.pass(sums, event)
  if #event.hand > 0 then add(sums, "passed", 1) end
end

--- The tricks by which the best seat of a side is ahead of its worst, as a mean
--- over the sides.
local function gap(won, side_of, sides)
  local sum = 0
  for side = 1, sides do
    local most, least = 0, math.huge
    for seat, its in ipairs(side_of) do
      if its == side then
        most = math.max(most, won[seat] or 0)
        least = math.min(least, won[seat] or 0)
      end
    end
    sum = sum + most - least
  end
  return sum / sides
end

function count.round(sums, event, round, rules)
  local score, sides = event.score, rules.side_n
  for side = 1, sides do
    local taken, bid = score.taken[side], score.bid[side]
    add(sums, "tricks", taken)
    add(sums, bid_result(taken, bid), 1 / sides)
    for _, key in ipairs { "bid", "bid_points", "gold_points", "points" } do
      add(sums, key, score[key][side] / sides)
    end
  end
  if #event.winners ~= 1 then add(sums, "shared_rounds", 1) end
  if round.changed then add(sums, "changed", 1) end
  for _, side in ipairs(event.winners) do
    if side == rules.side_of[round.first] then
      add(sums, "first_takes", 1 / #event.winners)
    end
  end
  sums.ended = sums.ended + 1
  add(sums, "first_player",
    estimate.margins(score.points, 1)[rules.side_of[round.first]])
  add(sums, "partner_gap", gap(round.won, rules.side_of, sides))
end

--- Adds to the metrics of a game those that are counted only if asked for.
local function add_counts(found, sums, game)
  local rounds, tricks = #game.rounds, sums.all_tricks or 0
  for _, key in ipairs { "first_takes", "changed" } do
    found[key] = (sums[key] or 0) / rounds
  end
  found.game_plays, found.cut = sums.plays or 0, game.over and 0 or 1
  found.winners = game.winners
  found.gold_wins = tricks > 0 and (sums.gold_wins or 0) / tricks or nil
end

--- Adds to the metrics of a game those for which its decisions are walked
--- through, as `walks` says, and the parts of pictures.
local function add_walks(found, sums, game, walks, pictures)
  local tricks = sums.all_tricks or 0
  if walks.tension then
    local own, curve = deep.tension.measure(game)
    pictures.curve = curve
    for key, x in pairs(own) do found[key] = x end
  end
  if not walks.choices then return end
  local own, trumps, by_trick = deep.choices.measure(game,
    walks.deep)
  pictures.by_trick = by_trick
  for key, x in pairs(own) do found[key] = x end
  for round in ipairs(game.rounds) do
    local trump = trumps[round]
    if trump and tricks > 0 then
      found.trump_wins = (found.trump_wins or 0)
        + (sums.lesser[round .. trump] or 0) / tricks
    end
  end
end

--- The number of rounds by bid and tricks taken, as bid << 8 | taken.
local function bids_of(game)
  local matrix = {}
  for _, round in ipairs(game.rounds) do
    for side = 1, game.rules.side_n do
      local key = round.bid[side] << 8 | round.taken[side]
      matrix[key] = (matrix[key] or 0) + 1
    end
  end
  return matrix
end

--- The metrics of a finished game by key, and `own`, the points a round of each
--- side. Plain data, since it comes from another process. `walks` is a set of
--- what metrics that are asked for need (metrics.walks); with its `pictures`,
--- there are also `pictures`, what a page draws.
function metrics.measure(game, walks)
  local sums, round, rules = { ended = 0, lesser = {} }, {}, game.rules
  local good, events = pcall(game.state.events, game.state)
  if not good then -- by its history, which a hook answered otherwise
    error(("it cannot be played again: %s; see aurum variant check"):format(
      events), 0)
  end
  for _, event in ipairs(events) do
    local f = count[event.kind]
    if f then f(sums, event, round, rules) end
  end
  local rounds, found = #game.rounds, {}
  for _, metric in ipairs(metrics.metrics) do
    if not metric.side and not metric.asked then
      found[metric.key] = (sums[metric.key] or 0) / rounds
    end
  end
  found.rounds = rounds
  found.shared_games = #game.winners ~= 1 and 1 or 0
  found.own = estimate.points(game.rounds, rules.side_n)
  for side, points in ipairs(found.own) do found.own[side] = points / rounds end
  for side, margin in ipairs(estimate.margins(found.own, 1)) do
    found["side_" .. side] = margin
  end
  if not walks then return found end
  local pictures = { bids = bids_of(game) }
  add_counts(found, sums, game)
  add_walks(found, sums, game, walks, pictures)
  found.pictures = walks.pictures and pictures or nil
  return found
end

--- The parts of a game that `measure` has to walk through for metrics with
--- these keys; nil if all are measured without.
function metrics.walks(keys)
  local walks, wanted = {}, {}
  for _, key in ipairs(keys) do wanted[key] = true end
  for _, metric in ipairs(metrics.metrics) do
    if wanted[metric.key] and metric.asked then
      walks[metric.walk or "counts"] = true
      walks.choices = walks.choices or walks.deep
    end
  end
  return next(walks) and walks
end

-- Means by place as { sum, number }, and rounds by bid and tricks taken.
local by_place = shape.list(shape.list(shape.number(-1e9, 1e9), 2, 2), 0, 1000)
local pictures_shape = shape.object { curve = shape.optional(by_place),
  by_trick = shape.optional(by_place), bids = shape.map(shape.whole(0, 0xffff),
    shape.whole(1, 1 << 40), 0x10000) }

--- The shape of what `measure` returns for a game of so many sides, with such
--- `walks`.
function metrics.shape(sides, walks)
  local number = shape.number(-1000000000, 1000000000)
  local maybe = walks and shape.optional(number) or shape.none
  local fields = { own = shape.list(number, sides, sides), game_plays = maybe,
    winners = walks and shape.list(shape.whole(1, sides), 0, sides)
      or shape.none, pictures = walks and walks.pictures and pictures_shape
      or shape.none }
  for _, metric in ipairs(metrics.metrics) do
    local has = not metric.side or metric.side <= sides
    fields[metric.key] = metric.asked and maybe or has and number or shape.none
  end
  return shape.object(fields)
end

return metrics
