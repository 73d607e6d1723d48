-- Writers of results: commands and experiments open by these the files that
-- --record, --html and -o name. A new file grows as it is written; one that is
-- replaced stays as it was until the new one is whole. No output is a file that
-- the same command reads, or writes for another purpose (lua/sys/in_use.c).
local aurum = require "aurum"
local caller = require "aurum.text.caller"
local writers = {}

--- A writer of a new file, a device or a pipe; with `force` also of a file that
--- it replaces. Or nil and why the file cannot be opened; and "usage" if this
--- command uses it otherwise.
function writers.create(path, force)
  local writer, problem = aurum.sys.writer(path, force and "replace" or "new")
  if writer then return writer end
  if problem == "File exists" then
    problem = caller.text "it already exists; use {force} to replace it"
  end
  return nil, problem, problem:find("this command also", 1, true) and "usage"
end

return writers
