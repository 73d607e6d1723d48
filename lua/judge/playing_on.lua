-- Moves compared by playing on: in worlds drawn from a view, the policy "quick"
-- plays the round to its end after each move.
local bid_result = require "aurum.record.bid_result"
local settings = require "aurum.judge.settings"
local margin = require "aurum.judge.margin"
local playing_on = {}

local stages = 3 -- of the search for the best move
local examples = 200 -- rounds for the expected results of a move

--- The moves that a search tried, by action. The price of a change is
--- subtracted. Raises where the search raises or fails.
local function tried(view, sims, seed, moves)
  local found, problem = view:search { method = "flat", sims = sims,
    seed = seed, moves = moves }
  if not found then error(problem, 0) end
  local list = {}
  for i, move in ipairs(found.moves) do
    if move.action.kind == "change" then
      move.mean = move.mean - settings.price
    end
    list[i], list[move.action] = move, move
  end
  return list
end

--- Adds the results of a stage to the means so far, by action.
local function add(sums, moves)
  for _, move in ipairs(moves) do
    local own = sums[move.action] or { action = move.action, n = 0, sum = 0,
      place = #sums + 1 }
    if own.n == 0 then sums[own.place], sums[move.action] = own, own end
    own.n, own.sum = own.n + move.visits, own.sum + move.mean * move.visits
    own.mean = own.sum / own.n
    own.paired = move.paired_error
      and move.paired_error * math.sqrt(move.visits / own.n)
  end
end

--- The actions of the better half of some moves, at least two, and `done`.
local function better_half(sums, moves, done)
  local list, kept = {}, { done }
  for i, move in ipairs(moves) do list[i] = sums[move.action] end
  table.sort(list, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return a.place < b.place
  end)
  for i = 1, math.min(math.max((#list + 1) // 2, 2), #list) do
    if list[i].action ~= done then kept[#kept + 1] = list[i].action end
  end
  return kept
end

--- The best of some moves but for `done` by the means of all stages, as a gain
--- over `done`; nil if there is no other or `done` was not tried.
local function rival_of(sums, moves, done)
  local own, best = sums[done], nil
  for _, action in ipairs(moves) do
    if action ~= done and (not best or sums[action].mean > best.mean) then
      best = sums[action]
    end
  end
  if not own or not best then return nil end
  local n = math.min(own.n, best.n)
  local error_ = own.paired or best.paired or 0.0
  return { action = best.action, found = best.mean - own.mean, error = error_,
    sd = error_ * math.sqrt(n), n = n }
end

--- The means of all stages by action as text.
local function values_of(sums)
  local by = {}
  for _, own in ipairs(sums) do by[tostring(own.action)] = own.mean end
  return by
end

--- The result of the search: the best move, `better`; the `spread` between the
--- best and the worst; and `values`, a function that returns the value of each.
--- `apart` is true if `done` is not among the moves that it tried, else
--- `rivals` has the gain of the best other move over `done`. All moves are
--- tried, then the better half, then the better half of those (sequential
--- halving: Karnin, Koren and Somekh 2013). A move that seems better than
--- `done` by less than a standard error is not the better one.
function playing_on.candidate(view, done, seed)
  local sums, moves, own = {}, nil, nil
  for stage = 1, stages do
    local found = tried(view, settings.search // stages,
      seed .. "/" .. stage, moves)
    add(sums, found)
    if stage == 1 then
      local best, worst = found[1].mean, found[1].mean
      for _, move in ipairs(found) do
        best, worst = math.max(best, move.mean), math.min(worst, move.mean)
      end
      own = { spread = best - worst, apart = found[done] == nil }
    end
    moves = better_half(sums, found, done)
    if #moves == 1 then break end
  end
  local rival = rival_of(sums, moves, done)
  own.rivals = { rival }
  own.values = function() return values_of(sums) end
  own.better = rival and rival.found > 0 and rival.found >= rival.error
    and rival.action or done
  return own
end

--- The gain of one move over another in each of many worlds: the mean, its
--- standard error, its standard deviation, and the number of worlds.
function playing_on.compare(view, better, done, sims, seed)
  local moves = tried(view, sims, seed .. "/compare", { better, done })
  local a, b = moves[better], moves[done]
  local error_ = a.paired_error or b.paired_error
  return { found = a.mean - b.mean, error = error_, n = a.visits,
    sd = error_ * math.sqrt(a.visits) }
end

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
