-- Moves compared by playing on: in worlds drawn from a view, the policy "quick"
-- plays the round to its end after each move.
local bid_result = require "aurum.record.bid_result"
local settings = require "aurum.judge.settings"
local margin = require "aurum.judge.margin"
local trials = require "aurum.judge.trials"

--- Subtracts the price of a change.
local function charge(_, moves)
  for _, move in ipairs(moves) do
    if move.action.kind == "change" then
      move.mean = move.mean - settings.price
    end
  end
end

local playing_on = trials.method(function() return {} end, charge)

local examples = 200 -- rounds for the expected results of a move

--- Adds the results of a round for a side.
local function add_round(sum, round, side)
  local points = round.points[side]
  sum.points = sum.points + points
  sum.gold = sum.gold + round.gold_points[side]
  sum.others = sum.others + points - margin(round.points, side)
  if bid_result(round.taken[side], round.bid[side]) == "exact" then
    sum.exact = sum.exact + 1
  end
  for _, winner in ipairs(round.winners) do
    if winner == side then sum.round = sum.round + 1 / #round.winners end
  end
end

--- The mean results of a round after each of some moves, in the same worlds: {
--- points =, gold = } of the side, `others`, the points of the best other side,
--- and the shares of rounds with an `exact` bid and of the `round` won.
function playing_on.expect(view, moves, seed)
  local side, worlds = view.side, view:sample(examples, nil, seed .. "/expect")
  local list = {}
  for k, move in ipairs(moves) do
    local sum = { points = 0, gold = 0, others = 0, exact = 0, round = 0 }
    for i, world in ipairs(worlds) do
      local state = world:clone():apply(move)
        :playout("quick", "round", "points", ("%s/expect/%d"):format(seed, i))
      add_round(sum, state.rounds[#state.rounds], side)
    end
    for key, n in pairs(sum) do sum[key] = n / #worlds end
    list[k] = sum
  end
  return table.unpack(list)
end

return playing_on
