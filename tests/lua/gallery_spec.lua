-- The rules of variants/gallery: each is found by its name and holds in random
-- games, its text is made of whole sentences, the page of the gallery lists it,
-- and positions built by hand show its effect.
local aurum = require "aurum"
local helper = require "helper"
local variant_check = require "aurum.lab.rules.variant_check"

local folder = aurum.home .. "/variants/gallery/"

--- The names of the rules of the gallery, sorted.
local function names()
  local list = {}
  for _, file in ipairs(assert(aurum.sys.files(folder))) do
    list[#list + 1] = file:match "^(.*)%.lua$"
  end
  table.sort(list)
  return list
end

--- A position of a rule with seat 1 to lead. Bids are high cards that nobody
--- holds.
local function position(name, setup)
  local rules = assert(aurum.variant("standard+gallery/" .. name, 4))
  setup.bids = setup.bids or { "S10", "Z10", "Z9", "S9" }
  setup.first, setup.leader = setup.first or 1, setup.leader or 1
  return aurum.state(rules):set(setup)
end

local function apply(state, ...)
  for _, action in ipairs { ... } do state:apply(action) end
  return state
end

--- The score of the last finished round.
local function score(state) return state.rounds[#state.rounds] end

describe("the gallery", function()
  it("has ten rules, all of them on its page with a verdict", function()
    local file <close> = assert(io.open(folder .. "README.md"))
    local page, rows = file:read "a", {}
    local row = "\n| %[([%w%-]+)%]%([%w%-]+%.lua%) |([^\n]*)"
    for name, verdict in page:gmatch(row) do
      rows[#rows + 1] = name
      assert.matches("%([-+][%d.]+[ %%]* to [-+][%d.]+", verdict)
    end
    table.sort(rows)
    assert.equal(10, #rows)
    assert.same(names(), rows)
  end)

  for _, name in ipairs(names()) do
    it("has " .. name .. ", which holds in random games", function()
      local info = aurum.read_variant("standard+gallery/" .. name)
      assert.same({}, info.problems)
      assert.equal("en-2023+" .. name, info.name)
      for _, players in ipairs { 3, 4 } do
        local failure = variant_check.run(info, assert(info:rules(players)),
          { series = "gallery", first = 1, last = 20 }, function() end)
        assert.is_nil(failure and failure.message)
      end
    end)

    it("says " .. name .. " in whole sentences", function()
      local info = aurum.read_variant("standard+gallery/" .. name)
      local file = info.files[#info.files]
      local sentences = file.sentences or {}
      for _, sentence in ipairs(sentences) do
        assert.matches("^%u.*%.$", sentence.text)
      end
      local acts = next(file.hooks) or file.questions[1]
      assert.equal(acts ~= nil, sentences[1] ~= nil)
    end)
  end

  it("is no plain name, and no file of a record", function()
    assert.is_nil((aurum.variant "standard+spy"))
    local found, message = aurum.named_variant "standard+gallery/spy"
    assert.is_nil(found)
    assert.matches("is not installed; give its file", message)
    assert.is_nil((aurum.variant "standard+gallery/nothing"))
    assert.is_nil((aurum.variant "standard+gallery/../spy"))
  end)

  it("does not hide a file of that path", function()
    local good = aurum.variant("standard+" .. folder .. "spy.lua", 4)
    assert.equal("en-2023+spy", good.name)
  end)
end)

describe("team-bid", function()
  it("adds the bids of partners", function()
    local state = position("team-bid", { hands = { "B1", "C1", "P1", "S1" },
      bids = { "S2", "Z3", "Z4", "S5" } })
    assert.same({ 6, 8 }, state.bid)
  end)
end)

describe("quick-hands", function()
  it("deals nine cards, the others face down", function()
    local state = aurum.state(aurum.variant("standard+gallery/quick-hands", 4))
    state:deal "quick"
    assert.same({ 9, 9, 9, 9 }, { #state.hands[1], #state.hands[2],
      #state.hands[3], #state.hands[4] })
    assert.equal(14, #state.extras)
    assert.equal(0, #state:view(1).extras)
  end)
end)

describe("eight-tricks", function()
  it("lets nobody lead a ninth trick", function()
    local state = aurum.state(aurum.variant("standard+gallery/eight-tricks", 4))
    state:deal "eight"
    local roll = helper.dice(8)
    while state.round == 1 and state.turn do
      if state.phase == "play" and #state.trick.plays == 0
        and state.trick.number == 9 then
        assert.same({ "pass" }, helper.texts(state:legal()))
      end
      state:apply(helper.choose(state:legal(), roll))
    end
    assert.is_true(#state.tricks <= 8)
  end)
end)

describe("spy", function()
  local function winner(...)
    local state = position("spy", { gold = { "", "", "", "G2" },
      hands = { "B10 Z4", "C1 C9 Z5", "P1 P3 Z6", "S7 Z7" } })
    apply(state, "keep", ...)
    return state.tricks[1].winner
  end

  it("gives a trick of the highest rank to the last of the lowest", function()
    assert.equal(3, winner("B10", "C1", "P1", "S7"))
    assert.equal(2, winner("B10", "C1", "P3", "S7"))
  end)

  it("does nothing against gold, or where no 10 wins", function()
    assert.equal(4, winner("B10", "C1", "P1", "G2"))
    assert.equal(4, winner("Z4", "C1", "P1", "S7"))
    assert.equal(1, winner("B10", "C9", "P3", "S7"))
  end)
end)

describe("underdog", function()
  --- The points of side 1, which bid and took 1, with these nuggets.
  local function points(nuggets)
    local state = position("underdog", { hands = { "B1", "C2", "P9", "S3" },
      bids = { "S1", "Z2", "Z1", "S2" }, nuggets = nuggets })
    apply(state, "B1", "C2", "P9", "S3", "pass")
    return score(state).bid_points
  end

  it("pays 3 points more for an exact bid to a side behind", function()
    assert.same({ 5, 0 }, points { 0, 1 })
    assert.same({ 2, 0 }, points { 1, 1 })
    assert.same({ 2, 0 }, points { 1, 0 })
  end)
end)

describe("last-trick", function()
  it("pays 3 points to the side that won the last full trick", function()
    local state = position("last-trick", { hands = { "B1 B2", "C9 C3", "P8 P4",
      "S3 S10" }, bids = { "S1", "Z2", "Z1", "Z5" } })
    apply(state, "B1", "C9", "P8", "S3")
    while state.turn and #state.rounds == 0 do
      state:apply(state:legal()[1])
    end
    local last = score(state)
    local gold = last.gold_points[1] + last.gold_points[2]
    assert.is_true(gold >= 3)
  end)
end)

describe("burn", function()
  it("takes a point for each Phosphorus card in a trick won", function()
    local state = position("burn", { hands = { "B9", "C2", "P1", "S3" },
      bids = { "S1", "Z2", "Z1", "S2" } })
    apply(state, "B9", "C2", "P1", "S3", "pass")
    assert.same({ 1, 0 }, score(state).bid_points)
  end)
end)

describe("bury", function()
  it("hides a card of each hand from all others", function()
    local rules = assert(aurum.variant("standard+gallery/bury", 4))
    local state = aurum.state(rules):deal "bury"
    local card = state.hands[state.turn]:lowest()
    local seat = state.turn
    while state.phase == "ask" do
      state:apply(("answer bury %s"):format(state.hands[state.turn]:lowest()))
    end
    assert.is_true(state.extras:has(card))
    assert.equal(11, #state.hands[seat])
    assert.is_false(state:view(seat).unseen:has(card))
    assert.is_true(state:view(seat % 4 + 1).unseen:has(card))
  end)
end)

describe("signal", function()
  it("asks nobody without a partner", function()
    local state = aurum.state(aurum.variant("standard+gallery/signal", 3))
    state:deal "signal"
    for _ = 1, 3 do state:apply(state:legal()[1]) end
    assert.equal("change", state.phase)
  end)
end)

describe("second-thoughts", function()
  it("lets each side correct its bid once, before the seventh trick", function()
    local state = aurum.state(assert(aurum.variant(
      "standard+gallery/second-thoughts", 4))):deal "thoughts"
    local roll, asked = helper.dice(7), {}
    local before
    while state.round == 1 and state.turn and #state.rounds == 0 do
      if state.phase == "ask" then
        before = before or { table.unpack(state.bid) }
        assert.equal(7, state.trick.number)
        local side = state.rules.side_of[state.turn]
        assert.is_nil(asked[side]) -- it has raised its bid
        asked[side] = true
        state:apply "answer correct raise"
        assert.equal(before[side] + 1, state.bid[side])
      else
        state:apply(helper.choose(state:legal(), roll))
      end
    end
    assert.same({ true, true }, asked)
  end)
end)
