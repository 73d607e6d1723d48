-- The luck of a deal: its worth to each side, before anyone acts.
--
-- The policy "quick" plays the deal many times, with all hands as they are. Its
-- mean result varies several times as much as the mean result of strong play on
-- the same deals, so it is shrunk by a slope fitted to that
-- (lua/judge/calibration.lua). The error includes the part of the true worth
-- that "quick" does not see.
local calibration = require "aurum.judge.calibration"
local estimate = require "aurum.stats.estimate"
local luck = {}

--- A side's points less the mean of the others', for each side.
function luck.shares(points)
  local sum, list = 0, {}
  for _, n in ipairs(points) do sum = sum + n end
  for side, n in ipairs(points) do
    list[side] = (n * #points - sum) / (#points - 1)
  end
  return list
end

--- The results of "quick" on a deal, a sample for each side.
function luck.quick(dealt, sims, seed)
  local samples = {}
  for side = 1, dealt.rules.side_n do samples[side] = estimate.sample() end
  for i = 1, sims do
    local _, points = dealt:clone():playout("quick", "round", "points",
      ("%s/%d/%d"):format(seed, dealt.round, i))
    for side, x in ipairs(luck.shares(points)) do samples[side]:add(x) end
  end
  return samples
end

--- The luck of a round's deal. The field `came`, the result of the round, is
--- nil if the round was cut short.
function luck.of(dealt, round, options)
  local slope, rest = calibration.worth(dealt.rules)
  local list = { round = dealt.round, worth = {}, error = {}, model = rest,
    came = round and luck.shares(round.points) }
  for side, sample in ipairs(luck.quick(dealt, options.sims, options.seed)) do
    list.worth[side] = slope * sample.mean
    list.error[side] = math.sqrt((slope * sample:error()) ^ 2 + rest ^ 2)
  end
  return list
end

return luck
