-- The width of the output in columns, from 20 to 80.
local aurum = require "aurum"

return function()
  if not aurum.sys.is_terminal "stdout" then return 80 end
  return math.max(20, math.min(80, aurum.edit.width()))
end
