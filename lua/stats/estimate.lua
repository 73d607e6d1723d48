-- Means of samples and their confidence intervals, as mirrored matches, arenas
-- and comparisons of rules print them. Observations are independent of each
-- other: where games share their cards, the observation is the deal, a *block*.
-- A sample keeps only their number, mean and sum of squares.
--
-- Observations that are all the same do not show how far others would scatter:
-- their mean has no interval. A share has one, since it lies between 0 and 1.
local estimate = {}

--- The point between two numbers at which a growing function has the value `p`,
--- found by halving the interval between them `steps` times.
function estimate.bisect(grows, p, low, high, steps)
  for _ = 1, steps do
    local middle = (low + high) / 2
    if grows(middle) < p then low = middle else high = middle end
  end
  return (low + high) / 2
end

--- The probability that Student's t with `dof` degrees of freedom, a whole
--- number, lies between -t and t: the finite series of Abramowitz and Stegun,
--- 26.7.3 and 26.7.4, in the angle whose tangent is t / sqrt(dof).
function estimate.t_within(t, dof)
  local cos2 = dof / (dof + t * t)
  local sin = t / math.sqrt(dof + t * t)
  local odd = dof % 2
  local term, sum = odd == 1 and math.sqrt(cos2) or 1, 0
  for i = 1 + odd, dof - 1, 2 do
    sum = sum + term
    term = term * cos2 * i / (i + 1)
  end
  if odd == 0 then return sin * sum end
  return 2 / math.pi * (math.atan(t, math.sqrt(dof)) + sin * sum)
end

local z = 1.959963984540054 -- the normal distribution's

--- The t such that 95 % of the distribution lie between -t and t. Where the
--- series is short, bisection finds it; beyond, the expansion around the normal
--- distribution (26.7.5) is good to 9 digits.
function estimate.t95(dof)
  if dof > 100 then
    local z2 = z * z
    return z * (1 + (z2 + 1) / (4 * dof)
      + ((5 * z2 + 16) * z2 + 3) / (96 * dof ^ 2)
      + (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * dof ^ 3)
      + ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)
        / (92160 * dof ^ 4))
  end
  return estimate.bisect(function(x) return estimate.t_within(x, dof) end, 0.95,
    z, 13, 60) -- at 1 degree it is 12.7
end

local sample = {}
sample.__index = sample

--- A sample without observations: `n`, `mean`, and the sum of squares about the
--- mean, updated with each observation (Welford 1962).
function estimate.sample()
  return setmetatable({ n = 0, mean = 0.0, squares = 0.0 }, sample)
end

--- Add an observation, or `times` (1) of the same.
function sample:add(x, times)
  times = times or 1
  self.n = self.n + times
  local off = x - self.mean
  self.mean = self.mean + off * (times / self.n)
  self.squares = self.squares + times * off * (x - self.mean)
end

--- Add another sample, by its fields (Chan, Golub and LeVeque 1979).
function sample:merge(n, mean, squares)
  if n == 0 then return end
  local off, total = mean - self.mean, self.n + n
  self.squares = self.squares + squares + off * off * self.n * n / total
  self.mean = self.mean + off * (n / total)
  self.n = total
end

--- The variance of an observation; nil for fewer than two.
function sample:variance()
  if self.n < 2 then return nil end
  return self.squares / (self.n - 1)
end

--- The standard error of the mean; nil for fewer than two.
function sample:error()
  if self.n < 2 then return nil end
  return math.sqrt(self.squares / (self.n - 1) / self.n)
end

--- True if two observations differ, by more than their rounding.
function sample:has_spread()
  return self.squares > self.n * (1e-12 * self.mean) ^ 2
end

--- The distance of the mean from `from` (0) in standard errors; nil without a
--- spread.
function sample:t(from)
  if not self:has_spread() then return nil end
  return (self.mean - (from or 0)) / self:error()
end

--- The probability of a mean at least this far from `from` (0) if `from` is the
--- true mean: Student's t test. Without a spread it is the probability that all
--- observations are on one side, as in the sign test. nil for fewer than two.
function sample:p(from)
  if self.n < 2 then return nil end
  local t = self:t(from)
  if t then return 1 - estimate.t_within(math.abs(t), self.n - 1) end
  return self.mean == (from or 0) and 1.0 or 2.0 ^ (1 - self.n)
