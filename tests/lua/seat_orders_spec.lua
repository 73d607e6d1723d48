-- The exchange of bots between the sides (lua/lab/seat_orders.lua).
local aurum = require "aurum"
local seat_orders = require "aurum.lab.seat_orders"
local helper = require "helper"

local teams, alone = { 1, 2, 1, 2 }, { 1, 2, 3 }

--- The seatings of bots with these names, as text: the bot of each seat.
local function seated(names, side_of)
  local seatings = assert(seat_orders.seatings(names, side_of))
  local result = {}
  for i, seating in ipairs(seatings) do
    local sits = {}
    for seat, from in ipairs(seating) do sits[seat] = names[from] end
    result[i] = table.concat(sits, " ")
  end
  return result
end

local function words(text)
  local result = {}
  for word in text:gmatch "%S+" do result[#result + 1] = word end
  return result
end

describe("the orders", function()
  it("of two teams are two, the given one first", function()
    assert.same({ "a b a b", "b a b a" }, seated(words "a b a b", teams))
  end)

  it("keep partners together, in their seats", function()
    assert.same({ "a b c d", "b a d c" }, seated(words "a b c d", teams))
    assert.same({ "a b c a", "b a a c" }, seated(words "a b c a", teams))
    -- the same two bots in other seats of the team: another line-up
    assert.same({ "a b b a", "b a a b" }, seated(words "a b b a", teams))
  end)

  it("of three bots in three seats are six, each once", function()
    local found = seated(words "a b c", alone)
    assert.is.equal("a b c", found[1])
    table.sort(found)
    assert.same({ "a b c", "a c b", "b a c", "b c a", "c a b", "c b a" }, found)
  end)

  it("do not exchange a bot with itself", function()
    assert.same({ "a a a" }, seated(words "a a a", alone))
    assert.same({ "a a a a" }, seated(words "a a a a", teams))
    assert.same({ "a b a", "a a b", "b a a" }, seated(words "a b a", alone))
  end)

  it("follow the sides of any rules", function()
    assert.same({ "a b c d", "c d a b" },
      seated(words "a b c d", { 1, 1, 2, 2 }))
    assert.same({ "a b a b a b", "b a b a b a" },
      seated(words "a b a b a b", { 1, 2, 1, 2, 1, 2 }))
    assert.is.equal(6, #seated(words "a b c a b c", { 1, 2, 3, 1, 2, 3 }))
  end)

  it("put each line-up equally often on each side", function()
    for _, case in ipairs { { "a b c", alone }, { "a b a", alone },
      { "a b c d", teams }, { "a b c d e", { 1, 2, 3, 4, 5 } },
      { "a a b b c", { 1, 2, 3, 4, 5 } } } do
      local names, count = words(case[1]), {}
      local found = seated(names, case[2])
      for _, text in ipairs(found) do
        assert.is_nil(count[text], text)
        count[text] = 1
        for seat, name in ipairs(words(text)) do
          local key = name .. case[2][seat]
          count[key] = (count[key] or 0) + 1
        end
      end
      for _, name in ipairs(names) do
        for seat = 2, #names do
          assert.is.equal(count[name .. case[2][1]],
            count[name .. case[2][seat]], case[1])
        end
      end
    end
  end)

  it("are refused if sides differ in size", function()
    local none, message = seat_orders.seatings(words "a b c", { 1, 2, 1 })
    assert.is_nil(none)
    assert.is.equal("the sides differ in size and cannot be exchanged",
      message)
    assert.is_nil((seat_orders.seatings(words "a b c d e", { 1, 2, 2, 2, 2 })))
  end)

  it("are limited to five bots", function()
    assert.is.equal(120, #seated(words "a b c d e", { 1, 2, 3, 4, 5 }))
    assert.is.equal(90, #seated(words "a a b b c c", { 1, 2, 3, 4, 5, 6 }))
    local none, message = seat_orders.seatings(words "a b c d e f",
      { 1, 2, 3, 4, 5, 6 })
    assert.is_nil(none)
    assert.is.equal("720 orders of these bots, at most 120 are "
      .. "played", message)
  end)
end)

describe("the names of the sides", function()
  it("are the bots', each once", function()
    assert.same({ "a", "b" },
      seat_orders.side_names({ words "a b a b" }, teams))
    assert.same({ "a+c", "b" },
      seat_orders.side_names({ words "a b c b" }, teams))
  end)

  it("do not exist if bots take turns", function()
    assert.same({ "in turn", "in turn" },
      seat_orders.side_names({ words "a b a b", words "b a b a" }, teams))
  end)
end)

describe("the line-ups", function()
  local function lineups(side_of, ...)
    local list = { ... }
    for i, text in ipairs(list) do list[i] = words(text) end
    return seat_orders.lineups(list, side_of)
  end

  it("have the names of their bots, and a place by seat", function()
    local names, list = lineups(teams, "a b a b", "b a b a")
    assert.same({ "a", "b" }, names)
    assert.same({ { 1, 2, 1, 2 }, { 2, 1, 2, 1 } }, list)
    names, list = lineups(alone, "a b a", "a a b")
    assert.same({ "a", "b" }, names)
    assert.same({ { 1, 2, 1 }, { 1, 1, 2 } }, list)
  end)

  it("of the same bots in other seats differ", function()
    local names, list = lineups(teams, "a b b a", "b a a b")
    assert.same({ "a+b", "b+a" }, names)
    assert.same({ { 1, 2, 1, 2 }, { 2, 1, 2, 1 } }, list)
  end)
end)

describe("mirrored games", function()
  it("meet the same deals round by round", function()
    local lowest = helper.bot [[return {
      bid = function(_, view) return view.hand:lowest() end,
      play = function(_, view) return view:legal()[1] end }]]
    local first = helper.first()
    local function deals(bots)
      local record = aurum.game { bots = bots, seed = "m" }:run():record()
      local list = {}
      for hands in record:gmatch '"first":%d,"hands":%b[]' do
        list[#list + 1] = hands
      end
      return list
    end
    local one, other = deals { lowest, first }, deals { first, lowest }
    for round = 1, math.min(#one, #other) do
      assert.is.equal(one[round], other[round])
    end
    assert.is_true(#one >= 2 and #other >= 2)
  end)
end)
