-- Cards, sets of cards, piles of gold, and actions as values.
local aurum = require "aurum"
local helper = require "helper"

local raises = helper.raises

describe("a card", function()
  it("has suit, rank and gold, for all 59 (RULES 1)", function()
    local n = 0
    for letter in ("BCPSZG"):gmatch "." do
      for rank = letter == "G" and 0 or 1, letter == "G" and 8 or 10 do
        local card = aurum.card(letter .. rank)
        assert.equal(letter, card.suit)
        assert.equal(rank, card.rank)
        assert.equal(letter == "G", card.gold)
        assert.equal(letter .. rank, tostring(card))
        n = n + 1
      end
    end
    assert.equal(59, n)
  end)

  it("is one object wherever it comes from", function()
    local z7 = aurum.card "Z7"
    assert.equal(z7, aurum.card "Z7")
    assert.equal(z7, aurum.card(z7))
    assert.equal(z7, aurum.set "Z7":list()[1])
    assert.not_equal(z7, aurum.card "Z8")
    local table_ = { [z7] = "here" }
    assert.equal("here", table_[aurum.card "Z7"])
    collectgarbage()
    assert.equal("here", table_[aurum.card "Z7"])
    assert.is_false(z7 == "Z7")
  end)

  it("is not made from other text", function()
    for _, text in ipairs { "", "Z", "Z0", "Z11", "Z07", "z7", "X3", "G9",
      "Z7 ", " Z7", "Z7x", "7Z", "Z-1", "Z7\0" } do
      raises("expected a card such as Z7 or G0, got " .. text:gsub("%z.*", ""),
        aurum.card, text)
    end
    raises("bad argument #1 to 'card'", function() aurum.card "X" end)
    raises("got nil", aurum.card, nil)
    raises("got no value", aurum.card)
    raises("got number", aurum.card, 7)
    raises("got boolean", aurum.card, true)
    raises("got table", aurum.card, {})
    raises("expected a card", aurum.card, aurum.set "Z7")
  end)

  it("never changes, and names a field it lacks", function()
    local z7 = aurum.card "Z7"
    raises("a card has no field 'rnak'; did you mean 'rank'?",
      function() return z7.rnak end)
    raises("a card has no field 'colour'", function() return z7.colour end)
    raises("a card has no field of type number", function() return z7[1] end)
    raises("", function() z7.rank = 8 end)
    assert.equal("locked", getmetatable(z7))
    raises("", setmetatable, z7, {})
  end)

  it("is ordered by suit letter, gold last, then by rank", function()
    local cards = {}
    for name in ("G0 Z1 B10 G8 B2 C1 S3 P9 Z10 B1"):gmatch "%S+" do
      cards[#cards + 1] = aurum.card(name)
    end
    table.sort(cards)
    local names = {}
    for i, card in ipairs(cards) do names[i] = tostring(card) end
    assert.equal("B1 B2 B10 C1 P9 S3 Z1 Z10 G0 G8", table.concat(names, " "))
    assert.is_true(aurum.card "B1" <= aurum.card "B1")
    assert.is_false(aurum.card "B1" < aurum.card "B1")
    raises("", function() return aurum.card "B1" < 3 end)
  end)

  it("can be joined to text", function()
    assert.equal("play Z7", "play " .. aurum.card "Z7")
    assert.equal("Z7!", aurum.card "Z7" .. "!")
    assert.equal("Z7B1", aurum.card "Z7" .. aurum.card "B1")
  end)
end)

describe("a set", function()
  it("is made from text, a list, bits, a set, or nothing", function()
    assert.equal("B1 B7 C10", tostring(aurum.set "C10 B7 B1"))
    assert.equal("B1 B7 C10", tostring(aurum.set "  C10  B7 B1 B7 "))
    assert.equal("B1 G0", tostring(aurum.set { "G0", aurum.card "B1" }))
    assert.equal("", tostring(aurum.set()))
    assert.equal("", tostring(aurum.set ""))
    assert.equal("", tostring(aurum.set {}))
    local s = aurum.set "B1 Z10 G8"
    assert.equal(s, aurum.set(s))
    assert.equal(s, aurum.set(s.bits))
    assert.equal(0, aurum.set().bits)
    -- the numbering in aurum.d.lua: suit * 10 + rank - 1, gold from 50
    assert.equal(1 << 0, aurum.set "B1".bits)
    assert.equal(1 << 49, aurum.set "Z10".bits)
    assert.equal(1 << 34, aurum.set "S5".bits)
    assert.equal(1 << 50, aurum.set "G0".bits)
    assert.equal(1 << 58, aurum.set "G8".bits)
    assert.equal(59, #aurum.set(-1))
  end)

  it("is not made from anything else", function()
    raises("expected cards, got 'X1'", aurum.set, "B1 X1")
    raises("expected cards, got 'B1,'", aurum.set, "B1, B2")
    raises("item 2 is not a card", aurum.set, { "B1", 7 })
    raises("item 1 is not a card", aurum.set, { "B0" })
    raises("bad argument #1 to 'set'", function() aurum.set(true) end)
    raises("bad argument #1 to 'set'", function() aurum.set(1.5) end)
  end)

  it("counts and contains", function()
    local s = aurum.set "B1 C5 G0"
    assert.equal(3, #s)
    assert.equal(0, #aurum.set())
    assert.is_true(s:has "C5")
    assert.is_true(s:has(aurum.card "G0"))
    assert.is_false(s:has "C6")
    raises("expected a card", s.has, s, "C")
    raises("expected a card", s.has, s)
  end)

  it("gives its cards in order, any number of times", function()
    local s = aurum.set "Z10 G1 B10 B9 C1 G0"
    local names = {}
    for card in s:each() do names[#names + 1] = tostring(card) end
    assert.equal("B9 B10 C1 Z10 G0 G1", table.concat(names, " "))
    assert.same(s:list(), s:list())
    assert.equal(6, #s:list())
    local inner = 0
    for _ in s:each() do
      for _ in s:each() do inner = inner + 1 end
    end
    assert.equal(36, inner)
    for _ in aurum.set():each() do error "nothing is in it" end
    assert.same({}, aurum.set():list())
  end)

  it("knows its highest and lowest", function()
    local s = aurum.set "S3 B9 Z9 C3"
    assert.equal(aurum.card "B9", s:highest())
    assert.equal(aurum.card "C3", s:lowest())
    assert.is_nil(aurum.set():highest())
    assert.is_nil(aurum.set():lowest())
    assert.equal(aurum.card "G0", aurum.set "B1 G0":lowest())
  end)

  it("is divided into base, gold and suits", function()
    local s = aurum.set "B1 B2 C3 G0 G8"
    assert.equal("B1 B2 C3", tostring(s:base()))
    assert.equal("G0 G8", tostring(s:gold()))
    assert.equal("B1 B2", tostring(s:suit "B"))
    assert.equal("G0 G8", tostring(s:suit "G"))
    assert.equal("", tostring(s:suit "Z"))
    assert.equal("", tostring(s:suit "X"))
    assert.equal("", tostring(s:suit ""))
    assert.equal("C3", tostring(s:suit(aurum.card "C9".suit)))
  end)

  it("names the letter that a wrong suit probably means", function()
    local s = aurum.set "B1 Z3"
    for wrong, meant in pairs { Banana = "B", z = "Z", gold = "G", B1 = "B" } do
      raises(("expected the letter of a suit, one of BCPSZG; got '%s'; did you "
        .. "mean '%s'?"):format(wrong, meant), s.suit, s, wrong)
      raises(("did you mean '%s'?"):format(meant), aurum.bits.suit, s.bits,
        wrong)
    end
    raises("got 'Tin')", s.suit, s, "Tin")
    raises("got '7'", s.suit, s, 7)
  end)

  it("is walked by pairs: each card is key and value", function()
    local s = aurum.set "Z10 B9 G1"
    local names = {}
    for key, value in pairs(s) do
      assert.equal(key, value)
      names[#names + 1] = tostring(key)
    end
    assert.equal(tostring(s), table.concat(names, " "))
    assert.equal("B9 Z10 G1 B9 Z10 G1", helper.in_bot [[
      local list, s = {}, aurum.set "Z10 B9 G1"
      for card in pairs(s) do list[#list + 1] = tostring(card) end
      for _, card in pairs(s) do list[#list + 1] = tostring(card) end
      return table.concat(list, " ")]])
  end)

  it("says that it is not a list", function()
    local s = aurum.set "B1 Z3"
    local message = raises("a set has no item by number; use set:each() or "
      .. "set:list()", function() return s[1] end)
    assert.truthy(message:find "^tests/lua/card_spec.lua:%d+: ")
    message = raises("a set has no item by number; use set:each()",
      function() for _ in ipairs(s) do error "no item" end end)
    assert.truthy(message:find "^tests/lua/card_spec.lua:%d+: ")
    raises("a set has no item by card; use set:has(card)",
      function() return s[aurum.card "B1"] end)
    raises("a set has no field of type boolean", function() return s[true] end)
    assert.truthy(helper.in_bot("for _ in ipairs(view.hand) do end")
      :find "^bot.lua:2: a set has no item by number")
  end)

  it("has union, intersection and difference, also with text", function()
    local a, b = aurum.set "B1 B2 C3", aurum.set "B2 Z9"
    assert.equal("B1 B2 C3 Z9", tostring(a | b))
    assert.equal("B2", tostring(a & b))
    assert.equal("B1 C3", tostring(a - b))
    assert.equal("B1 B2", tostring(a - "C3 Z9"))
    assert.equal("B2 C3", tostring("C3 B2 S1" & a))
    assert.equal("B1 B2 C3 G1", tostring(a | { "G1" }))
    assert.equal("S1", tostring("B1 S1" - a))
    assert.equal("B1 B2 C3", tostring(a))
    -- a card is a set of one
    local card = aurum.card "B2"
    assert.equal("B1 C3", tostring(a - card))
    assert.equal("B2 Z9", tostring(card | b))
    assert.equal("B2", tostring(a & card))
    assert.equal("B2", tostring(aurum.set(card)))
    raises("expected cards, got 'X9'", function() return a | "X9" end)
    assert.equal("B1", tostring(a & 1)) -- the bits of a set
    raises("table expected, got number", function() return a & 1.5 end)
    raises("table expected, got boolean", function() return a | true end)
  end)

  it("compares by its cards", function()
    assert.is_true(aurum.set "B1 C5" == aurum.set "C5 B1")
    assert.is_false(aurum.set "B1" == aurum.set "B2")
    assert.is_false(aurum.set "B1" == "B1")
    assert.is_true(aurum.set "B1" - "B1" == aurum.set())
  end)

  it("draws each card about equally often", function()
    local s, count = aurum.set "B1 C5 G0 Z10", {}
    for _ = 1, 4000 do
      local name = tostring(s:random())
      count[name] = (count[name] or 0) + 1
    end
    for name in ("B1 C5 G0 Z10"):gmatch "%S+" do
      -- 1000 expected, standard deviation 27
      assert.truthy(count[name] > 860 and count[name] < 1140, name)
    end
    assert.is_nil(aurum.set():random())
  end)

  it("draws as a script's math.random does, or from a seed", function()
    local code = [[local aurum = require "aurum"
      %s
      local s, list = aurum.set "B1 B2 B3 C4 C5 C6 P7 P8 S9 Z10", {}
      for i = 1, 20 do list[i] = tostring(s:random()) end
      print(table.concat(list, " "))]]
    local path = os.tmpname()
    local function run(head)
      helper.write(path, code:format(head))
      return (helper.shell(([[LUA_CPATH='%s' %s '%s']]):format(
        os.getenv "AURUM_SO":gsub("aurum%.so$", "?.so"),
        os.getenv "LUA" or "lua5.4", path)))
    end
    -- two runs agree by chance once in 10^20 times
    assert.not_equal(run "math.randomseed(1)", run "math.randomseed(2)")
    assert.equal(run "math.randomseed(1)", run "math.randomseed(1)")
    os.remove(path)
    local s, drawn = aurum.set "B1 C5 G0 Z10", {}
    for i = 1, 40 do
      drawn[s:random(i)] = true
      assert.equal(s:random(i), s:random(tostring(i)))
      assert.equal(tostring(s:random(i)), helper.in_bot(
        ("return tostring(aurum.set 'B1 C5 G0 Z10':random(%d))"):format(i)))
    end
    for card in s:each() do assert.is_true(drawn[card], tostring(card)) end
    raises("text or number expected", s.random, s, {})
  end)

  it("never changes", function()
    local s = aurum.set "B1"
    raises("", function() s.bits = 3 end)
    raises("a set has no field 'hass'; did you mean 'has'?",
      function() return s.hass end)
    assert.equal("locked", getmetatable(s))
    raises("aurum.set expected", s.has, {}, "B1")
    raises("aurum.set expected", s.has, aurum.card "B1", "B1")
  end)

  it("distinguishes other suits", function()
    local knobs = { suits = "XY", ranks = { 1, 27 }, hand = 5 }
    local rules = assert(aurum.rules { players = 4, knobs = knobs })
    local deck = rules.deck
    assert.equal(54, #deck)
    assert.equal("X1 X2 X3", tostring(deck):sub(1, 8))
    assert.is_true(deck:has "Y27")
    assert.is_false(deck - "Y27" == deck)
    assert.equal(27, deck:list()[27].rank)
    assert.equal("X", deck:lowest().suit)
    assert.equal(deck:lowest(), (deck & "X1"):highest())
    raises("a set of another deck's cards",
      function() return deck | aurum.set "B1" end)
    raises("expected a card", deck.has, deck, "B1")
    raises("expected a card", aurum.card, "X1")
  end)
end)

describe("a pile", function()
  local supply = aurum.variant("standard", 4).gold_all

  it("holds several copies of a gold card (RULES 1.2)", function()
    assert.equal("G0 G0 G0 G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7 G8",
      tostring(supply))
    assert.equal(15, #supply)
    assert.equal(4, supply:count "G0")
    assert.equal(2, supply:count(aurum.card "G3"))
    assert.equal(1, supply:count "G8")
    assert.equal(0, supply:count "B1")
    assert.is_true(supply:has "G4")
    assert.is_false(supply:has "B4")
    assert.is_false(aurum.variant("standard", 3).gold_all:has "G8")
    raises("expected a card", supply.has, supply, "G9")
  end)

  it("gives its cards from the lowest", function()
    local names = {}
    for card in supply:each() do names[#names + 1] = tostring(card) end
    assert.equal(tostring(supply), table.concat(names, " "))
    names = {}
    for card in pairs(supply) do names[#names + 1] = tostring(card) end
    assert.equal(tostring(supply), table.concat(names, " "))
    raises("a pile has no item by number; use pile:each() or pile:list()",
      function() return supply[1] end)
    raises("a pile has no item by number",
      function() for _ in ipairs(supply) do error "no item" end end)
    raises("a pile has no item by card; use pile:has(card)",
      function() return supply[aurum.card "G0"] end)
    assert.equal(15, #supply:list())
    assert.equal("G0 G1 G2 G3 G4 G5 G6 G7 G8", tostring(supply:kinds()))
    assert.equal(aurum.card "G8", supply:highest())
    assert.equal(aurum.card "G0", supply:lowest())
  end)

  it("may be empty", function()
    local empty = aurum.state(aurum.variant("standard", 4)).gold[1]
    assert.equal(0, #empty)
    assert.equal("", tostring(empty))
    assert.is_nil(empty:highest())
    assert.is_nil(empty:lowest())
    assert.same({}, empty:list())
    assert.equal(0, #empty:kinds())
  end)

  it("compares by its cards and never changes", function()
    assert.is_true(supply == aurum.variant("de-2024", 4).gold_all)
    assert.is_false(supply == aurum.variant("de-2024", 3).gold_all)
    raises("a pile has no field 'cuont'; did you mean 'count'?",
      function() return supply.cuont end)
    raises("", function() supply.count = 3 end)
    assert.equal("gold: G0", "gold: "
      .. aurum.state(aurum.variant("standard", 4)):deal "x".gold[1])
  end)
end)

describe("an action", function()
  -- Z1 leads; seat 1 is on turn with a G0 to spend.
  local function state_of()
    return aurum.state(aurum.variant("standard", 4)):set {
      hands = { "B1 B2", "C1 C2", "P1 P2", "S1 S2" },
      bids = { "B5", "C5", "P5", "S5" }, gold = { "G0" }, first = 1,
      leader = 1,
    }
  end

  it("has kind, seat, card, gold, of and down by its kind", function()
    local state = state_of()
    local keep, change = state:legal()[1], state:legal()[2]
    assert.same({ "keep", 1 }, { keep.kind, keep.seat })
    assert.is_nil(keep.card)
    assert.is_nil(keep.gold)
    assert.is_nil(keep.of)
    assert.is_false(keep.down)
    assert.equal("change G0 B1 of 1", tostring(change))
    assert.equal("change", change.kind)
    assert.equal(aurum.card "B1", change.card)
    assert.equal(aurum.card "G0", change.gold)
    assert.equal(1, change.of)
    state:apply "keep"
    local play = state:legal()[1]
    assert.equal("play B1", tostring(play))
    assert.same({ "play", 1, aurum.card "B1" },
      { play.kind, play.seat, play.card })
    assert.is_nil(play.gold)
    assert.is_nil(play.of)
  end)

  it("is one object, and its text is read as that action", function()
    local state = state_of()
    assert.equal(state:legal()[1], state:clone():legal()[1])
    for _, action in ipairs(state:legal()) do
      local by_text = state:clone():apply(tostring(action))
      assert.is_true(by_text == state:clone():apply(action))
    end
    assert.equal("now keep", "now " .. state:legal()[1])
    raises("an action has no field 'crad'; did you mean 'card'?",
      function() return state:legal()[1].crad end)
  end)

  it("bids face down where that is legal (knob zero_bid)", function()
    local rules = assert(aurum.rules {
      players = 4, knobs = { zero_bid = true },
    })
    local state = aurum.state(rules):deal "x"
    local legal = state:legal()
    assert.equal(24, #legal)
    assert.is_false(legal[12].down)
    assert.is_true(legal[13].down)
    assert.equal("bid -" .. legal[1].card, tostring(legal[13]))
    state:apply(tostring(legal[13]))
    assert.equal(legal[1].card, state.bids[state.first])
  end)

  it("is not read from other text", function()
    local state = state_of()
    for _, text in ipairs { "", "keep it", "change", "change G0", "play",
      "change G0 B1 of", "change G0 B1 of 0",
      "change G0 B1 of 7", "change G0 B1 of 1 now", "change B1 G0", "bid",
      "play Z7 Z8", "play X1", "Keep", "change G0 B1 by 1", "play -B1" } do
      raises("expected a card or an action such as 'play Z7', got " .. text,
        state.apply, state, text)
    end
    raises("got nil", state.apply, state, nil)
    raises("got 7", state.apply, state, 7)
    raises("bad argument #1 to 'apply'", function() state:apply {} end)
  end)

  it("names its seat", function()
    local state = state_of():apply "keep"
    local play = state:legal()[1]
    state:apply(play)
    assert.equal(2, state.turn)
    raises("seat 1 is not on turn", state.apply, state, play)
  end)
end)

it("outlives the state it came from", function()
  local hand, action
  do
    local state = aurum.state(aurum.variant("standard", 4)):deal "gc"
    hand, action = state.hands[1], state:legal()[1]
  end
  collectgarbage()
  collectgarbage()
  assert.equal(12, #hand)
  assert.equal("bid", action.kind)
  assert.equal(12, #helper.texts(hand:list()))
end)