end

--- The ends of the 95 % interval for the true mean; nil without a spread.
function sample:interval()
  if not self:has_spread() then return nil end
  local half = estimate.t95(self.n - 1) * self:error()
  return self.mean - half, self.mean + half
end

--- The ends of the 95 % interval for a sample of shares, each from 0 to 1, such
--- as the share of its games that a deal gave to a bot; nil for fewer than two.
--- Two more observations, a 0 and a 1, join the sample, and the ends are those
--- of Student's t over all of them. This is the interval of Agresti and Caffo
--- ("Simple and effective confidence intervals for proportions and differences
--- of proportions result from adding two successes and two failures", The
--- American Statistician 54, 2000), with deals in place of independent games.
--- It has a width even if all observations are the same.
function sample:share_interval()
  if self.n < 2 then return nil end
  local more = estimate.sample()
  more:merge(self.n, self.mean, self.squares)
  more:add(0)
  more:add(1)
  local low, high = more:interval()
  return math.max(low, 0), math.min(high, 1)
end

-- ---- Ratios -------------------------------------------------------------

local ratio = {}
ratio.__index = ratio

--- A ratio of two sums over independent units. A unit adds any amount to both:
--- points a round over deals of several games. With `part`, it is a part of a
--- ratio, to be merged: the parts may cut a unit.
function estimate.ratio(part)
  return setmetatable({ n = 0, y = 0, x = 0, yy = 0, xy = 0, xx = 0,
    part = part }, ratio)
end

--- Note the proportion of a unit: `varied` becomes true if two units differ.
local function compare(self, y, x)
  if x == 0 and y == 0 then return end
  self.one = self.one or { y, x }
  local a, b = self.one[1] * x, self.one[2] * y
  self.varied = self.varied or math.abs(a - b) > 1e-12 * math.abs(a)
end

--- Add a unit that adds `y` to the upper sum and `x` to the lower.
function ratio:add(y, x)
  self.n, self.y, self.x = self.n + 1, self.y + y, self.x + x
  self.yy, self.xy = self.yy + y * y, self.xy + x * y
  self.xx = self.xx + x * x
  compare(self, y, x)
end

--- Add the part that follows, by its fields. Sums of whole numbers are exact.
function ratio:merge(other)
  local first = other.first
  if first then self:put(first[1] or nil, first[2], first[3]) end
  if other.n > 0 then self:close() end
  for _, key in ipairs { "n", "y", "x", "yy", "xy", "xx" } do
    self[key] = self[key] + other[key]
  end
  if other.one then compare(self, table.unpack(other.one)) end
  self.varied = self.varied or other.varied
  if other.unit then self:put(other.unit, other.unit_y, other.unit_x) end
end

--- Add a unit. The first one of a part stays separate: it may have begun in the
--- part before.
local function add_unit(self, unit, y, x)
  if self.part and not self.first then
    self.first = { unit or false, y, x }
  else
    self:add(y, x)
  end
end

--- Add `y` and `x` (1) to a unit of this name. Consecutive calls with one name
--- are one unit; a call without a name is a unit by itself.
function ratio:put(unit, y, x)
  if unit == nil or unit ~= self.unit then
    self:close()
    if unit == nil then return add_unit(self, unit, y, x or 1) end
    self.unit, self.unit_y, self.unit_x = unit, 0, 0
  end
  self.unit_y, self.unit_x = self.unit_y + y, self.unit_x + (x or 1)
end

--- Close the unit that was `put` last.
function ratio:close()
  local unit, y, x = self.unit, self.unit_y, self.unit_x
  self.unit = nil
  if unit ~= nil then add_unit(self, unit, y, x) end
end

--- The ratio; nil where there is nothing to divide by.
function ratio:value()
  self:close()
  if self.x == 0 then return nil end
  return self.y / self.x
end

--- True if the proportions of two units differ.
function ratio:has_spread()
  self:close()
  return self.varied or false
end

