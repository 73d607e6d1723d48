-- The screen of a person.
local aurum = require "aurum"
local term = require "aurum.text.term"
local screen = {}

local dumb = os.getenv "TERM" == "dumb"

--- Clears the screen, if it is one.
function screen.clear()
  if dumb or not aurum.sys.is_terminal "stdout" then return end
  term.control "\27[H\27[2J\27[3J"
end

return screen
