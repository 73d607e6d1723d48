-- Times of answers as a histogram, from which the median and other quantiles
-- are read. A game counts its times in buckets (lua/script/answer_times.c);
-- here the buckets of any number of games are added up. The sum is exact,
-- whatever the order, and its size has a limit. A quantile is the middle of its
-- bucket: at most a sixteenth off.
local answer_times = {}

local fine = 16 -- below it each number of nanoseconds has a bucket
local buckets = 320

--- The first number of nanoseconds in a bucket. ORDER BUCKET
local function first_of(bucket)
  if bucket < fine then return bucket end
  return (8 + bucket % 8) << (bucket // 8 - 1)
end

local histogram = {}
histogram.__index = histogram

--- A histogram with `n` times.
function answer_times.new()
  return setmetatable({ n = 0, counts = {} }, histogram)
end

--- Add the times of a text: "BUCKET BUCKET:COUNT ...".
function histogram:add(text)
  local counts = self.counts
  for bucket, count in text:gmatch "(%d+):?(%d*)" do
    bucket, count = tonumber(bucket), tonumber(count) or 1
    counts[bucket] = (counts[bucket] or 0) + count
    self.n = self.n + count
  end
end

--- The buckets that have times, in order.
local function used(self)
  local list = {}
  for bucket in pairs(self.counts) do list[#list + 1] = bucket end
  table.sort(list)
  return list
end

--- Its text, which `add` takes.
function histogram:text()
  local list = used(self)
  for i, bucket in ipairs(list) do
    list[i] = ("%d:%d"):format(bucket, self.counts[bucket])
  end
  return table.concat(list, " ")
end

--- The seconds that a share of the times, 0 to 1, does not exceed; nil without
--- times.
function histogram:quantile(share)
  local sum = 0
  for _, bucket in ipairs(used(self)) do
    sum = sum + self.counts[bucket]
    if sum >= share * self.n then
      return (first_of(bucket) + first_of(bucket + 1)) / 2 * 1e-9
    end
  end
end

local nan = 0 / 0 -- null in JSON

--- The times of a row with its `name`, number of `decisions`, their `seconds`
--- and histogram of `times`, as data for programs. Without the times of all
--- decisions, as in journals of earlier versions, the median and the 99 %
--- quantile are nan.
function answer_times.of(row)
  local whole = row.decisions > 0 and row.times.n == row.decisions
  return { name = row.name, decisions = row.decisions, seconds = row.seconds,
    median = whole and row.times:quantile(0.5) or nan,
    p99 = whole and row.times:quantile(0.99) or nan }
end

--- The number of times in a text; nil if it is not the text of a histogram.
function answer_times.count(text)
  local n = 0
  for part in text:gmatch "[^ ]+" do
    local bucket, count = part:match "^(%d%d?%d?):?(%d*)$"
    if not bucket or tonumber(bucket) >= buckets or #count > 12 then
      return nil
    end
    n = n + (tonumber(count) or 1)
  end
  return n
end

return answer_times
