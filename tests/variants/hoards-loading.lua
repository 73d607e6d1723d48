-- expect: ?
local list = {}
for i = 1, 1e9 do list[i] = i end
return { name = "hoards-loading" }
