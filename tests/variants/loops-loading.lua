-- expect: loops-loading.lua:2: stopped: it ran for more than 1 s
while true do pcall(error) end

return { name = "loops-loading" }
