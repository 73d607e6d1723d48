-- Strengths of greatest likelihood under the model of Plackett and Luce, from
-- the data that a fit (lua/stats/ratings.lua) has gathered:
--   n      number of bots
--   prior  number of games that each bot tied with a bot of strength 1
--   sets   the sets from which one was drawn:
--          { bots =, times = by bot, weight = }
--   wins   by bot, the number of times it was drawn
-- Weights and wins are lists by replicate; 0 is the games as they are.
local strengths = {}

--- A step of Hunter's: each strength becomes its wins divided by its chances.
local function minorise(fit, strength, k)
  local chances = {}
  for i = 1, fit.n do chances[i] = fit.prior / (strength[i] + 1) end
  for _, set in ipairs(fit.sets) do
    local sum = 0
    for _, bot in ipairs(set.bots) do
      sum = sum + set.times[bot] * strength[bot]
    end
    for _, bot in ipairs(set.bots) do
      chances[bot] = chances[bot] + set.times[bot] * set.weight[k] / sum
    end
  end
  local next_one = {}
  for i = 1, fit.n do
    next_one[i] = (fit.wins[i][k] + fit.prior / 2) / chances[i]
  end
  return next_one
end

--- The logarithm of the likelihood at these logarithms of strengths; the
--- gradient; and the negated second derivatives, which are positive definite.
local function likelihood(fit, log, k)
  local value, slope, curve = 0, {}, {}
  for i = 1, fit.n do
    local p = 1 / (1 + math.exp(-log[i]))
    value = value + (fit.wins[i][k] + fit.prior / 2) * log[i]
      - fit.prior * (math.max(log[i], 0)
        + math.log(1 + math.exp(-math.abs(log[i]))))
    slope[i] = fit.wins[i][k] + fit.prior / 2 - fit.prior * p
    curve[i] = {}
    for j = 1, fit.n do curve[i][j] = 0 end
    curve[i][i] = fit.prior * p * (1 - p)
  end
  for _, set in ipairs(fit.sets) do
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

--- Solve curve * x = slope by elimination; overwrites both.
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

--- The logarithms of the strengths of greatest likelihood in a replicate (0:
--- the games as they are), starting from `log`.
function strengths.maximise(fit, log, k)
  local strength = {}
  for i = 1, fit.n do strength[i] = math.exp(log[i]) end
  for _ = 1, 5 do strength = minorise(fit, strength, k) end
  log = {}
  for i = 1, fit.n do log[i] = math.log(strength[i]) end
  local value, slope, curve = likelihood(fit, log, k)
  for _ = 1, 100 do
    local step, longest = solve(curve, slope), 0
    for i = 1, fit.n do longest = math.max(longest, math.abs(step[i])) end
    if longest < 1e-9 then break end
    local size = math.min(1, 3 / longest) -- not far out, where all is flat
    for _ = 1, 40 do
      local to = {}
      for i = 1, fit.n do to[i] = log[i] + size * step[i] end
      local there, next_slope, next_curve = likelihood(fit, to, k)
      if there >= value - 1e-12 * math.abs(value) then
        log, value, slope, curve = to, there, next_slope, next_curve
        break
      end
      size = size / 2
    end
  end
  return log
end

--- The error that the curvature of the likelihood gives to the logarithm of a
--- strength less another's, or less the mean of all.
function strengths.error(fit, log, i, j)
  local _, _, curve = likelihood(fit, log, 0)
  local contrast, variance = {}, 0
  for k = 1, fit.n do
    contrast[k] = (k == i and 1 or 0)
      - (not j and 1 / fit.n or k == j and 1 or 0)
  end
  local x = solve(curve, table.move(contrast, 1, fit.n, 1, {}))
  for k = 1, fit.n do variance = variance + contrast[k] * x[k] end
  return math.sqrt(math.max(variance, 0))
end

return strengths
