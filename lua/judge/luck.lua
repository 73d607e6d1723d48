-- The luck of a deal: its worth to each side, before anyone acts.
--
-- A net with open hands values the deal, if one has learned the rules and no
-- bid or answer is hidden at first. Else the policy "quick" plays it many
-- times, with all hands as they are. Its mean result varies several times as
-- much as the mean result of strong play on the same deals, so it is shrunk by
-- a slope fitted to that (lua/judge/calibration.lua). The error includes the
-- part of the true worth that the net or "quick" does not see.
local calibration = require "aurum.judge.calibration"
local estimate = require "aurum.stats.estimate"
local valuing = require "aurum.judge.valuing"
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

--- Adds the worth to each side by a net.
local function add_valued(list, dealt)
  list.model, list.worth = calibration.valued_rest, valuing.worth(dealt)
  for side in ipairs(list.worth) do list.error[side] = list.model end
end

--- Adds the worth to each side by "quick".
local function add_played(list, dealt, options)
  local slope, rest = calibration.worth(dealt.rules)
  list.model = rest
  for side, sample in ipairs(luck.quick(dealt, options.sims, options.seed)) do
    list.worth[side] = slope * sample.mean
    list.error[side] = math.sqrt((slope * sample:error()) ^ 2 + rest ^ 2)
  end
end

--- The luck of a round's deal. The field `came`, the result of the round, is
--- nil if the round was cut short.
function luck.of(dealt, round, options)
  local list = { round = dealt.round, worth = {}, error = {},
    came = round and luck.shares(round.points) }
  if valuing.suits_deal(dealt) then
    add_valued(list, dealt)
  else
    add_played(list, dealt, options)
  end
  return list
end

return luck
