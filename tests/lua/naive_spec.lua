-- luacheck: std +busted
-- Tests of the oracle itself: the examples and tables of RULES.md, dealt by
-- hand; its own random games, in which no card may be lost; and games recorded
-- by another program (tests/fixtures/golden). Run from the top of the project.

package.path = "tests/lua/?.lua;" .. package.path
local json = require "dkjson"
local naive = require "naive"

local EDITIONS = {"en-2023", "de-2024", "ru-2023", "fr-2023", "bga"}
local HOUSES = {"", "+no-zero-gold", "+cumulative",
                "+no-zero-gold+cumulative"}

-- Hand-built rounds ---------------------------------------------------------

local function words(text)
  local t = {}
  for word in text:gmatch("%S+") do t[#t + 1] = word end
  return t
end

local function sorted(...)
  local t = {}
  for _, list in ipairs{...} do table.move(list, 1, #list, #t + 1, t) end
  table.sort(t)
  return t
end

local function has(list, item)
  for _, x in ipairs(list) do
    if x == item then return true end
  end
  return false
end

local function count(list, item)
  local n = 0
  for _, x in ipairs(list) do
    if x == item then n = n + 1 end
  end
  return n
end

local function act(g, text)
  assert(g:apply(text))
end

-- Deal the cards named in 'hands', from the first player's place on; other
-- cards fill the hands, in the deck's order.
local function deal(g, hands, first)
  if not first then first = g.first and g:seat_after(g.first, 1) or 1 end
  local left, by_seat = {}, {}
  local named = table.concat(hands, " ") .. " "
  for _, card in ipairs(g.base_cards) do
    if not (" " .. named):find(" " .. card .. " ", 1, true) then
      left[#left + 1] = card
    end
  end
  for place = 1, g.players do
    local hand = words(hands[place] or "")
    while #hand < 12 do hand[#hand + 1] = table.remove(left, 1) end
    by_seat[g:seat_after(first, place - 1)] = hand
  end
  assert(g:deal{first = first, hands = by_seat, extras = left})
end

local function bid(g, cards)
  for _, card in ipairs(words(cards)) do act(g, "bid " .. card) end
end

-- Play the change window. 'changes' holds "GOLD CARD" by place from the first
-- player on, for that place's own bid; the others keep.
local function window(g, changes)
  while g.phase == "change" do
    local place = (g.turn - g.first) % g.players + 1
    local change = changes and changes[place]
    act(g, change and ("change %s of %d"):format(change, g.turn) or "keep")
  end
end

local function trick(g, cards, changes)
  window(g, changes)
  for _, card in ipairs(words(cards)) do act(g, "play " .. card) end
end

local function void(g, cards, changes)
  trick(g, cards, changes)
  act(g, "pass")
end

-- A new game with cards dealt and bids laid.
local function game_of(variant, players, hands, bids, first)
  local g = naive.new(variant, players)
  deal(g, hands, first)
  bid(g, bids)
  return g
end

-- Play a round without a full trick, in which every bid fails and only a kept
-- G0 puts a side ahead. 'keeps' lists the sides that keep theirs; the other
-- seats spend them. 'bids' are the final ranks of the bids by seat, with three
-- players only, each at most 6.
local QUICK = {
  [3] = {
    "B7 B8 B9 S1 S2 S3 S4 S5 S6 S7 S8 S9",
    "P7 P8 P9 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9",
    "B1 B2 B3 B4 B5 B6 P1 P2 P3 P4 P5 P6",
    bid = {"S%d", "Z%d", "B%d"},
    plays = "B9 P9",
  },
  [4] = {
    "B9 B10 S1 S2 S3 S4 S5 S6 S7 S8 S9 S10",
    "C9 C10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10",
    "P5 P6 P7 P8 P9 P10 B5 B6 B7 B8 C5 C6",
    "B1 B2 B3 B4 C1 C2 C3 C4 P1 P2 P3 P4",
    bid = {"S%d", "Z%d", "P%d", "B%d"},
    plays = "B10 C10 P10",
    ranks = {5, 6, 5, 3}, -- so the sides differ
  },
}

local function quick(g, keeps, bids)
  local plan = QUICK[g.players]
  deal(g, plan)
  local changes = {}
  for place = 1, g.players do
    local seat = g:seat_after(g.first, place - 1)
    local rank = plan.ranks and plan.ranks[place] or bids and bids[seat] or 4
    local card = plan.bid[place]:format(rank)
    if has(keeps, g.sides[seat]) then
      act(g, "bid " .. card)
    else
      local other = rank % 6 + 1
      act(g, "bid " .. plan.bid[place]:format(other))
      changes[place] = "G0 " .. card
    end
  end
  void(g, plan.plays, changes)
end

-- RULES 12 ------------------------------------------------------------------

describe("the examples of RULES 12:", function()
  it("1: the team's bid is the higher of 4 and 2", function()
    local g = game_of("de-2024", 4, {"B4", "C9", "B2", "C8"}, "B4 C9 B2 C8")
    assert.equal(4, g:side_bid(1))
    assert.equal(9, g:side_bid(2))
  end)

  it("2: own bid 3, partner's 7 replaced by a 4", function()
    local g = game_of("fr-2023", 4, {"B3 S4", "C9", "P7", "C8"},
      "B3 C9 P7 C8")
    assert.equal(7, g:side_bid(1))
    act(g, "change G0 S4 of 3")
    assert.equal(4, g:side_bid(1))
    assert.same({[1] = "B3", [2] = "C9", [3] = "S4", [4] = "C8"}, g.bids)
    assert.is_true(has(g.hands[1], "P7"))
    assert.is_false(has(g.hands[1], "S4"))
    assert.equal(11, #g.hands[1])
    assert.same({}, g.gold[1])
    assert.is_true(has(g.supply, "G0"))
  end)

  it("3: three players spend G0, bid 4 becomes 7", function()
    local g = game_of("en-2023", 3, {"B4 S7"}, "B4")
    act(g, g:legal()[1])
    act(g, g:legal()[1])
    assert.equal("change", g.phase)
    assert.is_false(has(g:legal(), "change G0 S7 of 2"))
    act(g, "change G0 S7 of 1")
    assert.equal(7, g:side_bid(1))
    assert.is_true(has(g.hands[1], "B4"))
    assert.equal(2, count(g.supply, "G0"))
  end)

  it("4: 4, 5, 5: the third wins, the first takes G4 and leads", function()
    local g = game_of("en-2023", 3, {"B4 B9", "P5 P9", "S5 S9"}, "B9 P9 S9")
    trick(g, "B4 P5 S5")
    assert.same({leader = 1, plays = {"B4", "P5", "S5"}, winner = 3,
                 award = "G4"}, g.last_trick)
    assert.same({0, 0, 1}, g.taken)
    assert.same({"G0", "G4"}, sorted(g.gold[1]))
    assert.equal(1, g.leader)
  end)

  it("5: all ranks equal: the last wins, takes the gold, leads", function()
    local g = game_of("de-2024", 4, {"B5 B9", "C5 C9", "P5 P9", "S5 S9"},
      "B9 C9 P9 S9")
    trick(g, "B5 C5 P5 S5")
    assert.same({leader = 1, plays = {"B5", "C5", "P5", "S5"}, winner = 4,
                 award = "G5"}, g.last_trick)
    assert.equal(4, g.leader)
  end)

  it("5: but gold among them still wins (RULES 7.3)", function()
    local g = game_of("de-2024", 4, {"B5 B9", "C9", "P5 P9", "S5 S9"},
      "B9 C9 P9 S9")
    trick(g, "B5 G0 P5 S5")
    assert.equal(2, g.last_trick.winner)
    assert.equal("G5", g.last_trick.award)
    assert.equal(4, g.leader)
  end)

  it("6: no G4 in the supply, one in the trick: no award", function()
    local g = game_of("en-2023", 3,
      {"P9 P3 P4 S9", "B8 S8 B7 B9", "S4 B5 Z9"}, "S9 B9 Z9")
    trick(g, "P9 B8 S4")
    assert.equal("G4", g.last_trick.award)
    trick(g, "B5 P3 S8")
    assert.equal("G3", g.last_trick.award)
    window(g)
    act(g, "play P4")
    act(g, "play B7")
    assert.is_false(has(g.supply, "G4"))
    act(g, "play G4")
    assert.same({leader = 1, plays = {"P4", "B7", "G4"}, winner = 3},
      g.last_trick)
    assert.is_true(has(g.supply, "G4"))
    assert.same({"G0"}, g.gold[3])
    assert.equal(1, g.leader)
  end)

  it("7: no playable suit and no gold: the trick is void", function()
    local g = naive.new("fr-2023+no-zero-gold", 4)
    deal(g, QUICK[4])
    bid(g, "S5 Z5 P5 B4")
    trick(g, "B10 C10 P10")
    assert.same({"pass"}, g:legal())
    act(g, "pass")
    assert.same({taken = {0, 0}, bid = {5, 5}, bid_points = {0, 0},
                 gold_points = {0, 0}, points = {0, 0}}, g.score)
    assert.equal(4, g.passer)
    assert.equal("deal", g.phase)
    assert.is_nil(g.turn)
    assert.same({}, g:legal())
  end)

  it("8: the same with a G7 kept: it scores 3", function()
    local g = game_of("ru-2023", 3, {
      "B7 B8 B9 P2 P3 P4 P6 P7 S1 S2 S3 S4", "P8 P1 P5 P9", "S9 S8 S7 S6"},
      "B8 P9 S6")
    trick(g, "B7 P8 S9")
    assert.equal("G7", g.last_trick.award)
    trick(g, "B9 P1 S8")
    trick(g, "P5 S7")
    assert.same({"pass", "play G0", "play G7"}, g:legal())
    act(g, "pass")
    assert.same({3, 1, 0}, g.score.gold_points)
    assert.equal(1, g.passer)
  end)

  it("8: gold in the void trick scores for nobody (RULES 8.1)", function()
    local g = game_of("en-2023", 4, {
      "B10 B1 B2 B9", "C5 C10 C9", "P10 P9 P8 P7",
      "S10 S9 S8 B3 B4 B5 B6 B7 B8 P1 P2 P3"}, "B9 C9 P7 S8")
    trick(g, "B10 C5 P10 S10")
    trick(g, "C10 P9 S9 B1")
    void(g, "B2 G5 P8")
    assert.same({1, 0}, g.score.gold_points)
    assert.is_true(has(g.discard, "G5"))
    assert.is_false(has(g.supply, "G5"))
  end)

  it("9: a partner's tricks are added", function()
    local g = game_of("en-2023", 4, {
      "B10 B9 B2 B3 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8", "C9 C8 C1 Z9",
      "P10 P9 P1 B8", "S9 S8 S1 S2"}, "B2 C1 P1 S1")
    trick(g, "B10 C9 P9 S9")
    trick(g, "S8 B9 C8 P10")
    void(g, "Z9 B8 S2")
    assert.same({1, 0, 1, 0}, g.taken)
    assert.same({taken = {2, 0}, bid = {2, 1}, bid_points = {4, 0},
                 gold_points = {0, 3}, points = {4, 3}}, g.score)
  end)

  it("9: with three players they are not", function()
    local g = naive.new("bga", 3)
    quick(g, {1, 2, 3})
    assert.equal(3, #g.score.taken)
    assert.same({1, 2, 3}, g.sides)
    assert.same({1, 2, 1, 2}, naive.new("bga", 4).sides)
  end)

  it("10: four players, one nugget each: a third round", function()
    for _, edition in ipairs(EDITIONS) do
      local g = naive.new(edition, 4)
      quick(g, {1})
      quick(g, {2})
      assert.same({1, 1}, g.nuggets)
      assert.equal("deal", g.phase)
      quick(g, {2})
      assert.equal("over", g.phase)
      assert.same({2}, g.winners)
    end
  end)

  it("11: bid 3, taken 5: 3 points, in bga 5 (RULES 9.1)", function()
    for _, edition in ipairs(EDITIONS) do
      local g = game_of(edition, 3, {
        "S1 S2 S3 S4 S5 S9 B4", "B9 B8 B7 B6 P9 P3 P5",
        "Z2 Z3 Z4 Z5 Z6 Z9 P1 P2 P4 B1 B2 B3"}, "S9 P3 Z9", 3)
      trick(g, "S1 B9 Z2")
      trick(g, "S2 B8 Z3")
      trick(g, "S3 B7 Z4")
      trick(g, "S4 B6 Z5")
      trick(g, "S5 P9 Z6")
      void(g, "B4 P5")
      local over = edition == "bga" and 5 or 3
      assert.same({taken = {5, 0, 0}, bid = {3, 9, 9},
                   bid_points = {over, 0, 0}, gold_points = {0, 0, 7},
                   points = {over, 0, 7}}, g.score)
    end
  end)

  it("12: English, last bids 4, 5, 5: 2 and 3 win together", function()
    local g = naive.new("standard", 3)
    quick(g, {1})
    quick(g, {2})
    quick(g, {3}, {4, 5, 5})
    assert.same({1, 1, 1}, g.nuggets)
    assert.same({2, 3}, g.winners)
  end)

  -- The table of RULES 9.3, three players. Places 1 and 2 take a trick each and
  -- have bid 1 each. Place 3 takes G4, and its bid fails. Each has 2 points.
  local function two_exact(g, second_bid, changes)
    deal(g, {"B9 S8 S1 B8", "P8 P9 P7 Z1 Z2",
             "S4 Z8 B1 B2 B3 B4 B5 P1 P2 P3 P4 P5"})
    bid(g, "S1 " .. second_bid .. " P5")
    trick(g, "B9 P8 S4")
    trick(g, "Z8 S8 P9", changes)
    void(g, "B8 P7")
    return g
  end

  describe("a tied round of three (RULES 9.3):", function()
    local function each(expected, play)
      for _, edition in ipairs(EDITIONS) do
        local g = naive.new(edition, 3)
        play(g)
        assert.same(expected[edition] or expected.others, g.round_winners,
          edition)
      end
    end

    it("one exact bid beats the higher gold card", function()
      each({others = {1}}, function(g)
        two_exact(g, "Z2")
        assert.same({2, 0, 2}, g.score.points)
      end)
    end)

    it("no exact bid: the highest gold card", function()
      each({others = {3}, ["ru-2023"] = {1, 3}}, function(g)
        deal(g, {"S1 S2 S9 P1 S5", "B9 B8 B7 B6 B5 B4 B3 P9 P8 P7 P6 P5",
                 "Z8 Z7 Z4 B1 Z9"})
        bid(g, "S5 P5 Z9")
        trick(g, "S1 B9 Z8")
        trick(g, "S2 B8 Z7")
        trick(g, "S9 B7 Z4")
        void(g, "B1 P1")
        assert.same({2, 0, 2}, g.score.points)
      end)
    end)

    it("two exact bids, one without gold, a third side ahead in it",
      function()
        each({others = {1}, ["ru-2023"] = {1, 2}, bga = {3}}, function(g)
          two_exact(g, "Z2", {[2] = "G0 Z1"})
          assert.same({2, 2, 2}, g.score.points)
          assert.same({{"G0"}, {}}, {g.gold[1], g.gold[2]})
        end)
      end)

    it("two exact bids with equal gold", function()
      each({others = {1, 2}, bga = {3}}, function(g)
        two_exact(g, "Z1")
        assert.same({2, 2, 2}, g.score.points)
      end)
    end)

    it("no difference between them: shared", function()
      each({others = {1, 2, 3}}, function(g) quick(g, {1, 2, 3}) end)
    end)

    it("a side without gold is below G0", function()
      each({others = {2}, ["ru-2023"] = {1, 2, 3}}, function(g)
        quick(g, {2})
      end)
    end)
  end)

  describe("a tied round of four (RULES 9.3):", function()
    -- Seat 3 takes the first trick and seat 2 the second.
    local BOTH_EXACT = {
      "B10 B9 B1 B2 B3", "C9 C10 C1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10",
      "P10 P9 P1 P2 Z1", "S9 S10 S1 S2"}

    local function each(expected, play)
      for _, edition in ipairs(EDITIONS) do
        local g = naive.new(edition, 4)
        play(g)
        assert.same(expected, g.round_winners, edition)
      end
    end

    it("one exact bid beats the higher gold card", function()
      each({1}, function(g)
        deal(g, {"B10 B1 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 S1", "C4 Z10 C9",
                 "P9 P10 P1", "S9 S10 S8"})
        bid(g, "B1 C9 P1 S8")
        trick(g, "B10 C4 P9 S9")
        void(g, "Z10 P10 S10")
        assert.same({2, 2}, g.score.points)
      end)
    end)

    it("no exact bid: the highest gold card", function()
      each({2}, function(g)
        deal(g, {"B1 B2 B9 B8 B10", "C10 C9 C8 C7 C6",
                 "P10 P9 P8 P7 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8", "S10 S9 S4 S8 Z9"})
        bid(g, "B8 C7 P7 S8")
        trick(g, "B1 C10 P10 S10")
        trick(g, "B2 C9 P9 S9")
        trick(g, "B9 C8 P8 S4")
        void(g, "Z9 B10 C6")
        assert.same({2, 2}, g.score.points)
      end)
    end)

    it("both exact, equal gold: shared", function()
      each({1, 2}, function(g)
        deal(g, BOTH_EXACT)
        bid(g, "B1 C1 P1 S1")
        trick(g, "B10 C9 P10 S9")
        trick(g, "S10 B9 C10 P9")
        void(g, "Z1 S2 B3")
        assert.same({2, 2}, g.score.points)
      end)
    end)

    it("both exact: the highest gold card", function()
      each({2}, function(g)
        deal(g, BOTH_EXACT)
        bid(g, "B2 C1 P2 S1")
        trick(g, "B10 C9 P10 S9", {[1] = "G0 B1"})
        trick(g, "S10 B9 C10 P9", {[3] = "G0 P1"})
        void(g, "Z1 S2 B3")
        assert.same({2, 2}, g.score.points)
      end)
    end)
  end)

  -- RULES 9.4, 9.5, 9.7: rounds decided by kept G0 until the game is over.
  describe("the end of the game:", function()
    local ALL = {1, 2, 3}
    local cases = {
      -- players, editions, house, sides that win each round, winners, bids
      {3, "de-2024 bga en-2023 fr-2023", "", {{1}, {1}}, {1}},
      {3, "de-2024 bga", "", {{1}, {2}, {3}, {2}}, {2}},
      {3, "de-2024 bga", "", {{1, 2}, {1, 2}}, {1, 2}},
      {3, "ru-2023", "", {ALL, ALL}, ALL},
      {3, "en-2023 fr-2023", "", {{1, 2}, {1, 2}, {3}}, {2}, {4, 5, 6}},
      {3, "en-2023 fr-2023", "", {{1, 2}, {1, 2}, {1}}, {1}, {4, 5, 6}},
      {3, "en-2023 fr-2023", "", {{1, 2}, {1, 3}}, {1}, {4, 5, 6}},
      {3, "en-2023 fr-2023", "", {ALL, ALL, ALL}, {1, 2}, {5, 5, 4}},
      {3, "en-2023 fr-2023", "", {{1}, {2}, {3}}, {1}, {6, 5, 4}},
      {4, "de-2024 bga en-2023 fr-2023 ru-2023", "", {{1}, {1}}, {1}},
      {4, "de-2024 bga en-2023 fr-2023 ru-2023", "",
        {{1, 2}, {1, 2}}, {1, 2}},
      {4, "de-2024 bga en-2023 fr-2023 ru-2023", "", {{1, 2}, {2}}, {2}},
      {3, "en-2023 fr-2023", "+cumulative", {{1}, {1}, {1}}, {2, 3},
        {4, 5, 5}},
      {3, "de-2024 bga", "+cumulative", {{1}, {1}, {1}}, ALL, {4, 5, 5}},
      {4, "de-2024 bga en-2023 fr-2023 ru-2023", "+cumulative",
        {{1}, {1}, {1}}, {1, 2}},
    }
    for number, case in ipairs(cases) do
      it("case " .. number, function()
        local players, editions, house, rounds, winners, bids =
          table.unpack(case, 1, 6)
        for _, edition in ipairs(words(editions)) do
          local g = naive.new(edition .. house, players)
          for _, keeps in ipairs(rounds) do
            assert.equal("deal", g.phase, edition)
            assert.is_nil(g.winners)
            quick(g, keeps, bids)
            assert.same(keeps, g.round_winners, edition)
          end
          assert.equal("over", g.phase, edition)
          assert.same(winners, g.winners, edition)
          if house == "+cumulative" then
            assert.equal(0, math.max(table.unpack(g.nuggets)))
          end
        end
      end)
    end

    it("the Russian three play on until one has two", function()
      local g = naive.new("ru-2023", 3)
      for _ = 1, 4 do
        assert.equal("deal", g.phase)
        two_exact(g, "Z2")
        assert.same({g.first}, g.round_winners)
      end
      assert.same({2, 1, 1}, g.nuggets)
      assert.same({1}, g.winners)
    end)

    it("cumulative: most points over exactly three rounds", function()
      local g = naive.new("en-2023+cumulative", 3)
      two_exact(g, "Z2")
      two_exact(g, "Z2")
      assert.same({2 + 2, 2, 2}, g.points)
      quick(g, {3}, {1, 2, 3})
      assert.same({0, 0, 0}, g.nuggets)
      assert.same({1}, g.winners)
    end)
  end)
end)

-- Rules without an example --------------------------------------------------

describe("the rules:", function()
  it("1.3, 9.6: the gold in the supply after the deal", function()
    local zeros = {["en-2023"] = 1, ["fr-2023"] = 1}
    for _, edition in ipairs(EDITIONS) do
      for _, house in ipairs(HOUSES) do
        for players = 3, 4 do
          local g = naive.new(edition .. house, players)
          local none = house:find("zero", 1, true)
          quick(g, {1, 2, 3})
          assert.equal(players == 3 and not none and zeros[edition] or 0,
            count(g.supply, "G0"))
          assert.same(none and {} or {"G0"}, g.gold[1])
          assert.equal(players - 3, count(g.supply, "G8"))
          assert.equal(2, count(g.supply, "G3"))
        end
      end
    end
  end)

  it("2.2: the first player moves on clockwise", function()
    local g = naive.new("de-2024", 3)
    deal(g, QUICK[3], 3)
    bid(g, "S4 Z4 B4")
    void(g, "B9 P9")
    local ok, message = g:deal{first = 3, hands = g.hands, extras = {}}
    assert.is_nil(ok)
    assert.matches("first is seat 3, should be 1", message, 1, true)
  end)

  it("4.1: a bid leaves the hand", function()
    local g = naive.new("bga", 4)
    deal(g, QUICK[4], 3)
    assert.equal("bid", g.phase)
    assert.equal(3, g.turn)
    assert.equal(12, #g:legal())
    act(g, "bid S10")
    assert.is_false(has(g.hands[3], "S10"))
    assert.equal(4, g.turn)
    assert.is_nil(g:apply("bid S9"))
  end)

  it("5: asked in play order, once, only with gold and a hand", function()
    local g = game_of("de-2024", 4, QUICK[4], "S5 Z5 P5 B4", 3)
    local asked = {}
    while g.phase == "change" do
      asked[#asked + 1] = g.turn
      act(g, g.turn == 4 and "change G0 Z6 of 4"
        or g.turn == 2 and "change G0 B3 of 4" or "keep")
    end
    assert.same({3, 4, 1, 2}, asked)
    assert.equal("B3", g.bids[4])
    assert.is_true(has(g.hands[2], "Z6"))
    assert.equal(3, g.turn)
    assert.equal("play", g.phase)
    local none = game_of("de-2024+no-zero-gold", 4, QUICK[4], "S5 Z5 P5 B4")
    assert.equal("play", none.phase)
  end)

  it("6.2, 6.3: gold cannot lead, is allowed after; suits once", function()
    local g = game_of("en-2023", 4, {"B1 B9", "B2 C2 C9", "P2 P9", "S2 S9"},
      "B9 C9 P9 S9")
    window(g)
    assert.is_nil(g:apply("play G0"))
    act(g, "play B1")
    assert.is_nil(g:apply("play B2"))
    assert.is_nil(g:apply("pass"))
    assert.is_true(has(g:legal(), "play C2"))
    act(g, "play G0")
    act(g, "play G0")
    act(g, "play S2")
    assert.equal(3, g.last_trick.winner)
    assert.equal("G1", g.last_trick.award)
    assert.equal(2, count(g.supply, "G0"))
  end)

  it("an unknown variant raises, the order of house rules is free",
    function()
      for _, name in ipairs{"", "de-2025", "cumulative", "bga+", "bga+bga",
                            "bga+de-2024", "bga+cumulative+cumulative"} do
        assert.has_error(function() naive.new(name, 4) end)
      end
      assert.has_error(function() naive.new("bga", 5) end)
      local g = naive.new("bga+cumulative+no-zero-gold", 4)
      assert.is_true(g.rules.cumulative)
      assert.equal(11, #g.gold_cards)
    end)

  it("a deal of anything but the deck is refused", function()
    local g = naive.new("bga", 3)
    local function refused(change)
      local hands = {}
      for seat = 1, 3 do hands[seat] = words(QUICK[3][seat]) end
      local t = {first = 1, hands = hands, extras = {}}
      change(t)
      assert.is_nil((g:deal(t)))
      assert.equal("deal", g.phase)
    end
    refused(function(t) t.first = 4 end)
    refused(function(t) t.hands[1][1] = "C7" end)
    refused(function(t) t.hands[1][1] = t.hands[2][1] end)
    refused(function(t) t.extras[1] = table.remove(t.hands[1]) end)
    refused(function(t) t.hands[3] = nil end)
    assert.has_error(function() refused(function() end) end)
  end)
end)

-- Random games --------------------------------------------------------------

local function shuffled(list)
  local t = table.move(list, 1, #list, 1, {})
  for i = #t, 2, -1 do
    local j = math.random(i)
    t[i], t[j] = t[j], t[i]
  end
  return t
end

local function random_deal(g)
  local deck = shuffled(g.base_cards)
  local hands = {}
  for seat = 1, g.players do
    hands[seat] = table.move(deck, 12 * seat - 11, 12 * seat, 1, {})
  end
  return {
    first = g.first and g:seat_after(g.first, 1) or math.random(g.players),
    hands = hands,
    extras = table.move(deck, 12 * g.players + 1, #deck, 1, {}),
  }
end

-- Every card of the game, wherever it lies.
local function all_cards(g)
  local bids = {}
  for seat = 1, g.players do bids[#bids + 1] = g.bids[seat] end
  local piles = {bids, g.supply, g.extras, g.plays, g.discard}
  for seat = 1, g.players do
    piles[#piles + 1] = g.hands[seat]
    piles[#piles + 1] = g.gold[seat]
  end
  return table.concat(sorted(table.unpack(piles)), " ")
end

local function sum(list)
  local n = 0
  for _, x in ipairs(list) do n = n + x end
  return n
end

-- Play one random game. 'seen' counts events that should occur now and then.
local function self_play(variant, players, seen)
  local g = naive.new(variant, players)
  local deck = table.concat(sorted(g.base_cards, g.gold_cards), " ")
  local settled = 0
  local function note(what) seen[what] = (seen[what] or 0) + 1 end
  while g.phase ~= "over" do
    if g.phase == "deal" then
      assert(g:deal(random_deal(g)))
      settled = 0
    else
      local legal = g:legal()
      assert(#legal > 0)
      local empty_leader = #g.hands[g.leader] == 0
      local text = legal[math.random(#legal)]
      if g.phase == "change" then
        assert(#g.gold[g.turn] > 0 and #g.hands[g.turn] > 0)
        if math.random() < 0.7 then text = "keep" end
        if empty_leader and text ~= "keep" then note "last-window change" end
      elseif g.phase == "play" and g.turn == g.leader then
        assert(#g.plays == 0)
        if empty_leader then
          assert.same({"pass"}, legal)
          if #g.gold[g.turn] > 0 then note "gold cannot lead" end
        end
      elseif text == "pass" and #legal > 1 then
        note "gold kept"
      end
      local last = g.last_trick
      assert(g:apply(text))
      if g.last_trick ~= last then settled = settled + 1 end
    end
    assert(all_cards(g) == deck)
    assert(sum(g.taken) == settled)
  end
  assert(g.turn == nil and #g.winners >= 1 and #g.plays == 0)
end

it("random games lose no card", function()
  math.randomseed(42)
  local seen = {}
  for _, edition in ipairs(EDITIONS) do
    for _, house in ipairs(HOUSES) do
      for players = 3, 4 do
        for _ = 1, 2 do self_play(edition .. house, players, seen) end
      end
    end
  end
  for _, what in ipairs{"last-window change", "gold cannot lead",
                        "gold kept"} do
    assert.is_true((seen[what] or 0) > 0, what)
  end
end)

-- Records -------------------------------------------------------------------

describe("golden records:", function()
  local FILES = {}
  for _, variant in ipairs{"bga", "bga+no-zero-gold", "de-2024",
      "de-2024+no-zero-gold+cumulative", "en-2023", "en-2023+cumulative",
      "fr-2023", "ru-2023"} do
    for players = 3, 4 do
      FILES[#FILES + 1] =
        ("tests/fixtures/golden/%s.%d.jsonl"):format(variant, players)
    end
  end

  local function decode(line)
    return assert(json.decode(line, 1, json.null))
  end

  for _, file in ipairs(FILES) do
    it(file, function()
      local n = 0
      for line in io.lines(file) do
        n = n + 1
        assert.same({}, naive.verify(decode(line), json.null))
      end
      assert.equal(12, n)
    end)
  end

  it("also verify with nil for null", function()
    for line in io.lines(FILES[1]) do
      assert.same({}, naive.verify(assert(json.decode(line))))
    end
  end)

  -- Alterations of a record's first round, with the report of verify.
  local function next_of(n, of) return n % of + 1 end
  local function first_trick(r) return r.rounds[1].tricks[1] end
  -- The first change of the record, and its list.
  local function change_of(r)
    for _, round in ipairs(r.rounds) do
      for _, t in ipairs(round.tricks) do
        if t.changes[1] then return t.changes[1], t.changes end
      end
    end
  end
  local function swap_cards(r)
    local hands = r.rounds[1].hands
    local a, b = hands[1]:match("^%S+"), hands[2]:match("^%S+")
    hands[1] = hands[1]:gsub("^%S+", b)
    hands[2] = hands[2]:gsub("^%S+", a)
  end
  local mutations = {
    {"format", "format is", function(r) r.format = "aurum/2" end},
    {"variant", "malformed", function(r) r.variant = "en-2022" end},
    {"players", "hands", function(r) r.players = 7 - r.players end},
    {"first seat", "round 2: first is seat", function(r)
      r.rounds[2].first = next_of(r.rounds[2].first, r.players)
    end},
    {"card dealt twice", "dealt twice", function(r)
      r.rounds[1].hands[1] = r.rounds[1].hands[1]:gsub("^(%S+ )%S+", "%1%1")
    end},
    {"short hand", "seat 2 has 11 cards", function(r)
      r.rounds[1].hands[2] = r.rounds[1].hands[2]:gsub(" %S+$", "")
    end},
    {"extras", "extras", function(r)
      r.rounds[1].extras = r.rounds[1].extras .. " S1"
    end},
    {"swapped hands", "is not legal", swap_cards},
    {"no bid", "bid", function(r) r.rounds[1].bids[1] = json.null end},
    {"hidden bid", "is not legal", function(r)
      r.rounds[1].bids[1] = "-" .. r.rounds[1].bids[1]
    end},
    {"leader", "trick 1: leader is", function(r)
      first_trick(r).leader = next_of(first_trick(r).leader, r.players)
    end},
    {"trick winner", "trick 1: winner is", function(r)
      first_trick(r).winner = next_of(first_trick(r).winner, r.players)
    end},
    {"award", "trick 1: award is", function(r)
      local none = first_trick(r).award == json.null
      first_trick(r).award = none and "G1" or json.null
    end},
    {"order of play", "is not legal", function(r)
      first_trick(r).plays =
        first_trick(r).plays:gsub("^(%S+) (%S+)", "%2 %1")
    end},
    {"gold leads", "is not legal", function(r)
      first_trick(r).plays = first_trick(r).plays:gsub("^%S+", "G0")
    end},
    {"short trick", "is not a full trick", function(r)
      first_trick(r).plays = first_trick(r).plays:gsub(" %S+$", "")
    end},
    {"trick left out", "", function(r)
      table.remove(r.rounds[1].tricks)
    end},
    {"end's leader", "end: leader is", function(r)
      local t = r.rounds[1]["end"]
      t.leader = next_of(t.leader, r.players)
    end},
    {"end's seat", "end: seat is", function(r)
      local t = r.rounds[1]["end"]
      t.seat = next_of(t.seat, r.players)
    end},
    {"round winners", "round 1: winners", function(r)
      r.rounds[1].winners = #r.rounds[1].winners > 1 and {1} or {1, 2}
    end},
    {"game winners", "game: winners", function(r) r.winners = {} end},
    {"early end", "not over", function(r) table.remove(r.rounds) end},
    {"late end", "the game was over", function(r)
      table.insert(r.rounds, r.rounds[#r.rounds])
    end},
    {"cut short", "beyond this oracle", function(r)
      r.rounds[1].open = r.rounds[1]["end"]
    end},
    {"no rounds", "malformed", function(r) r.rounds = nil end},
    {"no score", "malformed", function(r) r.rounds[1].score = nil end},
  }
  for _, key in ipairs{"taken", "bid", "bid_points", "gold_points",
                       "points"} do
    table.insert(mutations, {key, "score." .. key, function(r)
      local list = r.rounds[1].score[key]
      list[#list] = list[#list] + 1
    end})
  end
  -- Only if the record has a change.
  local change_mutations = {
    {"gold never held", "is not legal", function(r)
      change_of(r).gold = "G9"
    end},
    {"another side's bid", "is not legal", function(r)
      change_of(r).of = next_of(change_of(r).of, r.players)
    end},
    {"two changes of a seat", "out of order", function(r)
      local change, list = change_of(r)
      table.insert(list, 1, change)
    end},
    {"change left out", "", function(r)
      local _, list = change_of(r)
      table.remove(list, 1)
    end},
  }

  local function reported(line, mutation)
    local name, message, change = table.unpack(mutation)
    local record = decode(line)
    change(record)
    local found = naive.verify(record, json.null)
    assert.is_true(#found > 0, name)
    assert.is_truthy(found[1]:find(message, 1, true),
      name .. ": " .. found[1])
    -- A figure from which nothing follows is the only difference.
    if message:find("score.", 1, true) or message:find("winner", 1, true)
    then
      assert.equal(1, #found, name)
    end
  end

  it("a wrong record is reported", function()
    local changed = 0
    for _, file in ipairs(FILES) do
      local line = io.lines(file)()
      for _, mutation in ipairs(mutations) do reported(line, mutation) end
      if change_of(decode(line)) then
        changed = changed + 1
        for _, mutation in ipairs(change_mutations) do
          reported(line, mutation)
        end
      end
    end
    assert.is_true(changed > 0)
  end)
end)
