-- busted as a script that any Lua can run, wherever its own is installed.
require "busted.runner" { standalone = false }
