-- Means and their intervals (lua/stats.lua), held against published tables.
local stats = require "lua.stats"
local helper = require "helper"

describe("the t distribution", function()
  -- Two-sided 95 %: Fisher and Yates, Statistical Tables, table III, to three
  -- places; 1, 2 and the normal's end in closed form.
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
      assert.is.equal(("%.3f"):format(t), ("%.3f"):format(stats.t95(dof)))
    end)
  end

  it("has closed forms at 1 and 2 degrees", function()
    assert.is.near(math.tan(0.475 * math.pi), stats.t95(1), 1e-9)
    -- P(|T| < t) = t / sqrt(2 + t^2)
    assert.is.near(0.95 * math.sqrt(2 / (1 - 0.95 ^ 2)), stats.t95(2), 1e-9)
    for _, t in ipairs { 0, 0.1, 1, 2.5, 40 } do
      assert.is.near(2 / math.pi * math.atan(t), stats.t_within(t, 1), 1e-12)
      assert.is.near(t / math.sqrt(2 + t * t), stats.t_within(t, 2), 1e-12)
    end
  end)

  it("falls with every degree, also where the method changes", function()
    for dof = 1, 300 do
      assert.is_true(stats.t95(dof) > stats.t95(dof + 1), tostring(dof))
    end
    assert.is_true(stats.t95(1e9) > 1.959963984)
  end)

  it("agrees with its own distribution on both sides of the change", function()
    for _, dof in ipairs { 1, 2, 5, 30, 99, 100, 101, 102, 150, 1000, 1001 } do
      assert.is.near(0.95, stats.t_within(stats.t95(dof), dof), 1e-9)
    end
  end)
end)

describe("a sample", function()
  local function of(list)
    local sample = stats.sample()
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

  it("of equal observations has an interval of no width", function()
    local low, high = of { 0.1, 0.1, 0.1 }:interval()
    assert.is.near(0.1, low, 1e-15)
    assert.is.near(0.1, high, 1e-15)
  end)

  it("keeps the spread of small differences of large numbers", function()
    local low, high = of { 1e9 + 1, 1e9 + 2, 1e9 + 3 }:interval()
    assert.is.near(1e9 + 2, (low + high) / 2, 1e-6)
    assert.is.near(2 * 4.302652729911275 / math.sqrt(3), high - low, 1e-5)
  end)

  -- The share of intervals that hold the true mean. Of 4000 that is off 0.95 by
  -- more than 4 standard errors, 0.0138, in one of 16000 trials; the dice fall
  -- the same way each time.
  local function coverage(n, draw, mean)
    local held, trials = 0, 4000
    for _ = 1, trials do
      local sample = stats.sample()
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

  it("covers that of whole points, which are not normal", function()
    local roll = helper.dice(5)
    local function points() return roll(6) + roll(6) - roll(6) end
    assert.is.near(0.95, coverage(50, points, 3.5), 0.0138)
  end)
end)
