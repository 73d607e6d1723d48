-- Moves compared in worlds drawn from a view: each move is made in the same
-- worlds, and a search values what follows.
--
-- A method values it in its own way: playing_on.lua by playouts, valuing.lua by
-- nets.
local settings = require "aurum.judge.settings"
local trials = {}

local stages = 3 -- of the search for the best move

--- The moves that a search tried, by action. Raises where the search raises or
--- fails.
local function tried(method, view, sims, seed, moves)
  local options = method.search(view)
  options.method, options.sims, options.seed = "flat", sims, seed
  options.moves = moves
  local found, problem = view:search(options)
  if not found then error(problem, 0) end
  method.amend(view, found.moves)
  local list = {}
  for i, move in ipairs(found.moves) do
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
local function candidate(method, view, done, seed)
  local sums, moves, own = {}, nil, nil
  for stage = 1, stages do
    local found = tried(method, view, settings.search // stages,
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
local function compare(method, view, better, done, sims, seed)
  local moves = tried(method, view, sims, seed .. "/compare",
    { better, done })
  local a, b = moves[better], moves[done]
  local error_ = a.paired_error or b.paired_error
  return { found = a.mean - b.mean, error = error_, n = a.visits,
    sd = error_ * math.sqrt(a.visits) }
end

--- A method: its `candidate` and `compare`. `search` is a function from a view
--- to the options of its search, `amend` one that changes what the moves were
--- found to be worth.
function trials.method(search, amend)
  local method = { search = search, amend = amend }
  return {
    candidate = function(...) return candidate(method, ...) end,
    compare = function(...) return compare(method, ...) end,
  }
end

return trials
