-- Measures of a study (lua/lab/rules/study.lua): statistics over deals against
-- simulated data whose true values are known, and tension against rounds made
-- by hand.
local aurum = require "aurum"
local compare = require "aurum.lab.rules.compare"
local deal_values = require "aurum.lab.rules.deal_values"
local estimate = require "aurum.stats.estimate"
local jackknife = require "aurum.stats.jackknife"
local metrics = require "aurum.lab.rules.metrics"
local tension = require "aurum.lab.rules.tension"
local variance_parts = require "aurum.lab.rules.variance_parts"

--- A stream of normal variables (Box and Muller 1958).
local function normals(seed)
  local next_number = estimate.stream(seed)
  local function unit() return ((next_number() >> 11) + 0.5) * 2.0 ^ -53 end
  return function()
    return math.sqrt(-2 * math.log(unit())) * math.cos(2 * math.pi * unit())
  end
end

--- Two line-ups on two sides, in both orders; three on three, in all six.
local two = { from = 1, n = 2, sides = 2, cells = { 2, 2 },
  lineups = { { 1, 2 }, { 2, 1 } } }
local three = { from = 1, n = 6, sides = 3, cells = { 6, 6, 6 },
  lineups = { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 },
    { 3, 2, 1 } } }

--- The games of a deal in a field, with points that are made of strengths, of
--- what the deal gives each side, and of noise.
local function deal_of(field, strength, luck, noise)
  local games = {}
  for order, lineups in ipairs(field.lineups) do
    local own = {}
    for side, lineup in ipairs(lineups) do
      own[side] = strength[lineup] + luck[side] + noise()
    end
    games[order] = { own = own }
  end
  return games
end

--- The sample of a part's pseudo-values over deals.
local function part_of(name, field, deals)
  local vectors, sample = {}, estimate.sample()
  for i, games in ipairs(deals) do
    vectors[i] = variance_parts.vector(games, field)
  end
  for _, x in ipairs(jackknife.pseudo_values(vectors,
    variance_parts.share(name, { field })) or {}) do
    sample:add(x)
  end
  return sample
end

local function nothing() return 0 end

describe("a jackknife", function()
  it("of a mean has the observations as its pseudo-values", function()
    local vectors = {}
    for i, x in ipairs { 3, 1, 4, 1, 5, 9 } do vectors[i] = { x } end
    local got = jackknife.pseudo_values(vectors,
      function(means) return means[1] end)
    for i, vector in ipairs(vectors) do
      assert.is.near(vector[1], got[i], 1e-9)
    end
  end)

  it("of the plain variance is without its bias", function()
    local vectors, sample = {}, estimate.sample()
    for i, x in ipairs { 3, 1, 4, 1, 5, 9 } do
      vectors[i] = { x, x * x }
      sample:add(x)
    end
    local mean = estimate.sample()
    for _, x in ipairs(jackknife.pseudo_values(vectors,
      function(means) return means[2] - means[1] ^ 2 end)) do
      mean:add(x)
    end
    assert.is.near(sample:variance(), mean.mean, 1e-9)
  end)

  it("has no spread where the statistic is the same without any", function()
    local vectors = {}
    for i = 1, 50 do vectors[i] = { i * 0.1, i * 0.1 } end
    local sample = estimate.sample()
    for _, x in ipairs(jackknife.pseudo_values(vectors,
      function(means) return means[1] / means[2] end)) do
      sample:add(x)
    end
    assert.is_false(sample:has_spread())
    assert.is.equal(1, sample.mean)
  end)

  it("has no values where the statistic has none", function()
    assert.is_nil(jackknife.pseudo_values({ { 0 }, { 0 } },
      function() return nil end))
    assert.is_nil(jackknife.pseudo_values({}, nothing))
  end)
end)

