-- The rulebook of a variant: the whole text of its rules for a number of
-- players, numbered as core/RULES.md is. A house rule's own sentences are 13.1,
-- 13.2 and so on.
--
-- A rulebook is { title, players, base, sections }: `base` is the title of the
-- rules that changes are marked against, nil without any. A section is
-- { number, title, rules }; a rule is { number, text, knobs, changed, hooked }:
-- the knobs that its sentence states, true if the base does not say it, and
-- true if a function of a house rule may change it.
local aurum = require "aurum"
local rulebook_sentences = require "aurum.lab.rules.rulebook_sentences"
local variant_rulebook = {}

local titles = { "Cards", "Seats, sides and order", "The deal", "Bids",
  "Changing a bid", "Playing a trick", "Settling a full trick",
  "The end of a round", "Scoring", "Who may know what", [13] = "House rules" }

--- True if a question of the variant takes the place of bids.
local function asks_for_bids(info)
  for _, question in ipairs(info:asked()) do
    if question.when == "instead_of_bids" then return true end
  end
  return false
end

--- The sentences that the knobs lead to: a list of { number, text, knobs,
--- hooks }, those of one number in a row.
local function of_knobs(info, rules)
  local list, asks = {}, asks_for_bids(info)
  for _, one in ipairs(rulebook_sentences) do
    local text, number = one.say(rules, asks)
    if text then
      list[#list + 1] = { number = number or one.number, text = text,
        knobs = one.knobs, hooks = one.hooks }
    end
  end
  return list
end

--- The sentences of the files: those of `rules`, else the texts of questions
--- and the names of hooks, which are all that is known of them.
local function of_files(info, players)
  local list = {}
  local function add(text)
    list[#list + 1] = { number = "13." .. #list + 1, text = text, knobs = {},
      hooks = {} }
  end
  local hooks = info:resolve(players).hooks
  for _, file in ipairs(info.files) do
    for _, text in ipairs(file.data.rules or {}) do add(text) end
    if file.data.rules then goto next_file end
    for _, question in ipairs(file.questions) do add(question.text) end
    for _, hook in ipairs(aurum.hooks) do
      for _, from in ipairs(hooks[hook] or {}) do
        if from.path == file.path then
          add(("The function `%s` of `%s` changes the game; its file does not "
            .. "say how."):format(hook, file.data.name or file.part))
        end
      end
    end
    ::next_file::
  end
  return list
end

--- Notes which sentences a hook may change.
local function mark_hooks(list, hooks)
  for _, one in ipairs(list) do
    for _, hook in ipairs(one.hooks) do
      one.hooked = one.hooked or hooks[hook] ~= nil
    end
  end
end

local function all_sentences(info, rules, players)
  local list, own = of_knobs(info, rules), of_files(info, players)
  mark_hooks(list, info:resolve(players).hooks)
  return table.move(own, 1, #own, #list + 1, list)
end

--- A sentence as a key: two rulebooks say the same if theirs are equal.
local function key_of(one)
  return one.number .. one.text .. tostring(one.hooked)
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
    said[key_of(one)] = true
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
    sections = {} }
  local section
  for _, one in ipairs(all_sentences(info, rules, players)) do
    local changed = said ~= nil and not said[key_of(one)]
    local number = tonumber(one.number:match "^%d+")
    if changed or not only_changes then
      if not section or section.number ~= number then
        section = { number = number, title = titles[number], rules = {} }
        table.insert(book.sections, section)
      end
      table.insert(section.rules, { number = one.number, text = one.text,
        knobs = one.knobs, changed = changed, hooked = one.hooked })
    end
  end
  return book
end

return variant_rulebook
