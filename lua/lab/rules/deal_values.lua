-- Values of metrics for a deal: the observations of comparisons and studies.
--
-- A deal is played by one or more fields of bots. A field is a table:
--   from, n      its games among those of the deal, one for each order
--   first, last  by order, the sides on which only the first bot sits, and the
--                ones with only the last bot
--   sides        the number of sides
--   lineups      by order and side, the index of the line-up that sits there
--   cells        by line-up, the number of orders and sides with it
-- A comparison has one field, `self`. A study has more (study_fields.lua).
local estimate = require "aurum.stats.estimate"
local metric_list = require "aurum.lab.rules.metric_list"
local deal_values = { by_key = {} }

for _, metric in ipairs(metric_list.metrics) do
  deal_values.by_key[metric.key] = metric
end

-- ---- One game --------------------------------------------------------------

local function sum_of(own, sides)
  local sum = 0
  for _, side in ipairs(sides) do sum = sum + own[side] end
  return sum, #sides
end

--- The margin of the first bot over the last in a game, in points a round.
local function first_bot_of(own, first, last)
  local points, k = sum_of(own, first)
  local above, below = estimate.margin_between(points, k, sum_of(own, last))
  return above / below
end

--- The share of a game that the first bot won, less than 1 if others won too.
local function won_of(winners, first)
  local own = 0
  for _, side in ipairs(winners) do
    for _, other in ipairs(first) do own = own + (side == other and 1 or 0) end
  end
  return #winners > 0 and own / #winners or 0.5
end

-- ---- A deal ----------------------------------------------------------------

--- The mean of a game's measure over the games of a field; nil if one has none.
local function mean_of(key, games, field)
  local sum, n = 0, field.n or #games
  for order = 1, n do
    local game, x = games[field.from + order - 1]
    if key == "first_bot" then
      x = first_bot_of(game.own, field.first[order], field.last[order])
    elseif key == "won" then
      x = won_of(game.winners, field.first[order])
    else
      x = game[key]
    end
    if not x then return nil end
    sum = sum + x
  end
  return sum / n
end

--- The fields in which a metric is measured.
local function fields_of(metric, fields)
  if metric.field == "pairs" then return fields.pairs or { fields.self } end
  return { fields[metric.field or "self"]
    or metric.field == "pair" and fields.self }
end

--- The value of a metric for a deal, given its games under one set of rules: a
--- number, or a vector whose means the metric's statistic takes (`statistic`);
--- nil if a game has none.
function deal_values.of(metric, games, fields)
  local own, key = fields_of(metric, fields), metric.of or metric.key
  if metric.part then
    local vector = {}
    for _, field in ipairs(own) do
      local one = metric_list.deep.variance_parts.vector(games, field)
      table.move(one, 1, #one, #vector + 1, vector)
    end
    return vector
  elseif metric.depth then
    local vector = {}
    for i, field in ipairs(fields.pairs) do
      vector[i] = mean_of("won", games, field)
    end
    return vector
  end
  local x = own[1] and mean_of(key, games, own[1])
  return metric.spread and x and { x, x * x } or x
end

-- ---- Statistics over deals -------------------------------------------------

--- The standard deviation over the mean, from means of values and of squares.
local function spread(means, n)
  if n < 2 or means[1] == 0 then return nil end
  local variance = (means[2] - means[1] ^ 2) * n / (n - 1)
  return math.sqrt(math.max(variance, 0)) / means[1]
end

--- The length of a ladder from win rates over `deals` deals, each less one lost
--- and one won deal's worth of certainty.
local function depth_over(deals)
  return function(rates)
    local sum = 0.0
    for _, rate in ipairs(rates) do
      local p = (rate * deals + 1) / (deals + 2)
      sum = sum + math.log(p / (1 - p)) / math.log(3)
    end
    return sum
  end
end

--- The statistic of a metric whose values are vectors, a function for
--- lua/stats/jackknife.lua.
function deal_values.statistic(metric, fields, deals)
  if metric.part then
    return metric_list.deep.variance_parts.share(metric.part,
      fields_of(metric, fields))
  end
  return metric.depth and depth_over(deals) or spread
end

--- The 95 % interval of a metric from its sample; nil without one. A share of
--- variance is an unbiased estimate, which may lie below 0.
function deal_values.interval(metric, sample)
  if metric.share and not metric.part then return sample:share_interval() end
  return sample:interval()
end

return deal_values
