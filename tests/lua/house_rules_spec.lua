-- The house rules and editions of variants/ that have no source text: positions
-- built by hand, and the effect of the rule there. There is one `describe` per
-- rule. naive_vs_core_spec.lua checks what holds in every game.
local aurum = require "aurum"
local helper = require "helper"

--- A position of a variant with seat 1 to lead. Bids are high cards
--- that nobody holds.
local function position(name, setup, players)
  local rules = assert(aurum.variant(name, players))
  local bids = { "S10", "Z10", "Z9", "S9", "Z11" }
  setup.bids = setup.bids or table.move(bids, 1, rules.players, 1, {})
  setup.first, setup.leader = setup.first or 1, setup.leader or 1
  return aurum.state(rules):set(setup)
end

local function apply(state, ...)
  for _, action in ipairs { ... } do state:apply(action) end
  return state
end

--- The legal plays in the core's order: "B3, G1, pass".
local function plays(state)
  local list = {}
  for i, action in ipairs(state:legal()) do
    list[i] = tostring(action):gsub("^play ", "")
  end
  return table.concat(list, ", ")
end

describe("must-follow", function()
  local function table_of(gold)
    return position("standard+must-follow", {
      hands = { "B1 C1", "B2 B7 C3 P4", "C2 P2", "S2 Z3" }, gold = gold,
    })
  end

  it("makes a seat play the suit led", function()
    local state = apply(table_of(), "B1")
    assert.equal("B2, B7", plays(state))
    local legal, why = state:why "C3"
    assert.is_false(legal)
    assert.equal("C3: Bismuth was led and must be followed (RULES 6.3)", why)
  end)

  it("lets one without it play anything, but not pass", function()
    local state = apply(table_of(), "B1", "B7")
    assert.equal("C2, P2", plays(state))
    local _, why = state:why "pass"
    assert.equal("pass: a base card can be played (RULES 6.4)", why)
    assert.equal("S2, Z3", plays(apply(state, "C2")))
  end)

  it("allows gold in any case, but not as a lead", function()
    local state = apply(table_of { "", "G3", "G0" }, "keep", "keep", "B1")
    assert.equal("B2, B7, G3", plays(state))
    assert.equal("C2, P2, G0", plays(apply(state, "G3")))
  end)

  it("ends a round at an empty hand only", function()
    local state = position("standard+must-follow", {
      hands = { "B1", "B2", "", "S2" },
    })
    assert.equal("pass", plays(apply(state, "B1", "B2")))
    assert.equal(3, apply(state, "pass").passer)
  end)

  it("lets samples take into account who lacks the suit", function()
    local state = position("standard+must-follow", {
      hands = { "B1 C1", "C3 P4", "B2 C2", "B5 Z3" }, extras = "B9 B10",
    })
    local view = apply(state, "B1", "C3"):view(4)
    for _, world in ipairs(view:sample(100)) do
      assert.equal(0, #world.hands[2]:suit "B")
    end
  end)
end)

describe("low-wins", function()
  local function table_of(...)
    local state = position("standard+low-wins", {
      hands = { "B5 Z1", "C3 Z2", "P7 Z3", "S4 Z4" }, gold = { "", "G8" },
    })
    return apply(state, "keep", ...)
  end

  it("gives the lowest the trick, the highest the gold", function()
    local state = table_of("B5", "C3", "P7", "S4")
    local trick = state.tricks[1]
    assert.equal(2, trick.winner)
    assert.equal("G7", tostring(trick.award))
    assert.equal("G7", tostring(state.gold[3]))
    assert.equal(2, state.leader)
    local event = state:events()[6]
    assert.same({ 2, 3, 2 }, { event.winner, event.taker, event.next })
  end)

  it("lets gold duck the trick", function()
    local trick = table_of("B5", "G8", "P7", "S4").tricks[1]
    assert.equal(4, trick.winner)
  end)

  it("leaves ties to the later card", function()
    local state = position("standard+low-wins", {
      hands = { "B5 Z1", "C5 Z2", "P7 Z3", "S7 Z4" },
    })
    apply(state, "B5", "C5", "P7", "S7")
    assert.equal(2, state.tricks[1].winner)
    assert.equal("G7", tostring(state.gold[4]))
  end)
end)

describe("blind-bid", function()
  local rules = assert(aurum.variant "standard+blind-bid")

  it("lays the bids of four face down", function()
    local state = aurum.state(rules):deal "blind"
    local first = state.turn
    local card = state.hands[first]:lowest()
    state:apply(card)
    assert.is_nil(state:view(first % 4 + 1).bids[first])
    assert.is_nil(state:view((first + 1) % 4 + 1).bids[first]) -- its partner
    assert.equal(card, state:view(first).bids[first])
  end)

  it("turns them over together", function()
    local state = aurum.state(rules):deal "blind"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    assert.equal("change", state.phase)
    for seat = 1, 4 do assert.same(state.bids, state:view(seat).bids) end
    local event = state:events()[6]
    assert.equal("reveal", event.kind)
    assert.same(state.bids, event.bids)
  end)

  it("lets partners change each other's bids as before", function()
    local state = position("standard+blind-bid", {
      hands = { "B1", "C1", "P1", "S1" }, gold = { "G1" },
    })
    assert.same({ "change G1 B1 of 1", "change G1 B1 of 3", "keep" },
      helper.texts(state:legal()))
  end)
end)

describe("five-alchemists", function()
  local rules = assert(aurum.variant "five-alchemists")

  it("is for exactly five players, each a side of its own", function()
    assert.equal(5, rules.players)
    assert.equal(5, rules.side_n)
    local none, message = aurum.variant("five-alchemists", 4)
    assert.is_nil(none)
    assert.equal("variant 'five-alchemists' is for 5 players, not 4", message)
  end)

  it("deals every card, and a G0 each", function()
    local state = aurum.state(rules):deal "five"
    assert.equal(55, #rules.deck)
    assert.equal(0, #state.extras)
    for seat = 1, 5 do
      assert.equal(11, #state.hands[seat])
      assert.equal("G0", tostring(state.gold[seat]))
    end
    assert.equal("G1 G1 G2 G2 G3 G3 G4 G5 G6 G7 G8", tostring(state.supply))
  end)

  it("has the maximum number of kinds", function()
    local knobs = { ranks = { 1, 11 }, hand = 11, gold = { 5, 2, 2, 2, 1, 1, 1,
      1, 1, 1 }, gold_points = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 } }
    local none, message = aurum.rules { players = 5, knobs = knobs }
    assert.is_nil(none)
    assert.truthy(message:find("65 kinds", 1, true))
  end)

  it("bids face down, and each seat changes only its own bid", function()
    local state = aurum.state(rules):deal "five"
    local first = state.turn
    state:apply(state:legal()[1])
    assert.is_nil(state:view(first % 5 + 1).bids[first])
    state = position("five-alchemists", {
      hands = { "B1", "C1", "P1", "S1", "Z1" }, gold = { "G1" },
    })
    assert.same({ "change G1 B1 of 1", "keep" }, helper.texts(state:legal()))
  end)

  it("has five cards in a trick, and no gold for an 11", function()
    local state = position("five-alchemists", {
      hands = { "B11 B1", "C11", "P11", "S11", "Z10" },
      bids = { "B10", "C10", "P10", "S10", "Z9" },
    })
    apply(state, "B11", "C11", "P11", "S11", "Z10")
    local trick = state.tricks[1]
    assert.equal(4, trick.winner)
    assert.is_nil(trick.award)
    assert.equal(5, state.leader)
  end)

  it("breaks a tied round by the exact bid", function()
    local state = position("five-alchemists", {
      hands = { "", "B1", "C1", "P1", "S1" },
      bids = { "B2", "C4", "Z10", "P10", "S10" }, taken = { 2, 5 },
    })
    apply(state, "pass")
    assert.same({ 4, 4, 0, 0, 0 }, state:score().points)
    assert.same({ 1, 0, 0, 0, 0 }, state.nuggets)
  end)
end)

describe("misere", function()
  it("lets a card be laid face down", function()
    local rules = assert(aurum.variant("standard+misere", 4))
    local state = aurum.state(rules):deal "misere"
    local legal = state:legal()
    assert.equal(24, #legal)
    assert.equal("bid -" .. state.hands[state.turn]:list()[1],
      tostring(legal[13]))
    state = aurum.state(assert(aurum.variant("standard", 4))):deal "misere"
    assert.equal(12, #state:legal())
  end)

  --- The score of three players who lay these bids, then play their other card.
  local function round(name, bids, hands)
    local rules = assert(aurum.variant(name, 3))
    local state = aurum.state(rules):set {
      hands = hands, first = 1, leader = 1, round = 1,
    }
    for _, bid in ipairs(bids) do state:apply("bid " .. bid) end
    while state.phase == "play" do state:apply(state:legal()[1]) end
    return state:score()
  end

  -- Seat 1 takes no trick, or the only one.
  local none = { "B1 S7", "P3 P6", "S2 Z5" }
  local one = { "B9 S7", "P3 P6", "S2 Z5" }

  it("pays a bid of 0 that is kept as an exact bid of three", function()
    local score = round("standard+misere", { "-S7", "P6", "Z5" }, none)
    assert.same({ 0, 1, 0 }, score.taken)
    assert.same({ 0, 6, 5 }, score.bid)
    assert.same({ 6, 0, 0 }, score.bid_points)
  end)

  it("pays nothing for a bid of 0 that is broken", function()
    local score = round("standard+misere", { "-S7", "P6", "Z5" }, one)
    assert.same({ 1, 0, 0 }, score.taken)
    assert.same({ 0, 0, 0 }, score.bid_points)
    -- in the online edition, tricks above the bid count (RULES 9.1)
    score = round("bga+misere", { "-S7", "P6", "Z5" }, one)
    assert.same({ 1, 0, 0 }, score.bid_points)
  end)

  it("pays as much as its base rules pay for three", function()
    local folder = helper.folder()
    local path = helper.write(folder .. "/dear.lua",
      "return { exact = 5, exact_bonus = 10 }")
    local score = round(("standard+misere+%s"):format(path),
      { "-S7", "P6", "Z5" }, none)
    helper.clean()
    assert.equal(25, score.bid_points[1])
  end)

  it("does not pay that for a bid that lies face up", function()
    local score = round("standard+misere", { "S7", "P6", "Z5" }, none)
    assert.same({ 7, 6, 5 }, score.bid)
    assert.same({ 0, 0, 0 }, score.bid_points)
  end)

  it("needs both of a team, whose bid is the higher one", function()
    local rules = assert(aurum.variant("standard+misere", 4))
    local function score(...)
      local state = aurum.state(rules):set {
        hands = { "B1 S7", "P3 P6", "S2 Z5", "C4 C5" }, first = 1, leader = 1,
        round = 1,
      }
      for _, bid in ipairs { ... } do state:apply("bid " .. bid) end
      return state:score()
    end
    assert.same({ 0, 6 }, score("-S7", "P6", "-Z5", "C5").bid)
    assert.same({ 6, 0 }, score("-S7", "P6", "-Z5", "C5").bid_points)
    assert.same({ 5, 6 }, score("-S7", "P6", "Z5", "C5").bid)
    assert.same({ 0, 0 }, score("-S7", "P6", "Z5", "C5").bid_points)
  end)

  it("ends with a change: the new card lies face up", function()
    local rules = assert(aurum.variant("standard+misere", 3))
    local state = aurum.state(rules):set {
      hands = { "B1 S7", "P3 P6", "S2 Z5" }, gold = { "G0" }, first = 1,
      leader = 1, round = 1,
    }
    apply(state, "bid -S7", "bid P6", "bid Z5", "change G0 B1 of 1")
    assert.equal(1, state:score().bid[1])
    assert.equal("S7", tostring(state.hands[1]))
  end)
end)

describe("gold-rush", function()
  --- Three players before a trick; seat 1 holds the card it leads, 2
  --- and 3 also gold.
  local function table_of(gold, more)
    local setup = {
      hands = { "B5 B6", "P1 P2", "S2 S3" }, gold = gold, round = 1,
      bids = { "B9", "P9", "S9" },
    }
    for key, value in pairs(more or {}) do setup[key] = value end
    return position("standard+gold-rush", setup, 3)
  end

  it("keeps the points of gold that was played to a full trick", function()
    local state = table_of { "", "G4", "" }
    assert.same({ 0, 2, 0 }, state:score().gold_points)
    apply(state, "keep", "B5", "G4", "S2")
    assert.equal("", tostring(state.gold[2]))
    assert.equal(1, state.supply:count "G4")
    assert.same({ 0, 2, 1 }, state:score().gold_points) -- G2 was awarded
  end)

  it("adds them to those of gold held, and over tricks", function()
    local state = table_of { "", "G4 G7 G1", "" }
    apply(state, "keep", "B5", "G4", "S2") -- 2 points; S2 leads
    assert.same({ 0, 6, 1 }, state:score().gold_points)
    apply(state, "keep", "keep", "S3", "B6", "G7") -- and 3; G3 is awarded
    assert.same({ 0, 6, 2 }, state:score().gold_points)
    assert.equal("G1", tostring(state.gold[2]))
  end)

  it("counts nothing in the trick that a pass ends (RULES 8.1)", function()
    local state = table_of({ "", "G4", "" }, {
      hands = { "B5", "P1", "" }, taken = { 0, 1, 0 },
    })
    apply(state, "keep", "B5", "G4", "pass")
    assert.same({ 0, 0, 0 }, state:score().gold_points)
    assert.same({ 0, 0, 0 }, state.points)
  end)

  it("counts for a team, whoever of it played", function()
    local state = position("standard+gold-rush", {
      hands = { "B5", "P1", "S2", "Z3" }, gold = { "", "G4", "", "G7" },
      bids = { "B10", "P10", "S10", "Z10" }, round = 1,
    })
    apply(state, "keep", "keep", "B5", "G4", "S2", "G7")
    assert.same({ 1, 5 }, state:score().gold_points) -- G2 was awarded to seat 3
  end)

  it("scores, and starts again with each deal", function()
    local state = table_of({ "", "G7", "" }, {
      hands = { "B5", "P1", "S4" },
    })
    apply(state, "keep", "B5", "G7", "S4", "pass")
    assert.same({ 0, 3, 2 }, state.points) -- G4 was awarded
    assert.same({ 0, 1, 0 }, state.nuggets)
    state:deal "rush"
    assert.same({ 0, 0, 0 }, state:score().gold_points)
  end)
end)

describe("nullify", function()
  --- A trick of four cards that seat 1 leads.
  local function trick(cards, name)
    local hands = { "B10", "C10", "P10", "S10" } -- no hand is empty
    local held = { "", "", "", "" }
    for seat, card in ipairs(cards) do
      if card:sub(1, 1) == "G" then
        held[seat] = card
      else
        hands[seat] = hands[seat] .. " " .. card
      end
    end
    local state = position(name or "standard+nullify", {
      hands = hands, gold = held, bids = { "Z10", "Z9", "Z8", "Z7" },
      round = 1,
    })
    while state.phase == "change" do state:apply "keep" end
    apply(state, table.unpack(cards))
    return state.tricks[1], state
  end

  it("gives a trick to its highest card if no other has its rank", function()
    assert.equal(3, trick({ "B5", "C5", "P7", "S2" }).winner)
    assert.equal(4, trick({ "B5", "C6", "P7", "S8" }).winner)
  end)

  it("gives it to the next where two cancel each other", function()
    assert.equal(1, trick({ "B5", "C7", "P7", "S2" }).winner)
    assert.equal(4, trick({ "B5", "C7", "P7", "S6" }).winner)
  end)

  it("cancels three as well as two, and two pairs", function()
    assert.equal(2, trick({ "B7", "C1", "P7", "S7" }).winner)
    local none, state = trick { "B7", "C1", "P7", "S1" }
    assert.is_nil(none.winner)
    assert.same({ 0, 0 }, state.taken)
  end)

  it("gives a trick of equal cards to nobody", function()
    assert.is_nil(trick({ "B7", "C7", "P7", "S7" }).winner)
  end)

  it("cancels gold only with gold", function()
    assert.equal(1, trick({ "B7", "G2", "P5", "G2" }).winner)
    assert.equal(2, trick({ "B7", "G2", "P5", "G1" }).winner)
    assert.equal(2, trick({ "B7", "G7", "P5", "S5" }).winner) -- G7 is not a 7
  end)

  it("goes by the lowest card where that wins", function()
    for _, name in ipairs { "standard+low-wins+nullify",
      "standard+nullify+low-wins" } do
      local function winner(...) return trick({ ... }, name).winner end
      assert.equal(4, winner("B5", "C5", "P7", "S2"))
      assert.equal(1, winner("B5", "C2", "P7", "S2"))
      assert.equal(2, winner("B2", "C6", "P2", "S2"))
      assert.is_nil(winner("B2", "C6", "P2", "S6"))
      assert.is_nil(winner("B2", "G6", "P2", "S2")) -- gold ducks the trick
    end
  end)

  it("lets a trump equal no other card", function()
    local path = helper.folder() .. "/trumps.lua"
    for _, follow in ipairs { "barred", "free" } do
      helper.write(path, ("return { name = 'trumps', trump = 'S', "
        .. "follow = '%s' }"):format(follow))
      local name = "standard+nullify+" .. path
      assert.equal(4, trick({ "B5", "C5", "P7", "S5" }, name).winner)
      assert.equal(4, trick({ "B5", "C7", "P7", "S1" }, name).winner)
      assert.equal(3, trick({ "B9", "G2", "S2", "G2" }, name).winner)
      assert.equal(4, trick({ "B9", "G2", "S2", "G3" }, name).winner)
      assert.equal(1, trick({ "B9", "C7", "P7", "Z2" }, name).winner)
    end
    local free = "standard+nullify+" .. path
    assert.equal(2, trick({ "S1", "S4", "S2", "B4" }, free).winner)
    assert.equal(3, trick({ "S1", "G2", "S4", "G2" }, free).winner)
    helper.clean()
  end)

  it("leaves the trick to the seat of another rule", function()
    local path = helper.folder() .. "/second.lua"
    helper.write(path, [[
      return { name = "second", winner = function(s, seat)
        return seat % s.rules.players + 1
      end }]])
    local name = "standard+" .. path .. "+nullify"
    assert.equal(4, trick({ "B5", "C4", "P7", "S2" }, name).winner)
    assert.equal(2, trick({ "B5", "C4", "P7", "S5" }, name).winner)
    helper.clean()
  end)

  it("leaves a trick to nobody that nobody has won", function()
    local path = helper.folder() .. "/none.lua"
    helper.write(path, [[
      return { name = "none", winner = function() return nil end }]])
    assert.is_nil(trick({ "B5", "C4", "P7", "S2" },
      "standard+" .. path .. "+nullify").winner)
    helper.clean()
  end)

  it("leaves the award and the lead as they are (RULES 7.1)", function()
    local done, state = trick { "B7", "C1", "P7", "S1" }
    assert.equal("G1", tostring(done.award))
    assert.equal("G1", tostring(state.gold[4]))
    assert.equal(4, state.leader)
  end)
end)
