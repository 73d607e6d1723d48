-- States: playing, undoing, refusals, positions built by hand, events.
-- tests/core and naive_vs_core_spec check the rules; this file checks that Lua
-- gives the same answers.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local standard = aurum.variant("standard", 4)
local three = aurum.variant("standard", 3)

--- Every field and all legal actions as text: two states with the same text
--- look the same in Lua.
local function picture(state)
  local parts = {}
  local function add(name, value)
    if type(value) == "table" then
      local keys = {}
      for key in pairs(value) do keys[#keys + 1] = key end
      table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
      for _, key in ipairs(keys) do
        add(name .. "." .. tostring(key), value[key])
      end
    else
      parts[#parts + 1] = name .. "=" .. tostring(value)
    end
  end
  for name in ("phase turn first leader round bids bid taken need gold supply "
    .. "extras trick tricks changes down vars points nuggets passer winners "
    .. "hands")
    :gmatch "%S+" do
    add(name, state[name])
  end
  add("legal", helper.texts(state:legal()))
  return table.concat(parts, "\n")
end

-- Four simple hands: seat 1 has all Bismuth, and so on.
local hands = {
  "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
  "C3 C4 C5 C6 C7 C8 C9 C10 P1 P2 P3 P4",
  "P5 P6 P7 P8 P9 P10 S1 S2 S3 S4 S5 S6",
  "S7 S8 S9 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8",
}

--- A state of the standard four-player rules with these hands dealt.
local function dealt(first)
  return aurum.state(standard):deal { first = first or 1, hands = hands }
end

local function apply(state, ...)
  for _, action in ipairs { ... } do state:apply(action) end
  return state
end

--- Bid, and keep all bids before the first trick.
local function bid(state, ...)
  apply(state, ...)
  while state.phase == "change" do state:apply "keep" end
  return state
end

describe("a new state", function()
  local state = aurum.state(standard)

  it("waits for a deal", function()
    assert.equal("deal", state.phase)
    assert.equal(0, state.round)
    assert.is_nil(state.turn)
    assert.is_nil(state.first)
    assert.is_nil(state.leader)
    assert.is_nil(state.passer)
    assert.same({}, state:legal())
    assert.equal(0, #state:legal_cards())
    assert.same({}, state.winners)
    assert.same({ 0, 0 }, state.nuggets)
    assert.same({ 0, 0 }, state.points)
    assert.same({}, state.bids)
    assert.same({}, state.bid)
    assert.equal(standard, state.rules)
    assert.same({}, state:events())
    assert.equal("en-2023: round 0, trick 0, deal", tostring(state))
  end)

  it("allows no action", function()
    local legal, why = state:why "play Z7"
    assert.is_false(legal)
    assert.equal("the round is not dealt yet (RULES 3)", why)
    raises("play Z7 is not legal: the round is not dealt yet (RULES 3)",
      state.apply, state, "play Z7")
    assert.is_false(state:undo())
  end)
end)

describe("a deal", function()
  it("by hand gives the hands, the extras and a G0 each (RULES 3)", function()
    local state = dealt(2)
    assert.equal("bid", state.phase)
    assert.same({ 2, 2, 2, 1 },
      { state.first, state.turn, state.leader, state.round })
    for seat, hand in ipairs(hands) do
      assert.equal(hand, tostring(state.hands[seat]))
      assert.equal("G0", tostring(state.gold[seat]))
    end
    assert.equal("Z9 Z10", tostring(state.extras))
    assert.equal("G1 G1 G2 G2 G3 G3 G4 G5 G6 G7 G8", tostring(state.supply))
    assert.equal("", tostring(aurum.state(three):deal "x".extras))
  end)

  it("by hand may use sets, lists or text", function()
    local mixed = {
      aurum.set(hands[1]), hands[2], aurum.set(hands[3]):list(), {},
    }
    for name in hands[4]:gmatch "%S+" do table.insert(mixed[4], name) end
    local state = aurum.state(standard):deal { first = 1, hands = mixed }
    assert.is_true(state == dealt(1))
    assert.is_true(dealt(1) == aurum.state(standard):deal {
      first = 1, hands = hands, gold = { "G0", "G0", { "G0" }, "G0" },
    })
  end)

  it("from a seed is the same each time, from another it differs", function()
    local a = aurum.state(standard):deal "42"
    local b = aurum.state(standard):deal "42"
    assert.is_true(a == b)
    assert.is_false(a == aurum.state(standard):deal "43")
    local all = aurum.set()
    for seat = 1, 4 do
      assert.equal(12, #a.hands[seat])
      all = all | a.hands[seat]
    end
    assert.equal(standard.deck, all | a.extras)
    assert.equal(2, #a.extras)
  end)

  it("of a later round depends on seed and round alone", function()
    local function second(seed, plan)
      local state = aurum.state(standard):deal(plan or seed)
      while state.phase ~= "deal" do state:apply(state:legal()[1]) end
      return state:deal(seed)
    end
    local a = second("7")
    local b = second("7", { first = a.first == 1 and 4 or a.first - 1,
      hands = hands })
    assert.equal(2, a.round)
    for seat = 1, 4 do assert.equal(a.hands[seat], b.hands[seat]) end
    -- RULES 2.2: the next seat begins
    assert.equal(b.first, a.first)
  end)

  it("that does not fit is refused, and the state is unchanged", function()
    local state = aurum.state(standard)
    local before = state:clone()
    local function refused(text, deal) raises(text, state.deal, state, deal) end
    refused("hands: expected a list of 4, got", { first = 1 })
    refused("first: expected a seat from 1 to 4, got 5",
      { first = 5, hands = hands })
    refused("first: expected a seat from 1 to 4, got 0",
      { first = 0, hands = hands })
    refused("seat 2: a card that is dealt twice or not in the deck "
      .. "(RULES 1.3, 3.1)", { first = 1,
      hands = { hands[1], hands[1], hands[3], hands[4] } })
    refused("seat 1: not the number of cards the rules deal (RULES 3.1)",
      { first = 1, hands = { "B1", hands[2], hands[3], hands[4] } })
    refused("seat 3: not the gold the rules deal (RULES 3.2)",
      { first = 1, hands = hands, gold = { "G0", "G0", "G1", "G0" } })
    refused("expected cards, got 'X1'", { first = 1,
      hands = { "X1", hands[2], hands[3], hands[4] } })
    refused("hands: expected a list of 4, got", { first = 1,
      hands = { hands[1], hands[2], hands[3], hands[4], "" } })
    assert.is_true(state == before)
    raises("a round is under way", dealt().deal, dealt(), "x")
  end)

  it("requires each key, and says what was expected", function()
    local state = aurum.state(standard)
    raises("first: expected a seat from 1 to 4, got nil", state.deal, state,
      { hands = hands })
    raises("hands: expected a list of 4, got", state.deal, state,
      { first = 1, hands = { hands[1] } })
    raises("gold: expected a list of 4, got", state.deal, state,
      { first = 1, hands = hands, gold = { "G0" } })
    raises("string expected", state.deal, state)
  end)
end)

describe("bidding (RULES 4)", function()
  it("goes clockwise from the first player, a side bids the higher", function()
    local state = dealt(3)
    assert.equal(12, #state:legal())
    assert.equal(aurum.set(hands[3]), state:legal_cards())
    state:apply "P9"
    assert.equal(4, state.turn)
    assert.same({ [3] = aurum.card "P9" }, state.bids)
    assert.same({}, state.bid)
    apply(state, "S7", "B4", "C10")
    assert.same({ 9, 10 }, state.bid)
    assert.same({ 9, 10 }, state.need)
    assert.equal("B1 B2 B3 B5 B6 B7 B8 B9 B10 C1 C2", tostring(state.hands[1]))
    assert.same({ "change", 3, 3 }, { state.phase, state.turn, state.leader })
  end)
end)

describe("changes (RULES 5)", function()
  it("are offered for the side's bids, keep first", function()
    local state = apply(dealt(1), "B4", "C10", "P9", "S7")
    local legal = state:legal()
    assert.equal(1 + 11 * 2, #legal)
    assert.equal("keep", tostring(legal[1]))
    assert.equal(aurum.set(hands[1]) - "B4", state:legal_cards())
    for i = 2, #legal do
      assert.equal("change", legal[i].kind)
      assert.truthy(legal[i].of == 1 or legal[i].of == 3)
    end
  end)

  it("pay gold and give the replaced card to the payer", function()
    local state = apply(dealt(1), "B4", "C10", "P9", "S7")
    state:apply "change G0 B2 of 3"
    assert.equal(0, #state.gold[1])
    assert.equal(2, state.supply:count "G0" + 1)
    assert.equal(aurum.card "B2", state.bids[3])
    assert.is_true(state.hands[1]:has "P9")
    assert.is_false(state.hands[1]:has "B2")
    assert.same({ 4, 10 }, state.bid)
    assert.equal(2, state.turn)
  end)
end)

describe("a trick (RULES 6, 7)", function()
  it("is settled when full, and its cards are kept", function()
    local state = bid(dealt(1), "B4", "C10", "P9", "S7")
    apply(state, "B10", "C3")
    assert.same({ number = 1, leader = 1, winning = 1, awarded = 2,
      plays = { aurum.card "B10", aurum.card "C3" } }, state.trick)
    assert.same({}, state.tricks)
    apply(state, "P5", "S8")
    local trick = state.tricks[1]
    assert.same({
      leader = 1, changes = {}, winner = 1, award = aurum.card "G3",
      plays = { aurum.card "B10", aurum.card "C3", aurum.card "P5",
        aurum.card "S8" },
    }, trick)
    assert.same({ 1, 0 }, state.taken)
    assert.same({ 8, 10 }, state.need)
    assert.equal("G0 G3", tostring(state.gold[2]))
    assert.same({ number = 2, leader = 2, plays = {} }, state.trick)
  end)

  it("says who wins it and its gold so far", function()
    local state = bid(dealt(1), "B4", "C10", "P9", "S7")
    apply(state, "B10", "G0")
    local trick = state.trick
    assert.same({ 2, 1 }, { trick.winning, trick.awarded })
    trick = state:view(3).trick
    assert.same({ 2, 1 }, { trick.winning, trick.awarded })
  end)

  it("lists the changes before it", function()
    local state = apply(dealt(1), "B4", "C10", "P9", "S7", "keep",
      "change G0 C4 of 4", "keep", "keep", "B10", "C3", "P5", "S8")
    assert.same({ {
      seat = 2, gold = aurum.card "G0", of = 4, card = aurum.card "C4",
    } }, state.tricks[1].changes)
  end)
end)

describe("why", function()
  -- A trick led with a Bismuth; seat 2 is on turn and has Bismuth,
  -- Copper and gold.
  local function state_of()
    return aurum.state(standard):set {
      hands = { "B1", "B2 C3", "P5", "S7" }, plays = { "B9" }, leader = 1,
      bids = { "B4", "C10", "P9", "S8" }, gold = { [2] = "G0" }, first = 1,
    }
  end

  it("names the card and the rule", function()
    local expected = {
      ["play B2"] = "B2: Bismuth is already in the trick (RULES 6.3)",
      ["play Z7"] = "Z7: not in the hand (RULES 6.3)",
      ["play G1"] = "G1: not in the collection (RULES 6.3)",
      ["pass"] = "pass: a base card can be played (RULES 6.4)",
      ["keep"] = "a card to the trick is due (RULES 6)",
      ["bid C3"] = "a card to the trick is due (RULES 6)",
    }
    local state = state_of()
    for text, reason in pairs(expected) do
      local legal, why = state:why(text)
      assert.is_false(legal)
      assert.equal(reason, why)
      raises(("%s is not legal: %s"):format(text, reason), state.apply, state,
        text)
    end
    assert.is_true(state == state_of())
  end)

  it("is true exactly for legal actions", function()
    local state = state_of()
    assert.same({ "play C3", "play G0" }, helper.texts(state:legal()))
    for _, action in ipairs(state:legal()) do
      assert.is_true(state:why(action))
      assert.is_true(state:why(tostring(action)))
      assert.is_true(state:is_legal(action))
    end
    assert.is_true(state:why(aurum.card "C3"))
    assert.same({ true, "play G0: gold may always follow (RULES 6.3)" },
      { state:why "G0" })
    raises("expected a card or an action such as 'play Z7', got G9",
      state.why, state, "G9")
    raises("a change to name the seat whose bid is replaced, such as "
      .. "'change G0 S6 of 4', got change G0 P7", state.why, state,
      "change G0 P7")
  end)

  it("has names that tell seats from sides", function()
    local state = state_of()
    state:set { seat_taken = { 1, 2, 0, 0 } }
    assert.same(state.bids, state.seat_bids)
    assert.same(state.bid, state.side_bids)
    local view = state:view(1)
    assert.same(view.bids, view.seat_bids)
    assert.same(view.bid, view.side_bids)
    assert.same({ 1, 2 }, state.taken)
  end)

  it("explains leads, bids and changes", function()
    local state = state_of():set { plays = {}, leader = 2 }
    assert.equal("change", state.phase)
    local function why(text) return (select(2, state:why(text))) end
    assert.equal("keep: a change is never required (RULES 5.1)", why "keep")
    assert.equal("change G0 C3 of 4: gold pays for a change before each trick "
      .. "(RULES 5.1)", why "change G0 C3 of 4")
    assert.equal("G1: not in the collection (RULES 5.1)",
      why "change G1 C3 of 2")
    assert.equal("C4: not in the hand (RULES 5.1)", why "change G0 C4 of 2")
    assert.equal("seat 1 is not one whose bid may be replaced (RULES 5.2)",
      why "change G0 C3 of 1")
    assert.equal("keep or change the bids first (RULES 5)",
      why "play C3")
    state:apply "keep"
    assert.equal("G0: gold cannot lead (RULES 6.2)", why "play G0")
    assert.equal("pass: the leader can lead (RULES 6.2, 6.4)", why "pass")
    assert.equal("play C3: any base card of the hand may lead (RULES 6.2)",
      why "C3")
    state = dealt()
    assert.equal("bid B1: a seat may bid any card of its hand (RULES 4.1)",
      why "B1")
    assert.equal("C3: not in the hand (RULES 4.1)", why "bid C3")
    assert.equal("B1: a bid lies face up here (RULES 4.4)", why "bid -B1")
    assert.equal("a bid is due (RULES 4)", why "play B1")
  end)
end)

describe("is_legal", function()
  it("answers true or false, as why does", function()
    local checked = 0
    local state = aurum.state(standard):deal "is_legal"
    local view = state:view(state.turn)
    local texts = { "keep", "pass", "play Z7", "bid G0", "G0" }
    for _, card in ipairs(state.rules.deck:list()) do
      texts[#texts + 1] = card
    end
    for _, text in ipairs(texts) do
      local answers = table.pack(state:is_legal(text))
      assert.same({ n = 1, (state:why(text)) }, answers)
      assert.equal(answers[1], view:is_legal(text))
      if answers[1] then checked = checked + 1 end
    end
    assert.equal(12, checked)
    assert.is_false(state:view(state.turn % 4 + 1):is_legal(state:legal()[1]))
    assert.is_false(aurum.state(standard):is_legal "play Z7")
  end)

  it("raises for a value that means no action", function()
    local state = aurum.state(standard):deal "is_legal"
    raises("expected a card or an action such as 'play Z7', got G9",
      state.is_legal, state, "G9")
    local view = state:view(state.turn)
    raises("expected a card or an action", view.is_legal, view, 7)
    local other = state:view(state.turn % 4 + 1)
    raises("expected a card or an action", other.is_legal, other, "G9")
  end)
end)

describe("the end of a round (RULES 8, 9)", function()
  it("is a pass: scored, and nuggets given", function()
    local state = aurum.state(standard):set {
      hands = { "", "B2", "P5", "S7" }, leader = 1, first = 1,
      bids = { "B4", "C10", "P3", "S8" }, taken = { 3, 1, 1, 0 },
      gold = { "G4 G7", "G8", "", "" },
    }
    -- the leader has an empty hand and so no change to make; seat 2 has one
    assert.same({ "change", 2 }, { state.phase, state.turn })
    apply(state, "keep", "pass")
    -- side 1: bid 4, took 4: 8 points; G4 and G7: 5. Side 2: bid 10, took 1.
    local score = {
      taken = { 4, 1 }, bid = { 4, 10 }, bid_points = { 8, 0 },
      gold_points = { 5, 3 }, points = { 13, 3 },
    }
    assert.same(score, state:score())
    assert.same({ 13, 3 }, state.points)
    assert.same({ 1, 0 }, state.nuggets)
    assert.equal(1, state.passer)
    assert.equal("deal", state.phase)
    assert.is_nil(state.turn)
  end)

  it("is the game's end with two nuggets", function()
    local state = aurum.state(standard):set {
      hands = { "", "B2", "P5", "S7" }, leader = 1, first = 1, round = 3,
      bids = { "B4", "C10", "P3", "S8" }, nuggets = { 1, 1 },
      taken = { 0, 10, 0, 0 }, points = { 30, 20 },
    }:apply "pass"
    assert.equal("over", state.phase)
    assert.same({ 2 }, state.winners)
    assert.same({ 30, 40 }, state.points)
    assert.same({ 1, 2 }, state.nuggets)
    assert.same({}, state:legal())
    local legal, why = state:why "pass"
    assert.is_false(legal)
    assert.equal("the game is over (RULES 9.4)", why)
    raises("a round is under way or the game is over", state.deal, state, "x")
  end)

  it("is not needed for the score so far", function()
    local state = dealt()
    assert.same({ -1, -1 }, state:score().bid)
    bid(state, "B4", "C10", "P9", "S7")
    assert.same({ 9, 10 }, state:score().bid)
    assert.same({ 0, 0 }, state:score().points)
  end)
end)

describe("undo", function()
  it("restores every step exactly, back to the start", function()
    for _, rules in ipairs { standard, three, aurum.variant("bga", 3) } do
      local state = aurum.state(rules)
      local before, pictures = { state:clone() }, { picture(state) }
      helper.play_out(state, "undo", function()
        before[#before + 1] = state:clone()
        pictures[#pictures + 1] = picture(state)
      end)
      -- deals are steps too
      local position = #before
      while state:undo() do
        if state.phase ~= "deal" then
          assert.is_true(state == before[position])
          assert.equal(pictures[position], picture(state))
          position = position - 1
        end
      end
      assert.equal(1, position)
      assert.is_true(state == before[1])
      assert.equal(pictures[1], picture(state))
      assert.is_false(state:undo())
    end
  end)

  it("allows another branch, with the same deals", function()
    local state = aurum.state(standard):deal "5"
    local first = state:legal()[1]
    state:apply(first):undo()
    state:apply(state:legal()[2])
    assert.equal(2, #state:events())
    assert.not_equal(first.card, state.bids[state.first])
  end)
end)

describe("a clone", function()
  it("is its own state", function()
    local state = bid(dealt(), "B4", "C10", "P9", "S7")
    local copy = state:clone()
    assert.is_true(copy == state)
    copy:apply "B10"
    assert.is_false(copy == state)
    assert.equal(0, #state.trick.plays)
    assert.is_true(copy:undo())
    assert.is_true(copy == state)
  end)

  it("has the history", function()
    local state = helper.play_out(aurum.state(standard), "clone")
    local copy = state:clone()
    assert.equal(#state:events(), #copy:events())
    assert.equal(picture(state), picture(copy))
    while copy:undo() do end
    assert.equal(0, copy.round)
    assert.equal("over", state.phase)
  end)
end)

describe("a position's token", function()
  it("restores every state of a game, with the round's history", function()
    for _, rules in ipairs { standard, three,
      aurum.variant("de-2024+cumulative+no-zero-gold", 3) } do
      local state = aurum.state(rules)
      helper.play_out(state, "position", function()
        local token = state:position()
        assert.truthy(token:find "^au1:[%w+%-]+:%x+:[%w_%-]+$")
        local other = assert(aurum.position(token))
        assert.is_true(other == state)
        assert.equal(picture(state), picture(other))
        assert.equal(token, other:position())
      end)
      local other = assert(aurum.position(state:position()))
      assert.is_true(other == state)
    end
  end)

  it("allows the round to be undone and played on", function()
    local state = bid(dealt(), "B4", "C10", "P9", "S7"):apply "B10"
    local other = assert(aurum.position(state:position()))
    helper.play_out(other, "on")
    helper.play_out(state, "on")
    assert.is_true(other == state)
    other = assert(aurum.position(dealt():position()))
    assert.is_true(other:undo())
    assert.equal("deal", other.phase)
    assert.is_false(other:undo())
  end)

  it("of a built state restores that", function()
    local state = aurum.state(standard):set {
      hands = { "B1", "B2 C3", "P5", "S7" }, plays = { "B9" }, leader = 1,
      bids = { "B4", "C10", "P9", "S8" }, gold = { [2] = "G0" }, first = 1,
      nuggets = { 1, 1 }, points = { -5, 100 }, round = 4,
    }
    assert.is_true(assert(aurum.position(state:position())) == state)
    state:apply "C3"
    local other = assert(aurum.position(state:position()))
    assert.is_true(other == state)
    assert.is_true(other:undo())
    assert.equal(2, other.turn)
  end)

  it("names its variant", function()
    assert.same({ "en-2023", 3, three.digest },
      { aurum.read_position(aurum.state(three):position()) })
  end)

  it("is refused under other rules, and by name", function()
    local token = dealt():position()
    local state, why = aurum.load_position(token, aurum.variant("bga", 4))
    assert.is_nil(state)
    assert.equal(("the position is of en-2023 with rules %s; here they are %s")
      :format(standard.digest, aurum.variant("bga", 4).digest), why)
    state, why = aurum.position(token:gsub("en%-2023", "en-2024"))
    assert.is_nil(state)
    assert.truthy(why:find("variant 'en-2024' is not installed", 1, true))
  end)

  it("is refused if it is damaged", function()
    local token = bid(dealt(), "B4", "C10", "P9", "S7"):position()
    local n = 0
    for i = 1, #token do
      local c = token:sub(i, i) == "A" and "B" or "A"
      local state, why = aurum.position(
        token:sub(1, i - 1) .. c .. token:sub(i + 1))
      assert.is_nil(state, "changed at " .. i)
      assert.is_string(why)
      state, why = aurum.position(token:sub(1, i - 1))
      assert.is_nil(state)
      assert.is_string(why)
      n = n + 1
    end
    assert.truthy(n > 100)
    for _, text in ipairs { "", "au1:", "au1::::", "au2:x:y:z", "B1" } do
      local state, why = aurum.position(text)
      assert.is_nil(state)
      assert.truthy(why:find("not a position", 1, true))
    end
  end)
end)

describe("a built position", function()
  it("has the given values, and the remaining gold in the supply", function()
    local state = aurum.state(standard):set {
      hands = { "B1", "B2", "P5", aurum.set "S7" }, leader = 3, first = 2,
      bids = { "B4", "C10", "P9", "S8" }, taken = { 1, 2, 3, 0 },
      gold = { "", "G8", { "G0", "G0" } }, extras = "Z1 Z2", round = 2,
    }
    assert.same({ "change", 3, 3, 2, 2 },
      { state.phase, state.turn, state.leader, state.first, state.round })
    assert.same({ 4, 2 }, state.taken)
    assert.same({ 5, 8 }, state.need)
    assert.equal("G0 G0 G1 G1 G2 G2 G3 G3 G4 G5 G6 G7",
      tostring(state.supply))
    assert.equal("Z1 Z2", tostring(state.extras))
    assert.equal("", tostring(state.gold[4]))
    assert.equal("", tostring(state.hands[1] - "B1"))
    assert.same({}, state.tricks)
    assert.equal(7, state.trick.number)
  end)

  it("is in the phase that follows from its bids and plays", function()
    local setup = {
      hands = { "B1 B2", "C1 C2", "P1 P2", "S1 S2" }, first = 3,
      bids = { [3] = "P9" },
    }
    local state = aurum.state(standard):set(setup)
    assert.same({ "bid", 4 }, { state.phase, state.turn })
    setup.bids = { "B4", "C10", "P9", "S8" }
    setup.plays, setup.leader = { "B9", "Z9" }, 4
    state = aurum.state(standard):set(setup)
    assert.same({ "play", 2, 4 }, { state.phase, state.turn, state.leader })
    assert.same({ number = 1, leader = 4, winning = 1, awarded = 1,
      plays = { aurum.card "B9", aurum.card "Z9" } }, state.trick)
    state:set { plays = {} }
    assert.same({ "play", 4 }, { state.phase, state.turn })
  end)

  it("has whole tricks only, without the cards of the void one", function()
    local state = aurum.state(standard):set {
      hands = { "B1", "C3 C4", "P5 P6", "S7 S8" }, plays = { "B9", "C9" },
      leader = 1, bids = { "B4", "C10", "P9", "S9" }, first = 1,
    }
    apply(state, "P5", "S7")
    assert.same({}, state.tricks)
    assert.same({ 0, 1 }, state.taken) -- C9 ties with B9, and was played later
    local event = state:events()[3]
    assert.same({ kind = "trick", leader = 1, winner = 2, next = 3,
      award = aurum.card "G5", taker = 3, plays = { aurum.card "B9",
        aurum.card "C9", aurum.card "P5", aurum.card "S7" } }, event)
  end)

  it("changes the named fields, and leaves the rest", function()
    local state = bid(dealt(), "B4", "C10", "P9", "S7")
    apply(state, "B10", "C3", "P5", "S8")
    local before = state:clone()
    state:set {}
    assert.is_false(state:undo())
    assert.same({}, state.tricks)
    assert.equal(before.hands[1], state.hands[1])
    assert.same(before.taken, state.taken)
    assert.equal(before.leader, state.leader)
    state:set { nuggets = { 1 } }
    assert.same({ 1, 0 }, state.nuggets)
  end)

  it("turns a face-down bid up if it names another card", function()
    local rules = assert(aurum.rules {
      players = 4, knobs = { zero_bid = true } })
    local state = aurum.state(rules):deal { first = 1, hands = hands }
    apply(state, "bid -B4", "bid C10", "bid P9", "bid -S7")
    assert.same({ 9, 10 }, state.bid)
    state:set { hands = { "B1", "C3", "P5", "S8" }, bids = { "B10" } }
    assert.same({ 10, 10 }, state.bid)
    state:set { bids = { [3] = "P6" } }
    assert.same({ 10, 10 }, state.bid) -- seat 4 still bids 0, seat 2 its 10
    state:set { bids = { [2] = "C4" } }
    assert.same({ 10, 4 }, state.bid)
  end)

  it("that is impossible is refused, and the state is unchanged", function()
    local state = dealt()
    local before = state:clone()
    local function refused(text, setup)
      raises(text, state.set, state, setup)
      assert.is_true(state == before)
      assert.equal(1, #state:events())
    end
    refused("a card is in two places", { hands = { "B1", "B1" } })
    refused("a card is in two places", { bids = { "B1" } })
    refused("a card is in two places", { extras = "B1" })
    refused("more gold in the collections than there is",
      { gold = { "G8", "G8" } })
    refused("there is no field 'hand'", { hand = { "B1" } })
    refused("there is no field '1'", { "B1" })
    refused("leader: expected a seat from 1 to 4, got 5", { leader = 5 })
    refused("first: expected a seat from 1 to 4, got zero",
      { first = "zero" })
    refused("round: expected a number from 1 to 255, got 0", { round = 0 })
    refused("taken: expected a number from 0 to 64, got -1", { taken = { -1 } })
    refused("nuggets: expected a number from 0 to 99, got 100",
      { nuggets = { 100 } })
    refused("points: expected a number from -100000 to 100000, got 1000000000",
      { points = { 1000000000 } })
    refused("hands: expected a list of at most 4",
      { hands = { "", "", "", "", "" } })
    refused("hands: expected a list", { hands = "B1" })
    refused("expected gold cards", { gold = { "B1" } })
    refused("expected cards, got 'X1'", { hands = { "X1" } })
    refused("table expected", nil)
  end)

  it("has no full trick, and only its own sides", function()
    local state = aurum.state(standard)
    raises("a card is due, but the trick is full", state.set, state, {
      hands = { "B1", "C3", "P5", "S7" }, first = 1, leader = 1,
      bids = { "B4", "C10", "P9", "S8" }, plays = { "B9", "C9", "P8", "S9" },
    })
    raises("nuggets: expected a list of at most 2", state.set, state,
      { nuggets = { 0, 0, 1 } })
    raises("points: expected a list of at most 2", state.set, state,
      { points = { 0, 0, 1 } })
  end)
end)

describe("events", function()
  it("describe a round with the record's keys", function()
    local state = apply(dealt(1), "B4", "C10", "P9", "S7", "keep",
      "change G0 C4 of 4", "keep", "keep", "B10", "C3", "P5", "S8")
    local events = state:events()
    local kinds = {}
    for i, event in ipairs(events) do kinds[i] = event.kind end
    assert.equal("deal bid bid bid bid keep change keep keep play play play "
      .. "play trick", table.concat(kinds, " "))
    assert.same({ "deal", 1, 1 },
      { events[1].kind, events[1].round, events[1].first })
    for seat, hand in ipairs(hands) do
      assert.equal(hand, tostring(events[1].hands[seat]))
      assert.equal("G0", tostring(events[1].gold[seat]))
    end
    assert.equal("Z9 Z10", tostring(events[1].extras))
    local card = aurum.card
    assert.same({ kind = "bid", seat = 2, card = card "C10" }, events[3])
    assert.same({ kind = "keep", seat = 1 }, events[6])
    assert.same({
      kind = "change", seat = 2, gold = card "G0", of = 4, card = card "C4",
      returned = card "S7",
    }, events[7])
    assert.same({ kind = "play", seat = 1, card = card "B10" }, events[10])
    assert.same({
      kind = "trick", leader = 1, winner = 1, award = card "G3", taker = 2,
      next = 2,
      plays = { card "B10", card "C3", card "P5", card "S8" },
    }, events[14])
  end)

  it("include the end: pass, round, game", function()
    local state = aurum.state(standard):set {
      hands = { "B1", "", "P5", "S7" }, leader = 1, first = 1, round = 3,
      bids = { "B4", "C10", "P3", "S8" }, nuggets = { 1, 0 },
      taken = { 4, 0, 0, 0 }, gold = { [2] = "G0" }, plays = { "B9" },
    }:apply "pass"
    local events = state:events()
    assert.same({ "pass", "round", "game" },
      { events[1].kind, events[2].kind, events[3].kind })
    assert.equal(2, events[1].seat)
    assert.equal("", tostring(events[1].hand))
    assert.equal("G0", tostring(events[1].gold))
    assert.same(state:score(), events[2].score)
    assert.same({ 1 }, events[2].winners)
    assert.same({ 1 }, events[3].winners)
    assert.equal(3, #events)
  end)

  it("show hidden bids together (RULES 4.3)", function()
    local state = aurum.state(three):deal "r"
    while state.phase == "bid" do state:apply(state:legal()[1]) end
    local events = state:events()
    assert.same({ "bid", "bid", "bid", "reveal" }, { events[2].kind,
      events[3].kind, events[4].kind, events[5].kind })
    assert.same(state.bids, events[5].bids)
  end)

  it("can be replayed as the same game", function()
    local state = helper.play_out(aurum.state(three), "again")
    local again = aurum.state(three)
    for _, event in ipairs(state:events()) do
      if event.kind == "deal" then
        again:deal { first = event.first, hands = event.hands }
      elseif event.kind == "bid" then
        again:apply("bid " .. event.card)
      elseif event.kind == "change" then
        again:apply(("change %s %s of %d"):format(event.gold, event.card,
          event.of))
      elseif event.kind == "play" then
        again:apply(event.card)
      elseif event.kind == "keep" or event.kind == "pass" then
        assert.equal(event.seat, again.turn)
        again:apply(event.kind)
      end
    end
    assert.is_true(again == state)
  end)
end)

describe("a state", function()
  it("keeps its rules alive", function()
    local state
    do
      local rules = assert(aurum.rules { players = 4, knobs = { hand = 9 } })
      state = aurum.state(rules):deal "x"
    end
    collectgarbage()
    collectgarbage()
    helper.play_out(state, "gc")
    assert.equal("over", state.phase)
    assert.equal(9, state.rules.hand)
  end)

  it("has no other fields and accepts none", function()
    local state = aurum.state(standard)
    raises("a state has no field 'hand'; did you mean 'hands'?",
      function() return state.hand end)
    raises("", function() state.round = 2 end)
    assert.equal("locked", getmetatable(state))
    raises("expected a seat from 1 to 4, got 5", state.view, state, 5)
    raises("number expected", state.view, state)
    raises("aurum.rules expected", aurum.state, "standard")
    raises("aurum.state expected", state.legal, {})
  end)

  it("of other rules is not equal", function()
    assert.is_false(aurum.state(standard) == aurum.state(three))
    assert.is_false(aurum.state(standard) == 1)
  end)

  it("ends a round that a variant never ends", function()
    -- no variant without hooks lasts 1024 actions; tests/core/game_test.c
    -- checks the limit itself
    local state = helper.play_out(aurum.state(assert(aurum.rules {
      players = 6, knobs = { suits = "BCPSZ", ranks = { 1, 10 }, hand = 8,
        changes = 4, gold = { 15, 15, 15 }, gold_points = { 0, 1, 1 },
        zero_gold = "every_round", rounds = 3 },
    })), "long")
    assert.equal("over", state.phase)
  end)
end)

-- Playouts and histories ------------------------------------------------------

--- Check that a state can be played on and undone to where it begins,
--- and not further.
local function begins_here(state)
  local before = state:clone()
  assert.same({}, state:history())
  for _, event in ipairs(state:events()) do error(event.kind) end
  assert.is_false(state:undo())
  if state.phase == "deal" then
    state:deal "on":apply(state:legal()[1])
    assert.equal(1, #state:history())
    assert.is_true(state:undo() and state:undo())
    assert.is_false(state:undo())
  end
  assert.is_true(before == state)
end

describe("a playout", function()
  local rules = { standard, assert(aurum.variant("bga", 3)) }

  --- A state in its second round, some cards played.
  local function midway(which)
    local state = aurum.state(rules[which]):deal "midway"
    state:playout()
    state:deal "midway"
    for _ = 1, 20 do state:apply(state:legal()[1]) end
    return state
  end

  it("of a round ends it, and returns its points", function()
    for which = 1, 2 do
      local state = midway(which)
      local before, played = state.points, state:clone()
      local same, points = played:playout()
      assert.is_true(rawequal(same, played))
      assert.truthy(played.phase == "deal" or played.phase == "over")
      assert.equal(2, played.round)
      assert.same(points, played:score().points)
      assert.same(points, played.rounds[2].points)
      assert.same(state.rounds[1], played.rounds[1])
      for side, had in ipairs(before) do
        assert.equal(had + points[side], played.points[side])
      end
      begins_here(played)
      assert.equal(20, #state:history()[1].actions) -- only in the clone
    end
  end)

  it("of a game ends the game", function()
    for which = 1, 2 do
      local state = midway(which)
      local _, points = state:playout(nil, "game")
      assert.equal("over", state.phase)
      assert.truthy(#state.winners > 0)
      assert.equal(state.round, #state.rounds)
      assert.same(points, state.rounds[#state.rounds].points)
      local sum = {}
      for _, round in ipairs(state.rounds) do
        for side, own in ipairs(round.points) do
          sum[side] = (sum[side] or 0) + own
        end
      end
      assert.same(sum, state.points)
      begins_here(state)
      -- there is nothing left to play
      local over = state:clone()
      assert.same({ state, points }, { state:playout(nil, "game") })
      assert.is_true(over == state)
    end
  end)

  it("does nothing if no round is open", function()
    local state = aurum.state(standard)
    local _, points = state:playout()
    assert.is_true(state == aurum.state(standard))
    assert.same({ 0, 0 }, points)
    state:playout(nil, "game") -- which makes new deals
    assert.equal("over", state.phase)
  end)

  it("follows a policy, and draws if it returns nil", function()
    local state, asked, seats = midway(1), 0, {}
    local expected = state:clone()
    while expected.phase ~= "deal" and expected.phase ~= "over" do
      expected:apply(expected:legal()[1])
    end
    state:playout(function(given)
      asked = asked + 1
      assert.is_true(rawequal(given, state))
      seats[given.turn] = true
      local legal = given:legal()
      return asked % 2 == 0 and tostring(legal[1]) or legal[1]
    end)
    assert.is_true(expected == state)
    assert.truthy(asked > 10)
    assert.same({ true, true, true, true }, seats)
    -- a policy may return cards instead of actions
    state = midway(1)
    asked = 0
    state:playout(function(given)
      asked = asked + 1
      return given.phase == "play" and given:legal_cards():lowest() or nil
    end)
    assert.truthy(asked > 10)
    assert.truthy(state.phase == "deal" or state.phase == "over")
    -- nil at each decision means any action, so the end varies
    local ends, n = {}, 0
    for _ = 1, 20 do
      state = midway(1):playout(function() end)
      local key = table.concat(state.points, " ")
      n, ends[key] = n + (ends[key] and 0 or 1), true
    end
    assert.truthy(n > 5, n)
  end)

  it("of a whole game calls the policy in every round", function()
    local state, rounds = aurum.state(standard), {}
    state:playout(function(given) rounds[given.round] = true end, "game")
    assert.equal("over", state.phase)
    for round = 1, state.round do assert.is_true(rounds[round]) end
    begins_here(state)
  end)

  it("leaves the state unchanged if a policy fails", function()
    for _, case in ipairs {
      { function() error("no idea", 0) end, "no idea" },
      { function() return "play B11" end, "expected a card or an action" },
      { function() return {} end, "expected a card or an action" },
      { function() return "bid B1" end, "bid B1 is not legal: " },
    } do
      local state, asked, stood = midway(1), 0, nil
      raises(case[2], state.playout, state, function(given)
        asked = asked + 1
        if asked < 5 then return given:legal()[1] end
        stood = given:clone()
        return case[1]()
      end, "game")
      assert.is_true(stood == state)
      assert.equal(24, #state:history()[1].actions) -- the whole round is there
      for _ = 1, 24 do assert.is_true(state:undo()) end
      assert.equal("bid", state.phase)
    end
    -- in a round that it dealt, where its history then begins
    local state = midway(1)
    local began
    raises("later", state.playout, state, function(given)
      if given.round == 2 then return end
      began = began or given:clone()
      if given.phase ~= "bid" then error "later" end
      return given:legal()[1]
    end, "game", nil, "c")
    assert.equal(3, state.round)
    assert.equal(4, #state:history()[1].actions)
    while state:undo() do assert.equal(3, state.round) end
    assert.is_true(began == state)
    assert.is_false(state:undo())
  end)

  it("leaves the state unchanged if a hook fails", function()
    local path = helper.write(helper.folder() .. "/fails.lua", [[
      return { base = "en-2023", winner = function(s, seat)
        if s.finished == 3 then error "tired" end
        return seat
      end }]])
    local state = aurum.state(assert(aurum.variant(path, 4))):deal "x"
    helper.clean()
    state:apply(state:legal()[1])
    local before = state:clone()
    raises("tired", state.playout, state)
    assert.is_true(before == state)
    assert.equal(1, #state:history()[1].actions)
  end)

  it("takes a function and a keyword", function()
    local state = midway(1)
    local before = state:clone()
    raises("function, 'uniform' or 'quick' expected, got table",
      state.playout, state, {})
    raises("invalid option 'match'", state.playout, state, nil, "match")
    assert.is_true(before == state)
  end)

  it("of a sample keeps the earlier rounds", function()
    local state = midway(1)
    local world = state:view(1):sample()[1]
    assert.same(state.rounds, world.rounds)
    world:playout()
    assert.same(state.rounds[1], world.rounds[1])
    assert.equal(2, #world.rounds)
  end)
end)

describe("a history", function()
  it("can be replayed to the same state", function()
    for _, players in ipairs { 3, 4 } do
      local state = aurum.state(assert(aurum.variant("de-2024", players)))
      assert.same({}, state:history())
      local steps = 0
      helper.play_out(state, "history", function()
        steps = steps + 1
        if steps % 17 ~= 0 then return end
        local again = aurum.state(state.rules)
        for _, round in ipairs(state:history()) do
          again:deal(round)
          for _, action in ipairs(round.actions) do again:apply(action) end
        end
        assert.is_true(state == again)
        assert.same(state:events(), again:events())
        assert.same(state.rounds, again.rounds)
      end)
      assert.equal(state.round, #state:history())
      assert.truthy(steps > 60)
    end
  end)

  it("begins at the built position", function()
    local state = dealt():set { points = { 3, 4 } }
    assert.same({}, state:history())
    local first = state:legal()[1]
    state:apply(first)
    assert.same({ { actions = { first } } }, state:history())
    state:playout():deal "next"
    local list = state:history()
    assert.equal(1, #list)
    assert.same({}, list[1].actions)
    assert.equal(state.first, list[1].first)
    assert.same(state.hands, list[1].hands)
    assert.same(state.gold, list[1].gold)
  end)

  it("has the gold dealt by a hook", function()
    local path = helper.write(helper.folder() .. "/rich.lua", [[
      return { base = "en-2023", deal = function(s, deal)
        deal.gold[2] = "G0 G8"
        return deal
      end }]])
    local state = aurum.state(assert(aurum.variant(path, 4))):deal "x"
    helper.clean()
    assert.equal("G0 G8", tostring(state:history()[1].gold[2]))
    assert.is_true(state == aurum.state(state.rules):deal(state:history()[1]))
  end)
end)

describe("a score", function()
  -- The points of a bid depend on those of earlier rounds and on a var that the
  -- end of the round changes. If the hooks were called again later, they would
  -- answer otherwise.
  local source = [[
    return {
      base = "en-2023", nuggets = 0, rounds = 4, vars = { seen = "game" },
      bid_points = function(s, side, bid, taken)
        return 100 - s.points[side] % 90 - s.vars.seen
      end,
      round_winners = function(s, score, sides)
        s.vars.seen = s.vars.seen + 1
        return sides
      end,
    }]]
  local rules, path
  setup(function()
    path = helper.write(helper.folder() .. "/passing.lua", source)
    rules = assert(aurum.variant(path, 4))
  end)
  teardown(helper.clean)

  it("after a round is final, whatever hooks answer later", function()
    local state = aurum.state(rules)
    local last, points = state:score().points, { 0, 0 }
    helper.play_out(state, "passing", function(action)
      -- the score if the round ended now, which it does
      if action.kind == "pass" then last = state:score() end
    end)
    assert.same(last, state:score())
    local n = 0
    for _, event in ipairs(state:events()) do
      if event.kind == "round" then
        n = n + 1
        local round = state.rounds[n]
        assert.same(round.winners, event.winners)
        round.winners = nil
        assert.same(round, event.score)
        for side = 1, 2 do
          assert.equal(100 - points[side] % 90 - (n - 1),
            round.bid_points[side])
          points[side] = points[side] + round.points[side]
        end
      end
    end
    assert.equal(4, n)
    assert.same(points, state.points)
    state:undo()
    assert.same(last, state:score()) -- the hooks, called now in the same place
    assert.equal(3, #state.rounds)
  end)

  it("is the same in records, games and checks", function()
    local seen = {}
    local game = aurum.game {
      variant = rules, seed = "passing", on_fault = "substitute",
      bots = { helper.bot [[
        local sum = {}
        return {
          bid = function(_, view) return view:random() end,
          play = function(_, view) return view:random() end,
          observe = function(_, event)
            if event.kind == "round" then
              sum[#sum + 1] = table.concat(event.score.points, " ")
            elseif event.kind == "game" then
              error(table.concat(sum, ", "), 0)
            end
          end,
        }]] },
    }:run()
    for i, round in ipairs(game.rounds) do
      seen[i] = table.concat(round.points, " ")
    end
    assert.equal(4, #seen)
    assert.equal(table.concat(seen, ", "), game.faults[1].message)
    assert.same(game.state.rounds, game.rounds)
    local line = game:record()
    assert.same({}, (aurum.record(line):replay(rules)))
    local altered = line:gsub('("bid_points":%[)(%d+)', function(head, points)
      return head .. points + 1
    end)
    local found = aurum.record(altered):replay(rules)
    assert.equal(4, #found)
    assert.equal("round 1 bid_points of side 1", found[1].what)
    assert.equal("round 4 bid_points of side 1", found[4].what)
    local info = aurum.read_variant(path)
    assert.is_true(aurum.game { variant = rules, seed = "check" }
      :check(assert(info:rules(4))))
  end)
end)
