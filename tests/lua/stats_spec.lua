-- Means and their intervals (lua/stats/estimate.lua), compared with
-- published tables.
require "aurum" -- whose loading adds the searcher of aurum.x.y
local estimate = require "aurum.stats.estimate"
local helper = require "helper"

describe("the t distribution", function()
  -- Two-sided 95 %: Fisher and Yates, Statistical Tables, table III, to three
  -- places; 1, 2 and the normal limit in closed form.
  local published = {
    { 1, 12.706 }, { 2, 4.303 }, { 3, 3.182 }, { 4, 2.776 }, { 5, 2.571 },
    { 6, 2.447 }, { 7, 2.365 }, { 8, 2.306 }, { 9, 2.262 }, { 10, 2.228 },
    { 15, 2.131 }, { 20, 2.086 }, { 25, 2.060 }, { 29, 2.045 }, { 30, 2.042 },
    { 40, 2.021 }, { 60, 2.000 }, { 100, 1.984 }, { 101, 1.984 },
    { 120, 1.980 }, { 1000, 1.962 }, { 1001, 1.962 }, { 1000000, 1.960 },
  }
  for _, row in ipairs(published) do
    local dof, t = table.unpack(row)
    it(("is within %.3f at %d"):format(t, dof), function()
      assert.is.equal(("%.3f"):format(t), ("%.3f"):format(estimate.t95(dof)))
    end)
  end

  it("has closed forms at 1 and 2 degrees", function()
    assert.is.near(math.tan(0.475 * math.pi), estimate.t95(1), 1e-9)
    -- P(|T| < t) = t / sqrt(2 + t^2)
    assert.is.near(0.95 * math.sqrt(2 / (1 - 0.95 ^ 2)), estimate.t95(2), 1e-9)
    for _, t in ipairs { 0, 0.1, 1, 2.5, 40 } do
      assert.is.near(2 / math.pi * math.atan(t), estimate.t_within(t, 1), 1e-12)
      assert.is.near(t / math.sqrt(2 + t * t), estimate.t_within(t, 2), 1e-12)
    end
  end)

  it("decreases with every degree, also where the method changes", function()
    for dof = 1, 300 do
      assert.is_true(estimate.t95(dof) > estimate.t95(dof + 1), tostring(dof))
    end
    assert.is_true(estimate.t95(1e9) > 1.959963984)
  end)

  it("agrees with its own distribution on both sides of the change", function()
    for _, dof in ipairs { 1, 2, 5, 30, 99, 100, 101, 102, 150, 1000, 1001 } do
      assert.is.near(0.95, estimate.t_within(estimate.t95(dof), dof), 1e-9)
    end
  end)
end)

describe("a sample", function()
  local function of(list)
    local sample = estimate.sample()
    for _, x in ipairs(list) do sample:add(x) end
    return sample
  end

  it("has the mean and the interval of its observations", function()
    -- mean 5, variance 32 / 7, t 2.364624 at 7 degrees
    local sample = of { 2, 4, 4, 4, 5, 5, 7, 9 }
    local low, high = sample:interval()
    assert.is.equal(8, sample.n)
    assert.is.near(5, sample.mean, 1e-12)
    assert.is.near(5 - 2.364624251592785 * math.sqrt(32 / 7 / 8), low, 1e-9)
    assert.is.near(5 + 2.364624251592785 * math.sqrt(32 / 7 / 8), high, 1e-9)
  end)

  it("of two observations has 1 degree of freedom", function()
    local low, high = of { -1, 1 }:interval()
    assert.is.near(-12.706204736, low, 1e-8)
    assert.is.near(12.706204736, high, 1e-8)
  end)

  it("has no interval before the second observation", function()
    assert.is_nil(of {}:interval())
    assert.is_nil(of { 3 }:interval())
    assert.is.equal(0, of {}.mean)
  end)

  it("of equal observations has no interval", function()
    for _, x in ipairs { 0, 0.1, 1 / 3, -20, 1e300 } do
      local sample = of { x, x, x }
      assert.is_false(sample:has_spread())
      assert.is.equal(0, select("#", (sample:interval())) - 1)
      assert.is_nil(sample:interval())
      sample:add(x, 7)
      sample:merge(3, x, 0)
      assert.is_nil(sample:interval())
      assert.is.equal(x, sample.mean)
    end
    assert.is_nil(of { 0.1 + 0.2, 0.3 }:interval()) -- they differ by rounding
    assert.is_truthy(of { 0.3, 0.3, 0.3 + 1e-9 }:interval())
  end)

  it("is precise for small differences of large numbers", function()
    local low, high = of { 1e9 + 1, 1e9 + 2, 1e9 + 3 }:interval()
    assert.is.near(1e9 + 2, (low + high) / 2, 1e-6)
    assert.is.near(2 * 4.302652729911275 / math.sqrt(3), high - low, 1e-5)
  end)

  -- The share of intervals that contain the true mean. Over 4000 intervals, it
  -- differs from 0.95 by more than 4 standard errors, 0.0138, in one of 16000
  -- trials; the random numbers are the same each time.
  local function coverage(n, draw, mean)
    local held, trials = 0, 4000
    for _ = 1, trials do
      local sample = estimate.sample()
      for _ = 1, n do sample:add(draw()) end
      local low, high = sample:interval()
      if low <= mean and mean <= high then held = held + 1 end
    end
    return held / trials
  end

  local function normal(seed) -- Box and Muller 1958
    local roll = helper.dice(seed)
    return function()
      local u, v = roll(1000000) / 1000000, roll(1000000) / 1000000
      return 3 + 2 * math.sqrt(-2 * math.log(u)) * math.cos(2 * math.pi * v)
    end
  end

  for _, n in ipairs { 2, 3, 6, 31 } do
    it(("of %d covers the mean in 95 of 100 cases"):format(n), function()
      assert.is.near(0.95, coverage(n, normal(n), 3), 0.0138)
    end)
  end

  it("covers the mean of whole points, which are not normal", function()
    local roll = helper.dice(5)
    local function points() return roll(6) + roll(6) - roll(6) end
    assert.is.near(0.95, coverage(50, points, 3.5), 0.0138)
  end)
end)

