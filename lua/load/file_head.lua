-- Heads of variants' files: the vars of their hooks, the version of the API
-- that they are written for, and their rules in words.
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

local most_rules, longest_rule = 40, 400 -- sentences, and bytes of each

--- The reason to refuse a sentence; nil for a good one.
local function problem_of(text)
  if type(text) ~= "string" then
    return "expected a sentence, got a " .. type(text)
  elseif text == "" or #text > longest_rule then
    return ("expected 1 to %d bytes, got %d"):format(longest_rule, #text)
  elseif not utf8.len(text) then
    return "expected UTF-8"
  elseif text:find "%c" then
    return "expected no control characters"
  end
end

--- Checks the sentences that state the rules of a file for players. They have
--- no effect on play.
function file_head.rules(file, complain)
  local rules = file.data.rules
  if rules == nil then return end
  local n = type(rules) == "table" and not rules.hook and #rules or 0
  if n == 0 or n > most_rules then
    file.data.rules = nil
    return complain(file, "rules", ("rules: expected a list of 1 to %d "
      .. "sentences"):format(most_rules))
  end
  for key, text in pairs(rules) do
    local problem = math.type(key) ~= "integer" and "expected a list"
      or problem_of(text)
    if problem then
      complain(file, "rules", ("rules[%s]: %s"):format(tostring(key), problem))
      file.data.rules = nil
    end
  end
end

return file_head
