-- Hoards when it is loaded.
local t = {}
for i = 1, 1 << 60 do t[i] = {} end
