-- Returns nothing.
local unused = 1 -- luacheck: ignore
