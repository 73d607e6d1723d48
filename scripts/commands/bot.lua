-- aurum bot: lists, creates, checks, tests, profiles and questions bots.
local actions = require "aurum.repl.line.actions"

return actions("bot", "List, create, check, test, profile and question bots.")
