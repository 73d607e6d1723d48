-- Metrics of finished games, for designers of rules.
local bid_result = require "aurum.record.bid_result"
local estimate = require "aurum.stats.estimate"
local shape = require "aurum.text.shape"
local metrics = {}

--- The metrics. Each has a key, a name for people, and a sentence. `share`
--- marks one that is shown in per cent; `wants` names data that not every table
--- has.
metrics.metrics = {
  { key = "first_changes", name = "changes before trick 1",
    text = "bid changes a round before the first trick" },
  { key = "changes", name = "changes a round",
    text = "bid changes a round" },
  { key = "partner_changes", name = "of the partner's bid", wants = "partners",
    text = "changes a round that replace a partner's bid" },
  { key = "points", name = "points",
    text = "points a side and round" },
  { key = "bid_points", name = "points for bids",
    text = "points for the bid, a side and round" },
  { key = "gold_points", name = "points for gold",
    text = "points for gold, a side and round" },
  { key = "tricks", name = "tricks a round",
    text = "finished tricks a round that somebody won" },
  { key = "bid", name = "bid",
    text = "tricks a side bid, as it stood at the round's end" },
  { key = "exact", name = "exact bids", share = true,
    text = "share of bids made exactly" },
  { key = "over", name = "bids exceeded", share = true,
    text = "share of bids with more tricks than bid" },
  { key = "under", name = "bids missed", share = true,
    text = "share of bids with fewer tricks than bid" },
  { key = "passed", name = "passed with cards left", share = true,
    text = "share of rounds ended by a pass of a seat that held base cards" },
  { key = "gold_taken", name = "gold taken",
    text = "gold cards awarded a round" },
  { key = "gold_kept", name = "gold kept",
    text = "gold cards a round in collections at its end" },
  { key = "gold_played", name = "gold played",
    text = "gold cards a round played to tricks" },
  { key = "rounds", name = "rounds a game",
    text = "length of a game in rounds" },
  { key = "plays", name = "cards a round",
    text = "length of a round in cards played" },
  { key = "shared_rounds", name = "shared rounds", share = true,
    text = "share of rounds that no side took alone" },
  { key = "shared_games", name = "shared games", share = true,
    text = "share of games that no side won alone" },
  { key = "first_player", name = "first player's margin",
    text = "points a round of the first player's side less the others' mean" },
  { key = "partner_gap", name = "tricks between partners", wants = "partners",
    text = "tricks a round that one of a side won more than the other" },
  { key = "first_bot", name = "first bot's margin",
    wants = "two bots on sides of their own",
    text = "points a round of the first bot's side less the last's" },
}

-- Balance by side: a side alone is a seat. With two sides, one is enough.
for side = 1, 6 do
  table.insert(metrics.metrics, { key = "side_" .. side, side = side,
    name = ("side %d's margin"):format(side),
    wants = side > 1 and ("%d sides or more"):format(math.max(3, side)) or nil,
    text = ("points a round of side %d less the others' mean"):format(side) })
end

-- ---- One game -----------------------------------------------------------

local function add(sums, key, x)
  sums[key] = (sums[key] or 0) + x
end

--- Count the events of a round, by kind.
local count = {}

function count.deal(sums, event, round)
  round.first, round.won, round.tricks = event.first, {}, 0
  for _, pile in ipairs(event.gold) do add(sums, "gold_kept", #pile) end
end

function count.change(sums, event, round)
  add(sums, "changes", 1)
  add(sums, "gold_kept", -1)
  if round.tricks == 0 then add(sums, "first_changes", 1) end
  if event.of ~= event.seat then add(sums, "partner_changes", 1) end
end

function count.play(sums, event)
  add(sums, "plays", 1)
  if event.card.gold then
    add(sums, "gold_played", 1)
    add(sums, "gold_kept", -1)
  end
end

function count.trick(sums, event, round)
  round.tricks = round.tricks + 1
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
  add(sums, "first_player",
    estimate.margins(score.points, 1)[rules.side_of[round.first]])
  add(sums, "partner_gap", gap(round.won, rules.side_of, sides))
end

--- The metrics of a finished game by key, and `own`, the points a round of each
--- side. Plain data, since it comes from another process.
function metrics.measure(game)
  local sums, round, rules = {}, {}, game.rules
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
    if not metric.side then
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
  return found
end

--- The shape of what `measure` returns for a game of so many sides.
function metrics.shape(sides)
  local number = shape.number(-1000000000, 1000000000)
  local fields = { own = shape.list(number, sides, sides) }
  for _, metric in ipairs(metrics.metrics) do
    local has = not metric.side or metric.side <= sides
    fields[metric.key] = has and number or shape.none
  end
  return shape.object(fields)
end

return metrics
