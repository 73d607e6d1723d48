-- A cell of CSV (RFC 4180): nothing for nil and not-a-number. A text may come
-- from a file: it is guarded, unless `raw`, as aurum.csv_text says.
local aurum = require "aurum"

return function(value, raw)
  if value == nil or value ~= value then return "" end
  if math.type(value) == "float" then return ("%.10g"):format(value) end
  if math.type(value) then return tostring(value) end
  return aurum.csv_text(tostring(value), raw)
end
