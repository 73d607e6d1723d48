-- aurum net: looks into value nets.
local actions = require "aurum.repl.line.actions"

return actions("net", "Look into a value net.", "show")
