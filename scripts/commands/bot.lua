-- aurum bot: lists, creates, checks, tests, debugs, profiles and questions
-- bots.
local actions = require "aurum.repl.line.actions"

return actions("bot", "List, create, check, test, debug, profile and question "
  .. "bots.", "check")