--- The linearised standard error of a ratio of sums over `n` units (Cochran,
--- Sampling Techniques, 1977, 6.3).
local function linearised(n, y, x, yy, xy, xx)
  local r = y / x
  local squares = math.max(yy - 2 * r * xy + r * r * xx, 0)
  return math.sqrt(squares * n / (n - 1)) / x
end

--- Its standard error; nil for fewer than two units.
function ratio:error()
  if not self:value() or self.n < 2 then return nil end
  if not self.varied then return 0.0 end
  return linearised(self.n, self.y, self.x, self.yy, self.xy, self.xx)
end

--- The ends of its 95 % interval; nil without a spread.
function ratio:interval()
  if not self:value() or not self.varied then return nil end
  local half = estimate.t95(self.n - 1) * self:error()
  return self:value() - half, self:value() + half
end

--- The same where it is a share, from 0 to 1, as for a sample: the two units
--- that are added are of the mean size. nil for fewer than two units.
function ratio:share_interval()
  if not self:value() or self.n < 2 then return nil end
  local size = self.x / self.n
  local n, y, x = self.n + 2, self.y + size, self.x + 2 * size
  local error = linearised(n, y, x, self.yy + size ^ 2, self.xy + size ^ 2,
    self.xx + 2 * size ^ 2)
  local half = estimate.t95(n - 1) * error
  return math.max(y / x - half, 0), math.min(y / x + half, 1)
end

-- ---- Blocks -------------------------------------------------------------

local blocks = {}
blocks.__index = blocks

--- A sample of blocks, each given by the values of its games: `sample` has
--- their means, `alone` the games as if no two shared their cards.
function estimate.blocks()
  return setmetatable({ sample = estimate.sample(), alone = estimate.sample() },
    blocks)
end

