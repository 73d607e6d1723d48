-- Simultaneous perturbation: finds the parameters under which a noisy function
-- is greatest from pairs of points (Spall 1992).
--
-- All parameters move at once. A batch compares the points theta + c d and
-- theta - c d, where d is +1 or -1 for each parameter, drawn anew. Then theta
-- moves towards the better one. Steps and distances shrink as in fishtest,
-- where k counts the deals of earlier batches and N the deals of all batches:
--   A = 0.1 N   alpha = 0.602   gamma = 0.101
--   c(k) = c (N / (k + 1))^gamma              c = c(N - 1)
--   R(k) = r ((A + N) / (A + k + 1))^alpha / ((N / (k + 1))^(2 gamma))
--   theta = theta + R(k) c(k) d result
-- `c` and `r` are thus the values at the end. `result` is the sum of the deals'
-- differences divided by their standard deviation, which is estimated from all
-- deals so far: so `r` does not depend on the scale or the noise of the
-- function.
local estimate = require "aurum.stats.estimate"
local spsa = {}
spsa.__index = spsa

spsa.alpha, spsa.gamma, spsa.stability = 0.602, 0.101, 0.1

-- Defaults, measured on simulated bots (tests/lua/tuning_spec.lua): the
-- distance as a part of a parameter's range, and the step of a deal times the
-- square root of N, since more deals allow a smaller error at the end.
spsa.c, spsa.r = 0.15, 0.45

--- A tuner. `space` is from lua/stats/space.lua, `budget` the number of
--- deals that all points may play together, `batch` the number of deals of a
--- batch, `next_number` a stream of random numbers (estimate.stream).
function spsa.new(space, budget, batch, next_number)
  local self = setmetatable({ space = space, deals = batch, done = 0,
    total = math.max(budget // (2 * batch), 1) * batch, theta = {},
    next_number = next_number, squares = 0.0, course = {} }, spsa)
  for i, param in ipairs(space.params) do self.theta[i] = param.start + 0.0 end
  return self
end

--- The distance and the step of each parameter at the current deal.
local function gains(self)
  local n, k = self.total, self.done + 1
  local shrink = (n / k) ^ spsa.gamma
  local a = spsa.stability * n
  local step = ((a + n) / (a + k)) ^ spsa.alpha / shrink ^ 2
  return shrink, step
end

--- The points to play on the same deals, and the number of deals; nil at the
--- end. Random numbers are drawn in the order of parameters: a sign for each,
--- and for whole numbers one rounding for both sides.
function spsa:next_points()
  if self.done >= self.total then return nil end
  local shrink, step = gains(self)
  local up, down = {}, {}
  self.flips = {}
  for i, param in ipairs(self.space.params) do
    local flip = self.next_number() >> 63 == 0 and 1 or -1
    local c = (param.c or spsa.c * (param.high - param.low)) * shrink
    local u = param.int and (self.next_number() >> 11) * 2.0 ^ -53 or nil
    up[i] = self.space:fit(i, self.theta[i] + flip * c, u)
    down[i] = self.space:fit(i, self.theta[i] - flip * c, u)
    self.flips[i] = flip * c * (param.r or spsa.r / math.sqrt(self.total))
      * step
  end
  return { up, down }, self.deals
end

--- Take the values of both points, lists by deal.
function spsa:tell(values)
  local sum = 0.0
  for k, x in ipairs(values[1]) do
    local off = x - values[2][k]
    sum = sum + off
    self.squares = self.squares + off * off
  end
  self.done = self.done + self.deals
  local noise = math.sqrt(self.squares / self.done)
  local result = noise > 0 and sum / noise or 0.0
  for i, param in ipairs(self.space.params) do
    self.theta[i] = math.min(math.max(self.theta[i] + self.flips[i] * result,
      param.low), param.high)
  end
  table.insert(self.course, table.move(self.theta, 1, #self.theta, 1, {}))
end

--- The spread of parameter i after n batches: the standard deviation over the
--- last half of its course so far.
function spsa:spread(i, n)
  local sample = estimate.sample()
  for k = n // 2 + 1, n do sample:add(self.course[k][i]) end
  return math.sqrt(sample:variance() or 0)
end

--- The estimate of each parameter and its spread.
function spsa:estimate()
  local values, spreads = {}, {}
  for i = 1, #self.theta do
    values[i] = self.space:fit(i, self.theta[i], 0.5)
    spreads[i] = self:spread(i, #self.course)
  end
  return values, spreads
end

return spsa
