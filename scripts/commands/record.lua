-- aurum record: verifies, shows and analyses files of games.
local actions = require "aurum.repl.line.actions"

return actions("record", "Verify, show and analyse recorded games.", "show")
