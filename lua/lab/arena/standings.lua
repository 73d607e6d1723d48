-- The standings of an arena's tally, as data. The same games give the same
-- data, no matter which process played them; only `timing` differs.
local blocks = require "aurum.lab.blocks"
local answer_times = require "aurum.stats.answer_times"
local standings = {}

local nan = 0 / 0 -- null in JSON, an empty cell in CSV

local function estimate(sample, interval)
  local low, high = (interval or sample.interval)(sample)
  return { blocks = sample.n, mean = sample.n > 0 and sample.mean or nan,
    low = low or nan, high = high or nan }
end

local function share(sample) return estimate(sample, sample.share_interval) end

--- A rating in which a number that does not exist is null.
local function rating_of(rated)
  for _, key in ipairs { "error", "low", "high" } do
    rated[key] = rated[key] or nan
  end
  return rated
end

local function bot_of(row, bot, rating)
  local result = { name = row.name, difference = estimate(row.difference),
    faults = row.faults, win_rate = share(row.win_rate),
    points_per_round = row.points / math.max(row.rounds, 1),
    gold_per_round = row.gold / math.max(row.rounds, 1),
    rating = rating_of(rating), digest = bot.digest, cpu = bot.cpu,
    options = bot.name, -- with all of them
    distribution = table.move(row.bars, 1, #row.bars, 1, {}) }
  for _, key in ipairs { "games", "wins", "shared", "rounds", "points", "exact",
    "over", "under", "gold", "forfeits" } do
    result[key] = row[key]
  end
  return result
end

local function test_of(test)
  local mean, low, high = test:estimate()
  return { m0 = test.m0, m1 = test.m1, alpha = test.alpha, beta = test.beta,
    llr = test.llr, lower = test.lower, upper = test.upper,
    stopped = test.stopped or nan, reason = test:reason(), mean = mean,
    low = low or nan, high = high or nan, deals = test.sample.n }
end

--- The standings of a tally, for programs; `complete` is true if the schedule
--- was played to its end. `anchor` as of tally:rate.
function standings.of(tally, complete, anchor)
  local head, ratings = tally.head, tally:rate(anchor)
  local result = { engine = head.engine, variant = head.variant,
    rules = head.rules, players = head.players, seed = head.seed,
    first = head.first,
    shard = ("%d/%d"):format(head.shard, head.shards), deals = tally.blocks,
    games = tally.games, complete = complete, limits = head.limits,
    on_fault = head.on_fault, seatings = head.seatings, bots = {}, pairs = {},
    timing = {} }
  for i, row in ipairs(tally.bots) do
    result.bots[i] = bot_of(row, head.bots[i], ratings[i])
    result.timing[i] = answer_times.of(row)
  end
  for i, pair in ipairs(tally.pairs) do
    result.pairs[i] = { first = tally.bots[pair.first].name,
      second = tally.bots[pair.second].name, games = pair.blocks.alone.n,
      difference = estimate(pair.difference), win_rate = share(pair.win_rate),
      gain = pair.blocks:gain() or nan }
  end
  result.anchor = anchor and { bot = tally.bots[anchor.bot].name,
    rating = anchor.rating }
  result.sprt = tally.test and test_of(tally.test)
  return result
end

--- Further data for a page of the standings: by bot its `results`, the number
--- of rounds by bid and tricks taken, and the courses of the ratings and of the
--- test over the blocks. `anchor` as of tally:rate.
function standings.course(tally, anchor)
  local rated, tested = tally:courses()
  local course = { results = {}, ratings = { blocks = rated.at, bots = {} },
    sprt = tested and { blocks = tested.at, llr = tested.values } }
  for i, row in ipairs(tally.bots) do
    course.results[i] = blocks.results(row)
    course.ratings.bots[i] = {}
    for k, points in ipairs(rated.values) do
      local off = anchor and anchor.rating - points[anchor.bot] or 0
      course.ratings.bots[i][k] = points[i] + off
    end
  end
  return course
end

-- ---- Order --------------------------------------------------------------

--- Indices of the bots, the best first: by points, or, if not all have met, by
--- rating, which allows for the strength of opponents.
local function ranked(tally, bots)
  local list, n = {}, #bots
  for i = 1, n do list[i] = i end
  local all_met = #tally.pairs == n * (n - 1) // 2
  table.sort(list, function(a, b)
    local x, y = bots[a].rating.rating, bots[b].rating.rating
    if all_met or x == y then
      x, y = tally.bots[a].difference.mean, tally.bots[b].difference.mean
    end
    if x ~= y then return x > y end
    return a < b
  end)
  return list
end

--- The order in which people read the standings of a tally:
---   bots         indices of the bots, the best first
---   pairs        { better =, worse =, pair =, turned = }: indices of two bots
---                and of their pair; turned if its first bot is the worse
---   fault_kinds  the kinds of faults
function standings.order(tally, result)
  local order = { bots = ranked(tally, result.bots), pairs = {},
    fault_kinds = blocks.fault_kinds }
  local rank = {}
  for place, i in ipairs(order.bots) do rank[i] = place end
  for k, pair in ipairs(tally.pairs) do
    local a, b = pair.first, pair.second
    local turned = rank[a] > rank[b]
    order.pairs[k] = { better = turned and b or a, worse = turned and a or b,
      pair = k, turned = turned }
  end
  table.sort(order.pairs, function(x, y)
    if x.better ~= y.better then return rank[x.better] < rank[y.better] end
    return rank[x.worse] < rank[y.worse]
  end)
  return order
end

return standings
