-- expect: too-many-vars.lua:4: 17 vars; a state holds 16
local vars = {}
for i = 1, 17 do vars["v" .. i] = "round" end
return { name = "too-many-vars", vars = vars }
