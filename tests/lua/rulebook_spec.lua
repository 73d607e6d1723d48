-- The rulebook of a variant: every knob is said, and what is said follows it.
local aurum = require "aurum"
local helper = require "helper"
local sentences = require "aurum.lab.rules.rulebook_sentences"
local variant_rulebook = require "aurum.lab.rules.variant_rulebook"
local rulebook_text = require "aurum.lab.rules.rulebook_text"
local unsaid = require "aurum.lab.rules.unsaid"

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

local function house(text)
  return helper.write(folder .. "/house.lua", "return {" .. text .. "}")
end

--- The rulebook of a name for a number of players as text; nil and a message if
--- the rules are refused.
local function book(name, players, changes)
  local info = aurum.read_variant(name)
  if #info.problems > 0 then return nil, tostring(info.problems[1]) end
  local made, problem = variant_rulebook.of(info, players, changes)
  if not made then return nil, tostring(problem) end
  return rulebook_text.of(made, 80), made
end

describe("a rulebook", function()
  it("has a sentence for every knob", function()
    local said = {}
    for _, one in ipairs(sentences) do
      for _, knob in ipairs(one.knobs) do said[knob] = true end
    end
    for _, knob in ipairs(aurum.knobs()) do
      assert.is.truthy(said[knob.name], "nothing says " .. knob.name)
      said[knob.name] = nil
    end
    assert.are.same({}, said)
  end)

  -- The knobs that another one must accompany, and the rules beside which a
  -- knob matters.
  local beside = {
    { "suits = 'BCPS'", "hand = 10" }, { "ranks = { 2, 11 }" },
    { "gold = { 4, 2, 2, 2, 1, 1, 1, 1, 2 }" },
    { "gold_points = { 0, 1, 1, 1, 2, 2, 2, 3, 4 }" }, { "hand = 11" },
    { "extras = 'hidden'" }, { "zero_gold = 'first_round'" },
    { "zero_gold = 'never'" }, { "bidding = 'hidden'" }, { "zero_bid = true" },
    { "side_bid = 'lowest'" }, { "side_bid = 'sum'" }, { "changes = 0" },
    { "changes = 2" }, { "change_of = 'own'" }, { "change_price = 3" },
    { "last_window = false" }, { "follow = 'must'" }, { "follow = 'free'" },
    { "gold_leads = true" }, { "trick_to = 'lowest'" },
    { "gold_to = 'highest'" }, { "next_leader = 'winner'" },
    { "trick_ties = 'earlier'" }, { "trump = 'extra'" }, { "trump = 'S'" },
    { "exact = 3" }, { "exact = 0" }, { "exact = -1" }, { "exact_bonus = 5" },
    { "exact_bonus = -5" }, { "over = 'taken'" }, { "over = 'nothing'" },
    { "over_each = -1" }, { "over_each = 2" }, { "under = -2" },
    { "under_each = -1" }, { "round_ties = {}" },
    { "round_ties = { 'sole_exact' }" }, { "nuggets = 3" },
    { "sole_nuggets = true, rounds = 9" }, { "rounds = 4" },
    { "cumulative = true, rounds = 3" }, { "game_ties = { 'last_bid' }" },
    { "sides = { 1, 1, 2, 2 }" },
  }

  it("says another sentence for every value", function()
    local met, texts = {}, { [book("standard", 4)] = "standard" }
    for _, knobs in ipairs(beside) do
      local value = table.concat(knobs, ", ")
      local text, made = book("standard+" .. house(value), 4)
      assert.is.truthy(text, value .. ": " .. tostring(made))
      assert.is.falsy(text:find "nil", value)
      local rest = text:match "\n\n.*"
      assert.is_nil(texts[rest], ("%s reads like %s"):format(value,
        tostring(texts[rest])))
      texts[rest] = value
      -- The sentences that changed are of the knob that did.
      local changed = false
      for _, section in ipairs(made.sections) do
        for _, rule in ipairs(section.rules) do
          for _, knob in ipairs(rule.changed and rule.knobs or {}) do
            changed = true
            met[knob] = true
          end
        end
      end
      assert.is.truthy(changed, value)
    end
    for _, knob in ipairs(aurum.knobs()) do
      assert.is.truthy(met[knob.name] or knob.name == "players", knob.name)
    end
  end)

  it("marks and shows what differs from the base", function()
    local text = book("bga", 3, true)
    assert.is.truthy(text:find("9.1*  For taking more tricks", 1, true))
    assert.is.falsy(text:find "6%.3")
    local standard = book("five-alchemists", 5)
    assert.is.falsy(standard:find("*", 1, true)) -- it has no base
  end)

  it("has the sentences of files, numbered from 13.1", function()
    local text = book("standard+stakes+" .. house
      "rules = { 'One.', 'Two `G0` <b>.' }, exact = 3", 4)
    assert.is.truthy(text:find "13%.1%* Before the first trick each seat")
    assert.is.truthy(text:find "13%.3%* One%.\n13%.4%* Two G0 <b>%.")
    local info = aurum.read_variant("standard+" .. folder .. "/house.lua")
    local made = variant_rulebook.of(info, 4)
    assert.is.truthy(rulebook_text.html(made):find(
      "Two <code>G0</code> &lt;b&gt;.", 1, true))
    assert.is.truthy(rulebook_text.markdown(made):find(
      "Two `G0` \\<b\\>.", 1, true))
  end)

  it("says what it cannot know of code without sentences", function()
    local text = book("standard+" .. house [[ name = "house",
      winner = function(_, seat) return seat end ]], 4)
    assert.is.truthy(text:find("`winner`", 1, true) or text:find "winner")
    assert.is.truthy(text:find "its file does not\n? *say how"
      or text:find "does%s+not%s+say%s+how")
    assert.is.truthy(text:find "7%.2%*.-A house rule may%s+change this %(13%)")
  end)

  it("is told by bundled files of all their code", function()
    for _, name in ipairs((aurum.variants())) do
      local info = aurum.read_variant(name)
      if #info.counts == 0 then info = aurum.read_variant("bga+" .. name) end
      assert.are.same({}, unsaid.notes(info), name)
    end
  end)

  it("is numbered as core/RULES.md is", function()
    local known = {}
    for _, number in ipairs(require "aurum.text.rulebook".numbers()) do
      known[number] = true
    end
    for _, one in ipairs(sentences) do
      assert.is_true(known[one.number], one.number)
    end
  end)

  it("keeps the digest of bundled rules whatever they say", function()
    local text = helper.shell "cat variants/stakes.lua"
    local other = text:gsub("rules = {.-\n  },\n", "rules = { 'Else.' },\n")
    assert.are_not.equal(text, other)
    helper.write(folder .. "/stakes.lua", other)
    local path = "standard+" .. folder .. "/stakes.lua"
    local mine = assert(aurum.variant(path, 4))
    assert.are.equal(assert(aurum.variant("standard+stakes", 4)).digest,
      mine.digest)
    -- A list with code is code.
    helper.write(folder .. "/stakes.lua",
      (text:gsub("rules = {.-\n  },\n", "rules = { 'a' .. tostring(1) },\n")))
    mine = assert(aurum.variant(path, 4))
    assert.are_not.equal(assert(aurum.variant("standard+stakes", 4)).digest,
      mine.digest)
  end)

  it("refuses sentences that are none", function()
    for given, message in pairs {
      ["rules = 'x'"] = "rules: expected a list of 1 to 40 sentences",
      ["rules = {}"] = "rules: expected a list of 1 to 40 sentences",
      ["rules = { 1 }"] = "rules[1]: expected a sentence, got a number",
      ["rules = { '' }"] = "rules[1]: expected 1 to 400 bytes, got 0",
      ["rules = { ('x'):rep(401) }"] =
        "rules[1]: expected 1 to 400 bytes, got 401",
      ["rules = { '\\27[31m' }"] = "rules[1]: expected no control characters",
      ["rules = { '\\255' }"] = "rules[1]: expected UTF-8",
      ["rules = { 'a', x = 'b' }"] = "rules[x]: expected a list",
      ["rules = function() end"] =
        "rules: expected a list of 1 to 40 sentences",
    } do
      local text, problem = book("standard+" .. house(given), 4)
      assert.is_nil(text, given)
      assert.is.truthy(problem:find(message, 1, true), problem)
    end
  end)
end)
