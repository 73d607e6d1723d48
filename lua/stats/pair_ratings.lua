-- Ratings of many bots from sums over the games of pairs, in seconds for 500
-- bots. It is the model of lua/stats/ratings.lua for games between two bots,
-- from sums in place of games, and without a bootstrap.
--
-- An item is the games that two bots played under one set of rules: `first` and
-- `second`, bots by number; `k` and `l`, the number of sides that each has in a
-- game; `games` in a block; `blocks`; and of the blocks' shares of games won by
-- the first bot the `mean` and the sum of `squares` about it. A tie is half a
-- game. The model is that of Bradley and Terry (1952) for teams: the first bot
-- wins with the probability k a / (k a + l b) for strengths a and b. Each bot
-- also ties `prior` games with a bot rated 0.
--
-- The variance is the sandwich of Huber (1967) and White (1982): H^-1 J H^-1,
-- where H has the negated second derivatives of the log likelihood, and J the
-- squares of its derivatives, summed over blocks. Games of a block share their
-- cards, but blocks are independent. As in lua/stats/ratings.lua, two more
-- blocks, one won and one lost as a whole, give a variance to blocks that all
-- agree. The number of blocks of a difference follows from those of its items
-- as in Satterthwaite (1946).
local estimate = require "aurum.stats.estimate"
local pair_ratings = {}

local elo = 400 / math.log(10)

local fit = {}
fit.__index = fit

-- ---- The likelihood -------------------------------------------------------

local function logistic(x)
  if x >= 0 then return 1 / (1 + math.exp(-x)) end
  local e = math.exp(x)
  return e / (1 + e)
end

--- The probability that the first bot of an item wins, at these logarithms of
--- strengths.
local function chance(item, log)
  return logistic(log[item.first] - log[item.second]
    + math.log(item.k / item.l))
end

--- The logarithm of the logistic function.
local function log_logistic(x)
  return math.min(x, 0) - math.log(1 + math.exp(-math.abs(x)))
end

local function likelihood(self, log)
  local value = 0
  for i = 1, self.n do
    value = value + self.prior / 2
      * (log_logistic(log[i]) + log_logistic(-log[i]))
  end
  for _, item in ipairs(self.items) do
    local x = log[item.first] - log[item.second] + math.log(item.k / item.l)
    value = value + item.games * item.blocks * (item.mean * log_logistic(x)
      + (1 - item.mean) * log_logistic(-x))
  end
  return value
end

--- The gradient, the diagonal of H, and the weight of each item in H.
local function slopes(self, log)
  local slope, diagonal, weights = {}, {}, {}
  for i = 1, self.n do
    local p = logistic(log[i])
    slope[i] = self.prior * (0.5 - p)
    diagonal[i] = self.prior * p * (1 - p)
  end
  for k, item in ipairs(self.items) do
    local p, n = chance(item, log), item.games * item.blocks
    local a, b = item.first, item.second
    local pull, weight = n * (item.mean - p), n * p * (1 - p)
    slope[a], slope[b] = slope[a] + pull, slope[b] - pull
    diagonal[a], diagonal[b] = diagonal[a] + weight, diagonal[b] + weight
    weights[k] = weight
  end
  return slope, diagonal, weights
end

-- ---- Newton's method ------------------------------------------------------

--- H times x, from its diagonal and the weights of the items.
local function times(self, diagonal, weights, x)
  local y = {}
  for i = 1, self.n do y[i] = diagonal[i] * x[i] end
  for k, item in ipairs(self.items) do
    local a, b, weight = item.first, item.second, weights[k]
    y[a], y[b] = y[a] - weight * x[b], y[b] - weight * x[a]
  end
  return y
end

local function dot(x, y)
  local sum = 0
  for i = 1, #x do sum = sum + x[i] * y[i] end
  return sum
end

--- The solution of H x = slope by conjugate gradients, with the diagonal as
--- preconditioner: few bots have met, so that H is mostly zeros.
local function solve(self, diagonal, weights, slope)
  local x, rest, z, n = {}, {}, {}, self.n
  for i = 1, n do
    x[i], rest[i], z[i] = 0.0, slope[i], slope[i] / diagonal[i]
  end
  local direction = table.move(z, 1, n, 1, {})
  local size, goal = dot(rest, z), 1e-24 * dot(slope, z)
  for _ = 1, 4 * n + 20 do
    if size <= goal then break end
    local image = times(self, diagonal, weights, direction)
    local step = size / dot(direction, image)
    for i = 1, n do
      x[i] = x[i] + step * direction[i]
      rest[i] = rest[i] - step * image[i]
      z[i] = rest[i] / diagonal[i]
    end
    local next_size = dot(rest, z)
    local ratio = next_size / size
    for i = 1, n do direction[i] = z[i] + ratio * direction[i] end
    size = next_size
  end
  return x
