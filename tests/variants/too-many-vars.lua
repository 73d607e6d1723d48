-- expect: ?
local vars = {}
for i = 1, 17 do vars["v" .. i] = "round" end
return { name = "too-many-vars", vars = vars }
