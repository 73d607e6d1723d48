-- expect: hoards-loading.lua: it took more memory than a variant may (64 MiB)
local list = {}
for i = 1, 1e9 do list[i] = i end
return { name = "hoards-loading" }
