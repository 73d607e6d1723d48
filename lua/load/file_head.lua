-- Heads of variants' files: their names, the vars of their hooks, the version
-- of the API that they are written for, and their rules in words.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local shown_text = require "aurum.load.shown_text"
local file_head = {}

local kinds = { "number", "seat", "side", "flag" } -- of what a var holds

--- Reads what a file gives for a var: its scope, or { scope =, holds = }.
--- Returns the scope and what it holds; or nil, nil and the reason to refuse
--- it.
local function read_var(given)
  local form = type(given) == "table" and not given.hook and given
    or { scope = given }
  for key in pairs(form) do
    if key ~= "scope" and key ~= "holds" then
      return nil, nil, ("unknown key '%s'%s"):format(tostring(key),
        hint.near(key, { "scope", "holds" }))
    end
  end
  if form.scope ~= "round" and form.scope ~= "game" then
    return nil, nil, ('%sexpected "round" (set to 0 by each deal) or "game"')
      :format(form == given and "scope: " or "")
  end
  for _, kind in ipairs(kinds) do
    if form.holds == kind then return form.scope, kind end
  end
  if form.holds == nil then return form.scope end
  return nil, nil, 'holds: expected "number", "seat", "side" or "flag"'
    .. hint.near(form.holds, kinds)
end