--- Add a block, a list with a value for each of its games.
function blocks:add(values)
  local sum = 0
  for _, x in ipairs(values) do
    sum = sum + x
    self.alone:add(x)
  end
  self.sample:add(sum / #values)
end

--- The gain of pairing: how many times as many games would give the same error
--- if each had a deal and a seating of its own, drawn at random. nil for fewer
--- than two blocks, and if all games are alike; infinite if pairing removes all
--- scatter.
---   (variance of a game / games per block) / variance of a block
--- The games of a block were not drawn independently: they scatter less about
--- their mean than independent ones would, on average by the variance of that
--- mean, which is added.
function blocks:gain()
  local spread = self.sample:error()
  if not spread or self.alone.squares == 0 then return nil end
  local of_mean = spread ^ 2
  return (self.alone.squares / self.alone.n + of_mean) / self.alone.n
    / of_mean
end

-- ---- Scores -------------------------------------------------------------

--- The points of the open round of a forfeited game: nothing for the side at
--- fault, and for the others more than a lost round usually costs, so that
--- raising an error never beats losing.
estimate.forfeit = { fault = 0, others = 20 }

--- Add the open round of a game to its points by side, if the side `at_fault`
--- forfeited it. Returns the number of rounds that count.
function estimate.add_forfeit(points, rounds, at_fault)
  if not at_fault then return rounds end
  local forfeit = estimate.forfeit
  for side, own in ipairs(points) do
    points[side] = own + (side == at_fault and forfeit.fault or forfeit.others)
  end
  return rounds + 1
end

--- A game's points by side, summed over its rounds, and the number of those.
--- `at_fault` is the side that forfeited it; the open round then counts.
function estimate.points(rounds, sides, at_fault)
  local points = {}
  for side = 1, sides do
    points[side] = 0
    for _, round in ipairs(rounds) do
      points[side] = points[side] + round.points[side]
    end
  end
  return points, estimate.add_forfeit(points, #rounds, at_fault)
end

--- The margin: the mean of the points of `k` sides, which sum to `own`, less
--- the mean of the others; all `sides` sum to `total`. It is a fraction,
--- numerator and denominator, so that margins which cancel do so exactly.
function estimate.margin(own, k, total, sides)
  return own * sides - total * k, k * (sides - k)
end

--- The margin between two groups of sides: `k` sides whose points sum to `own`,
--- less `j` sides whose points sum to `other`.
function estimate.margin_between(own, k, other, j)
  return own * j - other * k, k * j
end

--- The margin of each side, in points a round.
function estimate.margins(points, rounds)
  local total, margins = 0, {}
  for _, own in ipairs(points) do total = total + own end
  for side, own in ipairs(points) do
    local above, below = estimate.margin(own, 1, total, #points)
    margins[side] = above / (below * rounds)
  end
  return margins
end

--- The tests that hold at 5 % together, however many there are: Holm's
--- procedure (1979). Takes their probabilities by name and returns a set of
--- names.
function estimate.holm(p)
  local names, holds = {}, {}
  for name in pairs(p) do names[#names + 1] = name end
  table.sort(names, function(a, b)
    if p[a] ~= p[b] then return p[a] < p[b] end
    return a < b
  end)
  for i, name in ipairs(names) do
    if p[name] > 0.05 / (#names - i + 1) then break end
    holds[name] = true
  end
  return holds
end

-- ---- The normal distribution and random numbers -------------------------

local log_root_two_pi = 0.5 * math.log(2 * math.pi)

--- The logarithm of the probability that a normal variable is below x: the
--- series of Marsaglia (2004) near 0, Laplace's continued fraction far below.
function estimate.log_normal_below(x)
  if x > 5 then
    return -math.exp(estimate.log_normal_below(-x)) -- log(1 - e) for a tiny e
  elseif x < -5 then
    local fraction = -x
    for k = 40, 1, -1 do fraction = -x + k / fraction end
    return -x * x / 2 - log_root_two_pi - math.log(fraction)
  end
  local term, sum, i = x, x, 1
  while math.abs(term) > 1e-17 * math.abs(sum) do
    i = i + 2
    term = term * x * x / i
    sum = sum + term
  end
  return math.log(0.5 + sum * math.exp(-x * x / 2 - log_root_two_pi))
end

--- The probability that a normal variable is below x.
function estimate.normal_below(x)
  return math.exp(estimate.log_normal_below(x))
end

--- A fixed stream of whole numbers of 64 bits: SplitMix64 (Steele, Lea, Flood
--- 2014). The same seed gives the same numbers in every run.
function estimate.stream(seed)
  local x = seed
  return function()
    x = x + 0x9e3779b97f4a7c15
    local mixed = (x ~ (x >> 30)) * 0xbf58476d1ce4e5b9
    mixed = (mixed ~ (mixed >> 27)) * 0x94d049bb133111eb
    return mixed ~ (mixed >> 31)
  end
end

--- The next number of a stream as a fraction from 0 to below 1.
local function unit(next_number)
  return (next_number() >> 11) * 2.0 ^ -53
end

--- The logarithm of k!, by Stirling's series from 16 on.
local function log_factorial(k)
  local sum = 0.0
  if k < 16 then
    for i = 2, k do sum = sum + math.log(i) end
    return sum
  end
  local x = k + 1.0
  return (x - 0.5) * math.log(x) - x + log_root_two_pi + 1 / (12 * x)
    - 1 / (360 * x ^ 3) + 1 / (1260 * x ^ 5)
end

--- A Poisson variable from a stream: by inversion where the mean is small, else
--- by transformed rejection (Hoermann 1993, PTRS).
function estimate.poisson(next_number, mean)
  if mean < 10 then
    local u, p, k = unit(next_number), math.exp(-mean), 0
    local sum = p
    while u >= sum and k < 200 do
      k = k + 1
      p = p * mean / k
      sum = sum + p
    end
    return k
  end
  local b = 0.931 + 2.53 * math.sqrt(mean)
  local a = -0.059 + 0.02483 * b
  local log_mean, scale = math.log(mean), math.log(1.1239 + 1.1328 / (b - 3.4))
  local sure = 0.9277 - 3.6224 / (b - 2)
  while true do
    local u, v = unit(next_number) - 0.5, 1 - unit(next_number)
    local edge = 0.5 - math.abs(u)
    local k = math.floor((2 * a / edge + b) * u + mean + 0.43)
    if edge >= 0.07 and v <= sure then return k end
    if k >= 0 and (edge >= 0.013 or v <= edge)
      and math.log(v) + scale - math.log(a / (edge * edge) + b)
        <= k * log_mean - mean - log_factorial(k) then
      return k
    end
  end
end

return estimate
