-- Rulebooks of random compositions of knobs: each sentence is that of a knob,
-- or of a rule that all variants share, and no knob goes without one. Read back
-- by a program that shares no code with the printer, they state the values that
-- the knobs have; so do those of the editions and of all bundled rules.
local aurum = require "aurum"
local helper = require "helper"
local sentences = require "aurum.lab.rules.rulebook_sentences"
local rulebook_reader = require "rulebook_reader"
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

--- The values of knobs as a printed book should state them: a list of
--- { name, value }, less those that other knobs leave without effect.
local function stated(rules, asks)
  local list = {}
  local function add(name, value) list[#list + 1] = { name, value } end
  for _, knob in ipairs { "suits", "players", "hand", "trump", "next_leader",
    "gold_leads", "follow", "gold_to", "trick_to", "trick_ties", "exact",
    "exact_bonus", "over", "over_each", "under", "under_each", "cumulative",
    "rounds" } do
    add(knob, rules[knob])
  end
  local gold, dealt = { table.unpack(rules.gold) }, rules.zero_gold
  if dealt == "never" or gold[1] < rules.players then
    dealt, gold[1] = "never", dealt == "never" and 0 or gold[1]
  elseif gold[1] > rules.players then
    add("spare", gold[1] - rules.players)
  end
  add("gold", gold)
  add("zero_gold", dealt)
  add("ranks", { table.unpack(rules.ranks) })
  local points = { table.unpack(rules.gold_points, 1, #gold) }
  for i in ipairs(points) do points[i] = gold[i] == 0 and 0 or points[i] end
  add("gold_points", points)
  add("sides", { table.unpack(rules.side_of) })
  add("round_ties", { table.unpack(rules.round_ties) })
  add("game_ties", { table.unpack(rules.game_ties) })
  add("partners", rules.side_n < rules.players)
  add("beats", rules.trump ~= "none")
  local cards = #rules.suits * (rules.ranks[2] - rules.ranks[1] + 1)
  add("left", cards - rules.players * rules.hand)
  if cards > rules.players * rules.hand then add("extras", rules.extras) end
  if not asks then
    add("bidding", rules.bidding)
    add("zero_bid", rules.zero_bid)
    if rules.side_n < rules.players then add("side_bid", rules.side_bid) end
  end
  add("changes", asks and 0 or rules.changes)
  if rules.changes > 0 and not asks then
    add("change_price", rules.change_price)
    add("change_of", rules.side_n < rules.players and rules.change_of or "own")
    add("last_window", rules.last_window)
  end
  if not rules.cumulative and rules.nuggets > 0 then
    add("nuggets", rules.nuggets)
    add("sole_nuggets", rules.sole_nuggets)
  end
  return list
end

local read = {} -- the names of knobs that were read back

--- Checks that a printed book states the values of the knobs.
local function read_back(book, rules, asks)
  local knobs = rulebook_reader.of(rulebook_text.of(book, 80))
  for _, one in ipairs(stated(rules, asks)) do
    read[one[1]] = true
    assert.are.same(one[2], knobs[one[1]], rules.name .. ": " .. one[1])
  end
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
        read_back(book, rules)
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

describe("rulebooks of bundled rules", function()
  local n = 0
  for _, name in ipairs((aurum.variants())) do
    it("state their knobs: " .. name, function()
      for _, base in ipairs { "", "bga+", "en-2023+" } do
        local info = aurum.read_variant(base .. name)
        for _, players in ipairs(#info.problems == 0 and info.counts or {}) do
          local rules, asks = info:rules(players), false
          for _, question in ipairs(info:asked()) do
            asks = asks or question.when == "instead_of_bids"
          end
          read_back(variant_rulebook.of(info, players), rules, asks)
          n = n + 1
        end
      end
    end)
  end
  it("are many, and every knob is read back", function()
    assert.is_true(n > 40, n)
    for _, knob in ipairs(aurum.knobs()) do
      assert.is_true(read[knob.name], knob.name)
    end
  end)
end)

describe("the reader of rulebooks", function()
  local function refuses(text, message)
    local done, problem = pcall(rulebook_reader.of, text)
    assert.is_false(done)
    assert.is.truthy(tostring(problem):find(message, 1, true), problem)
  end

  it("refuses what no knob says", function()
    refuses("7.4   Gold that was played stays in the trick.", "7.4: of no knob")
    refuses("7.4   Gold that was played goes back to the supply. Nothing else.",
      "7.4: of no knob: Nothing else.")
    refuses("2.4   Gold that was played goes back to the supply.",
      "2.4: of no knob")
  end)

  it("reads signs", function()
    local knobs = rulebook_reader.of [[
9.1   For taking exactly its bid, a side loses 4 times the bid, but scores 1
      point. For taking more tricks than it bid, a side scores the bid, and
      another 2 points for each trick above the bid. For taking fewer tricks
      than it bid, a side loses 2 points, and another point for each trick below
      the bid.]]
    assert.are.same({ -4, 1, "bid", 2, -2, -1 }, { knobs.exact,
      knobs.exact_bonus, knobs.over, knobs.over_each, knobs.under,
      knobs.under_each })
  end)
end)
