-- Lines as they are typed, aurum.edit on Windows: there is no line editor, and
-- the console itself edits a line and recalls earlier ones.
local term = require "aurum.text.term"
local browser = require "aurum.repl.input.browser"
local edit = setmetatable({}, { __index = browser })

local function nothing() end

edit.open, edit.idle = nothing, nothing

--- A line that is typed at a prompt; nil at the end of the input.
function edit.read(prompt)
  term.write(prompt)
  io.stdout:flush()
  local line = io.read()
  return line and line:gsub("\r$", "")
end

function edit.run() return nil, "on Windows it runs no programs" end

return edit
