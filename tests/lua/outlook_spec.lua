-- The outlook of a round: what it depends on, and what it may not see.
local aurum = require "aurum"
local outlook = require "aurum.judge.outlook"

local standard = assert(aurum.variant("standard", 4))
local bga = assert(aurum.variant("bga", 3))

--- A state after `n` random actions of a round, by a seed.
local function after(rules, n, seed)
  local state = aurum.state(rules):deal(seed)
  for i = 1, n do
    local legal = state:legal()
    state:apply(legal[i * 7919 % #legal + 1])
  end
  return state
end

describe("the outlook of a round", function()
  it("has a mean within the range of each side", function()
    for _, rules in ipairs { standard, bga } do
      for _, n in ipairs { 0, 3, 9, 20 } do
        local list = outlook.of(after(rules, n, "a"), nil, 200, "x")
        assert.equal(rules.side_n, #list)
        for _, side in ipairs(list) do
          assert.truthy(side.low <= side.mean)
          assert.truthy(side.mean <= side.high)
        end
      end
    end
  end)

  it("follows from the seed", function()
    local state = after(standard, 9, "a")
    assert.same(outlook.of(state, 2, 200, "x"), outlook.of(state, 2, 200, "x"))
    assert.not_same(outlook.of(state, 2, 200, "x"),
      outlook.of(state, 2, 200, "y"))
    assert.same(outlook.of(state, nil, 200, "x"),
      outlook.of(state, nil, 200, "x"))
  end)

  it("leaves the state as it is", function()
    local state = after(standard, 9, "a")
    local token = state:position()
    outlook.of(state, nil, 100, "x")
    outlook.of(state, 3, 100, "x")
    assert.equal(token, state:position())
  end)

  it("of a seat is the same whatever the others hold", function()
    local deal = { first = 1, hands = {
      "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
      "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 C3 C4",
      "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 C5 C6",
      "Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 C7 C8" } }
    local other = { first = 1, hands = { deal.hands[1], deal.hands[4],
      deal.hands[2], deal.hands[3] } }
    local one = aurum.state(standard):deal(deal):apply "bid B5"
    local two = aurum.state(standard):deal(other):apply "bid B5"
    assert.same(outlook.of(one, 1, 300, "x"), outlook.of(two, 1, 300, "x"))
    assert.not_same(outlook.of(one, nil, 300, "x"),
      outlook.of(two, nil, 300, "x"))
    local hidden = aurum.state(bga):deal "a"
    local seat = hidden.turn
    local a, b = hidden:clone(), hidden:clone()
    a:apply("bid " .. tostring(a:legal_cards():lowest()))
    b:apply("bid " .. tostring(b:legal_cards():highest()))
    local viewer = seat % 3 + 1
    assert.same(outlook.of(a, viewer, 300, "x"),
      outlook.of(b, viewer, 300, "x"))
  end)

  it("closes on the result when nothing is left to choose", function()
    local state = aurum.state(standard):set {
      hands = { "B9", "", "", "" }, bids = { "B5", "Z1", "Z2", "Z3" },
      gold = { "", "", "", "" }, taken = { 4, 2, 0, 3 }, extras = "Z9 Z10",
      first = 2, leader = 2, plays = { "Z6", "P3", "S4" } }
    local done = state:clone():apply "play B9"
    while done.turn do done:apply(done:legal()[1]) end
    for side, one in ipairs(outlook.of(state, nil, 100, "x")) do
      local points = done.rounds[1].points[side]
      assert.same({ points, points, points }, { one.low, one.mean, one.high })
    end
  end)

  it("needs an open round", function()
    local list, problem = outlook.of(aurum.state(standard), nil, 100, "x")
    assert.same({ nil, "no round is open" }, { list, problem })
  end)
end)
