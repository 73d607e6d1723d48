-- Speed relative to a reference. A cloud machine may run half as fast in one
-- minute as in the next, and one run a tenth slower than another. So the work
-- is done in chunks, and a chunk of a reference, which never changes, stands
-- before and after each: the ratio of the two rates holds on a busy machine
-- too.
local aurum = require "aurum"

local bench = {}

local chunks = 20 -- of a measurement, if each is as short as it should be
local fewest = 3
local seed = 0 -- a processor learns the branches of rounds that it repeats

--- Repeat `work` for `seconds`, at least once. It does something and returns
--- how often. Returns the rate.
local function rate(work, seconds, clock)
  local start, done = clock(), 0
  repeat
    done = done + work()
  until clock() - start >= seconds
  return done / math.max(clock() - start, 1e-9)
end

--- Random rounds of the standard game with nothing around them, in C: the
--- default reference.
function bench.bare()
  seed = seed + 1
  aurum.sys.bench_bare(500, seed << 32)
  return 500
end

--- The value below which a share of a sorted list lies.
local function quantile(list, share)
  local at = 1 + share * (#list - 1)
  local low = math.floor(at)
  local high = math.min(low + 1, #list)
  return list[low] + (at - low) * (list[high] - list[low])
end

--- The median and the quartiles of a list, which gets sorted.
function bench.quartiles(list)
  table.sort(list)
  return quantile(list, 0.5), quantile(list, 0.25), quantile(list, 0.75)
end

--- Measure `work` against `reference` for `seconds` of `clock`, three quarters
--- of them for the work. Returns `rate`, `rate_low` and `rate_high`, the median
--- and the quartiles of the rates of its chunks, and `ratio`, `low` and `high`:
--- those of a chunk's rate divided by the mean rate of the reference before and
--- after it.
--- `on_chunk()`, if given, is called between chunks.
function bench.measure(work, reference, seconds, clock, on_chunk)
  local rates, ratios = {}, {}
  local start, share = clock(), seconds / chunks / 4
  local before = rate(reference, share, clock)
  repeat
    local own = rate(work, 3 * share, clock)
    local after = rate(reference, share, clock)
    rates[#rates + 1] = own
    ratios[#ratios + 1] = 2 * own / (before + after)
    before = after
    if on_chunk then on_chunk() end
  until clock() - start >= seconds and #rates >= fewest
  local figure = {}
  figure.rate, figure.rate_low, figure.rate_high = bench.quartiles(rates)
  figure.ratio, figure.low, figure.high = bench.quartiles(ratios)
  return figure
end

local scale = { ns = 1e9, us = 1e6, ms = 1e3 }

--- A row's value with its quartiles, from its measurement.
local function value_of(row, figure)
  if row.value then return row.value() end
  if row.unit == "bare" or row.unit == "ratio" then
    return figure.ratio, figure.low, figure.high
  end
  local per = scale[row.unit]
  if not per then return figure.rate, figure.rate_low, figure.rate_high end
  return per / figure.rate, per / figure.rate_high, per / figure.rate_low
end

--- Measure a row (lua/lab/bench/bench_rows.lua) for `seconds`. Returns its
--- `name`, `unit` and `target`; its `value`, in the middle half of the chunks
--- from `value_low` to `value_high`; and what `measure` returns, if it has a
--- rate. A row that cannot be measured here has no value. `on_chunk` as for
--- measure.
function bench.row(row, seconds, on_chunk)
  local figure = {}
  local ok, problem = pcall(function()
    if row.make then
      math.randomseed(1) -- the same work in each run
      local work, reference = row.make()
      if not work then return end
      figure = bench.measure(work, reference or bench.bare, seconds,
        row.clock or aurum.sys.thread_clock, on_chunk)
    end
    figure.value, figure.value_low, figure.value_high = value_of(row, figure)
  end)
  if row.done then row.done() end
  if not ok then error(problem, 0) end
  figure.name, figure.unit, figure.target = row.name, row.unit, row.target
  figure.less = row.less
  return figure
end

--- How much better the figure `now` is than `before`, of the same row in
--- another run: the quotient of their ratios to the reference, and the least
--- and greatest that their quartiles allow. Above 1 is faster. nil if one has
--- no ratio.
function bench.gain(now, before)
  if not now.ratio or not before.ratio then return nil end
  if now.less then now, before = before, now end
  return now.ratio / before.ratio, now.low / before.high, now.high / before.low
end

return bench