--- A sample with the values of a list.
local function sample_of(list)
  local sample = estimate.sample()
  for _, x in ipairs(list) do sample:add(x) end
  return sample
end

--- Uniform numbers from 0 to 1, and normal ones (Box and Muller 1958).
local function even(seed)
  local draw = estimate.stream(seed)
  return function() return ((draw() >> 11) + 0.5) * 2.0 ^ -53 end
end

local function normal_of(seed)
  local u = even(seed)
  return function()
    return math.sqrt(-2 * math.log(u())) * math.cos(2 * math.pi * u())
  end
end

describe("a sample's mean", function()
  it("has a standard error, a t and a probability", function()
    -- variance 32 / 7 over 8 observations
    local sample = sample_of { 2, 4, 4, 4, 5, 5, 7, 9 }
    assert.is.near(32 / 7, sample:variance(), 1e-12)
    assert.is.near(math.sqrt(4 / 7), sample:error(), 1e-12)
    assert.is.near(2 / math.sqrt(4 / 7), sample:t(3), 1e-12)
    -- t = 2.364624 bounds 95 % at 7 degrees
    assert.is.near(0.05, sample:p(5 - 2.364624251592785 * math.sqrt(4 / 7)),
      1e-9)
    assert.is.near(1, sample:p(5), 1e-12)
  end)

  it("has none of them with one observation", function()
    local sample = sample_of { 3 }
    assert.is_nil(sample:variance())
    assert.is_nil(sample:error())
    assert.is_nil(sample:t())
    assert.is_nil(sample:p())
    assert.is_nil(sample:share_interval())
  end)

  it("is on one side if all are the same", function()
    assert.is_nil(sample_of { 2, 2 }:t())
    assert.is_nil(sample_of { 0, 0 }:t())
    assert.is.equal(0.5, sample_of { -2, -2 }:p())
    assert.is.equal(1 / 16, sample_of { 3, 3, 3, 3, 3 }:p())
    assert.is.equal(1, sample_of { 0, 0 }:p())
  end)
end)

describe("a share", function()
  it("has Student's interval with a 0 and a 1 more", function()
    local list = {}
    for i = 1, 10 do list[i] = i <= 8 and 0.75 or 1 end
    local low, high = sample_of(list):share_interval()
    list[11], list[12] = 0, 1
    assert.is.same({ sample_of(list):interval() }, { low, high })
    -- 8 of 10: 9 of 12 have the variance 12/11 * 3/4 * 1/4
    local half = estimate.t95(11) * math.sqrt(3 / 16 / 11)
    low, high = sample_of { 0, 0, 1, 1, 1, 1, 1, 1, 1, 1 }:share_interval()
    assert.is.near(0.75 - half, low, 1e-12)
    assert.is.near(1, high, 1e-12) -- cut off
  end)

  it("of blocks that all agree is not certain", function()
    for _, n in ipairs { 2, 5, 10, 20, 100 } do
      for _, p in ipairs { 0, 1 / 3, 0.5, 0.9, 1 } do
        local sample, ratio = estimate.sample(), estimate.ratio()
        sample:add(p, n)
        for _ = 1, n do ratio:add(3 * p, 3) end
        local low, high = sample:share_interval()
        assert.is_true(0 <= low and low <= p and p <= high and high <= 1)
        -- deals of another result with the probability 2/n are not excluded:
        -- they are missing in 13 of 100 draws
        assert.is_true(low <= p - 2 / n * p or low == 0, n .. " " .. p)
        assert.is_true(high >= p + 2 / n * (1 - p) or high == 1)
        local ratio_low, ratio_high = ratio:share_interval()
        assert.is.near(low, ratio_low, 1e-12)
        assert.is.near(high, ratio_high, 1e-12)
        assert.is_nil(ratio:interval())
      end
    end
  end)
end)

