-- Resolved rules: how aurum.rules resolves knobs, what it refuses, and digests.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local function rules_of(knobs, players)
  return aurum.rules { players = players or 4, knobs = knobs or {} }
end

describe("rules", function()
  it("have every knob, by default the four-player rules", function()
    local rules = assert(rules_of())
    for _, knob in ipairs(aurum.knobs()) do
      assert.same(knob.default, rules[knob.name])
    end
  end)

  it("have the values that were set", function()
    local set = {
      sides = { 1, 2, 2, 1 }, suits = "XYZ", ranks = { 0, 12 },
      gold = { 5, 1 }, gold_points = { -1, 7 }, hand = 9, extras = "hidden",
      zero_gold = "first_round", bidding = "hidden", zero_bid = true,
      side_bid = "sum", changes = 3, change_of = "own",
      change_price = 1, last_window = false, follow = "must",
      gold_leads = true, trick_to = "lowest", gold_to = "highest",
      next_leader = "winner", trick_ties = "earlier", trump = "X",
      exact = 5, exact_bonus = 10, over = "nothing", over_each = 2,
      under = -3, under_each = -1,
      round_ties = { "highest_gold", "exact" }, nuggets = 4,
      sole_nuggets = true, rounds = 7, cumulative = true,
      game_ties = { "last_bid" },
    }
    local rules = assert(rules_of(set))
    local n = 1 -- players
    for name, value in pairs(set) do
      assert.same(value, rules[name])
      n = n + 1
    end
    assert.equal(#aurum.knobs(), n)
    assert.equal(3 * 13, #rules.deck)
    assert.equal("G0 G0 G0 G0 G0 G1", tostring(rules.gold_all))
  end)

  it("are not changed through values they returned", function()
    local rules = assert(rules_of())
    rules.ranks[1] = 5
    rules.side_of[1] = 2
    assert.same({ 1, 10 }, rules.ranks)
    assert.same({ 1, 2, 1, 2 }, rules.side_of)
    raises("", function() rules.hand = 3 end)
    raises("rules have no field 'hnad'; did you mean 'hand'?",
      function() return rules.hnad end)
  end)

  it("have sides (RULES 2.1)", function()
    local expected = {
      [2] = { 1, 2 }, [3] = { 1, 2, 3 }, [4] = { 1, 2, 1, 2 },
      [5] = { 1, 2, 3, 4, 5 }, [6] = { 1, 2, 3, 4, 5, 6 },
    }
    for players, sides in pairs(expected) do
      local rules = assert(rules_of(
        { hand = 8, gold = { 6, 1 }, players = nil }, players))
      assert.same(sides, rules.side_of)
      assert.equal(players == 4 and 2 or players, rules.side_n)
    end
    local pairs_of_six = assert(rules_of(
      { hand = 8, gold = { 6 }, sides = { 1, 2, 3, 1, 2, 3 } }, 6))
    assert.same({ 1, 2, 3, 1, 2, 3 }, pairs_of_six.side_of)
    assert.equal(3, pairs_of_six.side_n)
  end)

  it("give a knob's value as text for people", function()
    local rules = assert(aurum.variant("standard", 3))
    local expected = {
      hand = "12", last_window = "true", suits = "BPSZ", ranks = "1 9",
      round_ties = "exact highest_gold", sides = "", bidding = "hidden",
      players = "3",
    }
    for name, text in pairs(expected) do
      assert.equal(text, rules:text(name))
    end
    raises("no such knob", rules.text, rules, "hnad")
  end)

  it("have a text", function()
    assert.equal("rules bga, 3 players", tostring(aurum.variant("bga", 3)))
  end)

  it("have a digest of the knobs that are not at their default", function()
    local usual = rules_of().digest
    assert.truthy(usual:find "^%x+$")
    assert.equal(16, #usual)
    assert.equal(usual, rules_of { hand = 12 }.digest)
    assert.equal(usual,
      aurum.rules { players = 4, name = "x", title = "y", knobs = {} }.digest)
    local seen = { [usual] = true }
    for _, knobs in ipairs { { hand = 11 }, { exact = 11 }, { exact = 1 },
      { exact_bonus = 1 }, { gold = { 4 } }, { gold = { 4, 2 } },
      { suits = "BCPSY" }, { zero_bid = true }, { extras = "hidden" },
      { round_ties = { "exact" } }, { round_ties = { "sole_exact" } },
      { sides = { 1, 2, 1, 2 } }, { change_price = 1 }, { follow = "must" },
      { follow = "free" }, { gold_leads = true }, { trick_to = "lowest" },
      { gold_to = "highest" }, { next_leader = "winner" },
      { trick_ties = "earlier" }, { over_each = 1 }, { under_each = 1 } } do
      local digest = assert(rules_of(knobs)).digest
      assert.is_nil(seen[digest])
      seen[digest] = true
    end
    local text = aurum.rules { players = 4, knobs = {}, text = "hook" }
    assert.is_nil(seen[text.digest])
  end)

  it("do not contradict themselves", function()
    local cases = {
      { { sides = { 1, 2 } }, "sides", "must name the side of each seat" },
      { { sides = { 1, 1, 1, 1 } }, "sides", "must be at least two" },
      { { sides = { 1, 3, 1, 3 } }, "sides", "without a gap" },
      { { ranks = { 5, 4 } }, "ranks", "lowest 5 above highest 4" },
      { { suits = "BB" }, "suits", "distinct capital letters" },
      { { suits = "BG" }, "suits", "distinct capital letters" },
      { { suits = "BCPSZX", ranks = { 1, 10 } }, "suits",
        "69 kinds of cards, gold included; at most 64 fit" },
      { { gold = { 4, 1 }, gold_points = { 0 } }, "gold_points",
        "2 ranks of gold, but points for 1" },
      { { hand = 13 }, "hand", "52 cards to deal from a deck of 50" },
      { { gold = { 3, 2 } }, "zero_gold", "4 seats are dealt a G0 each, of 3" },
      { { nuggets = 0 }, "rounds", "ever ends the game" },
      { { sole_nuggets = true }, "sole_nuggets",
        "without 'rounds' a game need never end" },
      { { cumulative = true }, "cumulative",
        "without 'rounds' a game never ends" },
    }
    for _, case in ipairs(cases) do
      local rules, message, knob = rules_of(case[1])
      assert.is_nil(rules)
      assert.equal(case[2], knob)
      assert.truthy(message:find(case[3], 1, true), message)
    end
    assert.truthy(rules_of { gold = { 3, 2 }, zero_gold = "never" })
    assert.truthy(rules_of { nuggets = 0, rounds = 1 })
  end)

  it("accept only valid values of a knob", function()
    local wrong = {
      hand = { 0, 65, "12", 1.5, true, {}, math.huge },
      changes = { -1, 5 }, exact = { -100, 100 },
      zero_bid = { 1, "true", {} }, change_price = { -1, 16 },
      follow = { "may", true }, gold_leads = { 1 }, trick_to = { "later" },
      gold_to = { "winner" }, next_leader = { "highest" },
      trick_ties = { "lowest" }, over_each = { 100 }, under_each = { -100 },
      extras = { "showm", 1, true }, over = { "", "BID" },
      ranks = { 5, {}, { 1 }, { 1, 2, 3 }, { -1, 3 }, { 1, 31 },
        { "1", 3 }, { 1, false } },
      gold = { {}, { 16 }, { -1 }, "4", { 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
        4, 4, 4, 4, 4 } },
      suits = { "", 5, "BCPSZXYWV", {}, "b", "B1" },
      round_ties = { "exact", { "exakt" }, { 1 },
        { "exact", "exact", "exact", "exact" } },
      game_ties = { { "exact" } }, sides = { { 0 }, { 7 }, 1 },
      cumulative = { 0 }, rounds = { 100, -1 }, nuggets = { 41, -1 },
      zero_gold = { "always" },
    }
    local expected = {}
    for _, knob in ipairs(aurum.knobs()) do
      expected[knob.name] = knob.expected
    end
    for name, values in pairs(wrong) do
      for _, value in ipairs(values) do
        local fits, what = aurum.knob_fits(name, value)
        assert.is_nil(fits, name .. " " .. tostring(value))
        assert.equal(expected[name], what)
        local rules, message, knob = rules_of { [name] = value }
        assert.is_nil(rules)
        assert.equal(name, knob)
        assert.equal("expected " .. expected[name], message)
      end
    end
    assert.is_nil((aurum.knob_fits("hand", nil)))
    assert.is_true((aurum.knob_fits("hand", 12.0)))
    raises("no such knob", aurum.knob_fits, "hnad", 1)
    raises("knobs: there is no option 'hnad'; did you mean 'hand'?", rules_of,
      { hnad = 1 })
    raises("knobs: there is no option 'unlike'; there are players, ",
      rules_of, { unlike = true })
    raises("knobs: options have names, not 1", rules_of, { "hand" })
    raises("players: expected a number from 2 to 6", rules_of, {}, 1)
    raises("players: expected a number from 2 to 6", rules_of, {}, 7)
    raises("", rules_of, {}, "four")
  end)

  -- A list with named keys or gaps is a mistake, and must not pass for a
  -- shorter list: { [0] = 4, 2 } is not a list of two.
  it("do not accept other tables as lists", function()
    for _, value in ipairs { { [0] = 4, 2, 2 }, { 4, 2, nil, 1 },
      { 4, two = 2 } } do
      assert.is_nil((aurum.knob_fits("gold", value)))
    end
    assert.is_nil((aurum.knob_fits("round_ties", { exact = true })))
  end)
end)
