-- Lines of CSV (RFC 4180).
local aurum = require "aurum"
local csv = {}

--- A value as a cell, empty for nil and not-a-number. A text may come from a
--- file, so aurum.csv_text makes it harmless unless `raw` is set.
local function cell(value, raw)
  if value == nil or value ~= value then return "" end
  if math.type(value) == "float" then return aurum.sys.number(value) end
  if math.type(value) then return tostring(value) end
  return aurum.csv_text(tostring(value), raw)
end

--- A list of `n` cells (default: #cells) as a line.
function csv.line(cells, n, raw)
  local list = {}
  for i = 1, n or #cells do list[i] = cell(cells[i], raw) end
  return table.concat(list, ",") .. "\n"
end

--- The cell of a text at a place, and the place behind it; nil if it does not
--- end.
local function cell_at(text, at)
  if text:sub(at, at) ~= '"' then
    local stop = text:find('[,\n"]', at)
    return stop and text:sub(at, stop - 1), stop
  end
  local stop = text:find('"', at + 1, true)
  while stop and text:sub(stop + 1, stop + 1) == '"' do
    stop = text:find('"', stop + 2, true)
  end
  return stop and text:sub(at + 1, stop - 1), stop and stop + 1
end

--- The problem of lines that a file holds, in words; nil if they are lines
--- of `n` cells each, as csv.line makes them without `raw`: no control
--- characters, and nothing that a spreadsheet runs.
function csv.problem(text, n)
  local at, cells = 1, 0
  while at <= #text do
    local own, stop = cell_at(text, at)
    local sign = stop and text:sub(stop, stop) or ""
    if not own or sign ~= "," and sign ~= "\n" then
      return "expected whole lines of CSV"
    elseif own:find "%c" or own:find "^[=+@-]" and not tonumber(own) then
      return ("expected a harmless cell, got '%s'"):format(aurum.plain(own, 60))
    end
    cells, at = cells + 1, stop + 1
    if sign == "\n" then
      if cells ~= n then
        return ("expected lines of %d cells, got %d"):format(n, cells)
      end
      cells = 0
    end
  end
  if cells > 0 then return "expected whole lines of CSV" end
end

return csv
