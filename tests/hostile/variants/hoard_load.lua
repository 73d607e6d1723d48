-- Takes all memory that it can get at file level.
local t = {}
for i = 1, math.huge do t[i] = ("x"):rep(100000) .. i end
