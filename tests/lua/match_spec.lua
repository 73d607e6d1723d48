-- The differences between the bots of a mirrored match
-- (lua/lab/match/match_tally.lua).
require "aurum" -- finds the modules
local arena_tally = require "aurum.lab.arena.arena_tally"
local blocks = require "aurum.lab.blocks"
local match_tally = require "aurum.lab.match.match_tally"
local schedule = require "aurum.lab.arena.schedule"

local teams, alone = { 1, 2, 1, 2 }, { 1, 2, 3 }

local function words(text)
  local result = {}
  for word in text:gmatch "%S+" do result[#result + 1] = word end
  return result
end

--- A result: the n-th seating, and the points of each round by side.
local function result(n, ...)
  local rounds, timing = {}, {}
  for i, points in ipairs { ... } do
    local threes, zeros = {}, {}
    for side in ipairs(points) do threes[side], zeros[side] = 3, 0 end
    rounds[i] = { points = points, bid = threes, taken = threes,
      gold_points = zeros }
  end
  for seat = 1, 6 do
    timing[seat] = { decisions = 0, seconds = 0, times = "" }
  end
  return { game = n, rounds = rounds, winners = { 1 }, faults = {},
    timing = timing }
end

--- A result that this seat forfeited after these rounds.
local function forfeited(seat, n, ...)
  local game = result(n, ...)
  game.faults[1] = { seat = seat, kind = "error", substituted = false }
  return game
end

--- The tally of these line-ups, with these games added.
local function tally(seatings, side_of, ...)
  local list = {}
  for i, names in ipairs(seatings) do list[i] = words(names) end
  local self = match_tally.tally(list, side_of, 100)
  for _, game in ipairs { ... } do self:add(game) end
  return self.lineups, self
end

local both = { "a b a b", "b a b a" }

describe("the difference", function()
  it("of a deal is the mean over its games, in points per round", function()
    local t, self = tally(both, teams,
      result(1, { 10, 4 }, { 6, 8 }),           -- a: (6 - 2) / 2 = +2
      result(2, { 3, 1 }, { 1, 2 }, { 5, 0 }))  -- a on side 2: -6 / 3 = -2
    assert.same({ "a", "b" }, { t.bots[1].name, t.bots[2].name })
    assert.is.equal(1, t.bots[1].difference.n)
    assert.is.equal(0, t.bots[1].difference.mean)
    self:add(result(1, { 9, 2 }))
    assert.is.equal(1, t.bots[1].difference.n) -- half of a deal does not count
    self:add(result(2, { 2, 5 }))
    assert.is.equal(2, t.bots[1].difference.n)
    assert.is.near(5 / 2, t.bots[1].difference.mean, 1e-12) -- 0 and +5
    assert.is.near(-5 / 2, t.bots[2].difference.mean, 1e-12)
  end)

  it("is that to the mean of the others, which sum to 0", function()
    local t = tally({ "a b c", "a c b", "b a c", "b c a", "c a b", "c b a" },
      alone,
      result(1, { 9, 3, 0 }), result(2, { 0, 0, 0 }), result(3, { 0, 0, 0 }),
      result(4, { 0, 0, 0 }), result(5, { 0, 0, 0 }), result(6, { 1, 2, 3 }))
    -- a: 9 - 3/2, then 3 - 3/2; b: 3 - 9/2, then 2 - 2; c: 0 - 6, then 1 - 5/2
    assert.is.near((7.5 + 1.5) / 6, t.bots[1].difference.mean, 1e-12)
    assert.is.near(-1.5 / 6, t.bots[2].difference.mean, 1e-12)
    assert.is.near(-7.5 / 6, t.bots[3].difference.mean, 1e-12)
  end)

  it("of a bot on two sides is that of their mean", function()
    local t = tally({ "a b a", "a a b", "b a a" }, alone,
      result(1, { 4, 3, 8 }), result(2, { 0, 2, 1 }), result(3, { 6, 6, 6 }))
    assert.is.equal(2, #t.bots)
    assert.is.near((3 + 0 + 0) / 3, t.bots[1].difference.mean, 1e-12)
    assert.is.near(-(3 + 0 + 0) / 3, t.bots[2].difference.mean, 1e-12)
  end)

  it("is exactly 0 where only luck differs", function()
    -- Only the side's cards decide, whoever sits there: thirds and
    -- sevenths cancel.
    local t, self = tally(both, teams)
    for deal = 1, 50 do
      local rounds = {}
      for i = 1, deal % 7 + 1 do rounds[i] = { deal * i % 11, deal * i % 5 } end
      self:add(result(1, table.unpack(rounds)))
      self:add(result(2, table.unpack(rounds)))
    end
    assert.same({ 50, 0 },
      { t.bots[1].difference.n, t.bots[1].difference.mean })
    assert.is_false(t.bots[1].difference:has_spread())
  end)

  it("of a bot against itself is 0", function()
    local t = tally({ "a a a a" }, teams, result(1, { 9, 2 }),
      result(1, { 3, 4 }))
    assert.is.equal(1, #t.bots)
    assert.same({ 2, 0 }, { t.bots[1].difference.n, t.bots[1].difference.mean })
  end)

  it("counts the open round of a forfeit, also the first", function()
    local t = tally(both, teams, forfeited(3, 1, { 9, 2 }), result(2, { 0, 1 }),
      forfeited(2, 1), forfeited(2, 2))
    -- a: (9 + 0 - 2 - 20) / 2 and +1; then +20 against b, -20 as side 2
    assert.is.equal(2, t.blocks)
    assert.is.equal((-13 / 2 + 1) / 2 / 2, t.bots[1].difference.mean)
  end)
end)

describe("a mirrored match and an arena", function()
  --- The tallies of both for seatings of bots with these names; some
  --- games are forfeited.
  local function play(names, side_of, deals)
    local head = { sides = side_of, seed = "s", first = 1, deals = deals,
      bots = {}, seatings = schedule.seatings(#names, side_of) }
    for i, name in ipairs(names) do head.bots[i] = { label = name } end
    local plan, seated, results = schedule.new(head), {}, {}
    for k, seating in ipairs(head.seatings) do
      seated[k] = {}
      for seat, i in ipairs(seating) do seated[k][seat] = names[i] end
    end
    local sides = math.max(table.unpack(side_of))
    for i = 1, plan.games do
      local _, seating = plan:game(i)
      local rounds = {}
      for r = 1, i % 5 do
        rounds[r] = {}
        for side = 1, sides do rounds[r][side] = (7 * i * side + r * r) % 11 end
      end
      local seat = (i % 5 == 0 or i % 7 == 0) and i % #side_of + 1
      results[i] = seat and forfeited(seat, seating, table.unpack(rounds))
        or result(seating, table.unpack(rounds))
    end
    local one = match_tally.tally(seated, side_of, deals)
    local other = arena_tally.tally(plan)
    for _, game in ipairs(results) do one:add(game) end
    for _, item in
      ipairs(arena_tally.reduce(plan, blocks.new(head), results, 1)) do
      other:take(item)
    end
    return one.lineups, other
  end

  it("find the same difference and interval, with faults too", function()
    for _, case in ipairs { { "a b", teams }, { "a b", alone },
      { "a b c", alone }, { "a b", { 1, 1, 2, 2, 3, 3 } } } do
      local one, other = play(words(case[1]), case[2], 20)
      assert.is.equal(20, one.blocks)
      assert.is.equal(20, other.blocks)
      for i, row in ipairs(other.bots) do
        local mine = one.bots[i]
        assert.is.equal(row.name, mine.name)
        assert.is.equal(row.difference.mean, mine.difference.mean)
        assert.is.same({ row.difference:interval() },
          { mine.difference:interval() })
      end
      assert.is_true(other.bots[1].forfeits + other.bots[2].forfeits > 0)
    end
  end)
end)