-- Blocks of two games, of which most agree: won by each bot once with the
-- probability q, else both by the better one. 2000 arenas of few deals; the
-- random numbers are the same each time.
describe("the interval of a win rate", function()
  for _, deals in ipairs { 5, 10, 20, 100 } do
    it(("holds in 93 of 100 arenas of %d deals"):format(deals), function()
      for _, q in ipairs { 0.05, 0.3, 0.7, 0.9, 0.95, 0.99 } do
        local roll, held, truth = even(deals), 0, q / 2 + (1 - q)
        for _ = 1, 2000 do
          local sample = estimate.sample()
          for _ = 1, deals do sample:add(roll() < q and 0.5 or 1) end
          local low, high = sample:share_interval()
          assert(0 <= low and low < high and high <= 1)
          if low <= truth and truth <= high then held = held + 1 end
        end
        assert.is_true(held >= 1860, ("%d at %g"):format(held, q))
      end
    end)
  end
end)

describe("a ratio", function()
  local function of(units)
    local ratio = estimate.ratio()
    for _, unit in ipairs(units) do ratio:add(unit[1], unit[2]) end
    return ratio
  end

  it("without a spread has no interval", function()
    local ratio = of { { 7, 10 }, { 14, 20 }, { 21, 30 } } -- 0.7 has no end
    assert.is_false(ratio:has_spread())
    assert.is_nil(ratio:interval())
    assert.is.equal(0, ratio:error())
    assert.is.near(0.7, ratio:value(), 1e-15)
    ratio:add(8, 11)
    assert.is_truthy(ratio:interval())
  end)

  it("is the same in parts that cut units", function()
    local units = {}
    for i = 1, 40 do
      units[i] = { "s" .. (i + 2) // 3, i * i % 7, i % 4 + 1 }
    end
    units[20][1] = nil -- a unit by itself
    local whole = estimate.ratio()
    for i = 1, 40 do whole:put(units[i][1], units[i][2], units[i][3]) end
    local wanted = { whole:value(), whole:interval() }
    assert.is.equal(16, whole.n) -- the unnamed one cuts its neighbours' unit
    for size = 1, 41 do
      local merged = estimate.ratio()
      for from = 1, 40, size do
        local part = estimate.ratio(true)
        for i = from, math.min(from + size - 1, 40) do
          part:put(units[i][1], units[i][2], units[i][3])
        end
        merged:merge(part)
      end
      assert.is.same(wanted, { merged:value(), merged:interval() }, size)
      assert.is.equal(16, merged.n)
    end
  end)
end)

describe("a simulated arena", function()
  -- 1000 arenas with deals that favour one seating; each deal is played
  -- both ways. Returns the intervals of the mean difference and of the win
  -- rate, from blocks.
  local function arena(deals, skill, luck, seed)
    local normal, points, wins = normal_of(seed), 0, 0
    local rate = 0 -- the true value, from other games
    local other = normal_of(seed + 1000)
    for _ = 1, 100000 do
      if skill + luck * other() + 3 * other() > 0 then rate = rate + 1e-5 end
    end
    for _ = 1, 1000 do
      local margin, won = estimate.blocks(), estimate.blocks()
      for _ = 1, deals do
        local cards = luck * normal()
        local a, b = skill + cards + 3 * normal(), skill - cards + 3 * normal()
        margin:add { a, b }
        won:add { a > 0 and 1 or 0, b > 0 and 1 or 0 }
      end
      local low, high = margin.sample:interval()
      if low <= skill and skill <= high then points = points + 1 end
      low, high = won.sample:share_interval()
      if low <= rate and rate <= high then wins = wins + 1 end
    end
    return points / 1000, wins / 1000
  end

  for i, case in ipairs { { 20, 0, 4 }, { 60, 1, 6 }, { 60, 4, 2 },
    { 30, 0, 0 } } do
    local deals, skill, luck = table.unpack(case)
    it(("of %d deals, skill %d, luck %d: 93 to 97 of 100 intervals hold")
      :format(deals, skill, luck), function()
      local points, wins = arena(deals, skill, luck, i)
      assert.is_true(points >= 0.93 and points <= 0.97, "points " .. points)
      -- few deals make the two that are added weigh, in the safe direction
      assert.is_true(wins >= 0.93 and wins <= (deals < 60 and 0.995 or 0.97),
        "wins " .. wins)
    end)
  end

  it("gains by pairing as much as luck matters", function()
    -- one game: luck 16 + noise 9; a block of two: noise 9 / 2
    local normal, blocks = normal_of(5), estimate.blocks()
    for _ = 1, 20000 do
      local cards = 4 * normal()
      blocks:add { 2 + cards + 3 * normal(), 2 - cards + 3 * normal() }
    end
    assert.is.near((16 + 9) / 9, blocks:gain(), 0.1)
    -- without luck there is nothing to gain
    blocks = estimate.blocks()
    for _ = 1, 20000 do blocks:add { 3 * normal(), 3 * normal() } end
    assert.is.near(1, blocks:gain(), 0.04)
  end)

  it("has no gain if the games do not vary", function()
    local blocks = estimate.blocks()
    blocks:add { 1, 1 }
    assert.is_nil(blocks:gain())
    blocks:add { 1, 1 }
    assert.is_nil(blocks:gain())
    blocks:add { 2, 0 }
    assert.is.equal(math.huge, blocks:gain())
  end)
end)

describe("a game's score", function()
  local rounds = { { points = { 4, 9 } }, { points = { 6, 2 } } }

  it("is its points, rounds and margins", function()
    local points, n = estimate.points(rounds, 2)
    assert.is.same({ 10, 11 }, points)
    assert.is.equal(2, n)
    assert.is.same({ -0.5, 0.5 }, estimate.margins(points, n))
  end)

  it("counts a forfeit's open round 0, and 20 for the others", function()
    local points, n = estimate.points(rounds, 2, 2)
    assert.is.same({ 30, 11 }, points)
    assert.is.equal(3, n)
    local margins = estimate.margins(estimate.points({}, 3, 1))
    assert.is.same({ -20, 10, 10 }, margins)
  end)
end)

describe("Holm's procedure", function()
  it("stops at the first hypothesis that is not rejected", function()
    -- 0.05 / 4, / 3, / 2, / 1
    assert.is.same({ a = true, b = true },
      estimate.holm { a = 0.01, b = 0.016, c = 0.026, d = 0.03 })
    assert.is.same({}, estimate.holm { a = 0.013, b = 0.5, c = 0.5, d = 0.5 })
    assert.is.same({}, estimate.holm {})
  end)
end)

describe("the normal distribution", function()
  it("agrees with published tables", function()
    -- Abramowitz and Stegun, tables 26.1 and 26.2
    assert.is.near(0.5, estimate.normal_below(0), 1e-15)
    assert.is.near(0.841344746068543, estimate.normal_below(1), 1e-14)
    assert.is.near(0.977249868051821, estimate.normal_below(2), 1e-14)
    assert.is.near(0.0013498980316301, estimate.normal_below(-3), 1e-15)
    local ten = math.log(10)
    assert.is.near(-6.54265, estimate.log_normal_below(-5) / ten, 1e-5)
    assert.is.near(-23.11805, estimate.log_normal_below(-10) / ten, 1e-5)
    assert.is.near(-88.56010, estimate.log_normal_below(-20) / ten, 1e-5)
  end)
end)

describe("a stream", function()
  it("is SplitMix64", function()
    -- the first numbers of the reference implementation from 1234567
    local draw = estimate.stream(1234567)
    assert.is.equal("6457827717110365317", tostring(draw()))
  end)
end)

describe("a Poisson variable", function()
  it("has the frequencies of its distribution", function()
    for _, mean in ipairs { 1, 9.5, 10, 40 } do
      local next_number, seen, n = estimate.stream(7), {}, 100000
      for _ = 1, n do
        local k = estimate.poisson(next_number, mean)
        seen[k] = (seen[k] or 0) + 1
      end
      -- chi squared over the values that are expected at least 20 times
      local p, chi2, cells = math.exp(-mean), 0, 0
      for k = 0, 200 do
        if n * p > 20 then
          chi2, cells = chi2 + ((seen[k] or 0) - n * p) ^ 2 / (n * p), cells + 1
        end
        p = p * mean / (k + 1)
      end
      assert.is_true(cells > 5)
      assert.is_true(chi2 < cells + 4 * math.sqrt(2 * cells),
        ("mean %g: %g in %d cells"):format(mean, chi2, cells))
    end
  end)

  it("with a large mean has the square root of it as deviation", function()
    for _, mean in ipairs { 1000, 500000 } do
      local next_number, sample = estimate.stream(7), estimate.sample()
      for _ = 1, 20000 do sample:add(estimate.poisson(next_number, mean)) end
      assert.is.near(mean, sample.mean, 4 * math.sqrt(mean / 20000))
      assert.is.near(1, sample:variance() / mean, 0.04)
    end
  end)
end)