describe("the parts of the variance", function()
  for name, field in pairs { two = two, three = three } do
    it("of a coin flip are all luck, of " .. name, function()
      local deals, next_normal = {}, normals(1)
      for i = 1, 20 do
        local luck = {}
        for side = 1, field.sides do
          luck[side] = next_normal() > 0 and 10 or 0
        end
        deals[i] = deal_of(field, { 0, 0, 0 }, luck, nothing)
      end
      assert.is.near(1, part_of("deal", field, deals).mean, 0.1)
      assert.is.near(0, part_of("rest", field, deals).mean, 1e-9)
      assert.is.near(0, part_of("strength", field, deals).mean, 1e-9)
    end)

    it("of a game of strength are all strength, of " .. name, function()
      local deals = {}
      for i = 1, 20 do
        deals[i] = deal_of(field, { 7, 2, -3 }, { 0, 0, 0 }, nothing)
      end
      local sample = part_of("strength", field, deals)
      assert.is.near(1, sample.mean, 1e-9)
      assert.is_nil(sample:interval())
    end)

    it("add up, and are those of the numbers drawn, of " .. name, function()
      local deals, next_normal, sum = {}, normals(2), 0
      for i = 1, 4000 do
        local luck = {}
        for side = 1, field.sides do luck[side] = 2 * next_normal() end
        deals[i] = deal_of(field, { 1, 0, -1 }, luck, next_normal)
      end
      -- k sides: margins are k / (k - 1) times the points less their mean, and
      -- the variance of independent points grows by k / (k - 1); in units of
      -- that, strengths 1, 0 have 1/4 * 2, and 1, 0, -1 have 2/3 * 3/2
      local strength = field == two and 1 / 2 or 1
      local wanted = { strength = strength, deal = 4, rest = 1, seat = 0 }
      for part, x in pairs(wanted) do
        local got = part_of(part, field, deals).mean
        assert.is.near(x / (strength + 5), got, 0.02, part)
        sum = sum + got
      end
      assert.is.near(1, sum, 1e-3)
    end)
  end

  it("have intervals that hold the true share 95 times in 100", function()
    local next_normal, held, runs = normals(3), {}, 250
    -- margins: 2 or -2 by strength, of variance 8 by luck and 2 by noise
    local wanted = { strength = 4 / 14, deal = 8 / 14, rest = 2 / 14 }
    for _ = 1, runs do
      local deals = {}
      for i = 1, 60 do
        local luck = { math.sqrt(8) * next_normal(), 0 }
        deals[i] = deal_of(two, { 1, -1 }, luck, next_normal)
      end
      for part, x in pairs(wanted) do
        local low, high = part_of(part, two, deals):interval()
        held[part] = (held[part] or 0) + (low <= x and x <= high and 1 or 0)
      end
    end
    for part, n in pairs(held) do
      -- four standard errors below 95 %, and a percent for the small sample
      assert.is_true(n / runs > 0.95 - 0.01 - 4 * (0.0475 / runs) ^ 0.5,
        ("%s: %d of %d"):format(part, n, runs))
      assert.is_true(n / runs < 0.997, ("%s: %d"):format(part, n))
    end
  end)
end)

--- The number of runs in which the interval of a statistic holds the true
--- value, over vectors that `draw` makes for 60 deals.
local function coverage(runs, wanted, statistic, draw)
  local held = 0
  for _ = 1, runs do
    local vectors, sample = {}, estimate.sample()
    for i = 1, 60 do vectors[i] = draw() end
    for _, x in ipairs(jackknife.pseudo_values(vectors, statistic)) do
      sample:add(x)
    end
    local low, high = sample:interval()
    held = held + (low <= wanted and wanted <= high and 1 or 0)
  end
  return held / runs
end

describe("the intervals of a ladder and of a spread", function()
  it("hold the true length 95 times in 100", function()
    local next_normal = normals(4)
    local depth = deal_values.statistic({ depth = true }, {}, 60)
    local function won(p) -- the share of two games
      local n = 0
      for _ = 1, 2 do
        n = n + (estimate.normal_below(next_normal()) < p and 1 or 0)
      end
      return n / 2
    end
    local share = coverage(250, 1 + math.log(1.5) / math.log(3), depth,
      function() return { won(0.75), won(0.6) } end)
    assert.is_true(share > 0.9 and share < 0.997, tostring(share))
  end)

  it("hold the true spread 95 times in 100", function()
    local next_normal = normals(5)
    local spread = deal_values.statistic({ spread = true }, {}, 60)
    local share = coverage(250, 0.25, spread, function()
      local x = 40 + 10 * next_normal()
      return { x, x * x }
    end)
    assert.is_true(share > 0.9 and share < 0.997, tostring(share))
  end)
end)

describe("the length of a ladder", function()
  local fields = { pairs = { two, two } }
  local depth = deal_values.statistic({ depth = true }, fields, 98)

  it("is 0 if no bot is better, and 1 at 75 % of games", function()
    assert.is.near(0, depth { 0.5, 0.5 }, 1e-12)
    assert.is.near(2, depth { 0.76, 0.74, 0.5 }, 0.06)
    assert.is.near(math.log(99) / math.log(3), depth { 1 }, 1e-12)
  end)
end)

describe("the entropy of an outlook", function()
  --- The expected estimate for a chance p in n draws.
  local function expected(p, n)
    local sum, ways = 0.0, 1
    for k = 0, n do
      local counts = {}
      if k > 0 then counts[1] = k end
      if k < n then counts[2] = n - k end
      sum = sum + ways * p ^ k * (1 - p) ^ (n - k) * tension.entropy(counts, n)
      ways = ways * (n - k) // (k + 1)
    end
    return sum
  end

  it("is nearly without bias, also from few draws", function()
    for _, p in ipairs { 0.5, 0.7, 0.9 } do
      local true_one = -(p * math.log(p) + (1 - p) * math.log(1 - p))
        / math.log(2)
      assert.is.near(true_one, expected(p, 48), 0.001)
    end
    assert.is.equal(0, tension.entropy({ 48 }, 48))
  end)
end)

