-- Heads of variants' files: the vars of their hooks, and the version of the API
-- that they are written for.
local aurum = require "aurum"
local file_head = {}

--- Takes the vars of a file. `complain(file, path, message)` notes a problem.
function file_head.vars(file, complain)
  local vars = file.data.vars
  if vars == nil then return end
  if type(vars) ~= "table" or vars.hook then
    return complain(file, "vars",
      "vars: expected a table such as { streak = \"round\" }")
  end
  for name, scope in pairs(vars) do
    if type(name) ~= "string" then
      complain(file, "vars",
        "vars: expected names with their scope, as in { streak = \"round\" }")
    elseif not name:match "^[%a_][%w_]*$" then
      complain(file, "vars", ("vars: '%s' is not a name"):format(name))
    elseif scope ~= "round" and scope ~= "game" then
      complain(file, "vars." .. name, ("vars: %s: expected \"round\" (set to "
        .. "0 by each deal) or \"game\""):format(name))
    else
      file.vars[#file.vars + 1] = { name = name, scope = scope }
    end
  end
end

--- Checks the version of the API that a file is written for.
function file_head.api(file, complain)
  local api = file.data.api
  if api == nil then return end
  if math.type(api) ~= "integer" or api < 1 then
    complain(file, "api", "api: expected a whole number")
  elseif api > aurum.api then
    complain(file, "api", ("api: written for api %d; this is api %d"):format(
      api, aurum.api))
  elseif api < 2 and file.data.questions ~= nil then
    complain(file, "api", "api: questions need api = 2")
  end
end

return file_head