end

--- The logarithms of the strengths of greatest likelihood.
local function maximise(self)
  local log = {}
  for i = 1, self.n do log[i] = 0.0 end
  local value = likelihood(self, log)
  for _ = 1, 100 do
    local slope, diagonal, weights = slopes(self, log)
    local step, longest = solve(self, diagonal, weights, slope), 0
    for i = 1, self.n do longest = math.max(longest, math.abs(step[i])) end
    if longest < 1e-9 then break end
    local size = math.min(1, 3 / longest) -- not far out, where all is flat
    for _ = 1, 40 do
      local to = {}
      for i = 1, self.n do to[i] = log[i] + size * step[i] end
      local there = likelihood(self, to)
      if there >= value - 1e-12 * math.abs(value) then
        log, value = to, there
        break
      end
      size = size / 2
    end
  end
  return log
end

-- ---- The inverse of H -----------------------------------------------------

--- The lower triangle L of a symmetric matrix, given by its lower triangle: L
--- times its transpose is the matrix (Cholesky).
local function triangle(rows)
  for i, row in ipairs(rows) do
    for j = 1, i do
      local other, sum = rows[j], row[j]
      for k = 1, j - 1 do sum = sum - row[k] * other[k] end
      row[j] = i == j and math.sqrt(sum) or sum / other[j]
    end
  end
  return rows
end

--- The inverse of L, by columns: column i begins at row i.
local function inverse_columns(rows)
  local columns, n = {}, #rows
  for i = 1, n do
    local column = {}
    column[i] = 1 / rows[i][i]
    for j = i + 1, n do
      local row, sum = rows[j], 0
      for k = i, j - 1 do sum = sum - row[k] * column[k] end
      column[j] = sum / row[j]
    end
    columns[i] = column
  end
  return columns
end

--- The inverse of H at these logarithms of strengths, a full matrix.
local function inverse(self, log)
  local _, diagonal, weights = slopes(self, log)
  local rows = {}
  for i = 1, self.n do
    rows[i] = {}
    for j = 1, i do rows[i][j] = i == j and diagonal[i] or 0.0 end
  end
  for k, item in ipairs(self.items) do
    local a, b = math.max(item.first, item.second),
      math.min(item.first, item.second)
    rows[a][b] = rows[a][b] - weights[k]
  end
  local columns, result = inverse_columns(triangle(rows)), {}
  for i = 1, self.n do
    local own = columns[i]
    result[i] = {}
    for j = 1, i do
      local other, sum = columns[j], 0
      for k = i, self.n do sum = sum + own[k] * other[k] end
      result[i][j], result[j][i] = sum, sum
    end
  end
  return result
end

-- ---- Which bots can be compared -------------------------------------------

