-- Bids against tricks: the number of rounds by bid and tricks taken, a table by
-- bid of tables by tricks.
local bid_matrix = {}

--- A matrix as a list of { bid =, taken =, n = }, sorted.
function bid_matrix.list(matrix)
  local list = {}
  for bid, row in pairs(matrix) do
    for taken, n in pairs(row) do
      list[#list + 1] = { bid = bid, taken = taken, n = n }
    end
  end
  table.sort(list, function(a, b)
    if a.bid ~= b.bid then return a.bid < b.bid end
    return a.taken < b.taken
  end)
  return list
end

--- The options of aurum.chart.heat for a matrix: the tricks taken for each bid,
--- in per cent of the rounds with that bid; nil if there is no round. `form`
--- formats a row's label from the bid and its number of rounds. `options` has
--- others.
function bid_matrix.heat(matrix, form, options)
  local bids, most = {}, 0
  for bid, taken in pairs(matrix) do
    bids[#bids + 1] = bid
    for n in pairs(taken) do most = math.max(most, n) end
  end
  if #bids == 0 then return nil end
  table.sort(bids)
  options.by, options.format = "row", "%.0f"
  options.columns, options.rows, options.values = {}, {}, {}
  for taken = 0, most do options.columns[taken + 1] = taken end
  for i, bid in ipairs(bids) do
    local n = 0
    for _, times in pairs(matrix[bid]) do n = n + times end
    options.rows[i], options.values[i] = form:format(bid, n), {}
    for taken, times in pairs(matrix[bid]) do
      options.values[i][taken + 1] = 100 * times / n
    end
  end
  return options
end

return bid_matrix
