-- How two variants differ: their knobs, hooks and questions.
local aurum = require "aurum"
local term = require "aurum.text.term"
local variant_reader = require "aurum.repl.variant_reader"
local variant_differences = {}

local function short(from)
  return variant_reader.short(variant_reader.place(from))
end

--- The places of a hook's functions, in the order in which they are called.
local function places(list)
  local result = {}
  for i, from in ipairs(list or {}) do result[i] = short(from) end
  return #result > 0 and table.concat(result, " then ") or "-"
end

--- The places of a variant's questions by name, and their names in order.
local function questions(info)
  local at, names = {}, {}
  for i, question in ipairs(info:asked()) do
    at[question.name] = short(question)
    names[i] = question.name
  end
  return at, names
end

--- Add to `found` a row for each question that only one of two variants asks,
--- or that stands at another place.
local function question_differences(a, b, found)
  local in_a, names_a = questions(a)
  local in_b, names_b = questions(b)
  for _, name in ipairs(names_a) do
    local x, y = in_a[name], in_b[name] or "-"
    if x ~= y then found[#found + 1] = { "questions." .. name, x, y } end
  end
  for _, name in ipairs(names_b) do
    if not in_a[name] then
      found[#found + 1] = { "questions." .. name, "-", in_b[name] }
    end
  end
end

--- The differences of two variants for a number of players: a list of { key,
--- value in a, value in b }.
function variant_differences.of(a, b, players)
  local found = {}
  local rules_a = variant_reader.rules_of(a, players)
  local rules_b = variant_reader.rules_of(b, players)
  local own_a, own_b = a:resolve(players), b:resolve(players)
  for _, knob in ipairs(aurum.knobs()) do
    local x, y = rules_a:text(knob.name), rules_b:text(knob.name)
    if x ~= y then found[#found + 1] = { knob.name, x, y } end
  end
  for _, hook in ipairs(aurum.hooks) do
    local x, y = places(own_a.hooks[hook]), places(own_b.hooks[hook])
    if x ~= y then found[#found + 1] = { hook, x, y } end
  end
  question_differences(a, b, found)
  return found
end

--- The differences as a table under the names of the variants.
function variant_differences.table(a, b, differences)
  local rows = { { "", a.name, b.name } }
  for i, row in ipairs(differences) do
    rows[i + 1] = { row[1], row[2] == "" and "-" or row[2],
      row[3] == "" and "-" or row[3] }
  end
  return term.table(rows, "<<<")
end

--- True if a variant allows a number of players.
function variant_differences.allows(info, players)
  for _, count in ipairs(info.counts) do
    if count == players then return true end
  end
  return false
end

return variant_differences
