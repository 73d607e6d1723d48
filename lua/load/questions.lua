-- Questions of a variant's file: reads and checks the list `questions`.
--
-- Each is a table: `name`, `when`, the functions `next`, `choices`, `default`
-- and `done`, and the form of its answers: `cards` (their number), `numbers`
-- ({ lowest, highest }) or `words` (a list, or "suits").
local hint = require "aurum.text.hint"
local shown_text = require "aurum.load.shown_text"
local questions = {}

local whens = { "deal", "instead_of_bids", "bids", "before_trick",
  "after_trick", "round" }
local keys = { "name", "when", "text", "next", "choices", "default", "done",
  "cards", "numbers", "words", "secret" }
local is_when, is_key = {}, {}
for _, when in ipairs(whens) do is_when[when] = true end
for _, key in ipairs(keys) do is_key[key] = true end

local longest = 23   -- bytes of a name or a word
local longest_text = 119 -- bytes of a sentence
local most = 8       -- questions of a variant
local most_words = 32
local highest = 4095 -- number that is an answer

local function is_function(value)
  return type(value) == "table" and value.hook ~= nil
end

local function is_name(value)
  return type(value) == "string" and value:find "^[%w_-]+$" ~= nil
    and #value <= longest
end

local function is_whole(value, low, high)
  return math.type(value) == "integer" and value >= low and value <= high
end

local checks = {}

function checks.when(value)
  if is_when[value] then return nil end
  return ("expected one of %s, got %s%s"):format(table.concat(whens, ", "),
    type(value) == "string" and "'" .. value .. "'" or "a " .. type(value),
    type(value) == "string" and hint.near(value, whens) or "")
end

function checks.text(value)
  return shown_text.problem(value, "a sentence", longest_text)
end

function checks.secret(value)
  return type(value) ~= "boolean" and "expected true or false" or nil
end

function checks.cards(value)
  return not is_whole(value, 1, 5) and "expected a number from 1 to 5" or nil
end

function checks.numbers(value)
  local good = type(value) == "table" and #value == 2
    and is_whole(value[1], 0, highest) and is_whole(value[2], value[1], highest)
  return not good and ("expected the lowest and the highest number, from 0 to "
    .. "%d, such as { 0, 12 }"):format(highest) or nil
end

function checks.words(value)
  if value == "suits" then return nil end
  if type(value) ~= "table" or is_function(value) or #value == 0
    or #value > most_words then
    return ("expected a list of 1 to %d words, or \"suits\""):format(most_words)
  end
  local seen = {}
  for _, word in ipairs(value) do
    if not is_name(word) then
      return ("expected words of letters, digits, '_' and '-', at most %d "
        .. "bytes each; got '%s'"):format(longest, tostring(word))
    elseif seen[word] then
      return ("'%s' is there twice"):format(word)
    end
    seen[word] = true
  end
end

for _, key in ipairs { "next", "choices", "done" } do
  checks[key] = function(value)
    return not is_function(value) and "expected a function" or nil
  end
end

--- The problem of a default that is not a function, or nil. Whether a choice is
--- there when it is asked is known only then.
local function default_problem(given)
  local value, words, numbers = given.default, given.words, given.numbers
  if value == nil or is_function(value) then return nil end
  if type(words) == "table" and not checks.words(words) then
    for _, word in ipairs(words) do
      if word == value then return nil end
    end
    return ("expected one of the words %s, got '%s'%s"):format(
      table.concat(words, ", "), tostring(value), hint.near(value, words))
  elseif type(numbers) == "table" and not checks.numbers(numbers)
    and not is_whole(value, numbers[1], numbers[2]) then
    return ("expected a number from %d to %d, got '%s'"):format(numbers[1],
      numbers[2], tostring(value))
  end
end

--- Checks the question at index `i`. `complain(path, message)` notes a problem.
local function check(i, given, complain)
  local at = ("questions.%d"):format(i)
  local name = is_name(given.name) and given.name or nil
  local shown = name and ("question '%s'"):format(name) or "question " .. i
  local function wrong(key, message)
    complain(at .. "." .. (given[key] ~= nil and key or "name"),
      ("%s: %s: %s"):format(shown, key, message))
  end
  if not name then
    wrong("name", ("expected a name of letters, digits, '_' and '-', at most "
      .. "%d bytes"):format(longest))
  end
  for key, value in pairs(given) do
    if not is_key[key] then
      complain(at .. "." .. tostring(key), ("%s: unknown key '%s'%s"):format(
        shown, tostring(key), hint.near(key, keys)))
    elseif checks[key] then
      local message = checks[key](value)
      if message then wrong(key, message) end
    end
  end
  for _, key in ipairs { "when", "next", "done", "default" } do
    if given[key] == nil then
      wrong(key, key == "default" and "expected an answer, or a function of "
        .. "the context that returns one" or key == "when"
        and "expected one of " .. table.concat(whens, ", ")
        or "expected a function")
    end
  end
  local message = default_problem(given)
  if message then wrong("default", message) end
  local forms = (given.cards and 1 or 0) + (given.numbers and 1 or 0)
    + (given.words and 1 or 0)
  if forms > 1 then
    complain(at, shown .. ": expected one of 'cards', 'numbers' and 'words'")
  end
end

--- The questions of a file's table `data`, in order. `complain(path, message)`
--- notes each problem.
function questions.read(data, complain)
  local list = data.questions
  if list == nil then return {} end
  local entries = 0
  for _ in pairs(type(list) == "table" and list or {}) do
    entries = entries + 1
  end
  if type(list) ~= "table" or is_function(list) or entries ~= #list
    or entries == 0 then
    complain("questions", "questions: expected a list of tables, as in { { "
      .. "name = \"trump\", when = \"bids\", ... } }")
    return {}
  end
  for i, given in ipairs(list) do
    if type(given) ~= "table" or is_function(given) then
      complain("questions", ("questions: expected a table, got a %s"):format(
        is_function(given) and "function" or type(given)))
      return {}
    end
    check(i, given, complain)
  end
  return list
end

--- Joins the questions of all files of a variant. `complain(file, path,
--- message)` notes a problem.
function questions.join(files, complain)
  local list, taken = {}, {}
  for _, file in ipairs(files) do
    for i, question in ipairs(file.questions) do
      local name = is_name(question.name) and question.name or nil
      local other = name and taken[name]
      local path = ("questions.%d.name"):format(i)
      if other then
        complain(file, path, ("questions: '%s' also asks '%s': rename one of "
          .. "them"):format(other.part == file.part and other.path
          or other.part, name))
      elseif #list == most then
        complain(file, path, ("questions: a variant asks at most %d"):format(
          most))
      end
      if name and not other then taken[name] = file end
      list[#list + 1] = question
    end
  end
  return list
end

return questions
