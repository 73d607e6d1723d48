-- Ratings of bots from the places they came to in games.
--
-- The model is Plackett and Luce's: each bot has a strength; the winner of a
-- game is drawn in proportion to it, then the second from the others, and so
-- on. Of two, that is Bradley and Terry's. Tied places count as the average of
-- all their orders, each of them equally. Bots that sit on one side, or twice
-- at a table, may stand in a game more than once.
--
-- All games are fitted at once: the strengths of greatest likelihood, found by
-- the minorisation-maximisation of Hunter (2004, "MM algorithms for generalized
-- Bradley-Terry models") and ended by Newton's method, which is quick where
-- that creeps. A bot that won or lost everything would have no finite rating,
-- so each has one game besides, tied with a bot rated 0: a prior that is soon
-- outweighed.
--
-- Ratings are on the scale of Elo: 400 points are odds of ten to one; their
-- mean is 0. Errors come from a bootstrap over blocks: the games of a deal
-- share its cards, so they are drawn together. A replicate counts a block as
-- often as a Poisson variable of mean 1 says (Chamandy et al. 2012), made from
-- the numbers of both alone: nothing need be kept of the games, and their order
-- does not matter.
local stats = require "lua.stats"
local ratings = {}

local elo = 400 / math.log(10)

local fit = {}
fit.__index = fit

--- A fit for n bots. `options`: `replicates` of the bootstrap (200), its
--- `seed`, a whole number (1), and `prior`, the number of tied games (1), above
--- 0.
function ratings.new(n, options)
  options = options or {}
  local self = setmetatable({ n = n, prior = options.prior or 1,
    replicates = options.replicates or 200, seed = options.seed or 1,
    sets = {}, by_key = {}, wins = {}, games = {}, pairs = {}, kinds = {} },
    fit)
  for i = 1, n do self.wins[i], self.games[i] = { [0] = 0.0 }, 0 end
  for i = 1, n do
    for k = 1, self.replicates do self.wins[i][k] = 0.0 end
  end
  return self
end

-- ---- What a game says ---------------------------------------------------

--- The set of bots among whom one is drawn: its weights, one a replicate, and
--- how often each bot is in it.
local function choice(self, members)
  table.sort(members)
  local key = table.concat(members, " ")
  local set = self.by_key[key]
  if set then return set end
  set = { weight = {}, bots = {}, times = {} }
  for k = 0, self.replicates do set.weight[k] = 0.0 end
  for i, bot in ipairs(members) do
    if bot ~= members[i - 1] then
      table.insert(set.bots, bot)
      set.times[bot] = 0
    end
    set.times[bot] = set.times[bot] + 1
  end
  self.by_key[key] = set
  table.insert(self.sets, set)
  return set
end

--- The draws of a game with these places: a list of { set, weight }, and of
--- { bot, weight } for those drawn. Of k tied bots, a subset of j is gone after
--- j draws in one of (k choose j) orders.
local function draws(self, places)
  local sets, drawn, left = {}, {}, 0
  for _, group in ipairs(places) do left = left + #group end
  for i, group in ipairs(places) do
    local worse = {}
    for j = i + 1, #places do
      table.move(places[j], 1, #places[j], #worse + 1, worse)
    end
    local ways = 1 -- (k choose j)
    local by_size = { [0] = {} }
    for mask = 0, (1 << #group) - 1 do
      local members = table.move(worse, 1, #worse, 1, {})
      local gone = 0
      for bit, bot in ipairs(group) do
        if mask >> (bit - 1) & 1 == 1 then
          gone = gone + 1
        else
          members[#members + 1] = bot
        end
      end
      by_size[gone] = by_size[gone] or {}
      if #members > 1 then table.insert(by_size[gone], members) end
    end
    for gone = 0, #group - 1 do
      for _, members in ipairs(by_size[gone]) do
        sets[#sets + 1] = { choice(self, members), 1 / ways }
      end
      ways = ways * (#group - gone) / (gone + 1)
    end
    -- the last of all is not drawn from others: of a group at the end, one in k
    local share = #worse == 0 and (#group - 1) / #group or 1
    for _, bot in ipairs(group) do
      if share > 0 then drawn[#drawn + 1] = { bot, share } end
    end
  end
  return { sets = sets, drawn = drawn, size = left }
end

local function kind_of(self, places)
  local parts = {}
  for i, group in ipairs(places) do
    local sorted = table.move(group, 1, #group, 1, {})
    table.sort(sorted)
    parts[i] = table.concat(sorted, "=")
  end
  local key = table.concat(parts, ">")
  if not self.kinds[key] then self.kinds[key] = draws(self, places) end
  return self.kinds[key]
end

local poisson = {} -- 2^53 times the probability of at most so many
do
  local p, sum = math.exp(-1), 0.0
  for k = 0, 20 do
    sum = sum + p
    poisson[k] = sum * 2.0 ^ 53
    p = p / (k + 1)
  end
end

--- How often each replicate counts a block, or `times` alike.
local function weights(self, block, times)
  if self.block == block and self.times == times then return self.weights end
  local next_number = stats.stream(self.seed * 0x632be59bd9b4e019
    + block * 0x2545f4914f6cdd1d)
  local list = { [0] = times }
  for k = 1, self.replicates do
    if times == 1 then
      local u, count = next_number() >> 11, 0
      while count < 20 and u >= poisson[count] do count = count + 1 end
      list[k] = count
    else
      list[k] = stats.poisson(next_number, times)
    end
  end
  self.block, self.times, self.weights = block, times, list
  return list
end

--- Note that one bot was so good against another: 1, 1/2 or 0. The mean over a
--- block is an observation.
local function meet(self, i, j, score, block, times)
  local key = (i - 1) * self.n + j
  local pair = self.pairs[key]
  if not pair then
    pair = { sample = stats.sample(), games = 0, met = 0, sum = 0.0 }
    self.pairs[key] = pair
  end
  if pair.block ~= block and pair.met > 0 then
    pair.sample:add(pair.sum / pair.met, pair.times)
    pair.met, pair.sum = 0, 0.0
  end
  pair.block, pair.times, pair.games = block, times, pair.games + times
  pair.met, pair.sum = pair.met + 1, pair.sum + score
  pair.scored = pair.scored or score > 0
end

local function meet_all(self, places, block, times)
  for a, group in ipairs(places) do
    for x, i in ipairs(group) do
      self.games[i] = self.games[i] + times
      for y, j in ipairs(group) do
        if y ~= x and i ~= j then meet(self, i, j, 0.5, block, times) end
      end
      for b = a + 1, #places do
        for _, j in ipairs(places[b]) do
          if i ~= j then
            meet(self, i, j, 1, block, times)
            meet(self, j, i, 0, block, times)
          end
        end
      end
    end
  end
end

local function add(self, places, block, times)
  local kind, weight = kind_of(self, places), weights(self, block, times)
  for _, item in ipairs(kind.sets) do
    local sums, share = item[1].weight, item[2]
    for k = 0, self.replicates do sums[k] = sums[k] + share * weight[k] end
  end
  for _, item in ipairs(kind.drawn) do
    local sums, share = self.wins[item[1]], item[2]
    for k = 0, self.replicates do sums[k] = sums[k] + share * weight[k] end
  end
  meet_all(self, places, block, times)
end

--- Add a game: `places` are groups of bots, 1 to n, the best first, those in a
--- group tied; `block` is the whole number of its deal. The games of a pair in
--- one block follow each other.
function fit:add(game)
  add(self, game.places, game.block, 1)
end

--- Add `times` blocks that came out alike: `games` are the places of each game
--- of one of them, `block` the number of any, which no other call names.
function fit:add_block(alike)
  for _, places in ipairs(alike.games) do
    add(self, places, alike.block, alike.times)
  end
end

-- ---- The fit ------------------------------------------------------------

--- A step of Hunter's: each strength is its wins by the chances it had.
local function minorise(self, strength, k)
  local chances = {}
  for i = 1, self.n do chances[i] = self.prior / (strength[i] + 1) end
  for _, set in ipairs(self.sets) do
    local sum = 0
    for _, bot in ipairs(set.bots) do
      sum = sum + set.times[bot] * strength[bot]
    end
    for _, bot in ipairs(set.bots) do
      chances[bot] = chances[bot] + set.times[bot] * set.weight[k] / sum
    end
  end
  local next_one = {}
  for i = 1, self.n do
    next_one[i] = (self.wins[i][k] + self.prior / 2) / chances[i]
  end
  return next_one
end

--- The logarithm of the likelihood at these logarithms of strengths; the
--- gradient; and the negated second derivatives, which are positive definite.
local function likelihood(self, log, k)
  local value, slope, curve = 0, {}, {}
  for i = 1, self.n do
    local p = 1 / (1 + math.exp(-log[i]))
    value = value + (self.wins[i][k] + self.prior / 2) * log[i]
      - self.prior * (math.max(log[i], 0)
        + math.log(1 + math.exp(-math.abs(log[i]))))
    slope[i] = self.wins[i][k] + self.prior / 2 - self.prior * p
    curve[i] = {}
    for j = 1, self.n do curve[i][j] = 0 end
    curve[i][i] = self.prior * p * (1 - p)
  end
  for _, set in ipairs(self.sets) do
    local top, sum, weight = -math.huge, 0, set.weight[k]
    for _, bot in ipairs(set.bots) do top = math.max(top, log[bot]) end
    for _, bot in ipairs(set.bots) do
      sum = sum + set.times[bot] * math.exp(log[bot] - top)
    end
    value = value - weight * (top + math.log(sum))
    for _, a in ipairs(set.bots) do
      local p = set.times[a] * math.exp(log[a] - top) / sum
      slope[a] = slope[a] - weight * p
      curve[a][a] = curve[a][a] + weight * p
      for _, b in ipairs(set.bots) do
        curve[a][b] = curve[a][b]
          - weight * p * set.times[b] * math.exp(log[b] - top) / sum
      end
    end
  end
  return value, slope, curve
end

--- Solve curve * x = slope by elimination; both are spent.
local function solve(curve, x)
  local n = #x
  for i = 1, n do
    for j = i + 1, n do
      local factor = curve[j][i] / curve[i][i]
      if factor ~= 0 then
        for l = i, n do curve[j][l] = curve[j][l] - factor * curve[i][l] end
        x[j] = x[j] - factor * x[i]
      end
    end
  end
  for i = n, 1, -1 do
    for j = i + 1, n do x[i] = x[i] - curve[i][j] * x[j] end
    x[i] = x[i] / curve[i][i]
  end
  return x
end

--- The logarithms of the strengths of greatest likelihood in a replicate, 0 for
--- the games as they are, from `log` on.
local function maximise(self, log, k)
  local strength = {}
  for i = 1, self.n do strength[i] = math.exp(log[i]) end
  for _ = 1, 5 do strength = minorise(self, strength, k) end
  log = {}
  for i = 1, self.n do log[i] = math.log(strength[i]) end
  local value, slope, curve = likelihood(self, log, k)
  for _ = 1, 100 do
    local step, longest = solve(curve, slope), 0
    for i = 1, self.n do longest = math.max(longest, math.abs(step[i])) end
    if longest < 1e-9 then break end
    local size = math.min(1, 3 / longest) -- not far out, where all is flat
    for _ = 1, 40 do
      local to = {}
      for i = 1, self.n do to[i] = log[i] + size * step[i] end
      local there, next_slope, next_curve = likelihood(self, to, k)
      if there >= value - 1e-12 * math.abs(value) then
        log, value, slope, curve = to, there, next_slope, next_curve
        break
      end
      size = size / 2
    end
  end
  return log
end

--- Logarithms of strengths as ratings: their mean is 0.
local function centred(log)
  local mean, list = 0, {}
  for _, x in ipairs(log) do mean = mean + x / #log end
  for i, x in ipairs(log) do list[i] = elo * (x - mean) end
  return list
end

local z = 1.959963984540054

--- Whether games alone tell how far i and j are apart: each has won from the
--- other, or from one who won from one ... who won from it (Ford 1957). Returns
--- a table by i of tables by j.
local function compared(self)
  local above = {}
  for i = 1, self.n do
    above[i] = {}
    for j = 1, self.n do
      local pair = self.pairs[(i - 1) * self.n + j]
      above[i][j] = i == j or pair and pair.scored or false
    end
  end
  for k = 1, self.n do
    for i = 1, self.n do
      for j = 1, self.n do
        above[i][j] = above[i][j] or above[i][k] and above[k][j]
      end
    end
  end
  local both = {}
  for i = 1, self.n do
    both[i] = { all = true }
    for j = 1, self.n do
      both[i][j] = above[i][j] and above[j][i]
      both[i].all = both[i].all and both[i][j]
    end
  end
  return both
end

--- The error that the curvature of the likelihood gives to a rating less
--- another, or less the mean of all.
local function curved_error(self, log, i, j)
  local _, _, curve = likelihood(self, log, 0)
  local contrast, variance = {}, 0
  for k = 1, self.n do
    contrast[k] = (k == i and 1 or 0)
      - (not j and 1 / self.n or k == j and 1 or 0)
  end
  local x = solve(curve, table.move(contrast, 1, self.n, 1, {}))
  for k = 1, self.n do variance = variance + contrast[k] * x[k] end
  return elo * math.sqrt(math.max(variance, 0))
end

--- Fit: the rating of each bot, { rating =, error =, low =, high =, games =,
--- compared = }, and a function of two bots that gives the first's rating less
--- the second's, with the ends of its interval and its error. The intervals, of
--- 95 %, are 1.96 errors wide to each side, an error the standard deviation
--- over the replicates. Where all was won or lost no replicate differs, and the
--- error is at least that of the likelihood's curvature: `compared` is false.
function fit:ratings()
  local start = {}
  for i = 1, self.n do start[i] = 0.0 end
  local log = maximise(self, start, 0)
  local found, replicas = centred(log), {}
  for k = 1, self.replicates do
    replicas[k] = centred(maximise(self, log, k))
  end
  local both = compared(self)
  local function difference(i, j)
    local sample = stats.sample()
    for _, list in ipairs(replicas) do
      sample:add(list[i] - (j and list[j] or 0))
    end
    local value = found[i] - (j and found[j] or 0)
    local scatter = math.sqrt(sample:variance() or 0)
    if i ~= j and not both[i][j or "all"] then
      scatter = math.max(scatter, curved_error(self, log, i, j))
    end
    return value, value - z * scatter, value + z * scatter, scatter
  end
  local result = {}
  for i = 1, self.n do
    local value, low, high, scatter = difference(i)
    result[i] = { rating = value, error = scatter, low = low, high = high,
      games = self.games[i], compared = both[i].all }
  end
  return result, difference
end

--- Bot i against bot j: { games =, mean =, low =, high = }, the share of games
--- it came before the other in, ties half, with its interval over blocks; nil
--- if they never met.
function fit:pair(i, j)
  local pair = self.pairs[(i - 1) * self.n + j]
  if not pair then return nil end
  if pair.met > 0 then
    pair.sample:add(pair.sum / pair.met, pair.times)
    pair.met, pair.sum, pair.block = 0, 0.0, nil
  end
  local low, high = pair.sample:share_interval()
  return { games = pair.games, blocks = pair.sample.n, mean = pair.sample.mean,
    low = low, high = high }
end

--- The ratings of n bots from a list of games, and what `fit:ratings` gives
--- besides.
function ratings.fit(n, games, options)
  local self = ratings.new(n, options)
  for _, game in ipairs(games) do self:add(game) end
  return self:ratings()
end

--- The places of a list of numbers, the greatest first, as `fit:add` takes
--- them. `bots` says which bot each number is of.
function ratings.places(values, bots)
  local order, places = {}, {}
  for i = 1, #values do order[i] = i end
  table.sort(order, function(a, b)
    if values[a] ~= values[b] then return values[a] > values[b] end
    return a < b
  end)
  for n, i in ipairs(order) do
    if n == 1 or values[i] ~= values[order[n - 1]] then
      places[#places + 1] = {}
    end
    table.insert(places[#places], bots and bots[i] or i)
  end
  return places
end

ratings.method = "Plackett-Luce, all games at once (Hunter 2004), with one "
  .. "tied game a bot against a rating of 0; errors by bootstrap over deals, "
  .. "where all was won or lost by the likelihood's curvature"

return ratings
