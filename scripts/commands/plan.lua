-- aurum plan: cuts a command into shards for a cluster or a few machines.
local actions = require "aurum.repl.line.actions"

return actions("plan", "Cut a command into shards for many machines.", "status")
