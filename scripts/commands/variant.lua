-- aurum variant: lists, shows, compares, checks and plays variants, and prints
-- their rules.
local actions = require "aurum.repl.line.actions"

return actions("variant",
  "List, show, compare, check and play variants; print their rules.")
