-- The sentences of rulebooks (lua/lab/rules/variant_rulebook.lua) in the REPL:
-- those of the game on the table for `rules` and for knobs, and what a house
-- rule or an edition changes.
local aurum = require "aurum"
local rulebook_text = require "aurum.lab.rules.rulebook_text"
local term = require "aurum.text.term"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"
local played_rules = {}

local books = setmetatable({}, { __mode = "k" }) -- by rules; false for none

--- The rulebook of the game on the table; nil if its rules are of no file.
local function book_of(shell)
  local rules = shell.session.root.rules
  if books[rules] == nil then
    local info = aurum.variant_info(rules)
    books[rules] = info and variant_rulebook.of(info, rules.players) or false
  end
  return books[rules] or nil
end

--- The rules of the game on the table for which `wanted` is true, under a line
--- that names the game; or nil.
local function text_of(shell, wanted)
  local book = book_of(shell)
  local text = book and rulebook_text.some(book, shell:width(), wanted)
  local rules = shell.session.root.rules
  return text and ("In this game (%s, %d players):\n%s"):format(
    term.plain(rules.name), rules.players, text)
end

--- The sentences of the English rules for a number of players, as a set. The
--- page of rules has them already.
local function standard_sentences(players)
  local said = {}
  local book = variant_rulebook.of(aurum.read_variant "standard", players)
  for _, section in ipairs(book and book.sections or {}) do
    for _, rule in ipairs(section.rules) do
      said[variant_rulebook.key_of(rule)] = true
    end
  end
  return said
end

--- The rule or the section of a number, such as "13.1" or "13", as far as it
--- is not that of the English rules.
function played_rules.text(shell, number)
  local said = standard_sentences(shell.session.root.rules.players)
  return text_of(shell, function(rule)
    return (rule.number == number or rule.number:match "^%d+" == number)
      and not said[variant_rulebook.key_of(rule)]
  end)
end

--- The rules that state a knob.
function played_rules.of_knob(shell, name)
  return text_of(shell, function(rule)
    for _, knob in ipairs(rule.knobs) do
      if knob == name then return true end
    end
    return false
  end)
end

--- The numbers of the rules of the game on the table.
function played_rules.numbers(shell)
  local list, seen = {}, {}
  local book = book_of(shell)
  for _, section in ipairs(book and book.sections or {}) do
    for _, rule in ipairs(section.rules) do
      for _, number in ipairs { tostring(section.number), rule.number } do
        if not seen[number] then list[#list + 1] = number end
        seen[number] = true
      end
    end
  end
  return list
end

--- The changes of a variant: in its base, or as a house rule in the English
--- rules. nil if it has no base, or problems.
function played_rules.of_variant(shell, name)
  local info = aurum.read_variant(name)
  if #info.problems == 0 and #info.counts == 0 then
    info = aurum.read_variant("standard+" .. name)
  end
  if #info.problems > 0 then return nil end
  local players = info.counts[#info.counts]
  for _, count in ipairs(info.counts) do
    if count == shell.session.root.rules.players then players = count end
  end
  local book = variant_rulebook.of(info, players, true)
  local text = book and book.base and rulebook_text.some(book, shell:width(),
    function() return true end)
  return text and ("Rules that differ from: %s, %d players\n%s"):format(
    term.plain(book.base), players, text)
end

return played_rules
