-- Times of answers (lua/stats/answer_times.lua), whose buckets a game counts
-- (lua/script/answer_times.c).
local aurum = require "aurum"
local answer_times = require "aurum.stats.answer_times"

--- A histogram of a text.
local function of(text)
  local histogram = answer_times.new()
  histogram:add(text)
  return histogram
end

--- The middle of a bucket in nanoseconds.
local function middle(bucket) return of(bucket .. ""):quantile(0.5) * 1e9 end

describe("times of answers", function()
  it("have buckets that follow one another, an eighth wide", function()
    local low = 0.0
    for bucket = 0, 318 do
      local high = 2 * middle(bucket) - low
      assert.truthy(high > low)
      assert.truthy(low < 16 and high - low < 1.001
        or (high - low) / low <= 0.12501)
      low = high
    end
    assert.truthy(low > 3600e9) -- the longest limit of an answer
  end)

  it("are counted in those buckets by a game", function()
    local game = aurum.game { bots = { "greedy", "lowball" }, seed = 1 }:run()
    for _, own in ipairs(game.timing) do
      local low, high, n = 0, 0, 0
      for bucket, count in own.times:gmatch "(%d+):?(%d*)" do
        local between = middle(tonumber(bucket))
        count = tonumber(count) or 1
        low = low + count * between * 15.9 / 17
        high, n = high + count * between * 17.1 / 16 + count, n + count
      end
      assert.is.equal(own.decisions, n)
      assert.is.equal(n, answer_times.count(own.times))
      assert.truthy(low <= own.seconds * 1e9 and own.seconds * 1e9 <= high)
    end
    game:restart(2)
    assert.is.equal("", game.timing[1].times)
  end)

  it("have quantiles", function()
    local histogram = of "10:98 12 15"
    assert.is.equal(100, histogram.n)
    assert.is.near(10.5e-9, histogram:quantile(0.5), 1e-12)
    assert.is.near(12.5e-9, histogram:quantile(0.99), 1e-12)
    assert.is.near(15.5e-9, histogram:quantile(1), 1e-12)
    assert.is_nil(of "":quantile(0.5))
  end)

  it("add up in any order", function()
    local a, b = of "3 40:7", of "40:2 319:5"
    local text = a:text()
    a:add(b:text())
    b:add(text)
    assert.is.equal("3:1 40:9 319:5", a:text())
    assert.is.equal(a:text(), b:text())
    assert.is.equal(15, a.n)
  end)

  it("are refused where a text has none", function()
    assert.is.equal(0, answer_times.count "")
    assert.is.equal(8, answer_times.count "3 40:7")
    for _, text in ipairs { "320", "4000", "x", "3:1234567890123", "3:4:5",
      "-1" } do
      assert.is_nil(answer_times.count(text))
    end
  end)
end)
