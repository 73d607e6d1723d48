-- The measurements of `aurum bench`: that they divide what they should, by a
-- clock that this test turns itself. No time is asserted.
local aurum = require "aurum"
local bench = require "aurum.lab.bench.bench"
local bench_rows = require "aurum.lab.bench.bench_rows"

--- Work that takes `each` seconds of a clock, and the clock.
local function timed()
  local now = 0
  return function(each)
    return function()
      now = now + each
      return 1
    end
  end, function() return now end
end

describe("the bare round", function()
  -- RULES 1 to 9: two implementations that share nothing but the rules.
  it("is a random round of standard", function()
    local n = 100000
    local rules = assert(aurum.variant("standard", 4))
    local decisions, points = aurum.sys.bench_bare(n, 1)
    local its_decisions, its_points = aurum.sys.bench_rounds(rules, n, 1)
    -- The standard deviations of these differences over 20 seeds are 0.036 and
    -- 0.012; their means were -0.002 and 0.001.
    assert.near(its_decisions / n, decisions / n, 0.15)
    assert.near(its_points / n, points / n, 0.05)
  end)

  it("is another one with another seed, the same with the same", function()
    local list = { aurum.sys.bench_bare(1000, 5) }
    assert.same(list, { aurum.sys.bench_bare(1000, 5) })
    assert.not_same(list, { aurum.sys.bench_bare(1000, 6) })
  end)

  it("is the same if cards are found without a loop", function()
    assert.same({ aurum.sys.bench_bare(5000, 7) },
      { aurum.sys.bench_bare(5000, 7, true) })
  end)

  it("is the same if it is compiled for this very processor", function()
    local path = os.getenv "AURUM_SO":gsub("aurum%.so$", "yardstick.so")
    local native = assert(package.loadlib(path, "au_bench_bare"))
    for _, direct in ipairs { false, true } do
      assert.same({ aurum.sys.bench_bare(5000, 7, direct) },
        { native(5000, 7, direct) })
    end
  end)

  it("has no negative number of rounds, no negative seed", function()
    assert.error_matches(function() aurum.sys.bench_bare(-1, 1) end, "#1")
    assert.error_matches(function() aurum.sys.bench_bare(1, -1) end, "#2")
  end)
end)

describe("rounds from the list of actions", function()
  it("are the same without the check", function()
    local rules = assert(aurum.variant("bga+low-wins", 4))
    assert.same({ aurum.sys.bench_rounds(rules, 2000, 3) },
      { aurum.sys.bench_rounds(rules, 2000, 3, true) })
  end)
end)

describe("a measurement", function()
  it("is the ratio of two rates", function()
    local taking, clock = timed()
    local figure = bench.measure(taking(0.002), taking(0.001), 2, clock)
    assert.near(500, figure.rate, 1e-6)
    assert.near(500, figure.rate_low, 1e-6)
    assert.near(500, figure.rate_high, 1e-6)
    assert.near(0.5, figure.ratio, 1e-6)
    assert.near(0.5, figure.low, 1e-6)
    assert.near(0.5, figure.high, 1e-6)
  end)

  it("holds on a machine that slows down", function()
    local now, slower = 0, 1
    local function taking(each)
      return function()
        slower = slower * 1.0001
        now = now + each * slower
        return 1
      end
    end
    local figure = bench.measure(taking(0.002), taking(0.001), 2,
      function() return now end)
    assert.is_true(figure.rate_low < 0.97 * figure.rate_high)
    assert.near(0.5, figure.ratio, 0.002)
  end)

  it("repeats slow work three times", function()
    local count, taking, clock = 0, timed()
    local work = taking(10)
    bench.measure(function()
      count = count + 1
      return work()
    end, taking(0.001), 0.1, clock)
    assert.equal(3, count)
  end)

  it("says when a chunk is done", function()
    local chunks, taking, clock = 0, timed()
    bench.measure(taking(10), taking(0.001), 0.1, clock, function()
      chunks = chunks + 1
    end)
    assert.equal(3, chunks)
  end)
end)

describe("the quartiles of a list", function()
  it("lie between its values", function()
    assert.same({ 3, 2, 4 }, { bench.quartiles { 5, 1, 4, 2, 3 } })
    assert.same({ 2.5, 1.75, 3.25 }, { bench.quartiles { 4, 1, 3, 2 } })
    assert.same({ 7, 7, 7 }, { bench.quartiles { 7 } })
  end)
end)

