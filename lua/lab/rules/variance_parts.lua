-- Parts of the variance of a game's result: what the players' strength, the
-- seat, the deal and the play explain.
--
-- The result is a side's margin in points a round. Each deal is played once in
-- every order of the line-ups over the sides, so that strength and cards are
-- balanced. This is a two-way analysis of variance with the deal as a random
-- effect (Searle, Casella and McCulloch, Variance Components, 1992, chapter 4):
--   margin = seat + strength + deal + rest
-- The rest is what neither explains: what these players made of these cards.
-- Estimates are unbiased, so a part that is near 0 may be found below it.
local estimate = require "aurum.stats.estimate"
local variance_parts = {}

variance_parts.names = { "strength", "seat", "deal", "rest" }

--- The vector of a deal in a field of bots (lua/lab/rules/deal_values.lua),
--- whose means `parts` needs: the mean margin of each side, the sum of their
--- squares, the sum of the squares of margins about them, and by line-up the
--- sum of the deviations.
function variance_parts.vector(games, field)
  local sides, vector, deviations = field.sides, {}, {}
  local margins = {}
  for order = 1, field.n do
    margins[order] = estimate.margins(games[field.from + order - 1].own, 1)
  end
  local squares, within = 0.0, 0.0
  for i = 1, #field.cells do deviations[i] = 0.0 end
  for side = 1, sides do
    local mean = 0.0
    for order = 1, field.n do mean = mean + margins[order][side] / field.n end
    vector[side], squares = mean, squares + mean * mean
    for order = 1, field.n do
      local off, lineup = margins[order][side] - mean,
        field.lineups[order][side]
      within = within + off * off
      deviations[lineup] = deviations[lineup] + off
    end
  end
  vector[sides + 1], vector[sides + 2] = squares, within
  return table.move(deviations, 1, #deviations, sides + 3, vector)
end

--- The variance by part from the means of n vectors, from `means[at + 1]` on;
--- and the index of the last mean that it used.
function variance_parts.of(means, n, field, at)
  local k, orders, strength = field.sides, field.n, 0.0
  for i, cells in ipairs(field.cells) do -- the sum of squares of strength
    strength = strength + means[at + k + 2 + i] ^ 2 / cells
  end
  local free = k * (#field.cells - 1) / (k - 1) / n
  local rest = (means[at + k + 2] - strength) / (k * (orders - 1) - free)
  local squares = 0.0
  for side = 1, k do squares = squares + means[at + side] ^ 2 end
  local of_deals = (means[at + k + 1] - squares) * n / (n - 1) / k
  local parts = { strength = (strength - free * rest) / (k * orders),
    seat = squares / k - of_deals / n, deal = of_deals - rest / orders,
    rest = rest }
  return parts, at + k + 2 + #field.cells
end

--- A function of means of vectors that gives the share of a part in the
--- variance of all `fields`, whose vectors stand one after another; nil without
--- any variance.
function variance_parts.share(name, fields)
  return function(means, n)
    local at, own, all = 0, 0.0, 0.0
    if n < 2 then return nil end
    for _, field in ipairs(fields) do
      local parts
      parts, at = variance_parts.of(means, n, field, at)
      own = own + parts[name]
      for _, part in ipairs(variance_parts.names) do all = all + parts[part] end
    end
    return all > 0 and own / all or nil
  end
end

return variance_parts
