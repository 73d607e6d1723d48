-- Ratings from sums of pairs (lua/stats/pair_ratings.lua), compared with those
-- from games (lua/stats/ratings.lua) and with simulated truth.
require "aurum" -- whose loading adds the searcher of aurum.x.y
local estimate = require "aurum.stats.estimate"
local pair_ratings = require "aurum.stats.pair_ratings"
local ratings = require "aurum.stats.ratings"

local function points(ratio)
  return 400 * math.log(ratio, 10)
end

--- An item whose blocks have these shares of games won by the first bot.
local function item_of(first, second, games, shares)
  local sample = estimate.sample()
  for _, share in ipairs(shares) do sample:add(share) end
  return { first = first, second = second, k = 1, l = 1, games = games,
    blocks = sample.n, mean = sample.mean, squares = sample.squares }
end

local function unit(draw) return (draw() >> 11) * 2.0 ^ -53 end

--- Blocks of two games, which share their luck: the shares that the first bot
--- wins, and the games' places for lua/stats/ratings.lua.
local function play(draw, chance, blocks, places, first, second)
  local shares = {}
  for block = 1, blocks do
    local luck, sum = unit(draw) * 0.4 - 0.2, 0
    local games = {}
    for game = 1, 2 do
      local won = unit(draw) < chance + (game == 1 and luck or -luck)
      sum = sum + (won and 1 or 0)
      games[game] = won and { { first }, { second } }
        or { { second }, { first } }
    end
    shares[block] = sum / 2
    if places then places[#places + 1] = games end
  end
  return shares
end

describe("a fit to pairs", function()
  it("gives two bots the odds of their games", function()
    local fit = pair_ratings.fit(2, { item_of(1, 2, 1, { 1, 1, 1, 0 }) },
      { prior = 1e-7 })
    assert.is.near(points(3) / 2, fit.rating[1], 1e-3)
    assert.is.near(points(3), (fit:difference(1, 2)), 1e-3)
  end)

  it("counts the sides of each bot", function()
    local item = item_of(1, 2, 3, { 1 / 3, 1 / 3, 1 / 3 })
    item.l = 2 -- one side against two wins a third of the games
    local fit = pair_ratings.fit(2, { item }, { prior = 1e-7 })
    assert.is.near(0, fit.rating[1], 1e-3)
  end)

  it("gives the ratings of the same games", function()
    local draw, items, places = estimate.stream(3), {}, {}
    for _, pair in ipairs { { 1, 2, 0.7 }, { 2, 3, 0.6 }, { 1, 4, 0.9 },
      { 3, 4, 0.55 } } do
      items[#items + 1] = item_of(pair[1], pair[2], 2, play(draw, pair[3], 30,
        places, pair[1], pair[2]))
    end
    local games = ratings.new(4, { replicates = 400 })
    for block, list in ipairs(places) do
      games:add_block { block = block, times = 1, games = list }
    end
    local rated, difference = games:ratings()
    local fit = pair_ratings.fit(4, items)
    for i = 1, 4 do
      assert.is.near(rated[i].rating, fit.rating[i], 1e-4)
    end
    for _, pair in ipairs { { 1, 2 }, { 2, 3 }, { 1, 4 }, { 1, 3 } } do
      local _, _, _, theirs = difference(pair[1], pair[2])
      local _, _, _, own = fit:difference(pair[1], pair[2])
      assert.is_true(own > 0.8 * theirs and own < 1.35 * theirs,
        ("%d and %d: %f, %f"):format(pair[1], pair[2], own, theirs))
    end
  end)

  it("has the variance of two more blocks where all blocks agree", function()
    local shares = {}
    for i = 1, 20 do shares[i] = 1 end
    local fit = pair_ratings.fit(2, { item_of(1, 2, 2, shares) })
    local games = ratings.new(2)
    games:add_block { block = 1, times = 20,
      games = { { { 1 }, { 2 } }, { { 1 }, { 2 } } } }
    local rated, difference = games:ratings()
    assert.is.near(rated[1].rating, fit.rating[1], 1e-4)
    local _, low, high = difference(1, 2)
    local _, own_low, own_high = fit:difference(1, 2)
    -- the prior's curvature is a part of the one error and not of the other
    assert.is_true((own_high - own_low) / (high - low) > 0.7)
    assert.is_true((own_high - own_low) / (high - low) < 1.5)
    assert.is_true(own_low > 0)
  end)

  it("covers the true difference in 93 to 98 of 100 leagues", function()
    local draw, held, all = estimate.stream(11), 0, 0
    local truth = { 0.6, 0.2, -0.1, -0.7 }
    for _ = 1, 300 do
      local items = {}
      for _, pair in ipairs { { 1, 2 }, { 2, 3 }, { 3, 4 }, { 4, 1 } } do
        local chance = 1 / (1 + math.exp(truth[pair[2]] - truth[pair[1]]))
        items[#items + 1] = item_of(pair[1], pair[2], 2, play(draw, chance, 40))
      end
      local fit = pair_ratings.fit(4, items, { anchors = { [2] = 0 } })
      for _, pair in ipairs { { 1, 2 }, { 1, 3 }, { 2, 4 } } do
        local _, low, high = fit:difference(pair[1], pair[2])
        local real = points(math.exp(truth[pair[1]] - truth[pair[2]]))
        all = all + 1
        if low <= real and real <= high then held = held + 1 end
      end
    end
    assert.is_true(held >= 0.93 * all and held <= 0.98 * all,
      held .. " of " .. all)
  end)

  it("is relative to its anchors", function()
    local items = { item_of(1, 2, 2, { 1, 0.5, 1, 0.5 }),
      item_of(2, 3, 2, { 0.5, 1, 0, 1 }) }
    local free = pair_ratings.fit(3, items)
    local fit = pair_ratings.fit(3, items, { anchors = { [2] = 100 } })
    assert.is.near(100, fit.rating[2], 1e-9)
    local value, low, high = fit:difference(2)
    assert.are.same({ 100, 100, 100 }, { value, low, high })
    for _, pair in ipairs { { 1, 2 }, { 3, 1 } } do
      assert.is.near((free:difference(pair[1], pair[2])),
        (fit:difference(pair[1], pair[2])), 1e-9)
    end
    local both = pair_ratings.fit(3, items, { anchors = { [1] = 50,
      [3] = -50 } })
    assert.is.near(0, (both.rating[1] + both.rating[3]) / 2, 1e-9)
    local _, own_low, own_high = fit:difference(1)
    local _, pair_low, pair_high = fit:difference(1, 2)
    assert.is.near(own_high - own_low, pair_high - pair_low, 1e-6)
  end)

  it("has no interval from a block, nor for a bot that did not play",
    function()
      local fit = pair_ratings.fit(3, { item_of(1, 2, 2, { 1 }) })
      assert.are.equal(1, select("#", fit:difference(1, 2)))
      assert.is.near(0, fit.log[3], 1e-9)
      assert.is_nil((select(2, fit:difference(3))))
    end)

  it("fits 500 bots", function()
    local draw, items = estimate.stream(5), {}
    for i = 1, 500 do
      for step = 1, 4 do
        local j = (i + step * step * 7 - 1) % 500 + 1
        items[#items + 1] = item_of(i, j, 2, play(draw,
          1 / (1 + math.exp((i - j) / 200)), 10))
      end
    end
    local fit = pair_ratings.fit(500, items, { anchors = { [1] = 0 } })
    local slope = 0
    for _, item in ipairs(items) do
      if item.first == 250 or item.second == 250 then
        local p = 1 / (1 + math.exp(fit.log[item.second]
          - fit.log[item.first]))
        slope = slope + (item.first == 250 and 1 or -1) * item.games
          * item.blocks * (item.mean - p)
      end
    end
    local prior = 0.5 - 1 / (1 + math.exp(-fit.log[250]))
    assert.is.near(0, slope + prior, 1e-5) -- at the maximum
    assert.is_true(fit:gain(1, 2, 20, 2, 1, 1) > 0)
  end)
end)

