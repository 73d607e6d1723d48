-- The sequential test: blocks are played until it is known which of two means,
-- m0 or the greater m1, is nearer the truth.
--
-- This is the generalised sequential probability ratio test (Wald 1945; Li, Liu
-- and Ying 2014) for the mean of blocks. Their variance s2 is estimated, in the
-- normal approximation of Van den Bergh ("A practical introduction to the
-- GSPRT", eq. 2.1), as in fishtest:
--   llr = n (m1 - m0) (2 mean - m0 - m1) / (2 s2)
-- It stops below log(beta / (1 - alpha)) for m0 and above log((1 - beta) /
-- alpha) for m1, but never before `least` blocks, since s2 is then too rough.
-- If all of these are the same, there is no s2: the sign test takes its place.
-- alpha is the probability of stopping for m1 if m0 is true, beta of stopping
-- for m0 if m1 is true.
--
-- Blocks count only in the order of the schedule. Which block is finished first
-- depends on the time of its games, and this may depend on their results.
local estimate = require "aurum.stats.estimate"
local sprt = {}

local test = {}
test.__index = test

sprt.least = 50

--- Read "M0,M1[,A,B]"; or nil and what was expected.
function sprt.parse(text)
  local values = {}
  for part in (text .. ","):gmatch "(.-)," do
    local x = tonumber(part)
    if not x or x - x ~= 0 then
      return nil, ("expected M0,M1[,A,B], got '%s'"):format(text)
    end
    values[#values + 1] = x
  end
  local m0, m1, alpha, beta = table.unpack(values)
  if #values ~= 2 and #values ~= 4 then
    return nil, ("expected 2 or 4 numbers, M0,M1[,A,B], got '%s'")
      :format(text)
  elseif m0 >= m1 then
    return nil, ("expected M0 below M1, got '%s'"):format(text)
  end
  alpha, beta = alpha or 0.05, beta or 0.05
  if alpha <= 0 or alpha >= 0.5 or beta <= 0 or beta >= 0.5 then
    return nil, ("expected A and B above 0 and below 0.5, got '%s'")
      :format(text)
  end
  return { m0 = m0, m1 = m1, alpha = alpha, beta = beta }
end

--- A test with the result of `sprt.parse`, in which `least` may be another
--- number of blocks. Its fields: `sample` of the blocks that count, `llr`, the
--- bounds `lower` and `upper`, and `stopped`: nil until it stops, then "m0",
--- "m1" or "same".
function sprt.new(options)
  local alpha, beta = options.alpha or 0.05, options.beta or 0.05
  return setmetatable({ m0 = options.m0, m1 = options.m1, alpha = alpha,
    beta = beta, least = options.least or sprt.least, llr = 0.0,
    lower = math.log(beta / (1 - alpha)), upper = math.log((1 - beta) / alpha),
    sample = estimate.sample() }, test)
end

--- The current log likelihood ratio; 0 if all blocks are the same.
local function ratio(self)
  local sample = self.sample
  local off = 2 * sample.mean - self.m0 - self.m1
  if not sample:has_spread() then return 0.0 end
  return sample.n * (self.m1 - self.m0) * off / (2 * sample:variance())
end

--- The verdict if all blocks are the same. A mean at m0 or m1, or beyond it,
--- decides, as in the sign test: if the median is on the other side, chance
--- puts all blocks on this one with a probability of 2^-least at most.
local function agreed(self)
  local mean = self.sample.mean
  if mean == 0 then return "same" end
  return mean <= self.m0 and "m0" or mean >= self.m1 and "m1" or "same"
end

--- Add the mean of the next block. Returns `stopped`, if this block or an
--- earlier one ended the test. A block after the end does not count.
function test:add(x)
  if self.stopped then return self.stopped end
  local sample = self.sample
  sample:add(x)
  self.llr = ratio(self)
  if sample.n < self.least then return nil end
  if not sample:has_spread() then
    self.stopped = agreed(self)
  elseif self.llr <= self.lower then
    self.stopped = "m0"
  elseif self.llr >= self.upper then
    self.stopped = "m1"
  end
  return self.stopped
end

--- The reason why it stopped or did not, as a sentence without its full stop. A
--- block is a deal to its users.
function test:reason()
  local n, figures = self.sample.n, ("log likelihood ratio %.2f, bounds %.2f "
    .. "and %.2f"):format(self.llr, self.lower, self.upper)
  if n > 1 and not self.sample:has_spread() then
    figures = ("no spread, each gave %g"):format(self.sample.mean)
  end
  if self.stopped == "same" then
    return ("no decision after %d deals: %s"):format(n, figures)
  elseif self.stopped == "m0" then
    return ("%g rather than %g after %d deals: %s"):format(self.m0, self.m1,
      n, figures)
  elseif self.stopped == "m1" then
    return ("%g rather than %g after %d deals: %s"):format(self.m1, self.m0,
      n, figures)
  elseif n < self.least then
    return ("undecided: %d deals, at least %d are needed"):format(n,
      self.least)
  end
  return ("undecided after %d deals: %s"):format(n, figures)
end

-- ---- The estimate -------------------------------------------------------
--
-- A test that stops when the mean looks good overestimates it. The correction
-- orders the possible ends of a test: stopped for m0 early, late, not at all,
-- stopped for m1 late, early (Armitage 1958; Siegmund 1978, "Estimation
-- following sequential tests"). The estimate is the mean under which an end at
-- least as high has probability one half. The ends of its 95 % interval are the
-- means with probability 2.5 and 97.5 %. So the estimate is median-unbiased. At
-- the first look, after `least` blocks, it is the sample's mean with its plain
-- interval. From there on, the sum of the blocks is treated as a Brownian
-- motion between the bounds. Each bound is moved outwards by 0.583 standard
-- deviations, since the motion is observed in steps (Siegmund 1985, "Sequential
-- Analysis", chapter 10).

local exp, sqrt = math.exp, math.sqrt
local below, log_below = estimate.normal_below, estimate.log_normal_below

--- The signed probability that a motion with this drift, and variance 1 per
--- unit of time, falls by c within t, times exp(shift); odd in c.
local function falls(c, drift, t, shift)
  if c < 0 then return -falls(-c, drift, t, shift) end
  local root = sqrt(t)
  return exp(shift - drift * c + log_below((drift * t - c) / root))
    + exp(shift + drift * c + log_below((-drift * t - c) / root))
end

--- The probability that a motion from z, between 0 and `width`, reaches 0
--- within t and before it reaches `width`, by images at both bounds. At the
--- time 6 width^2, the motion has ended.
local function reaches(z, width, drift, t)
  t = math.min(t, 6 * width * width)
  if t <= 0 then return 0 end
  local reach = 8 * sqrt(t) + math.abs(drift) * t
  local sum, last = 0, math.min(math.ceil(reach / (2 * width)), 12)
  for k = -last, last do
    sum = sum + falls(z + 2 * k * width, drift, t, -drift * z)
  end
  return math.min(math.max(sum, 0), 1)
end

--- The probability that the motion is above y at t and stayed in the bounds.
local function stays(z, y, width, drift, t)
  if t <= 0 then return z >= y and 1 or 0 end
  if t > 6 * width * width then return 0 end
  local root, sum = sqrt(t), 0
  local function part(from, to, shift)
    local a, b = (from - drift * t) / root, (to - drift * t) / root
    if a > 0 then a, b = -b, -a end -- where differences keep their digits
    return exp(shift + log_below(b)) - exp(shift + log_below(a))
  end
  for k = -12, 12 do
    local far = 2 * k * width
    sum = sum + part(y - z + far, width - z + far, -far * drift)
      - part(y + z + far, width + z + far, -(2 * z + far) * drift)
  end
  return math.min(math.max(sum, 0), 1)
end

--- The probability, if the true mean is `mean`, that the test ends at least as
--- high as this one has.
local function at_least(self, mean, nodes)
  local n, least, scatter = self.sample.n, self.least,
    sqrt(self.sample:variance())
  -- sums of blocks relative to the middle, in standard deviations
  local middle = (self.m0 + self.m1) / 2
  local unit = scatter / (self.m1 - self.m0)
  local low, high = self.lower * unit, self.upper * unit
  local drift = (mean - middle) / scatter
  local root = sqrt(least)
  if n <= least then -- the first look
    local sum = n * (self.sample.mean - middle) / scatter
    return below((drift * n - sum) / sqrt(n))
  end
  local first_high = below((drift * least - high) / root)
  local first_low = below((low - drift * least) / root)
  local z0, width = low - 0.583, high - low + 2 * 0.583
  local end_sum = n * (self.sample.mean - middle) / scatter
  -- integral over the sums after the first look, by Simpson's rule
  local from = math.max(low, drift * least - 7 * root)
  local step = (math.min(high, drift * least + 7 * root) - from) / nodes
  local sum = 0
  for i = 0, step > 0 and nodes or -1 do
    local x = from + i * step
    local weight = i % nodes == 0 and 1 or i % 2 == 1 and 4 or 2
    local density = exp(-(x - drift * least) ^ 2 / (2 * least))
      / (root * sqrt(2 * math.pi))
    if density > 1e-14 then
      local z, t = x - z0, n - least
      local p
      if self.stopped == "m1" then
        p = reaches(width - z, width, -drift, t)
      elseif self.stopped == "m0" then
        p = reaches(z, width, drift, t)
      else
        p = reaches(width - z, width, -drift, t)
          + stays(z, end_sum - z0, width, drift, t)
      end
      sum = sum + weight * density * p
    end
  end
  sum = sum * step / 3
  if self.stopped == "m0" then return 1 - first_low - sum end
  return first_high + sum
end

--- The mean for which the probability, which grows with it, is p.
local function mean_at(self, p, nodes)
  local spread = self.sample:error()
  local mean = self.sample.mean
  return estimate.bisect(function(x) return at_least(self, x, nodes) end, p,
    mean - 12 * spread, mean + 12 * spread, 40)
end

local nodes = 48

--- The estimate of the mean and its 95 % interval, corrected for the stop.
--- After at most `least` blocks they are the sample's own. There is no interval
--- without a spread.
function test:estimate()
  local sample = self.sample
  if sample.n <= self.least then
    return sample.mean, sample:interval()
  end
  local tail = below(-estimate.t95(sample.n - 1))
  return mean_at(self, 0.5, nodes), mean_at(self, tail, nodes),
    mean_at(self, 1 - tail, nodes)
end

--- The probability of an end at least as high if `mean` is the truth.
function test:at_least(mean)
  return at_least(self, mean, nodes)
end

return sprt
