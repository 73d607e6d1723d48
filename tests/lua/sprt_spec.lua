-- The sequential test (lua/stats/sprt.lua): its decisions, error
-- rates and estimates.
require "aurum" -- whose loading adds the searcher of aurum.x.y
local sprt = require "aurum.stats.sprt"
local estimate = require "aurum.stats.estimate"

local function normal(seed) -- Box and Muller 1958
  local draw = estimate.stream(seed)
  local function u() return ((draw() >> 11) + 0.5) * 2.0 ^ -53 end
  return function()
    return math.sqrt(-2 * math.log(u())) * math.cos(2 * math.pi * u())
  end
end

--- A test with at most n blocks, drawn by `draw`.
local function run(options, n, draw)
  local test = sprt.new(options)
  for _ = 1, n do
    if test:add(draw()) then break end
  end
  return test
end

describe("the options", function()
  it("are two numbers or four", function()
    assert.is.same({ m0 = 0, m1 = 0.5, alpha = 0.05, beta = 0.05 },
      sprt.parse "0,0.5")
    assert.is.same({ m0 = -1, m1 = 1, alpha = 0.01, beta = 0.1 },
      sprt.parse "-1,1,0.01,0.1")
  end)

  for text, problem in pairs {
    [""] = "expected M0,M1[,A,B], got ''",
    ["0"] = "expected 2 or 4 numbers, M0,M1[,A,B], got '0'",
    ["0,1,0.05"] = "expected 2 or 4 numbers, M0,M1[,A,B], got "
      .. "'0,1,0.05'",
    ["0,1,"] = "expected M0,M1[,A,B], got '0,1,'",
    ["0,one"] = "expected M0,M1[,A,B], got '0,one'",
    ["0,inf"] = "expected M0,M1[,A,B], got '0,inf'",
    ["0,1e999"] = "expected M0,M1[,A,B], got '0,1e999'",
    ["1,1"] = "expected M0 below M1, got '1,1'",
    ["2,1"] = "expected M0 below M1, got '2,1'",
    ["0,1,0,0.1"] = "expected A and B above 0 and below 0.5, got "
      .. "'0,1,0,0.1'",
    ["0,1,0.1,0.5"] = "expected A and B above 0 and below 0.5, got "
      .. "'0,1,0.1,0.5'",
  } do
    it(("are not '%s'"):format(text), function()
      local options, message = sprt.parse(text)
      assert.is_nil(options)
      assert.is.equal(problem, message)
    end)
  end
end)

describe("a test", function()
  it("has the ratio and the bounds of its formula", function()
    local test = sprt.new { m0 = 0, m1 = 1, alpha = 0.05, beta = 0.1 }
    for _, x in ipairs { 1, 2, 0, 1 } do test:add(x) end
    -- mean 1, variance 2 / 3: 4 * 1 * (2 - 0 - 1) / (2 * 2 / 3)
    assert.is.near(3, test.llr, 1e-12)
    assert.is.near(math.log(0.9 / 0.05), test.upper, 1e-12)
    assert.is.near(math.log(0.1 / 0.95), test.lower, 1e-12)
  end)

  it("looks at 50 blocks before it stops", function()
    local draw = normal(1)
    local test = sprt.new { m0 = 0, m1 = 1 }
    for i = 1, 49 do
      assert.is_nil(test:add(9 + draw()), tostring(i))
    end
    assert.is.equal("undecided: 49 deals, at least 50 are needed",
      test:reason())
    assert.is.equal("m1", test:add(9))
    assert.is.equal("m1", test:add(-1e9)) -- too late
    assert.is.equal(50, test.sample.n)
    assert.is.truthy(test:reason():find(
      "^1 rather than 0 after 50 deals: log likelihood ratio [%d.]+, "
      .. "bounds %-2.94 and 2.94$"))
  end)

  for name, case in pairs {
    ["0 always: the same bot twice"] = { 0, "same",
      "no decision after 50 deals: no spread, each gave 0" },
    ["a loss always"] = { -20, "m0",
      "-0.5 rather than 0.5 after 50 deals: no spread, each gave -20" },
    ["a win always"] = { 20, "m1" },
    ["m0 exactly"] = { -0.5, "m0" },
    ["m1 exactly"] = { 0.5, "m1" },
  } do
    it("ends at 50 blocks with " .. name, function()
      local test = run({ m0 = -0.5, m1 = 0.5 }, 1000, function()
        return case[1]
      end)
      assert.is.equal(case[2], test.stopped)
      assert.is.equal(50, test.sample.n)
      if case[3] then assert.is.equal(case[3], test:reason()) end
      local mean, low, high = test:estimate()
      assert.is.same({ case[1] }, { mean, low, high }) -- no interval
    end)
  end

  it("ends even if all blocks are midway", function()
    local test = run({ m0 = 0, m1 = 1 }, 1000, function() return 0.5 end)
    assert.is.equal("same", test.stopped)
    assert.is.equal("no decision after 50 deals: no spread, each gave 0.5",
      test:reason())
  end)

  it("ends soon if one side loses all, by any number of points", function()
    local draw = normal(2)
    local test = run({ m0 = 0, m1 = 0.1 }, 1000, function()
      return -15 + 2 * draw()
    end)
    assert.is.equal("m0", test.stopped)
    assert.is.equal(50, test.sample.n)
  end)
end)

