-- aurum variant: lists, creates, shows, compares, checks and plays variants,
-- and prints their rules.
local actions = require "aurum.repl.line.actions"

return actions("variant",
  "List, write, check, compare, play variants; print their rules.", "show")
