-- expect: ?
local text = io.open("/etc/passwd"):read("a")
return { name = text }
