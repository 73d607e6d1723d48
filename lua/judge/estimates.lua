-- The value of each move of the seat on turn to its side, by simulation. All
-- moves are tried in the same determinizations, so differences between moves
-- are more accurate than the error of each suggests.
local estimate = require "aurum.stats.estimate"
local root_parallel = require "aurum.judge.root_parallel"
local solving = require "aurum.judge.solving"
local term = require "aurum.text.term"
local estimates = { sims = 10000, most = 1000000 }

local listed = 12 -- moves of a table

--- The roots of a question of `sims` simulations (10000). The same state gives
--- the same values each time.
function estimates.roots(sims)
  return root_parallel.of(sims or estimates.sims, "1")
end

--- A root's result: of each move its action as text, the number of simulations,
--- their mean, and the sum of squares about it; or { problem = }.
function estimates.root(view, root)
  local found, problem = view:search {
    method = "flat", sims = root.sims, partial = true, seed = root.seed,
  }
  if not found then return { problem = problem } end
  local list = {}
  for _, move in ipairs(found.moves) do
    if move.mean then
      local n = move.visits
      list[#list + 1] = { action = tostring(move.action), n = n,
        mean = move.mean, squares = (move.error or 0) ^ 2 * n * (n - 1) }
    end
  end
  return list
end

--- The moves as a list of { action = its text, mean =, error = }, the best
--- first, from the results of roots. `error` is half the 95 % confidence
--- interval, nil after a single simulation.
function estimates.merge(results)
  local list = {}
  for _, result in ipairs(results) do
    for _, move in ipairs(result) do
      local own = list[move.action]
      if not own then
        own = { action = move.action, sample = estimate.sample() }
        list[move.action], list[#list + 1] = own, own
      end
      own.sample:merge(move.n, move.mean, move.squares)
    end
  end
  local moves = {}
  for i, own in ipairs(list) do
    local error_ = own.sample:error()
    moves[i] = { action = own.action, mean = own.sample.mean,
      error = error_ and 1.96 * error_ }
  end
  table.sort(moves, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return a.action < b.action
  end)
  return moves
end

--- The moves of a state with a seat on turn, as from `merge`; or nil and a
--- message. At most `jobs` workers share the simulations.
function estimates.of(state, sims, jobs)
  local results, problem = root_parallel.results(estimates.roots(sims), jobs,
    function(root) return estimates.root(state:view(state.turn), root) end)
  if not results then return nil, problem end
  return estimates.merge(results)
end

--- The value of a move as text.
function estimates.value(move)
  return ("%+.2f"):format(move.mean)
end

--- The values of the moves of a view in the last cards of a round, as from
--- `merge`, from solved worlds: `worlds` is their number, and `all` is true if
--- no other world is possible. nil where a round cannot be solved.
function estimates.solved(view)
  local list = solving.values(view, "1/" .. view.place)
  if not list then return nil end
  local half = estimate.t95(list.worlds - 1)
  for _, one in ipairs(list) do
    one.action, one.error = tostring(one.action), half * one.error
  end
  return list
end

--- Says below the table of solved moves from how many deals the values come.
function estimates.basis(moves)
  if not moves.all then
    return ("mean over %d possible deals, each solved with open hands"):format(
      moves.worlds)
  elseif moves.worlds == 1 then
    return "only one deal is possible; it was solved with open hands"
  end
  return ("mean over all %d possible deals, each solved with open hands")
    :format(moves.worlds)
end

--- The moves as the lines of a table, the best first: at most 12 of them, and
--- the move `chosen`.
function estimates.table(moves, chosen)
  local rows = { { "move", "value", "" } }
  for i, one in ipairs(moves) do
    if i <= listed or one.action == chosen then
      rows[#rows + 1] = { one.action, estimates.value(one),
        moves.all and "" or one.error and ("+- %.2f"):format(one.error)
          or "one simulation" }
    end
  end
  local text = term.table(rows, "<"):gsub(" *\n$", "")
  if #moves < #rows then return text end
  return ("%s\nand %d more"):format(text, #moves + 1 - #rows)
end

return estimates
