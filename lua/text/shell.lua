-- Words of a command, quoted for a shell. It needs nothing, so that what loads
-- variants can use it.
local shell = {}

--- Words as a command for a shell.
function shell.command(...)
  local words = {}
  for i, word in ipairs { ... } do
    local plain = word:find "^[%w_%-+=:.,/]+$"
    words[i] = plain and word or "'" .. word:gsub("'", "'\\''") .. "'"
  end
  return table.concat(words, " ")
end

return shell