describe("the gain of further games", function()
  local function fit_of(mean, blocks)
    local shares = {}
    for i = 1, blocks do shares[i] = i <= mean * blocks and 1 or 0 end
    return pair_ratings.fit(3, { item_of(1, 2, 2, shares),
      item_of(2, 3, 2, { 1, 0 }) })
  end

  it("is greater the less is known and the closer the bots are", function()
    local few, many = fit_of(0.5, 10), fit_of(0.5, 1000)
    local apart = fit_of(0.9, 1000)
    local function gain(fit) return fit:gain(1, 2, 20, 2, 1, 1) end
    assert.is_true(gain(few) > gain(many))
    assert.is_true(gain(many) > gain(apart))
    assert.is_true(gain(apart) < 1e-6)
    assert.is.near(gain(few), few:gain(2, 1, 20, 2, 1, 1), 1e-12)
  end)

  it("is the mean of the better after the games, less the better before",
    function()
      -- a normal belief in a difference, and what 20 blocks would make of it
      local fit, draw = fit_of(0.6, 10), estimate.stream(2)
      local own, other = fit.inverse[1], fit.inverse[2]
      local variance = fit.dispersion * (own[1] + other[2] - 2 * own[2])
      local off = fit.log[1] - fit.log[2]
      local p = 1 / (1 + math.exp(-off))
      local known = 40 * p * (1 - p) / fit.dispersion
      local change = math.sqrt(variance - 1 / (1 / variance + known))
      local sum, n = 0, 20000
      for _ = 1, n do
        local normal = 0
        for _ = 1, 12 do normal = normal + unit(draw) end
        sum = sum + math.max(off + change * (normal - 6), 0)
      end
      assert.is.near(sum / n - math.max(off, 0),
        fit:gain(1, 2, 20, 2, 1, 1), 0.01)
    end)
end)