describe("the clock of a pool", function()
  it("is the processor time of its workers", function()
    local pool = require "aurum.play.pool"
    for _, here in ipairs { true, false } do
      local own <close> = pool.new { in_process = here, work = function(n)
        local sum = 0
        for i = 1, n do sum = sum + i end
        return sum
      end }
      assert.equal(0, own:clock())
      assert.equal(1, own:call(1))
      local before = own:clock()
      assert(own:call(1000000))
      local after = own:clock()
      if here then assert.equal(0, after)
      else assert.is_true(before > 0 and after > before) end
    end
  end)
end)

describe("a row", function()
  local function value(row, seconds)
    local taking, clock = timed()
    row.name, row.clock = "x", clock
    row.make = function() return taking(seconds), taking(1) end
    return bench.row(row, 2000).value
  end

  it("has its value in its unit", function()
    assert.near(0.25, value({ unit = "bare" }, 4), 1e-9)
    assert.near(0.25, value({ unit = "ratio" }, 4), 1e-9)
    assert.near(0.25, value({ unit = "games/s" }, 4), 1e-9)
    assert.near(4000, value({ unit = "ms" }, 4), 1e-6)
    assert.near(4e6, value({ unit = "us" }, 4), 1e-3)
    assert.near(4e9, value({ unit = "ns" }, 4), 1)
    assert.equal(7, value({ unit = "ms", value = function() return 7 end }, 4))
  end)

  it("has the quartiles of its value", function()
    local clock_now, count = 0, 0
    local function work() -- takes 1, 2, 3 seconds and so on
      count = count + 1
      clock_now = clock_now + count
      return 1
    end
    local function figure(unit)
      clock_now, count = 0, 0
      return bench.row({ name = "x", unit = unit,
        clock = function() return clock_now end,
        make = function() return work, work end }, 1)
    end
    local slow = figure "ms" -- its chunks take 2, 4 and 6 seconds
    assert.near(4000, slow.value, 1e-6)
    assert.near(1000 / slow.rate_high, slow.value_low, 1e-6)
    assert.near(1000 / slow.rate_low, slow.value_high, 1e-6)
    assert.is_true(slow.value_low < 4000 and 4000 < slow.value_high)
    local games = figure "games/s"
    assert.same({ games.rate, games.rate_low, games.rate_high },
      { games.value, games.value_low, games.value_high })
    local bare = figure "bare"
    assert.same({ bare.ratio, bare.low, bare.high },
      { bare.value, bare.value_low, bare.value_high })
  end)

  it("has no value if it cannot be measured here", function()
    local cleaned = false
    local figure = bench.row({ name = "x", unit = "ratio", target = 1,
      make = function() return nil end,
      done = function() cleaned = true end }, 1)
    assert.same({ name = "x", unit = "ratio", target = 1 }, figure)
    assert.is_true(cleaned)
  end)

  it("cleans up after an error too", function()
    local cleaned = 0
    local row = { name = "x", unit = "ms", make = function() error("no", 0) end,
      done = function() cleaned = cleaned + 1 end }
    assert.has_error(function() bench.row(row, 1) end, "no")
    assert.equal(1, cleaned)
  end)

  it("counts each game that it verifies once", function()
    local make
    for _, row in ipairs(bench_rows) do
      make = row.name == "verify" and row.make or make
    end
    local work, read, verified = make(), aurum.record, 0
    finally(function() aurum.record = read end)
    aurum.record = function(line)
      verified = verified + 1
      return read(line)
    end
    local counted = 0
    for _ = 1, 3 do counted = counted + work() end
    assert.equal(verified, counted)
  end)

  it("has a name of its own", function()
    local seen = {}
    for _, row in ipairs(bench_rows) do
      assert.is_nil(seen[row.name])
      seen[row.name] = true
    end
  end)
end)

describe("a gain", function()
  local before = { ratio = 0.5, low = 0.4, high = 0.625 }
  local now = { ratio = 1, low = 0.8, high = 1.25 }

  it("is the quotient of ratios, with what their halves allow", function()
    assert.same({ 2, 0.8 / 0.625, 1.25 / 0.4 }, { bench.gain(now, before) })
  end)

  it("is that of times where less is better", function()
    now.less = true
    finally(function() now.less = nil end)
    assert.same({ 0.5, 0.4 / 1.25, 0.625 / 0.8 }, { bench.gain(now, before) })
  end)

  it("is unknown without a ratio", function()
    assert.is_nil(bench.gain({ value = 3 }, before))
    assert.is_nil(bench.gain(now, { value = 3 }))
  end)
end)
