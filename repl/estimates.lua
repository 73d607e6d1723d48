-- What each move of the seat on turn is worth: flat Monte Carlo. Hands that
-- agree with what the seat knows are drawn, each move is made in every one of
-- them, and the round played out at random. All moves meet the same worlds, so
-- that their differences mean more than the figures.
local aurum = require "aurum"
local estimates = { worlds = 1000 }

--- A side's points less those of the best other.
local function lead(points, side)
  local best
  for other, n in ipairs(points) do
    if other ~= side and (not best or n > best) then best = n end
  end
  return points[side] - (best or 0)
end

--- A list of { action =, mean =, error = } of a state with a seat on turn, the
--- best first; `error` is half the 95 % interval. nil if it is interrupted.
function estimates.of(state, worlds)
  local side = state.rules.side_of[state.turn]
  local list, left = {}, worlds
  for i, action in ipairs(state:legal()) do
    list[i] = { action = action, sum = 0, squares = 0 }
  end
  local view = state:view(state.turn)
  while left > 0 do
    local n = math.min(left, 100)
    left = left - n
    if aurum.interrupted and aurum.interrupted() then return nil end
    for _, world in ipairs(view:sample(n)) do
      for _, one in ipairs(list) do
        local copy = world:clone():apply(one.action)
        local points
        if copy.turn then
          points = select(2, copy:playout())
        else
          points = copy.rounds[#copy.rounds].points
        end
        local value = lead(points, side)
        one.sum, one.squares = one.sum + value, one.squares + value * value
      end
    end
  end
  for _, one in ipairs(list) do
    one.mean = one.sum / worlds
    local variance = math.max(0, one.squares / worlds - one.mean * one.mean)
    one.error = 1.96 * math.sqrt(variance / worlds)
  end
  table.sort(list, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return tostring(a.action) < tostring(b.action)
  end)
  return list
end

return estimates
