-- The ladder of a league: ratings of all versions by one model, from the sums
-- of all batches (lua/stats/pair_ratings.lua).
local estimate = require "aurum.stats.estimate"
local pair_ratings = require "aurum.stats.pair_ratings"
local ladder = {}

local nan = 0 / 0 -- null in JSON, an empty cell in CSV

--- An item of the fit for each pair and rules, from the batches with results
--- under `digests`, a table by digest of the rules.
function ladder.items(log, rows, digests)
  local items, by_key = {}, {}
  for _, batch in ipairs(log.batches) do
    local result = digests[batch.rules] and batch.result
    if result and result.blocks > 0 then
      local a, b = rows[batch.bots[1]].index, rows[batch.bots[2]].index
      local key = ("%d %d %s"):format(a, b, batch.rules)
      local item = by_key[key]
      if not item then
        item = { first = a, second = b, k = batch.sides[1], l = batch.sides[2],
          games = result.games // result.blocks, won = estimate.sample(),
          points = estimate.sample() }
        by_key[key] = item
        items[#items + 1] = item
      end
      item.won:merge(result.blocks, result.share, result.share_squares)
      item.points:merge(result.blocks, result.points, result.points_squares)
    end
  end
  for _, item in ipairs(items) do
    item.blocks, item.mean, item.squares = item.won.n, item.won.mean,
      item.won.squares
  end
  return items
end

--- The anchors of a list of rows: the version of each that plays.
local function anchors_of(list)
  local anchors, any = {}, false
  for _, row in ipairs(list) do
    if row.anchor and row.state == "plays" then
      anchors[row.index], any = row.anchor, true
    end
  end
  return any and anchors or nil
end

--- The fit of the batches under some rules, and its items.
function ladder.fit(log, list, rows, digests)
  local items = ladder.items(log, rows, digests)
  return pair_ratings.fit(#list, items, { anchors = anchors_of(list) }), items
end

--- The two bots with the highest ratings of those that play and have played;
--- nil for one that is missing.
function ladder.first_two(list, fit)
  local has_played, found = {}, {}
  for _, item in ipairs(fit.items) do
    has_played[item.first], has_played[item.second] = true, true
  end
  for _, row in ipairs(list) do
    if row.state == "plays" and has_played[row.index] then
      found[#found + 1] = row
    end
  end
  table.sort(found, function(x, y)
    local a, b = fit.rating[x.index], fit.rating[y.index]
    return a > b or a == b and x.bot < y.bot
  end)
  return found[1], found[2]
end

--- The pairs that met, by name: the deals, the games, and the points a round
--- and the share of games of the first bot.
local function pairs_of(items, list)
  local pairs_, by_key = {}, {}
  for _, item in ipairs(items) do
    local turned = item.first > item.second
    local a, b = item.first, item.second
    if turned then a, b = b, a end
    local key = a .. " " .. b
    local pair = by_key[key]
    if not pair then
      pair = { a = a, b = b, games = 0, points = estimate.sample(),
        share = estimate.sample() }
      by_key[key] = pair
      pairs_[#pairs_ + 1] = pair
    end
    local points, won = item.points, item.won
    pair.games = pair.games + item.games * item.blocks
    pair.points:merge(points.n, turned and -points.mean or points.mean,
      points.squares)
    pair.share:merge(won.n, turned and 1 - won.mean or won.mean, won.squares)
  end
  local result = {}
  for k, pair in ipairs(pairs_) do
    local low, high = pair.points:interval()
    result[k] = { first = list[pair.a].bot, second = list[pair.b].bot,
      deals = pair.points.n, games = pair.games, share = pair.share.mean,
      points = pair.points.mean, low = low or nan, high = high or nan }
  end
  table.sort(result, function(x, y)
    if x.first ~= y.first then return x.first < y.first end
    return x.second < y.second
  end)
  return result
end

local order_of = { plays = 1, former = 2, benched = 3, rests = 4 }

--- The order of the ladder: those that play, by rating; then former versions,
--- those that are benched and those that rest.
local function sorted(list)
  table.sort(list, function(x, y)
    local a, b = order_of[x.state], order_of[y.state]
    if a ~= b then return a < b end
    if (x.blocks > 0) ~= (y.blocks > 0) then return x.blocks > 0 end
    if x.rating ~= y.rating then return x.rating > y.rating end
    return x.bot < y.bot
  end)
end

--- A row of the ladder.
local function row_of(row, fit, totals)
  local own = totals[row.index] or { blocks = 0, games = 0, points = 0,
    won = 0 }
  local rating, low, high, error = fit:difference(row.index)
  local n = math.max(own.blocks, 1)
  return { bot = row.bot, name = row.name, version = row.version,
    day = row.day, state = row.state, why = row.rests or row.why,
    replaced = row.replaced, digest = row.digest,
    rating = rating, low = low or nan, high = high or nan,
    error = error or nan, blocks = own.blocks, games = own.games,
    share = own.blocks > 0 and own.won / n or nan,
    points = own.blocks > 0 and own.points / n or nan,
    forfeits = row.forfeits, faults = row.faults, anchor = row.anchor,
    index = row.index }
end

--- The sums of each bot over its items.
local function totals_of(items)
  local totals = {}
  local function add(bot, item, points, share)
    local own = totals[bot] or { blocks = 0, games = 0, points = 0, won = 0 }
    totals[bot] = own
    own.blocks = own.blocks + item.blocks
    own.games = own.games + item.games * item.blocks
    own.points = own.points + points * item.blocks
    own.won = own.won + share * item.blocks
  end
  for _, item in ipairs(items) do
    add(item.first, item, item.points.mean, item.mean)
    add(item.second, item, -item.points.mean, 1 - item.mean)
  end
  return totals
end

--- Note by how much each bot of the ladder stands above the next, with its
--- interval: if that contains 0, they are not told apart.
local function compare(bots, fit)
  for place, own in ipairs(bots) do
    local other = bots[place + 1]
    if other and other.state == own.state and own.blocks > 0
      and other.blocks > 0 then
      local value, low, high = fit:difference(own.index, other.index)
      own.ahead = { of = other.bot, rating = value, low = low or nan,
        high = high or nan, told_apart = low ~= nil and low > 0 }
    end
  end
end

--- The ladder of a log, as data:
---   bots    in their order: { bot =, state =, rating =, low =, high =, blocks
---           = deals, games =, share = of games won, points = a round more than
---           opponents, forfeits =, ahead = { of = the next bot, rating =, low
---           =, high =, told_apart = } }
---   pairs   that met
---   deals, games, rules = their names, day
--- `rules` are those whose results count. The seed is left out: a ladder is for
--- everybody, and coming deals follow from it.
function ladder.of(log, list, rows, rules)
  local digests, names = {}, {}
  for i, one in ipairs(rules) do
    digests[one.digest], names[i] = true, one.name
  end
  local fit, items = ladder.fit(log, list, rows, digests)
  local totals, bots, deals, games = totals_of(items), {}, 0, 0
  for i, row in ipairs(list) do bots[i] = row_of(row, fit, totals) end
  for _, item in ipairs(items) do
    deals, games = deals + item.blocks, games + item.games * item.blocks
  end
  sorted(bots)
  compare(bots, fit)
  for _, row in ipairs(bots) do row.index = nil end
  return { bots = bots, pairs = pairs_of(items, list), rules = names,
    players = rules[1].players, deals = deals, games = games, day = log.day }
end

return ladder
