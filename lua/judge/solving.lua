-- Moves compared by solving: in worlds drawn from a view, with all hands open.
-- They are solved with changes of bid, or without if that takes too long.
local settings = require "aurum.judge.settings"
local estimate = require "aurum.stats.estimate"
local margin = require "aurum.judge.margin"
local solving = {}

local searched = 100 -- worlds solved to find a move, over all moves
local worth = 20 -- simulations of --sims that a solved world replaces
local least = 20 -- the fewest worlds
local nodes = 30000 -- positions that the solver may visit for a world
local unsolved = 0.2 -- the greatest share that may need more

--- The value of a world for a side after an action; nil if the solver needs too
--- many positions.
local function value(world, action, side, changes)
  local state = world:clone():apply(action)
  if state.phase == "deal" or state.phase == "over" then
    return margin(state.rounds[#state.rounds].points, side)
  end
  return state:solve { find = "value", changes = changes, side = side,
    nodes = nodes }.value
end

--- The values of moves in a world, each less that of the last; nil if one of
--- them could not be solved.
local function values(world, moves, side, changes)
  local list, last = {}, nil
  for i = #moves, 1, -1 do
    local own = value(world, moves[i], side, changes)
    if not own then return nil end
    last = last or own
    list[i] = own - last
  end
  return list
end

--- For each of some moves a sample of its value less that of the last move, in
--- the same `n` worlds. Worlds that could not be solved are left out; nil if
--- they are more than `most`.
local function differences(view, changes, moves, n, most, seed)
  local worlds, problem = view:sample(n, nil, seed)
  if not worlds then error(problem, 0) end
  local samples, failed = {}, 0
  for i in ipairs(moves) do samples[i] = estimate.sample() end
  for _, world in ipairs(worlds) do
    local list = values(world, moves, view.side, changes)
    if list then
      for i, x in ipairs(list) do samples[i]:add(x) end
    else
      failed = failed + 1
      if failed > most then return nil end
    end
  end
  return samples
end

--- The candidate by the values of all moves; nil if too many worlds could not
--- be solved.
local function best_of(view, changes, moves, seed)
  local n = math.max(searched // #moves, least)
  local samples = differences(view, changes, moves, n, unsolved * n,
    seed .. "/1")
  if not samples then return nil end
  local best, lowest = #moves, 0
  for i, sample in ipairs(samples) do
    if sample.mean > samples[best].mean then best = i end
    lowest = math.min(lowest, sample.mean)
  end
  local spread = samples[best].mean - lowest
  if samples[best].mean < samples[best]:error() then best = #moves end
  return moves[best], spread, true
end

--- The move with the smallest lower bound of its loss, from one solution of
--- each world: changes of bid are many, and solving after each would take too
--- long. nil if too many worlds could not be solved.
local function least_lost(view, done, seed)
  local worlds, problem = view:sample(least, nil, seed .. "/1")
  if not worlds then error(problem, 0) end
  local lost, failed = {}, 0
  for _, world in ipairs(worlds) do
    local found = world:solve { changes = "all", nodes = nodes }
    failed = failed + (found.value and 0 or 1)
    for _, move in ipairs(found.moves) do
      lost[move.action] = (lost[move.action] or 0)
        + math.max(found.lo - move.hi, 0)
    end
  end
  if failed > unsolved * least then return nil end
  local best, most = done, 0
  for _, action in ipairs(view:legal()) do
    if lost[action] < lost[best] then best = action end
    most = math.max(most, lost[action])
  end
  return best, (most - lost[best]) / least, true
end

local function candidate(view, changes, done, seed)
  if view.phase == "change" then return least_lost(view, done, seed) end
  local moves = {}
  for _, action in ipairs(view:legal()) do
    if action ~= done then moves[#moves + 1] = action end
  end
  moves[#moves + 1] = done
  return best_of(view, changes, moves, seed)
end

--- The mean gain of `better` over `done`, its error, and the number of worlds;
--- nil if too many worlds could not be solved.
local function compare(view, changes, better, done, sims, seed)
  local n = math.max(sims // worth, least)
  local samples = differences(view, changes, { better, done }, n, unsolved * n,
    seed .. "/compare")
  if not samples then return nil end
  return samples[1].mean, samples[1]:error(), samples[1].n
end

--- A method: functions as in playing_on.lua, which return nil if too many
--- worlds could not be solved.
local function method(changes)
  return {
    solved = true,
    candidate = function(view, ...) return candidate(view, changes, ...) end,
    compare = function(view, ...) return compare(view, changes, ...) end,
  }
end
local with, without = method "all", method "none"

--- The methods that suit a view, the best first.
function solving.methods(view)
  local rules, ask, list = view.rules, view.phase, {}
  if rules.side_n ~= 2 or not rules.solvable then return list end
  if ask ~= "change" and ask ~= "play" then return list end
  if #view.hand <= settings.change_ending then list[1] = with end
  if ask == "play" and #view.hand <= settings.ending then
    list[#list + 1] = without
  end
  return list
end

return solving
