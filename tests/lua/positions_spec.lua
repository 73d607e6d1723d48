-- Positions by hand: aurum.position with a table (lua/load/positions.lua).
local aurum = require "aurum"
local helper = require "helper"

local ring = { hands = { [2] = "S10 B3" }, bids = "C5 C1 C7 C2",
  trick = { leader = 1, "Z7" } }

--- `ring` with other fields; false leaves one out.
local function with(fields)
  local setup = {}
  for key, value in pairs(ring) do setup[key] = value end
  for key, value in pairs(fields) do setup[key] = value or nil end
  return setup
end

--- The message for a table.
local function refused(setup)
  local good, message = pcall(aurum.position, setup)
  assert.is_false(good, tostring(message))
  return (message:gsub("^.-aurum%.position: ", ""))
end

describe("a position by hand", function()
  it("takes what is named and deals the rest", function()
    local state = aurum.position(ring)
    assert.equal(2, state.turn)
    assert.equal("play", state.deciding)
    assert.equal("B3 S10", tostring(state.hands[2]))
    assert.same({ 1, 2, 2, 2 }, { #state.hands[1], #state.hands[2],
      #state.hands[3], #state.hands[4] }) -- seat 1 has played
    local all = aurum.set ""
    for _, hand in ipairs(state.hands) do
      assert.equal(0, #(all & hand))
      all = all | hand
    end
    assert.equal(0, #(all & aurum.set "C5 C1 C7 C2 Z7"))
    for _, pile in ipairs(state.gold) do assert.equal(0, #pile) end
  end)

  it("is the same each time, and another with another seed", function()
    assert.is_true(aurum.position(ring) == aurum.position(ring))
    assert.is_false(aurum.position(ring) == aurum.position(with { seed = 2 }))
  end)

  it("can be played on and be kept as a token", function()
    local state = aurum.position(ring)
    assert.is_true(aurum.position(state:position()) == state)
    state:playout("uniform")
    assert.equal("deal", state.deciding or state.phase)
  end)

  it("takes cards as texts, lists, cards and sets", function()
    local plain = aurum.position(with { gold = { [3] = "G2 G2" } })
    local other = aurum.position(with {
      hands = { [2] = aurum.set "B3 S10" }, gold = { [3] = { "G2", "G2" } },
      bids = { "C5", aurum.card "C1", { "C7" }, " C2" }, trick = false,
      plays = { aurum.card "Z7" }, leader = 1, turn = 2 })
    assert.is_true(plain == other)
  end)

  it("begins with bids if there are none", function()
    local state = aurum.position { hands = { "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 "
      .. "C1 C2" } }
    assert.equal("bid", state.deciding)
    assert.equal(2, #state.extras) -- a whole deal
    for _, hand in ipairs(state.hands) do assert.equal(12, #hand) end
  end)

  it("asks for changes before a lead, unless they are kept", function()
    local lead = with { trick = false, gold = { "G1" }, leader = 1 }
    assert.equal("change", aurum.position(lead).deciding)
    lead.keep = true
    assert.equal("play", aurum.position(lead).deciding)
  end)

  it("may be of other rules", function()
    local state = aurum.position { variant = "bga", players = 3,
      hands = { [3] = "S9 B3" }, bids = "Z5 Z1 Z7", leader = 3 }
    assert.equal("bga", state.rules.name)
    assert.equal(3, state.turn)
    assert.is_true(aurum.position(with { variant = aurum.variant "bga" })
      .rules.name == "bga")
  end)

  it("refuses what is wrong and names it", function()
    for expected, setup in pairs {
      ["there is no field 'hand'; did you mean 'hands'?"] = { hand = {} },
      ["hands: expected cards of a seat"] = {},
      ["hands: expected a list by seat"] = { hands = "S10" },
      ["hands: expected seats from 1 to 4, got '5'"] =
        { hands = { [5] = "S10" } },
      ["hands[2]: en-2023 has no card 'S11'; did you mean 'S1'?"] =
        { hands = { [2] = "S11" } },
      ["hands[2]: G1 is gold, which is never there (RULES 1.2)"] =
        { hands = { [2] = "G1" } },
      ["hands[2]: expected cards"] = { hands = { [2] = 7 } },
      ["hands[3]: S10 is in hands[2] already"] =
        { hands = { [2] = "S10", [3] = "S10" } },
      ["bids[1]: G1 is gold, which is never there (RULES 4.1)"] =
        with { bids = { "G1" } },
      ["bids[1]: expected one card, got 2"] = with { bids = { "C5 C6" } },
      ["bids[2]: S10 is in hands[2] already"] =
        with { bids = "C5 S10 C7 C2" },
      ["bids: expected the bid of each seat"] = with { bids = false },
      ["a card was played before all bids"] = with { bids = "C5 C1" },
      ["gold[1]: Z7 is not gold"] = with { gold = { "Z7" } },
      ["more gold in the collections than there is"] =
        with { gold = { "G8 G8" } },
      ["trick: expected its leader"] = with { trick = { "Z7" } },
      ["leader: expected a seat from 1 to 4, got 7"] =
        with { trick = { leader = 7, "Z7" } },
      ["the trick's leader is seat 1, and leader is 2"] = with { leader = 2 },
      ["trick and plays are the same"] = with { plays = { "Z7" } },
      ["a suit is twice in the trick"] =
        with { trick = { leader = 1, "Z7", "Z8" } },
      ["turn: seat 3 is not on turn: seat 2 is, asked to play (seat 1 leads, "
        .. "and 1 card is played)"] = with { turn = 3 },
      ["taken: expected a number from 0 to 64, got -1"] =
        with { taken = { -1 } },
      ["hands[3]: 19 cards are needed, and only 12 are left"] = { hands = {
        "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2 C3 C4 C5 C6 C7 C8 C9" } },
      ["variant: no variant 'bgaa'; did you mean 'bga'?"] =
        with { variant = "bgaa" },
    } do
      assert.equal(expected, refused(setup):sub(1, #expected))
    end
  end)

  it("says where it was called", function()
    local _, message = pcall(function() aurum.position {} end)
    assert.truthy(message:find "positions_spec%.lua:%d+: aurum%.position: ")
  end)
end)

describe("a place of a recorded game", function()
  local folder = helper.folder()
  local file = folder .. "/games.jsonl"
  local games = {}
  local out = assert(io.open(file, "w"))
  for i = 1, 2 do
    games[i] = assert(aurum.game { bots = { "random" }, seed = i }):run()
    out:write(games[i]:record())
  end
  out:close()

  it("is a position, too", function()
    local state = aurum.position { record = file, game = 2, place = "1.3.2" }
    assert.is_true(state == games[2].state:at "1.3.2")
    assert.is_true(aurum.position { record = file, place = "1.3.2" }
      == games[1].state:at "1.3.2")
  end)

  it("is refused if it is not there", function()
    assert.truthy(refused { record = file, game = 3, place = "1.3.2" }
      :find("no game 3; the file has 2", 1, true))
    assert.truthy(refused { record = file, place = 1.3 }
      :find('place: expected a text such as "2.4.3", got 1.3', 1, true))
    assert.truthy(refused { record = file, place = "9.3.2" }:find "round 9")
    assert.truthy(refused { record = folder .. "/no", place = "1.1.1" }
      :find "No such file")
    assert.truthy(refused { record = file, hands = {}, place = "1.1.1" }
      :find "there is no field 'hands'")
  end)
end)
