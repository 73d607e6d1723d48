-- What each move of the seat on turn is worth to its side, by search: a tree
-- over what the seat knows, where the engine has one (`view:search`), else flat
-- Monte Carlo: hands that agree with what the seat knows are drawn, each move
-- is made in every one of them, and the round played out at random. All moves
-- meet the same worlds, so that their differences mean more than the figures.
local aurum = require "aurum"
local estimates = {
  sims = 10000, -- of a search in a tree
  worlds = 1000, -- of flat Monte Carlo
}

--- A side's points less those of the best other.
local function lead(points, side)
  local best
  for other, n in ipairs(points) do
    if other ~= side and (not best or n > best) then best = n end
  end
  return points[side] - (best or 0)
end

--- Try every move in a world.
local function try_all(list, world, side)
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

local function flat(state, view, worlds)
  local side = state.rules.side_of[state.turn]
  local list, left = {}, worlds
  for i, action in ipairs(state:legal()) do
    list[i] = { action = action, sum = 0, squares = 0 }
  end
  while left > 0 do
    local n = math.min(left, 100)
    left = left - n
    if aurum.interrupted and aurum.interrupted() then
      return nil, "interrupted"
    end
    local drawn, problem = view:sample(n)
    if not drawn then return nil, problem end
    for _, world in ipairs(drawn) do try_all(list, world, side) end
  end
  for _, one in ipairs(list) do
    one.mean = one.sum / worlds
    local variance = math.max(0, one.squares / worlds - one.mean * one.mean)
    one.error = 1.96 * math.sqrt(variance / worlds)
  end
  return list
end

local function tree(view, sims)
  local found, problem = view:search { sims = sims, partial = true }
  if not found then return nil, problem end
  local list = {}
  for _, move in ipairs(found.moves) do
    if move.mean then
      list[#list + 1] = { action = move.action, mean = move.mean,
        error = 1.96 * (move.error or 0) }
    end
  end
  return list
end

--- A list of { action =, mean =, error = } of a state with a seat on turn, the
--- best first; `error` is half the 95 % interval. `n` is how many simulations,
--- or worlds. nil and a message if that is not possible.
function estimates.of(state, n)
  local view = state:view(state.turn)
  local searches = pcall(function() return view.search end)
  local list, problem
  if searches then
    list, problem = tree(view, n or estimates.sims)
  else
    list, problem = flat(state, view, n or estimates.worlds)
  end
  if not list then return nil, problem end
  table.sort(list, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return tostring(a.action) < tostring(b.action)
  end)
  return list
end

return estimates
