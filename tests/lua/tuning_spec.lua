-- The tuner: lua/stats/spsa.lua on simulated bots, beside a grid and successive
-- halving; the spaces of parameters. TABLE=1 prints the whole comparison.
require "aurum"
local estimate = require "aurum.stats.estimate"
local space = require "aurum.stats.space"
local spsa = require "aurum.stats.spsa"
local tuners = require "tuners"

describe("simultaneous perturbation", function()
  it("errs less than a grid and halving from as many games", function()
    for _, case in ipairs { { 1, 1024 }, { 3, 1024 }, { 6, 1024 } } do
      local d, budget = table.unpack(case)
      local own = tuners.errors("spsa", d, budget, 8).mean
      for _, other in ipairs { "grid", "halving" } do
        local theirs = tuners.errors(other, d, budget, 8).mean
        assert.is_true(own < theirs, ("%d parameters: %.3f, %s %.3f"):format(
          d, own, other, theirs))
      end
    end
  end)

  it("errs less from more games", function()
    local few = tuners.errors("spsa", 3, 512, 8).mean
    local many = tuners.errors("spsa", 3, 8192, 8).mean
    assert.is_true(many < 0.6 * few)
  end)

  if os.getenv "TABLE" then
    it("as a table", function()
      for _, d in ipairs { 1, 2, 3, 6 } do
        for _, budget in ipairs { 512, 1024, 4096, 16384 } do
          local cells = { d, budget }
          for _, method in ipairs { "spsa", "halving", "grid" } do
            local sample = tuners.errors(method, d, budget, 25)
            cells[#cells + 1] = ("%.3f +- %.3f"):format(sample.mean,
              1.96 * sample:error())
          end
          print(table.concat(cells, " | "))
        end
      end
    end)
  end

  local function params()
    return { { name = "a", low = 0, high = 10, start = 5 },
      { name = "n", low = 0, high = 6, int = true, start = 3 } }
  end

  it("compares points on both sides of its estimate", function()
    local tuner = spsa.new(space.new(params()), 64, 16, estimate.stream(1))
    local points, deals = tuner:next_points()
    assert.equal(16, deals)
    -- k = 0 of N = 32 deals: c is 0.15 * 10 * 32^0.101
    local c = 1.5 * 32 ^ 0.101
    assert.is.near(c, math.abs(points[1][1] - 5), 1e-9)
    assert.is.near(10, points[1][1] + points[2][1], 1e-9)
    for _, point in ipairs(points) do
      assert.equal("integer", math.type(point[2]))
    end
  end)

  it("moves by the formula, in standard deviations of a deal", function()
    local tuner = spsa.new(space.new { { name = "a", low = 0, high = 10,
      start = 5 } }, 64, 16, estimate.stream(1))
    local points = tuner:next_points()
    local flip = points[1][1] > 5 and 1 or -1
    local up, down = {}, {}
    for k = 1, 16 do up[k], down[k] = k % 2 == 0 and 3 or 1, 1 end
    tuner:tell { up, down }
    -- 8 of 16 differences are 2: their sum is 16, their root mean square
    -- 2 / sqrt 2
    local shrink, n = 32 ^ 0.101, 32
    local r = 0.45 / math.sqrt(n) * ((0.1 * n + n) / (0.1 * n + 1)) ^ 0.602
      / shrink ^ 2
    assert.is.near(5 + flip * r * 1.5 * shrink * 16 / math.sqrt(2),
      tuner.theta[1], 1e-9)
  end)

  it("does not depend on the scale of the values", function()
    local found = {}
    for _, scale in ipairs { 1, 1000 } do
      local tuner = spsa.new(space.new(params()), 640, 16, estimate.stream(1))
      local luck = estimate.stream(2)
      while true do
        local points, deals = tuner:next_points()
        if not points then break end
        local values = { {}, {} }
        for k = 1, deals do
          for i = 1, 2 do
            values[i][k] = scale * ((luck() >> 60) - points[i][1])
          end
        end
        tuner:tell(values)
      end
      found[#found + 1] = tuner.theta[1]
    end
    assert.is.near(found[1], found[2], 1e-9)
  end)

  it("stays where all values are the same", function()
    local tuner = spsa.new(space.new(params()), 640, 16, estimate.stream(1))
    while true do
      local points, deals = tuner:next_points()
      if not points then break end
      local list = {}
      for k = 1, deals do list[k] = 1.5 end
      tuner:tell { list, list }
    end
    assert.same({ 5, 3 }, { (tuner:estimate())[1], (tuner:estimate())[2] })
    local _, spreads = tuner:estimate()
    assert.same({ 0, 0 }, spreads)
  end)

  it("rounds whole numbers without bias, both sides alike", function()
    local s = space.new { { name = "n", low = 0, high = 6, int = true } }
    local sum, stream = 0, estimate.stream(3)
    for _ = 1, 4000 do
      sum = sum + s:fit(1, 2.25, (stream() >> 11) * 2.0 ^ -53)
    end
    assert.is.near(2.25, sum / 4000, 0.03)
    assert.equal(6, s:fit(1, 9, 0.9))
    assert.equal(0, s:fit(1, -3, 0.9))
    for _, u in ipairs { 0, 0.3, 0.7 } do
      assert.equal(1, s:fit(1, 3.4, u) - s:fit(1, 2.4, u))
    end
  end)
end)

describe("a parameter", function()
  it("is read from a text", function()
    assert.same({ name = "share", low = 0.2, high = 0.8 },
      space.parse "share=0.2..0.8")
    assert.same({ name = "n", low = 0, high = 6, int = true, c = 1, r = 0.1 },
      space.parse "n=0..6:int:c=1:r=0.1")
    assert.equal(8.0, space.parse "n=1..9:c=8".c)
    assert.same({ name = "a", low = -3, high = -1 }, space.parse "a=-3..-1")
  end)

  it("is refused with what was expected", function()
    for text, message in pairs {
      [""] = "expected NAME=LOW..HIGH[:int][:c=C][:r=R], got ''",
      ["share"] = "expected NAME=LOW..HIGH[:int][:c=C][:r=R], got 'share'",
      ["a=0..inf"] =
        "expected NAME=LOW..HIGH[:int][:c=C][:r=R], got 'a=0..inf'",
      ["a=0.8..0.2"] = "expected a range from low to high, got 0.8..0.2",
      ["a=1..1"] = "expected a range from low to high, got 1..1",
      ["a=0..1:whole"] =
        "expected int, c=C or r=R with a number above 0, got 'whole'",
      ["a=0..1:c=0"] =
        "expected int, c=C or r=R with a number above 0, got 'c=0'",
      ["a=0..1:c=0.1:c=0.2"] = "expected c once, got 'a=0..1:c=0.1:c=0.2'",
      ["a=0..1:int:int"] = "expected int once, got 'a=0..1:int:int'",
      ["a=0..1:low"] =
        "expected int, c=C or r=R with a number above 0, got 'low'",
      ["a=1..9:c=100"] =
        "expected c of at most 8, the width of 1..9, got 100",
      ["a=1..9:int:c=8.5"] =
        "expected c of at most 8, the width of 1..9, got 8.5",
      ["a=0..1.5:int"] = "expected whole numbers with int, got 0..1.5",
      ["a=0..1,5"] = "expected : after 0..1, got ',5'",
    } do
      local param, problem = space.parse(text)
      assert.is_nil(param)
      assert.equal(message, problem)
    end
  end)

  it("is written with four digits of its range", function()
    local s = space.new { { low = 0, high = 1 }, { low = 0, high = 1000 },
      { low = 0, high = 6, int = true }, { low = 0, high = 1e-6 } }
    assert.equal("0.1235", s:text(1, 0.123456))
    assert.equal("0.5", s:text(1, 0.5))
    assert.equal("500", s:text(2, 500.0))
    assert.equal("123.5", s:text(2, 123.46))
    assert.equal("3", s:text(3, 3))
    assert.equal("0.0000005", s:text(4, 5e-7))
  end)
end)
