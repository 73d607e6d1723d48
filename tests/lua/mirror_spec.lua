-- How a mirrored match exchanges bots, and what it makes of their games
-- (lua/lab/mirror.lua).
local aurum = require "aurum"
local mirror = require "aurum.lab.mirror"
local helper = require "helper"

local teams, alone = { 1, 2, 1, 2 }, { 1, 2, 3 }

--- The seatings of bots with these names, as text: who sits where.
local function seated(names, side_of)
  local seatings = assert(mirror.seatings(names, side_of))
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
    -- the same two bots, but in other seats of the team: another line-up
    assert.same({ "a b b a", "b a a b" }, seated(words "a b b a", teams))
  end)

  it("of three bots alone are six, each once", function()
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

  it("follow the sides of the rules, whatever they are", function()
    assert.same({ "a b c d", "c d a b" },
      seated(words "a b c d", { 1, 1, 2, 2 }))
    assert.same({ "a b a b a b", "b a b a b a" },
      seated(words "a b a b a b", { 1, 2, 1, 2, 1, 2 }))
    assert.is.equal(6, #seated(words "a b c a b c", { 1, 2, 3, 1, 2, 3 }))
  end)

  it("put each line-up as often on each side", function()
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

  it("are refused where sides differ in size", function()
    local none, message = mirror.seatings(words "a b c", { 1, 2, 1 })
    assert.is_nil(none)
    assert.is.equal("the sides differ in size and cannot be exchanged",
      message)
    assert.is_nil((mirror.seatings(words "a b c d e", { 1, 2, 2, 2, 2 })))
  end)

  it("are at most those of five bots", function()
    assert.is.equal(120, #seated(words "a b c d e", { 1, 2, 3, 4, 5 }))
    assert.is.equal(90, #seated(words "a a b b c c", { 1, 2, 3, 4, 5, 6 }))
    local none, message = mirror.seatings(words "a b c d e f",
      { 1, 2, 3, 4, 5, 6 })
    assert.is_nil(none)
    assert.is.equal("720 orders of these bots, at most 120 are "
      .. "played", message)
  end)
end)

describe("the names of the sides", function()
  it("are the bots', each once", function()
    assert.same({ "a", "b" }, mirror.side_names({ words "a b a b" }, teams))
    assert.same({ "a+c", "b" }, mirror.side_names({ words "a b c b" }, teams))
  end)

  it("are none where bots take turns", function()
    assert.same({ "in turn", "in turn" },
      mirror.side_names({ words "a b a b", words "b a b a" }, teams))
  end)
end)

-- Results: the n-th seating, and the points of each round by side.
local function result(n, ...)
  local rounds = {}
  for i, points in ipairs { ... } do rounds[i] = { points = points } end
  return { game = n, rounds = rounds }
end

--- A tally of these seatings with these games added.
local function tally(seatings, side_of, ...)
  local list = {}
  for i, names in ipairs(seatings) do list[i] = words(names) end
  local self = mirror.tally(list, side_of)
  for _, game in ipairs { ... } do self:add(game) end
  return self
end

local both = { "a b a b", "b a b a" }

describe("the difference", function()
  it("of a deal is the mean over its games, points a round", function()
    local t = tally(both, teams,
      result(1, { 10, 4 }, { 6, 8 }),           -- a: (6 - 2) / 2 = +2
      result(2, { 3, 1 }, { 1, 2 }, { 5, 0 }))  -- a on side 2: -6 / 3 = -2
    assert.same({ "a", "b" }, { t.rows[1].name, t.rows[2].name })
    assert.is.equal(1, t.rows[1].sample.n)
    assert.is.equal(0, t.rows[1].sample.mean)
    t:add(result(1, { 9, 2 }))
    assert.is.equal(1, t.rows[1].sample.n) -- half a deal is none
    t:add(result(2, { 2, 5 }))
    assert.is.equal(2, t.rows[1].sample.n)
    assert.is.near(5 / 2, t.rows[1].sample.mean, 1e-12) -- 0 and +5
    assert.is.near(-5 / 2, t.rows[2].sample.mean, 1e-12)
  end)

  it("is that to the mean of the others, which sum to 0", function()
    local t = tally({ "a b c", "a c b", "b a c", "b c a", "c a b", "c b a" },
      alone,
      result(1, { 9, 3, 0 }), result(2, { 0, 0, 0 }), result(3, { 0, 0, 0 }),
      result(4, { 0, 0, 0 }), result(5, { 0, 0, 0 }), result(6, { 1, 2, 3 }))
    -- a: 9 - 3/2, then 3 - 3/2; b: 3 - 9/2, then 2 - 2; c: 0 - 6, then 1 - 5/2
    assert.is.near((7.5 + 1.5) / 6, t.rows[1].sample.mean, 1e-12)
    assert.is.near(-1.5 / 6, t.rows[2].sample.mean, 1e-12)
    assert.is.near(-7.5 / 6, t.rows[3].sample.mean, 1e-12)
  end)

  it("of a bot on two sides is that of their mean", function()
    local t = tally({ "a b a", "a a b", "b a a" }, alone,
      result(1, { 4, 3, 8 }), result(2, { 0, 2, 1 }), result(3, { 6, 6, 6 }))
    assert.is.equal(2, #t.rows)
    assert.is.near((3 + 0 + 0) / 3, t.rows[1].sample.mean, 1e-12)
    assert.is.near(-(3 + 0 + 0) / 3, t.rows[2].sample.mean, 1e-12)
  end)

  it("is exactly 0 where the luck is all there is", function()
    -- The side's cards decide, whoever sits there: thirds and sevenths cancel.
    local t = tally(both, teams)
    for deal = 1, 50 do
      local rounds = {}
      for i = 1, deal % 7 + 1 do rounds[i] = { deal * i % 11, deal * i % 5 } end
      t:add(result(1, table.unpack(rounds)))
      t:add(result(2, table.unpack(rounds)))
    end
    local low, high = t.rows[1].sample:interval()
    assert.same({ 50, 0, 0, 0 },
      { t.rows[1].sample.n, t.rows[1].sample.mean, low, high })
  end)

  it("of a bot against itself is 0", function()
    local t = tally({ "a a a a" }, teams, result(1, { 9, 2 }),
      result(1, { 3, 4 }))
    assert.is.equal(1, #t.rows)
    assert.same({ 2, 0 }, { t.rows[1].sample.n, t.rows[1].sample.mean })
  end)

  it("tells line-ups of the same bots apart", function()
    local t = tally({ "a b b a", "b a a b" }, teams)
    assert.same({ "a+b", "b+a" }, { t.rows[1].name, t.rows[2].name })
  end)

  it("leaves out a deal with a game of no finished round", function()
    local t = tally(both, teams, result(1, { 9, 0 }), result(2),
      result(1), result(2, { 9, 0 }), result(1), result(2),
      result(1, { 3, 1 }), result(2, { 1, 3 }))
    assert.is.equal(3, t.left_out)
    assert.same({ 1, 2 }, { t.rows[1].sample.n, t.rows[1].sample.mean })
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
