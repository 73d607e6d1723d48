-- The value of each move of the seat on turn to its side, by simulation. All
-- moves are tried in the same determinizations, so differences between moves
-- are more accurate than the error of each suggests.
local estimates = { sims = 10000 }

--- The moves of a state with a seat on turn as a list of { action =, mean =,
--- error = }, the best first, after `sims` playouts; or nil and a message.
--- `error` is half the 95 % confidence interval, nil after a single playout.
--- The same state gives the same values each time.
function estimates.of(state, sims)
  local found, problem = state:view(state.turn):search {
    method = "flat", sims = sims or estimates.sims, partial = true, seed = "1",
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