describe("the tension of a round", function()
  --- Outlooks with these chances of side 1 of two.
  local function round(chances, winners)
    local list = {}
    for i, p in ipairs(chances) do
      list[i] = { chance = { p, 1 - p }, entropy = p }
    end
    return tension.round(list, winners)
  end

  it("is none where one side leads throughout", function()
    local found = round({ 0.95, 0.95, 1 }, { 1 })
    assert.is.same({ 0, 0, 0, 0 }, { found.lead_changes, found.drama,
      found.decided, found.comebacks })
    assert.is.near(2.9 / 3, found.entropy, 1e-12)
  end)

  it("counts leads that are clear, and what the winner was behind", function()
    local found = round({ 0.6, 0.45, 0.2, 0.9 }, { 1 })
    -- 0.55 is not a clear lead after 0.6, 0.8 is; so is 0.9
    assert.is.equal(2, found.lead_changes)
    assert.is.near((math.sqrt(0.1) + math.sqrt(0.6)) / 4, found.drama, 1e-12)
    assert.is.equal(3 / 4, found.decided)
    assert.is.equal(1, found.comebacks)
    assert.is.equal(0, round({ 0.6, 0.45, 0.3, 0.9 }, { 1 }).comebacks)
  end)

  it("has no winner to look at in a shared round", function()
    local found = round({ 0.5, 0.5 }, { 1, 2 })
    assert.is.same({ 0 }, { found.lead_changes, found.drama, found.decided,
      found.comebacks })
  end)
end)

describe("the use of rules", function()
  --- The shares that a game's events give.
  local function counted(game)
    local changed, gold, tricks, saved, played, rounds = {}, 0, 0, 0, {}, 0
    for _, event in ipairs(game.state:events()) do
      if event.kind == "deal" then rounds = rounds + 1 end
      if event.kind == "change" then changed[rounds] = true end
      if event.kind == "play" then played[event.seat] = event.card end
      if event.kind == "trick" then
        tricks = tricks + 1
        gold = gold + (played[event.winner].gold and 1 or 0)
      end
    end
    for i, round in ipairs(game.rounds) do
      local before = game.state:at(i, 1).bid
      for side = 1, 2 do
        local exact = round.bid[side] == round.taken[side]
        local was = before[side] == round.taken[side]
        saved = saved + (exact and not was and 1 or 0)
      end
    end
    local n = 0
    for _ in pairs(changed) do n = n + 1 end
    return { changed = n / rounds, gold_wins = gold / tricks,
      saved = saved / rounds / 2 }
  end

  it("is what the events of games say", function()
    local walks = metrics.walks { "saved", "changed" }
    local sums = { changed = 0, gold_wins = 0, saved = 0 }
    for seed = 1, 12 do
      local game = aurum.game { variant = "standard", bots = { "adept" },
        seed = seed, trust = true }:run()
      local got = metrics.measure(game, walks)
      for key, x in pairs(counted(game)) do
        assert.is.near(x, got[key], 1e-9, key)
        sums[key] = sums[key] + x
      end
    end
    for key, sum in pairs(sums) do assert.is_true(sum > 0, key) end
  end)
end)

describe("a tally of one set of rules", function()
  it("has means, intervals, and stars where 0 is no effect", function()
    local tally = compare.tally { "first_player", "points", "length_spread",
      "drama" }
    for i = 1, 20 do
      tally:add { { first_player = 3 + i % 2, points = 9 + i % 3,
        game_plays = 40 + i } }
    end
    local rows = tally:values()
    assert.is.equal(3, #rows) -- no game has drama
    assert.is.same({ "first_player", true }, { rows[1].key, rows[1].holds })
    assert.is.same({ "points", false }, { rows[2].key, rows[2].holds })
    -- 41 to 60: mean 50.5, variance 35
    assert.is.near(math.sqrt(35) / 50.5, rows[3].a, 1e-3)
    assert.is_true(rows[3].low < rows[3].a and rows[3].a < rows[3].high)
  end)

  it("leaves a deal out of a metric that one rule set has not", function()
    local tally = compare.tally { "drama", "points" }
    tally:add({ { drama = 1, points = 1 } }, { { points = 2 } })
    tally:add({ { drama = 1, points = 1 } }, { { drama = 3, points = 2 } })
    for _, row in ipairs(tally:rows()) do
      assert.is.equal(row.key == "drama" and 1 or 2, row.deals, row.key)
    end
  end)
end)
