-- expect: no-files.lua:2: attempt to index a nil value (global 'io')
local text = io.open("/etc/passwd"):read("a")
return { name = text }
