-- Means of samples and how far they can be trusted: what a mirrored match
-- prints. Observations are independent of each other; nothing is kept of them
-- but their number, mean and spread.
local stats = {}

--- The probability that Student's t with `dof` degrees of freedom, a whole
--- number, lies between -t and t: the finite series of Abramowitz and Stegun,
--- 26.7.3 and 26.7.4, in the angle whose tangent is t / sqrt(dof).
function stats.t_within(t, dof)
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

--- The t that 95 % lie within: by halving an interval where the series is
--- short, by the expansion around the normal distribution (26.7.5) beyond,
--- where that is good to 9 digits.
function stats.t95(dof)
  if dof > 100 then
    local z2 = z * z
    return z * (1 + (z2 + 1) / (4 * dof)
      + ((5 * z2 + 16) * z2 + 3) / (96 * dof ^ 2)
      + (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * dof ^ 3)
      + ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)
        / (92160 * dof ^ 4))
  end
  local low, high = z, 13 -- at 1 degree it is 12.7
  for _ = 1, 60 do
    local middle = (low + high) / 2
    if stats.t_within(middle, dof) < 0.95 then
      low = middle
    else
      high = middle
    end
  end
  return (low + high) / 2
end

local sample = {}
sample.__index = sample

--- A sample without observations: `n`, `mean`, and the sum of squares about
--- it, brought up to date one by one (Welford 1962).
function stats.sample()
  return setmetatable({ n = 0, mean = 0.0, squares = 0.0 }, sample)
end

function sample:add(x)
  self.n = self.n + 1
  local off = x - self.mean
  self.mean = self.mean + off / self.n
  self.squares = self.squares + off * (x - self.mean)
end

--- The ends of the 95 % interval for what the mean estimates; nil for fewer
--- than two observations, which tell nothing of how far they scatter.
function sample:interval()
  if self.n < 2 then return nil end
  local error_of_mean = math.sqrt(self.squares / (self.n - 1) / self.n)
  local half = stats.t95(self.n - 1) * error_of_mean
  return self.mean - half, self.mean + half
end

return stats
