-- Simulated bots, whose best values are known, and plain ways to find these: a
-- grid and successive halving. tests/lua/tuning_spec.lua compares them with
-- lua/stats/spsa.lua.
--
-- The value of a deal is a function of the bot's parameters, plus the luck of
-- the deal, which all versions share, plus luck of its own. Their standard
-- deviations, 1.5 and 2.5 points a round, are about those of matches between
-- bundled bots.
local estimate = require "aurum.stats.estimate"
local space = require "aurum.stats.space"
local spsa = require "aurum.stats.spsa"
local tuners = {}

local function unit(stream) return (stream() >> 11) * 2.0 ^ -53 end

local function normal(stream)
  return math.sqrt(-2 * math.log(1 - unit(stream)))
    * math.cos(2 * math.pi * unit(stream))
end

--- Losses by the distance of one parameter from its best value, in parts of its
--- range: a parabola, a narrow peak, a skewed ridge, a flat hill.
tuners.losses = {
  parabola = function(x) return 8 * x * x end,
  peak = function(x) return 2 - 2 * math.exp(-(x / 0.15) ^ 2) end,
  ridge = function(x) return x < 0 and 5 * (-x) ^ 1.5 or 2 * x end,
  hill = function(x) return 2 * x * x end,
}

--- The loss of a point, the mean over its parameters.
local function loss_of(loss, point, best)
  local sum = 0
  for i, x in ipairs(point) do sum = sum + loss(x - best[i]) end
  return sum / #point
end

--- `most` points that fill the space evenly: multiples of powers of the inverse
--- of the root of x^(d+1) = x + 1, modulo 1 (Roberts 2018). For one parameter
--- they are a grid.
local function even_points(in_space, most)
  local d, root, points = #in_space.params, 2.0, {}
  for _ = 1, 60 do root = (1 + root) ^ (1 / (d + 1)) end
  for k = 1, most do
    points[k] = {}
    for i = 1, d do
      local at = d == 1 and (k - 0.5) / most or (0.5 + k / root ^ i) % 1
      points[k][i] = at
    end
  end
  return points
end

local halving = {}
halving.__index = halving

--- A tuner as lua/stats/spsa.lua that plays each point equally often. Then it
--- keeps the better half, and so on for `rounds` rounds: 1 for a grid.
function tuners.halving(in_space, budget, most, rounds)
  return setmetatable({ alive = even_points(in_space, most), rounds = rounds,
    budget = budget // rounds, sums = {} }, halving)
end

function halving:next_points()
  if self.rounds == 0 then return nil end
  return self.alive, math.max(self.budget // #self.alive, 1)
end

function halving:tell(values)
  local sums = self.sums
  for i, point in ipairs(self.alive) do
    for _, x in ipairs(values[i]) do sums[point] = (sums[point] or 0) + x end
  end
  table.sort(self.alive, function(a, b) return sums[a] > sums[b] end)
  self.alive = table.move(self.alive, 1, math.max(#self.alive // 2, 1), 1, {})
  self.rounds = self.rounds - 1
end

function halving:estimate() return self.alive[1] end

--- The three methods, by name: functions of a space, a budget and a stream.
tuners.methods = {
  spsa = function(in_space, budget, stream)
    return spsa.new(in_space, budget, 16, stream)
  end,
  grid = function(in_space, budget)
    return tuners.halving(in_space, budget, 16, 1)
  end,
  halving = function(in_space, budget)
    return tuners.halving(in_space, budget, 32, 5)
  end,
}

--- Points played on the same deals: their values by deal.
local function play(loss, points, best, deals, stream)
  local values = {}
  for i = 1, #points do values[i] = {} end
  for k = 1, deals do
    local luck = 1.5 * normal(stream)
    for i, point in ipairs(points) do
      values[i][k] = luck + 2.5 * normal(stream) - loss_of(loss, point, best)
    end
  end
  return values
end

--- The loss of what a method found with `budget` deals of a bot with d
--- parameters; `seed` decides on its best values and on all luck.
function tuners.error(method, name, d, budget, seed)
  local stream, loss = estimate.stream(seed), tuners.losses[name]
  local best, params = {}, {}
  for i = 1, d do
    best[i] = 0.15 + 0.7 * unit(stream)
    params[i] = { name = "p" .. i, low = 0, high = 1, start = 0.5 }
  end
  local tuner = tuners.methods[method](space.new(params), budget,
    estimate.stream(~seed))
  while true do
    local points, deals = tuner:next_points()
    if not points then break end
    tuner:tell(play(loss, points, best, deals, stream))
  end
  return loss_of(loss, tuner:estimate(), best)
end

--- The mean loss over all kinds of loss and `n` seeds, as a sample.
function tuners.errors(method, d, budget, n)
  local sample = estimate.sample()
  for _, name in ipairs { "parabola", "peak", "ridge", "hill" } do
    for seed = 1, n do
      sample:add(tuners.error(method, name, d, budget, seed * 7919 + d))
    end
  end
  return sample
end

return tuners
