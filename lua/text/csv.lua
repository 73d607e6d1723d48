-- Lines of CSV (RFC 4180).
local aurum = require "aurum"
local csv = {}

--- A value as a cell, empty for nil and not-a-number. A text may come from a
--- file, so aurum.csv_text makes it harmless unless `raw` is set.
local function cell(value, raw)
  if value == nil or value ~= value then return "" end
  if math.type(value) == "float" then return ("%.10g"):format(value) end
  if math.type(value) then return tostring(value) end
  return aurum.csv_text(tostring(value), raw)
end

--- A list of `n` cells (default: #cells) as a line.
function csv.line(cells, n, raw)
  local list = {}
  for i = 1, n or #cells do list[i] = cell(cells[i], raw) end
  return table.concat(list, ",") .. "\n"
end

return csv