describe("many tests", function()
  -- The share of 600 tests that end with the wrong decision. alpha and beta are
  -- 0.05, so chance explains up to 0.05 + 3 standard errors of 0.0089. The
  -- share must not be so low that the bounds could be closer.
  local function rate(mean, wrong, draw_of)
    local draw, count = draw_of(mean), 0
    for _ = 1, 600 do
      local test = run({ m0 = 0, m1 = 0.5 }, 5000, draw)
      assert.is.truthy(test.stopped)
      if test.stopped == wrong then count = count + 1 end
    end
    return count / 600
  end

  for name, draw_of in pairs {
    ["normal blocks"] = function(mean)
      local draw = normal(11)
      return function() return mean + 2 * draw() end
    end,
    ["whole points, two games a block"] = function(mean)
      local draw = estimate.stream(12)
      local function die() return (draw() >> 33) % 6 end
      return function()
        return mean + (die() - die() + die() - die()) / 2
      end
    end,
  } do
    it("of " .. name .. " keep their error rates", function()
      local false_gain = rate(0, "m1", draw_of)
      local false_none = rate(0.5, "m0", draw_of)
      for _, p in ipairs { false_gain, false_none } do
        assert.is_true(p <= 0.077 and p >= 0.01, tostring(p))
      end
    end)
  end

  -- The estimate is the median of its distribution, and its interval contains
  -- the truth, if a result at least as high has an even probability. The plain
  -- mean, which stopping makes too large, is then not used.
  for _, mean in ipairs { 0, 0.5, 1 } do
    it(("have estimates of %g that hold"):format(mean), function()
      local draw = normal(20)
      local held, above, plain = 0, 0, 0
      for _ = 1, 400 do
        local test = run({ m0 = 0, m1 = 0.5 }, 300, function()
          return mean + 3 * draw()
        end)
        local p = test:at_least(mean)
        if p > 0.025 and p < 0.975 then held = held + 1 end
        if p > 0.5 then above = above + 1 end
        if test.sample.mean > mean then plain = plain + 1 end
      end
      assert.is_true(held >= 372 and held <= 388, held .. " of 400 held")
      assert.is.near(0.5, above / 400, 0.075)
      if mean == 1 then
        assert.is_true(plain / 400 > 0.575, plain .. " of 400 plain means")
      end
    end)
  end

  it("have estimates at the median of their distribution", function()
    local draw = normal(21)
    for _, case in ipairs { { 1, 1000 }, { 0, 1000 }, { 0.25, 120 } } do
      local test = run({ m0 = 0, m1 = 0.5 }, case[2], function()
        return case[1] + 3 * draw()
      end)
      local middle, low, high = test:estimate()
      assert.is.near(0.5, test:at_least(middle), 1e-6)
      assert.is_true(low < middle and middle < high)
      local tail = estimate.normal_below(-estimate.t95(test.sample.n - 1))
      assert.is.near(tail, test:at_least(low), 1e-6)
      assert.is.near(1 - tail, test:at_least(high), 1e-6)
    end
  end)

  it("have the plain estimate while no bound is near", function()
    local draw = normal(23)
    local test = run({ m0 = 0, m1 = 0.001 }, 400, function()
      return 1 + draw()
    end)
    assert.is_nil(test.stopped)
    local middle, low, high = test:estimate()
    local plain_low, plain_high = test.sample:interval()
    assert.is.near(test.sample.mean, middle, 1e-4)
    assert.is.near(plain_low, low, 1e-4)
    assert.is.near(plain_high, high, 1e-4)
  end)

  it("that stop at the first look have the plain estimate", function()
    local draw = normal(22)
    local test = run({ m0 = 0, m1 = 0.5 }, 1000, function()
      return 3 + draw()
    end)
    assert.is.equal(50, test.sample.n)
    assert.is.same({ test.sample.mean, test.sample:interval() },
      { test:estimate() })
  end)
end)