--- Takes the vars of a file.
local function take_vars(file, complain)
  local vars = file.data.vars
  if vars == nil then return end
  if type(vars) ~= "table" or vars.hook then
    return complain(file, "vars",
      "vars: expected a table such as { streak = \"round\" }")
  end
  for name, given in pairs(vars) do
    local scope, holds, problem = read_var(given)
    if type(name) ~= "string" then
      complain(file, "vars",
        "vars: expected names with their scope, as in { streak = \"round\" }")
    elseif not name:match "^[%a_][%w_]*$" then
      complain(file, "vars", ("vars: '%s' is not a name"):format(name))
    elseif problem then
      complain(file, "vars." .. name, ("vars: %s: %s"):format(name, problem))
    else
      file.vars[#file.vars + 1] = { name = name, scope = scope, holds = holds }
    end
  end
end

--- Checks the version of the API that a file is written for.
local function take_api(file, complain)
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

-- ---- Sentences ----------------------------------------------------------

local most_rules, longest_rule = 40, 400 -- sentences, and bytes of each
local is_key = { of = true, where = true, unless = true }

--- Kinds of facts that conditions may name beside knobs: the values that fit,
--- in words, and a function that is true for them.
local facts = {
  players = { "a number from 2 to 6", function(value)
    return math.type(value) == "integer" and value >= 2 and value <= 6
  end },
  partners = { '"all", "some" or "none"', function(value)
    return value == "all" or value == "some" or value == "none"
  end },
  trumps = { "true or false", function(value)
    return type(value) == "boolean"
  end },
}

--- Knobs with one value, by name: those that conditions may name.
local single = {}
for _, knob in ipairs(aurum.knobs()) do single[knob.name] = knob end

--- The reason why a value does not fit a condition's key; nil if it does.
local function misfit(key, value)
  local fact = facts[key]
  if fact then return not fact[2](value) and fact[1] or nil end
  if type(value) == "table" then return "one value of the knob" end
  local fits, expected = aurum.knob_fits(key, value)
  return not fits and expected or nil
end

--- The reason to refuse the conditions `where` or `unless`; nil for good ones.
local function condition_problem(conditions)
  if type(conditions) ~= "table" or conditions.hook then
    return "expected a table such as { trump = \"none\" }"
  end
  for key, value in pairs(conditions) do
    if type(key) ~= "string" or not facts[key] and not single[key] then
      local known = { "partners", "trumps" }
      for name in pairs(single) do known[#known + 1] = name end
      return ("'%s' is neither a knob nor a fact%s"):format(tostring(key),
        hint.near(key, known))
    end
    local expected = misfit(key, value)
    if expected then return ("%s: expected %s"):format(key, expected) end
  end
end

--- The hooks and questions that a sentence may name, of a file's table.
local function pieces_of(data)
  local list = {}
  local function add(layer)
    for _, hook in ipairs(aurum.hooks) do
      local value = type(layer) == "table" and layer[hook]
      if type(value) == "table" and value.hook then list[#list + 1] = hook end
    end
  end
  add(data)
  for _, layer in pairs(type(data.players) == "table" and data.players or {}) do
    add(layer)
  end
  for _, one in ipairs(type(data.questions) == "table" and data.questions
    or {}) do
    if type(one) == "table" and type(one.name) == "string" then
      list[#list + 1] = one.name
    end
  end
  return list
end

--- The list `of` of a sentence, whose names are among `pieces`; or nil and the
--- reason to refuse it.
local function names_of(of, pieces)
  local list = type(of) == "string" and { of } or of
  if type(list) ~= "table" or list.hook then
    return nil, "expected the names of hooks and questions"
  end
  for key, name in pairs(list) do
    local known = false
    for _, piece in ipairs(pieces) do known = known or piece == name end
    if not known or math.type(key) ~= "integer" then
      return nil, ("'%s' is neither a hook nor a question of this file%s")
        :format(tostring(name), hint.near(name, pieces))
    end
  end
  return list
end

--- A sentence of a file as { text =, of =, where =, unless = }; or nil and the
--- reason to refuse it.
local function sentence_of(given, pieces)
  local one = type(given) == "table" and not given.hook and given or { given }
  local problem = shown_text.problem(one[1], "a sentence", longest_rule)
  if problem then return nil, problem end
  for key in pairs(one) do
    if key ~= 1 and not is_key[key] then
      return nil, ("unknown key '%s'%s"):format(tostring(key), hint.near(key,
        { "of", "where", "unless" }))
    end
  end
  for _, key in ipairs { "where", "unless" } do
    problem = one[key] ~= nil and condition_problem(one[key])
    if problem then return nil, ("%s: %s"):format(key, problem) end
  end
  local of
  if one.of ~= nil then
    of, problem = names_of(one.of, pieces)
    if not of then return nil, "of: " .. problem end
  end
  return { text = one[1], of = of, where = one.where, unless = one.unless }
end

--- Takes the sentences that state the rules of a file for players. They have no
--- effect on play.
local function take_rules(file, complain)
  local rules = file.data.rules
  if rules == nil then return end
  local n = type(rules) == "table" and not rules.hook and #rules or 0
  if n == 0 or n > most_rules then
    return complain(file, "rules", ("rules: expected a list of 1 to %d "
      .. "sentences"):format(most_rules))
  end
  local sentences, pieces, good = {}, pieces_of(file.data), true
  for key, given in pairs(rules) do
    local one, problem
    if math.type(key) ~= "integer" then
      problem = "expected a list"
    else
      one, problem = sentence_of(given, pieces)
      sentences[key] = one
    end
    if problem then
      complain(file, "rules", ("rules[%s]: %s"):format(tostring(key), problem))
      good = false
    end
  end
  file.sentences = good and sentences or nil
end

-- ---- Names --------------------------------------------------------------

local longest_name = 400 -- bytes of a name or a title

--- Checks the name, the title and the base of a file. People read the first
--- two.
local function take_names(file, complain)
  for _, key in ipairs { "name", "title", "base" } do
    local value = file.data[key]
    local problem = value ~= nil and type(value) ~= "string"
      and "expected a string"
      or value ~= nil and key ~= "base" and shown_text.problem(value,
        "a " .. key, longest_name)
    if problem then
      complain(file, key, ("%s: %s"):format(key, problem))
      file.data[key] = nil
    end
  end
end

--- Takes the head of a file that was read: its names, its vars, its version of
--- the API and its `sentences`. `complain(file, path, message)` notes a
--- problem.
function file_head.read(file, complain)
  take_names(file, complain)
  take_vars(file, complain)
  take_api(file, complain)
  take_rules(file, complain)
end

return file_head