--- The bots that are reached from each bot by the edges in `next_of`, in the
--- order in which the search leaves them, appended to `list`.
local function leave(next_of, start, seen, list)
  local stack = { { start, 1 } }
  seen[start] = true
  while #stack > 0 do
    local top = stack[#stack]
    local bot = next_of[top[1]][top[2]]
    top[2] = top[2] + 1
    if not bot then
      list[#list + 1] = table.remove(stack)[1]
    elseif not seen[bot] then
      seen[bot] = true
      stack[#stack + 1] = { bot, 1 }
    end
  end
end

--- A group of each bot: two bots are in one if each has won against the other,
--- or against one who won against one ... who won against it (Ford 1957). Games
--- alone determine the difference of such bots. By the algorithm of Kosaraju.
local function groups_of(self)
  local beaten, beaters, order, seen = {}, {}, {}, {}
  for i = 1, self.n do beaten[i], beaters[i] = {}, {} end
  local function won(i, j)
    table.insert(beaten[i], j)
    table.insert(beaters[j], i)
  end
  for _, item in ipairs(self.items) do
    if item.mean > 0 then won(item.first, item.second) end
    if item.mean < 1 then won(item.second, item.first) end
  end
  for i = 1, self.n do
    if not seen[i] then leave(beaten, i, seen, order) end
  end
  local group, found = {}, {}
  for k = #order, 1, -1 do
    if not found[order[k]] then
      local members = {}
      leave(beaters, order[k], found, members)
      for _, bot in ipairs(members) do group[bot] = order[k] end
    end
  end
  return group
end

-- ---- The fit --------------------------------------------------------------

--- The squares of an item's derivatives, summed over its blocks; and the same
--- if each block were won or lost as a whole.
local function spread_of(item, p)
  local whole = item.games ^ 2 * item.blocks
  return item.games ^ 2 * (item.squares + item.blocks * (item.mean - p) ^ 2),
    whole * p * (1 - p)
end

--- Fit the model to a list of items of bots 1 to n. `options`: `prior` (1), the
--- number of tied games, above 0; and `anchors`, a table from bots to ratings:
--- the mean of their ratings is the mean of these. Without anchors the mean of
--- all ratings is 0. The result's `rating` is a list by bot, on the scale of
--- Elo: 400 points are odds of ten to one.
function pair_ratings.fit(n, items, options)
  options = options or {}
  local self = setmetatable({ n = n, items = items, rating = {},
    prior = options.prior or 1, spread = {}, whole = {} }, fit)
  self.log = maximise(self)
  self.inverse = inverse(self, self.log)
  self.group = groups_of(self)
  local spread, chances = 0, 0
  for k, item in ipairs(items) do
    local p = chance(item, self.log)
    self.spread[k], self.whole[k] = spread_of(item, p)
    spread = spread + self.spread[k]
    chances = chances + item.games * item.blocks * p * (1 - p)
  end
  -- the variance of blocks, in that of as many independent games
  self.dispersion = (spread + 1) / (chances + 1)
  self:set_zero(options.anchors)
  return self
end

--- Set the ratings, and the bots to whose mean they are relative.
function fit:set_zero(anchors)
  local zero, mean, fixed = {}, 0, 0
  for bot in pairs(anchors or {}) do zero[#zero + 1] = bot end
  table.sort(zero)
  for i = 1, zero[1] and 0 or self.n do zero[i] = i end
  for _, bot in ipairs(zero) do
    mean = mean + self.log[bot] / #zero
    fixed = fixed + (anchors and anchors[bot] or 0) / #zero
  end
  self.zero, self.base = zero, {}
  for i = 1, self.n do
    self.rating[i] = fixed + elo * (self.log[i] - mean)
    self.base[i] = 0.0
    for _, bot in ipairs(zero) do
      self.base[i] = self.base[i] + self.inverse[bot][i] / #zero
    end
  end
end

--- True if the games alone determine the difference of two bots; without the
--- second, of the first and of those to which ratings are relative.
local function is_compared(self, i, j)
  if j then return self.group[i] == self.group[j] end
  for _, bot in ipairs(self.zero) do
    if self.group[bot] ~= self.group[i] then return false end
  end
  return true
end

--- The variance of bot i's logarithm less bot j's (nil: less the mean of those
--- to which ratings are relative), and the number of blocks behind it; nil for
--- fewer than two.
local function variance_of(self, i, j)
  local own, other = self.inverse[i], j and self.inverse[j] or self.base
  local scatter, whole, squares = 0, 0, 0
  for k, item in ipairs(self.items) do
    local a, b = item.first, item.second
    local off = (own[a] - other[a] - own[b] + other[b]) ^ 2
    scatter = scatter + self.spread[k] * off
    local part = self.whole[k] * off
    whole, squares = whole + part, squares + part * part / item.blocks
  end
  local n = squares > 0 and whole * whole / squares or 0
  if n < 2 - 1e-9 then return nil end
  if not is_compared(self, i, j) then scatter = math.max(scatter, whole) end
  return scatter * n / (n - 1) + whole * 2 / n, n
end

--- The difference of two bots' ratings, the ends of its 95 % interval, and its
--- error; without the second, the first one's rating. Less than two blocks have
--- no interval.
function fit:difference(i, j)
  local value = self.rating[i] - (j and self.rating[j] or 0)
  local is_fixed = i == j or not j and #self.zero == 1 and self.zero[1] == i
  if is_fixed then return value, value, value, 0.0 end
  local variance, n = variance_of(self, i, j)
  if not variance then return value end
  local error = elo * math.sqrt(variance)
  local half = estimate.t95(math.floor(n + 1e-9) + 1) * error
  return value, value - half, value + half, error
end

-- ---- What further games would tell ----------------------------------------

local root = math.sqrt(2 * math.pi)

--- The mean by which a normal variable of standard deviation 1 exceeds -z.
local function excess(z)
  if z < -8 then return 0.0 end
  return math.max(z * estimate.normal_below(z)
    + math.exp(-z * z / 2) / root, 0.0)
end

--- The knowledge gradient of the order of two bots (Frazier, Powell and Dayanik
--- 2008): by how much, in logarithms of strengths, the stronger of them as
--- known after `blocks` more blocks, of `games` each, will on average be
--- stronger than the one that is believed so now. `k` and `l` are their sides.
function fit:gain(i, j, blocks, games, k, l)
  local own, other = self.inverse[i], self.inverse[j]
  local variance = self.dispersion * (own[i] + other[j] - 2 * own[j])
  local off = self.log[i] - self.log[j]
  local p = logistic(off + math.log(k / l))
  local known = blocks * games * p * (1 - p) / self.dispersion
  local change = math.sqrt(known * variance * variance
    / (1 + known * variance))
  return change > 0 and change * excess(-math.abs(off) / change) or 0.0
end

return pair_ratings
