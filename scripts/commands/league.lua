-- aurum league: a folder of bots that ranks itself.
local actions = require "aurum.repl.line.actions"

return actions("league", "Keep a ladder of the bots in a folder.", "run")
