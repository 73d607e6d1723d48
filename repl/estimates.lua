-- What each move of the seat on turn is worth to its side, by search: every
-- move is tried in the same worlds, so that their differences mean more than
-- their error bars say.
local estimates = { sims = 10000 }

--- A list of { action =, mean =, error = } of a state with a seat on turn, the
--- best first; `error` is half the 95 % interval, nil where one playout cannot
--- tell. `sims` is how many playouts. nil and a message if that cannot be.
function estimates.of(state, sims)
  local found, problem = state:view(state.turn):search {
    method = "flat", sims = sims or estimates.sims, partial = true,
  }
  if not found then return nil, problem end
  local list = {}
  for _, move in ipairs(found.moves) do
    if move.mean then
      list[#list + 1] = { action = move.action, mean = move.mean,
        error = move.error and 1.96 * move.error }
    end
  end
  table.sort(list, function(a, b)
    if a.mean ~= b.mean then return a.mean > b.mean end
    return tostring(a.action) < tostring(b.action)
  end)
  return list
end

return estimates
