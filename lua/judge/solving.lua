-- Moves compared by solving the round with all hands open.
--
-- A view with few worlds is enumerated (enumeration.lua): what is found has no
-- error of sampling. With more worlds, some are drawn to find the best move,
-- and others to compare it with the move made. Rounds are solved with changes
-- of bid. If that takes too long, they are played on: against solving with
-- changes, solving without them was less accurate (an error of 1.88 points
-- instead of 1.69 for 224 plays in hands of three cards).
local aurum = require "aurum"
local settings = require "aurum.judge.settings"
local ahead = require "aurum.judge.ahead"
local enumeration = require "aurum.judge.enumeration"
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
local most_nodes = 30000000 -- to find the values of all moves in all worlds

-- ---- Worlds drawn from the view -----------------------------------------

local function draw(view, n, seed)
  local worlds, problem = view:sample(n, nil, seed)
  if not worlds then error(problem, 0) end
  return worlds
end

--- The values of all moves in drawn worlds; nil if too many of them could not
--- be solved.
local function search(view, done, seed)
  local legal = view:legal()
  local moves, left = tally.new(legal, done), search_nodes
  local worlds = draw(view, searched, seed .. "/1")
  local given = { find = "each", side = view.side,
    nodes = math.max(nodes, search_nodes // least) }
  for i, found in ahead.solutions(#worlds, function(k) return worlds[k] end,
    given) do
    left = left - found.nodes
    if found.exact then
      moves:add(found.moves)
    else
      moves:leave_out()
      if moves.left_out > unsolved * least then return nil end
      if i == 2 and moves.left_out == 2 then return nil end
    end
    if i >= least and left <= 0 then break end
  end
  return moves
end

--- The gain of `better` over `done`; nil if too many worlds could not be
--- solved.
local function compare(view, better, done, sims, seed)
  local worlds = draw(view, math.max(sims // worth, least), seed .. "/compare")
  local gains, left = tally.new({ better, done }, done), compare_nodes
  local each = ahead.solutions(2 * #worlds, function(k)
    return worlds[(k + 1) // 2]:clone():apply(k % 2 == 1 and better or done)
  end, { find = "value", side = view.side, nodes = nodes })
  for i = 1, #worlds do
    local _, a = each()
    local _, b = each()
    left = left - a.nodes - b.nodes
    if a.value and b.value then
      gains:add { { action = better, lo = a.value },
        { action = done, lo = b.value } }
    else
      gains:leave_out()
      if gains.left_out > unsolved * least then return nil end
    end
    if i >= least and left <= 0 then break end
  end
  return gains:gain(better)
end

--- True if a decision is late enough in the round to be solved, and the rules
--- allow it.
function solving.suits(view)
  local rules, ask = view.rules, view.phase
  local most = { change = settings.change_ending, play = settings.ending }
  return rules.side_n == 2 and rules.solvable
    and #view.hand <= (most[ask] or -1)
end

-- ---- Values -------------------------------------------------------------

--- The values of all moves in all worlds of a view; nil if there are too many
--- worlds, or the solver needs too many positions.
local function value_all(view)
  local worlds = view:worlds(settings.worlds)
  if not worlds then return nil end
  local moves = tally.new(view:legal())
  local found = aurum.solve(worlds, { find = "each", nodes = most_nodes,
    total = most_nodes, unsolved = 1 })
  for i = 1, #worlds do
    if not found[i] or not found[i].exact then return nil end
    moves:add(found[i].moves)
  end
  return moves
end

--- The value of each move for the side of a view, the best first, as { action
--- =, mean =, error = }; `error` is the standard error, 0 if all worlds were
--- solved. The list has the number of worlds, `worlds`, and `all`, true if no
--- other world is possible. nil if the decision is too early in the round, or
--- takes too long to solve.
function solving.values(view, seed)
  if not solving.suits(view) then return nil end
  local every = value_all(view)
  local moves = every or search(view, nil, seed)
  if not moves then return nil end
  local list = moves:means()
  list.worlds, list.all = moves.n, every ~= nil
  if every then
    for _, one in ipairs(list) do one.error = 0.0 end
  end
  return list
end

-- ---- Methods ------------------------------------------------------------

-- Methods: functions as in playing_on.lua, which return nil if they cannot. The
-- kind of their comparisons is `solved`.

local all = { solved = "enumerated",
  candidate = function(view, done)
    local worlds = view:worlds(settings.worlds)
    return worlds and enumeration.candidate(view, worlds, done, settings.equal)
  end }

local drawn = { solved = "solved",
  candidate = function(view, done, seed)
    local moves = search(view, done, seed)
    return moves and moves:best()
  end,
  compare = compare }

--- The methods that suit a view, the best first.
function solving.methods(view)
  return solving.suits(view) and { all, drawn } or {}
end

return solving
