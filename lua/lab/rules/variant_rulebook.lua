-- The rulebook of a variant: the whole text of its rules for a number of
-- players, numbered as core/RULES.md is. A house rule's own sentences are 13.1,
-- 13.2 and so on.
--
-- A rulebook is { title, players, base, sections, partial }: `base` is the
-- title of the rules that changes are marked against, nil without any, and
-- `partial` is true if it has the changes alone. A section is { number, title,
-- note, rules }; a rule is { number, text, knobs, changed, mark }: the knobs
-- that its sentence states, true if the base does not say it, and a sentence
-- that names the house rules that change it, or nil.
local aurum = require "aurum"
local file_effects = require "aurum.load.file_effects"
local house_sentences = require "aurum.load.house_sentences"
local rule_effects = require "aurum.lab.rules.rule_effects"
local rulebook_sentences = require "aurum.lab.rules.rulebook_sentences"
local variant_rulebook = {}

local titles = { "Cards", "Seats, sides and order", "The deal", "Bids",
  "Changing a bid", "Playing a trick", "Settling a full trick",
  "The end of a round", "Scoring", "Who may know what", [13] = "House rules" }
local notes = { [13] = "Where a house rule disagrees with another rule, the "
  .. "house rule holds." }

--- The house rules' sentences that say how seats bid, as they are cited, if a
--- question takes the place of bids; else false.
local function bids_of(info, own)
  for _, file in ipairs(info.files) do
    for _, question in ipairs(file.questions) do
      if question.when == "instead_of_bids" then
        return house_sentences.cite(house_sentences.numbers(own, file,
          question.name))
      end
    end
  end
  return false
end

--- The sentences that the knobs lead to: a list of { number, text, knobs },
--- those of one number in a row.
local function of_knobs(rules, bids)
  local list = {}
  for _, one in ipairs(rulebook_sentences) do
    local text, number = one.say(rules, bids)
    if text then
      list[#list + 1] = { number = number or one.number, text = text,
        knobs = one.knobs }
    end
  end
  return list
end

--- Calls `visit(name, key)` with each hook and question of a file, and each key
--- of rule_effects that says what it changes.
local function each_effect(file, players, visit)
  local effects = file_effects.of(file)
  for _, hook in ipairs(house_sentences.hooks_of(file, players)) do
    if hook ~= "deal" then visit(hook, hook) end
    for field in pairs(hook == "deal" and effects.deal or {}) do
      visit(hook, "deal." .. field)
    end
  end
  for _, question in ipairs(file.questions) do
    for verb in pairs(effects.asks) do visit(question.name, verb) end
  end
end

--- True if some sentence of a file is on a hook or question, also where its
--- conditions do not hold.
local function is_said(file, name)
  for _, one in ipairs(file.sentences or {}) do
    if not one.of then return true end
    for _, of in ipairs(one.of) do
      if of == name then return true end
    end
  end
  return false
end

--- The numbers of house rules as a sentence that ends a rule which they change.
local function mark(numbers)
  local list = {}
  for k in pairs(numbers) do list[#list + 1] = k end
  table.sort(list)
  for i, k in ipairs(list) do list[i] = k > 0 and "13." .. k or "13" end
  if list[1] == "13" then return "A house rule changes this." end
  return list[2] and ("House rules %s change this."):format(
    house_sentences.cite(list)) or ("House rule %s changes this."):format(
    list[1])
end

--- The changes by house rules: a sentence by the number of a rule.
local function marks_of(info, players, own)
  local changed = {} -- number of a rule -> set of sentences of section 13
  for _, file in ipairs(info.files) do
    each_effect(file, players, function(name, key)
      local numbers = house_sentences.numbers(own, file, name)
      if not numbers[1] and not is_said(file, name) then
        numbers = { "13.0" } -- a mark without a number
      end
      for _, rule in ipairs(rule_effects[key]) do
        for _, number in ipairs(numbers) do
          changed[rule] = changed[rule] or {}
          changed[rule][tonumber(number:match "%d+$")] = true
        end
      end
    end)
  end
  for rule, numbers in pairs(changed) do changed[rule] = mark(numbers) end
  return changed
end

local function all_sentences(info, rules, players)
  local own = house_sentences.of(info, players)
  local list = of_knobs(rules, bids_of(info, own))
  local marks = marks_of(info, players, own)
  for _, one in ipairs(list) do one.mark = marks[one.number] end
  for _, one in ipairs(own) do
    list[#list + 1] = { number = one.number, text = one.text, knobs = {} }
  end
  return list
end

--- A sentence as a key: two rulebooks say the same if theirs are equal.
function variant_rulebook.key_of(one)
  return one.number .. one.text .. (one.mark or "")
end

--- The sentences of the base as a set of keys, and its title; nil if there is
--- none for this number of players.
local function base_of(info, players)
  local _, name = info:beyond_base(players)
  local base = name and aurum.read_variant(name)
  local rules = base and #base.problems == 0 and base:rules(players)
  if not rules then return nil end
  local said = {}
  for _, one in ipairs(all_sentences(base, rules, players)) do
    said[variant_rulebook.key_of(one)] = true
  end
  return said, base.title
end

--- The rulebook of a variant that has no problems (aurum.read_variant); or nil
--- and a problem. With `only_changes`, of the rules that differ from the base.
function variant_rulebook.of(info, players, only_changes)
  local rules, problem = info:rules(players)
  if not rules then return nil, problem end
  local said, base = base_of(info, players)
  local book = { title = info.title, players = players, base = base,
    sections = {}, partial = only_changes }
  local section
  for _, one in ipairs(all_sentences(info, rules, players)) do
    local changed = said ~= nil and not said[variant_rulebook.key_of(one)]
    local number = tonumber(one.number:match "^%d+")
    if changed or not only_changes then
      if not section or section.number ~= number then
        section = { number = number, title = titles[number],
          note = notes[number], rules = {} }
        table.insert(book.sections, section)
      end
      table.insert(section.rules, { number = one.number, text = one.text,
        knobs = one.knobs, changed = changed, mark = one.mark })
    end
  end
  return book
end

return variant_rulebook
