-- The chi-square distribution: how improbable counts are that should all have
-- the same expectation (Pearson 1900).
local chi_square = {}

local half_log_two_pi = 0.5 * math.log(2 * math.pi)
local precise = 1e-15
local most_terms = 10000

--- The logarithm of the gamma function, for x > 0: Stirling's series, from 10
--- on; below, by the recurrence.
local function log_gamma(x)
  local down = 0.0
  while x < 10 do
    down = down + math.log(x)
    x = x + 1
  end
  local inverse = 1 / (x * x)
  return (x - 0.5) * math.log(x) - x + half_log_two_pi - down
    + (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x
end

--- The share of the gamma function below x, by its power series (Abramowitz and
--- Stegun 6.5.29). It converges quickly for x < a + 1.
local function below(a, x)
  local term, sum = 1 / a, 1 / a
  for i = 1, most_terms do
    term = term * x / (a + i)
    sum = sum + term
    if term < sum * precise then break end
  end
  return sum * math.exp(a * math.log(x) - x - log_gamma(a))
end

--- The share above x, by its continued fraction (6.5.31), with the algorithm of
--- Lentz (1976). It converges quickly for x > a + 1.
local function above(a, x)
  local b = x + 1 - a
  local c, d = 1e300, 1 / b
  local fraction = d
  for i = 1, most_terms do
    local numerator = -i * (i - a)
    b = b + 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    fraction = fraction * c * d
    if math.abs(c * d - 1) < precise then break end
  end
  return fraction * math.exp(a * math.log(x) - x - log_gamma(a))
end

--- The probability that chi-square with `dof` degrees of freedom is at least x.
--- Its relative error is below 1e-9, far in the tail too.
function chi_square.above(x, dof)
  if x <= 0 then return 1.0 end
  local a, half = dof / 2, x / 2
  if half < a + 1 then return 1 - below(a, half) end
  return above(a, half)
end

--- The statistic of counts, a list: the sum of their squared distances from
--- their mean, divided by it.
function chi_square.of(counts)
  local total, sum = 0, 0.0
  for _, count in ipairs(counts) do total = total + count end
  local mean = total / #counts
  for _, count in ipairs(counts) do sum = sum + (count - mean) ^ 2 end
  return sum / mean
end

return chi_square
