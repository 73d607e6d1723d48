-- Changes in a league, day by day, the last first.
local format = require "aurum.text.format"
local changes = {}

--- The last `most` changes of a log, a list of { day =, text = }. `list` and
--- `rows` are as of roster.of.
function changes.of(log, list, rows, most)
  local found, deals, order = {}, {}, 0
  local function add(day, kind, text)
    order = order + 1
    found[#found + 1] = { day = day, kind = kind, order = order, text = text }
  end
  for _, row in ipairs(list) do
    add(row.day, 3, row.version == 1 and ("%s is new"):format(row.bot)
      or ("%s is a new version of %s"):format(row.bot, row.name))
  end
  local last = {}
  for _, batch in ipairs(log.batches) do
    if batch.result then
      deals[batch.day] = (deals[batch.day] or 0) + batch.deals
    end
    for _, bot in ipairs(batch.bots) do last[bot] = batch.day end
  end
  for _, row in ipairs(list) do
    if rows[row.bot].why then
      add(last[row.bot] or row.day, 2, ("%s was benched"):format(row.bot))
    end
  end
  for day, n in pairs(deals) do
    add(day, 1, ("%s played"):format(format.plural(n, "deal")))
  end
  table.sort(found, function(x, y)
    if x.day ~= y.day then return x.day > y.day end
    if x.kind ~= y.kind then return x.kind < y.kind end
    return x.order < y.order
  end)
  return table.move(found, 1, math.min(most, #found), 1, {})
end

return changes
