-- The time that a bot's answers took, as data for programs.
local timing = {}

local nan = 0 / 0 -- null in JSON

--- The times of a row with its `name`, number of `decisions`, their `seconds`
--- and histogram of `times`. Without the times of all decisions, as in journals
--- of earlier versions, the median and the 99 % quantile are nan.
function timing.of(row)
  local whole = row.decisions > 0 and row.times.n == row.decisions
  return { name = row.name, decisions = row.decisions, seconds = row.seconds,
    median = whole and row.times:quantile(0.5) or nan,
    p99 = whole and row.times:quantile(0.99) or nan }
end

return timing
