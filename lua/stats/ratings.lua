-- Ratings of bots from their ranks in games.
--
-- The model is Plackett's and Luce's: each bot has a strength; the winner
-- of a game is drawn in proportion to it, then the second from the others, and
-- so on. For two bots it is the model of Bradley and Terry. A tie counts as the
-- average of all its orders, with equal weights. A bot that sits at a table
-- twice, or two bots on one side, may appear in a game more than once.
--
-- All games are fitted at once. The strengths of greatest likelihood are found
-- by the minorisation-maximisation of Hunter (2004, "MM algorithms for
-- generalized Bradley-Terry models"), and at the end by Newton's method, which
-- is fast where the former is slow. A bot that won or lost every game would
-- have no finite rating, so each bot has one more game, tied with a bot rated
-- 0: a prior whose weight soon vanishes.
--
-- Ratings are on the scale of Elo: 400 points are odds of ten to one; their
-- mean is 0. Errors come from a bootstrap over blocks: the games of a deal
-- share its cards, so they are drawn together. A replicate counts a block n
-- times, where n is a Poisson variable of mean 1 (Chamandy et al. 2012). It
-- follows from the numbers of replicate and block alone, so that no game is
-- kept and the order of the games does not matter. The interval is Student's,
-- with the variance of n blocks times n / (n - 1).
--
-- Blocks that all agree have replicates that all agree, which is no certainty.
-- So the variance has a second part, 2/n of that from n blocks of which each is
-- won or lost as a whole. It is the variance that two more blocks, one won and
-- one lost, add to a win rate (sample:share_interval).
local estimate = require "aurum.stats.estimate"
local strengths = require "aurum.stats.strengths"
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
    blocks = 0, met = {}, sets = {}, by_key = {}, wins = {}, games = {},
    above = {}, kinds = {} }, fit)
  for i = 1, n do
    self.wins[i], self.games[i], self.above[i] = { [0] = 0.0 }, 0, {}
  end
  for i = 1, n do
    for k = 1, self.replicates do self.wins[i][k] = 0.0 end
  end
  return self
end

-- ---- The result of a game -----------------------------------------------

--- The set of bots from which one is drawn: its weights by replicate, and the
--- number of times each bot is in it.
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

--- The draws of a game with these places: a list of { set, weight }, and a list
--- of { bot, weight } for the bots drawn. Of k tied bots, a given subset of j
--- has been drawn after j draws in one of (k choose j) orders.
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
    -- the last bot of all is drawn from no others: of a group at the end, one
    -- in k
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

--- The weight of a block in each replicate, or `times` in all of them.
local function weights(self, block, times)
  if self.block == block and self.times == times then return self.weights end
  local next_number = estimate.stream(self.seed * 0x632be59bd9b4e019
    + block * 0x2545f4914f6cdd1d)
  local list = { [0] = times }
  for k = 1, self.replicates do
    if times == 1 then
      local u, count = next_number() >> 11, 0
      while count < 20 and u >= poisson[count] do count = count + 1 end
      list[k] = count
    else
      list[k] = estimate.poisson(next_number, times)
    end
  end
  self.block, self.times, self.weights = block, times, list
  return list
end

--- Count the games of each bot, and the bots that came before others: of tied
--- bots, each came before the other.
local function note(self, places, times)
  local counted = {}
  for a, group in ipairs(places) do
    for x, i in ipairs(group) do
      if not counted[i] then self.games[i] = self.games[i] + times end
      counted[i] = true
      for y, j in ipairs(group) do
        self.above[i][j] = self.above[i][j] or y ~= x
      end
      for b = a + 1, #places do
        for _, j in ipairs(places[b]) do self.above[i][j] = true end
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
  note(self, places, times)
end

--- Add a game. `places` are groups of the bots 1 to n, the best first; a group
--- is tied. `block` is the whole number of the game's deal.
function fit:add(game)
  if not self.met[game.block] then
    self.met[game.block], self.blocks = true, self.blocks + 1
  end
  add(self, game.places, game.block, 1)
end

--- Add `times` blocks with equal results: `games` are the places of each game
--- of one of them, `block` is the number of any of them and of no other call.
function fit:add_block(alike)
  self.blocks = self.blocks + alike.times
  for _, places in ipairs(alike.games) do
    add(self, places, alike.block, alike.times)
  end
end

-- ---- The fit ------------------------------------------------------------

--- Logarithms of strengths as ratings: their mean is 0.
local function centred(log)
  local mean, list = 0, {}
  for _, x in ipairs(log) do mean = mean + x / #log end
  for i, x in ipairs(log) do list[i] = elo * (x - mean) end
  return list
end

--- The pairs i and j whose difference the games alone determine: each has won
--- against the other, or against one who won against one ... who won against it
--- (Ford 1957). Returns a table by i of tables by j.
local function compared(self)
  local above = {}
  for i = 1, self.n do
    above[i] = {}
    for j = 1, self.n do
      above[i][j] = i == j or self.above[i][j] or false
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

--- The variance over the replicates of bot i's rating less bot j's (nil: less
--- the mean).
local function scatter_of(replicas, i, j)
  local sample = estimate.sample()
  for _, list in ipairs(replicas) do
    sample:add(list[i] - (j and list[j] or 0))
  end
  return sample:variance() or 0
end

--- The error of a bot's rating less another's (nil: less the mean), given the
--- `scatter` of the replicates; `known` is true if the games alone determine
--- it. nil for fewer than two blocks.
local function error_of(self, log, scatter, i, j, known)
  local n = self.blocks
  if n < 2 then return nil end
  if i == j then return 0.0 end
  local games = math.max(self.games[i], j and self.games[j] or 0)
  local whole = (elo * strengths.error(self, log, i, j)) ^ 2 * games / n
  if not known then scatter = math.max(scatter, whole) end
  return math.sqrt(scatter * n / (n - 1) + whole * 2 / n)
end

--- Fit the model. Returns the rating of each bot, { rating =, error =, low =,
--- high =, games =, compared = }, and a function of two bots: the first's
--- rating less the second's, the ends of its interval, and its error. If a bot
--- won or lost every game, `compared` is false: no replicate differs, and its
--- error is at least the one by the likelihood's curvature. Fewer than two
--- blocks have no errors and intervals.
function fit:ratings()
  local start = {}
  for i = 1, self.n do start[i] = 0.0 end
  local log = strengths.maximise(self, start, 0)
  local found, replicas = centred(log), {}
  for k = 1, self.replicates do
    replicas[k] = centred(strengths.maximise(self, log, k))
  end
  local both, t = compared(self), estimate.t95(self.blocks + 1)
  local function difference(i, j)
    local value = found[i] - (j and found[j] or 0)
    local error = error_of(self, log, scatter_of(replicas, i, j), i, j,
      both[i][j or "all"])
    if not error then return value end
    return value, value - t * error, value + t * error, error
  end
  local result = {}
  for i = 1, self.n do
    local value, low, high, error = difference(i)
    result[i] = { rating = value, error = error, low = low, high = high,
      games = self.games[i], compared = both[i].all }
  end
  return result, difference
end

--- The ratings of n bots from a list of games, and the other results of
--- `fit:ratings`.
function ratings.fit(n, games, options)
  local self = ratings.new(n, options)
  for _, game in ipairs(games) do self:add(game) end
  return self:ratings()
end

return ratings
