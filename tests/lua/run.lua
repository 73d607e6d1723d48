-- busted as a script that any Lua can run, wherever its own is installed.
-- Random numbers are the same in every run.
math.randomseed(1)
require "busted.runner" { standalone = false }
