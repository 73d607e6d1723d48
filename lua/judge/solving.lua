-- Moves compared by solving the round with all hands open.
--
-- A view with few worlds is enumerated (enumeration.lua): what is found has no
-- error of sampling. With more worlds, some are drawn to find the best move,
-- and others to compare it with the move made. Rounds are solved with changes
-- of bid, or without if that takes too long.
local settings = require "aurum.judge.settings"
local estimate = require "aurum.stats.estimate"
local enumeration = require "aurum.judge.enumeration"
local margin = require "aurum.judge.margin"
local tally = require "aurum.judge.tally"
local solving = {}

local searched = 100 -- worlds solved to find a move, at most
local worth = 20 -- simulations of --sims that a solved world replaces
local least = 20 -- the fewest worlds
local nodes = 60000 -- positions that the solver may visit for one value
local unsolved = 0.2 -- the greatest share of worlds that may need more

-- Positions that the solver may visit in drawn worlds to find the best move,
-- and to compare two.
local search_nodes, compare_nodes = 1500000, 2000000

-- ---- Worlds drawn from the view -----------------------------------------

local function draw(view, n, seed)
  local worlds, problem = view:sample(n, nil, seed)
  if not worlds then error(problem, 0) end
  return worlds
end

--- The values of all moves in drawn worlds; nil if too many of them could not
--- be solved.
local function search(view, changes, done, seed)
  local legal = view:legal()
  local moves, failed, left = tally.new(legal, done), 0, search_nodes
  local most = math.max(nodes, search_nodes // least)
  for i, world in ipairs(draw(view, searched, seed .. "/1")) do
    local found = world:solve { find = "each", changes = changes, nodes = most }
    left = left - found.nodes
    if found.exact then
      moves:add(found.moves)
    else
      failed = failed + 1
      if failed > unsolved * least or i == 2 and failed == 2 then return nil end
    end
    if i >= least and left <= 0 then break end
  end
  return moves
end

--- The value of a world for a side after an action, nil if the solver needs too
--- many positions; and the positions that it visited.
local function value(world, action, side, changes)
  local state = world:clone():apply(action)
  if state.phase == "deal" or state.phase == "over" then
    return margin(state.rounds[#state.rounds].points, side), 0
  end
  local found = state:solve { find = "value", changes = changes, side = side,
    nodes = nodes }
  return found.value, found.nodes
end

--- The gain of `better` over `done`; nil if too many worlds could not be
--- solved.
local function compare(view, changes, better, done, sims, seed)
  local n = math.max(sims // worth, least)
  local gains, failed, left = estimate.sample(), 0, compare_nodes
  for i, world in ipairs(draw(view, n, seed .. "/compare")) do
    local a, used = value(world, better, view.side, changes)
    local b, more = value(world, done, view.side, changes)
    left = left - used - more
    if a and b then
      gains:add(a - b)
    else
      failed = failed + 1
      if failed > unsolved * least then return nil end
    end
    if i >= least and left <= 0 then break end
  end
  return { found = gains.mean, error = gains:error(), n = gains.n,
    sd = math.sqrt(gains:variance()) }
end

-- ---- Methods ------------------------------------------------------------

--- A method: functions as in playing_on.lua, which return nil if it cannot. The
--- kind of its comparisons is `solved`.
local function of_all(changes, kind)
  return { solved = kind,
    candidate = function(view, done)
      local worlds = view:worlds(settings.worlds)
      return worlds and enumeration.candidate(view, worlds, changes, done,
        settings.equal)
    end }
end

local function of_some(changes)
  return { solved = "solved",
    candidate = function(view, done, seed)
      local moves = search(view, changes, done, seed)
      return moves and moves:best()
    end,
    compare = function(view, ...) return compare(view, changes, ...) end }
end

local with = { of_all("all", "enumerated"), of_some "all" }
local without = { of_all("none", "solved"), of_some "none" }

--- The methods that suit a view, the best first.
function solving.methods(view)
  local rules, ask, list = view.rules, view.phase, {}
  if rules.side_n ~= 2 or not rules.solvable then return list end
  if ask ~= "change" and ask ~= "play" then return list end
  if #view.hand <= settings.change_ending then
    table.move(with, 1, 2, 1, list)
  end
  if ask == "play" and #view.hand <= settings.ending then
    table.move(without, 1, 2, #list + 1, list)
  end
  return list
end

return solving
