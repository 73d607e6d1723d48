-- Rulebooks of random compositions of knobs: each sentence is that of a knob,
-- or of a rule that all variants share, and no knob goes without one.
local aurum = require "aurum"
local helper = require "helper"
local sentences = require "aurum.lab.rules.rulebook_sentences"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"
local rulebook_text = require "aurum.lab.rules.rulebook_text"

local compositions = 60
local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

--- Values that a knob may have beside the default of four players, as Lua.
local values = {
  extras = { "'hidden'" }, zero_gold = { "'first_round'", "'never'" },
  bidding = { "'hidden'" }, zero_bid = { "true" },
  side_bid = { "'lowest'", "'sum'" }, changes = { "0", "2", "5" },
  change_of = { "'own'" }, change_price = { "1", "3", "8" },
  last_window = { "false" }, follow = { "'must'", "'free'" },
  gold_leads = { "true" }, trick_to = { "'lowest'" },
  gold_to = { "'highest'" }, next_leader = { "'winner'" },
  trick_ties = { "'earlier'" }, trump = { "'extra'", "'S'" },
  exact = { "-1", "0", "1", "3", "7" }, exact_bonus = { "-5", "1", "10" },
  over = { "'taken'", "'nothing'" }, over_each = { "-1", "2" },
  under = { "-2", "4" }, under_each = { "-1", "1" },
  round_ties = { "{}", "{ 'sole_exact' }", "{ 'highest_gold', 'exact' }" },
  nuggets = { "1", "3" }, rounds = { "4", "9" },
  game_ties = { "{ 'last_bid' }" },
  hand = { "11", "9" }, ranks = { "{ 2, 11 }" },
  gold_points = { "{ 0, 0, 1, 1, 1, 2, 2, 2, 5 }" },
  gold = { "{ 4, 2, 2, 2, 1, 1, 1, 1, 2 }", "{ 6, 1, 1, 1, 1, 1, 1, 1, 1 }" },
  sides = { "{ 1, 1, 2, 2 }", "{ 1, 2, 3, 4 }" }, suits = { "'BCPSZA'" },
}
-- These need others to agree with them.
local together = { cumulative = "cumulative = true, rounds = 3",
  sole_nuggets = "sole_nuggets = true, rounds = 5" }

--- A random composition as the text of a house rule, and its knobs.
local function composed(draw)
  local parts, knobs = {}, {}
  for _, knob in ipairs(aurum.knobs()) do
    local list = values[knob.name]
    if list and draw(4) == 1 then
      parts[#parts + 1] = ("%s = %s"):format(knob.name, list[draw(#list)])
      knobs[knob.name] = true
    end
  end
  local own = ({ "cumulative", "sole_nuggets" })[draw(6)]
  if own and not knobs.rounds then
    parts[#parts + 1] = together[own]
    knobs[own], knobs.rounds = true, true
  end
  return "return { " .. table.concat(parts, ", ") .. " }", knobs
end

--- The sentences that a book may hold by its rules: text -> entry.
local function possible(rules)
  local known = {}
  for _, one in ipairs(sentences) do
    local text, number = one.say(rules, false)
    if text then
      known[text] = { entry = one, number = number or one.number }
    end
  end
  return known
end

--- Checks the wording of a sentence.
local function reads(text)
  for _, wrong in ipairs { "nil", "  %a", "%.%.", " %.", "%f[%d]1 points",
    "%f[%S]%-%d",
    "function:", "table:", "%%[ds]" } do
    local found = text:find(wrong)
    assert.is_nil(found, found and text:sub(found - 40, found + 40))
  end
end

--- Checks a book: every sentence maps to one entry of the table, with its
--- number and knobs. Marks the knobs that were met.
local function map_back(book, rules, met)
  local known, n = possible(rules), 0
  for _, section in ipairs(book.sections) do
    for _, rule in ipairs(section.rules) do
      local from = known[rule.text]
      assert.is.truthy(from, "of no knob: " .. rule.text)
      assert.are.equal(from.number, rule.number)
      assert.are.equal(from.entry.knobs, rule.knobs)
      assert.are.equal(section.number, tonumber(rule.number:match "^%d+"))
      reads(rule.text)
      for _, knob in ipairs(rule.knobs) do met[knob] = true end
      n = n + 1
    end
  end
  assert.is_true(n > 25)
end

--- True if a knob has nothing to say since other knobs leave it none.
local function idle(rules, knob)
  return rules.changes == 0 and (knob == "change_of" or knob == "last_window")
    or knob == "trump" and rules.trump == "none"
    or knob == "zero_bid" and not rules.zero_bid
end

describe("rulebooks of random compositions", function()
  it("map every sentence to its knob, and every knob to a sentence", function()
    local draw = helper.dice(44)
    local made, met, tries = 0, {}, 0
    while made < compositions do
      tries = tries + 1
      assert.is_true(tries < 20 * compositions, "too few are valid")
      local text, knobs = composed(draw)
      local path = helper.write(folder .. "/c" .. tries .. ".lua", text)
      local info = aurum.read_variant("standard+" .. path)
      local rules = #info.problems == 0 and info:rules(4)
      if rules then
        made = made + 1
        local own = {}
        local book = variant_rulebook.of(info, 4)
        map_back(book, rules, own)
        for knob in pairs(own) do met[knob] = true end
        for knob in pairs(knobs) do
          assert.is.truthy(own[knob] or idle(rules, knob), knob)
        end
        assert.is.truthy(rulebook_text.html(book):find "</html>\n$")
      end
    end
    for _, knob in ipairs(aurum.knobs()) do
      assert.is_true(met[knob.name], "no sentence for " .. knob.name)
    end
  end)
end)
