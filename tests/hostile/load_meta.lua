-- A bot whose fields are computed, by a loop.
return setmetatable({}, { __index = function() while true do end end })
