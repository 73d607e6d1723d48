-- Results of blocks (lua/lab/blocks.lua, lua/lab/arena/arena_tally.lua),
-- compared with values computed by hand.
require "aurum" -- finds the modules
local arena_tally = require "aurum.lab.arena.arena_tally"
local blocks = require "aurum.lab.blocks"
local schedule = require "aurum.lab.arena.schedule"

local teams, alone = { 1, 2, 1, 2 }, { 1, 2, 3 }

--- The head of a schedule with bots of these names.
local function head_of(names, sides, deals)
  local head = { sides = sides, seed = "s", first = 1, deals = deals or 1,
    bots = {}, seatings = schedule.seatings(#names, sides) }
  for i, name in ipairs(names) do head.bots[i] = { label = name } end
  return head
end

--- A result in which the sides had these points in each round.
local function result_of(points, winners, faults, seats)
  local rounds, timing = {}, {}
  for i, own in ipairs(points) do
    local bid, taken, gold = {}, {}, {}
    for side in ipairs(own) do bid[side], taken[side], gold[side] = 3, 3, 1 end
    bid[1], taken[2] = 2, 2 -- over, under
    rounds[i] = { points = own, bid = bid, taken = taken, gold_points = gold }
  end
  for seat = 1, seats or 4 do
    timing[seat] = { decisions = 10, seconds = 0.5, times = "40:9 50" }
  end
  return { rounds = rounds, winners = winners, faults = faults or {},
    timing = timing }
end

local function fault(seat, kind, substituted)
  return { seat = seat, kind = kind, substituted = substituted or false }
end

--- The tally of results that were reduced in batches of these sizes.
local function tally_of(head, results, sizes)
  local plan = schedule.new(head)
  local summer, tally = blocks.new(head), arena_tally.tally(plan)
  local from = 1
  for _, n in ipairs(sizes or { #results }) do
    local part = table.move(results, from, from + n - 1, 1, {})
    for _, item in ipairs(arena_tally.reduce(plan, summer, part, from)) do
      tally:take(item)
    end
    from = from + n
  end
  return tally
end

describe("bids against tricks", function()
  it("are counted for every round of a bot, also over batches", function()
    local head = head_of({ "a", "b" }, teams, 2)
    local results = { result_of({ { 10, 6 } }, { 1 }),
      result_of({ { 5, 2 }, { 1, 8 } }, { 1, 2 }),
      result_of({ { 4, 4 } }, { 1 }), result_of({ { 4, 4 } }, { 2 }) }
    -- side 1 bids 2 and takes 3, side 2 bids 3 and takes 2; the bots exchange
    -- sides after each game
    for _, sizes in ipairs { { 4 }, { 1, 2, 1 } } do
      local tally = tally_of(head, results, sizes)
      assert.same({ [2] = { [3] = 2 }, [3] = { [2] = 3 } },
        blocks.results(tally.bots[1]))
      assert.same({ [2] = { [3] = 3 }, [3] = { [2] = 2 } },
        blocks.results(tally.bots[2]))
    end
  end)
end)

describe("a block of two teams", function()
  local head = head_of({ "a", "b" }, teams)

  it("has the mean of its games' points per round", function()
    -- a: +4 of one round, then (2 - 5 + 8 - 1) / 2 = +2
    local tally = tally_of(head, { result_of({ { 10, 6 } }, { 1 }),
      result_of({ { 5, 2 }, { 1, 8 } }, { 1, 2 }) })
    local a, b, pair = tally.bots[1], tally.bots[2], tally.pairs[1]
    assert.is.equal(3, a.difference.mean)
    assert.is.equal(-3, b.difference.mean)
    assert.is.equal(3, pair.difference.mean)
    assert.is.same({ 2, 3, 2 }, { pair.blocks.alone.n, pair.blocks.alone.mean,
      pair.blocks.alone.squares })
    assert.is.equal(0.75, a.win_rate.mean)
    assert.is.equal(0.25, b.win_rate.mean)
    assert.is.same({ 2, 2, 1, 3, 20 },
      { a.games, a.wins, a.shared, a.rounds, a.points })
    assert.is.same({ 2, 1, 1, 3, 12 },
      { b.games, b.wins, b.shared, b.rounds, b.points })
    -- side 1 is over, side 2 under, and bot a was on sides one, two and two
    assert.is.same({ 0, 1, 2 }, { a.exact, a.over, a.under })
    assert.is.same({ 0, 2, 1 }, { b.exact, b.over, b.under })
    assert.is.same({ 3, 40, 2.0 }, { a.gold, a.decisions, a.seconds })
    assert.is.equal("40:36 50:4", a.times:text())
    assert.is.same({ 1, 0, 1, 1, 0, 0, 0, 0, 0, 0 }, a.bars)
    assert.is.equal(2, tally.taken)
    assert.is_true(tally:is_done())
  end)

  it("counts the open round of a forfeit", function()
    local tally = tally_of(head, {
      result_of({ { 10, 6 } }, { 2 }, { fault(3, "cpu") }),
      result_of({}, { 1 }, { fault(2, "error"), fault(4, "fuel", true) }) })
    local a, b = tally.bots[1], tally.bots[2]
    -- (10 + 0 - 6 - 20) / 2 = -8, then 0 - 20
    assert.is.equal(-14, a.difference.mean)
    assert.is.same({ 0, 2 }, { a.wins, b.wins })
    assert.is.same({ 1, 1, 1, 2 }, { a.faults.cpu, a.faults.error,
      a.faults.fuel, a.forfeits })
    for _, n in pairs(b.faults) do assert.is.equal(0, n) end
  end)

  it("is 0 for a bot against itself", function()
    local tally = tally_of(head_of({ "a", "a" }, alone), {
      result_of({ { 1, 0, 0 }, { 9, 2, 5 }, { 7, 1, 1 } }, { 1 }, nil, 3),
      result_of({ { 1, 0, 0 }, { 9, 2, 5 }, { 7, 1, 1 } }, { 1 }, nil, 3),
      result_of({ { 1, 0, 0 }, { 9, 2, 5 }, { 7, 1, 1 } }, { 1 }, nil, 3) })
    assert.is.equal(0.0, tally.bots[1].difference.mean)
    assert.is.equal(0.0, tally.pairs[1].difference.mean)
  end)

  it("counts a game that either of a bot's sides won", function()
    local one = result_of({ { 3, 3, 9 } }, { 3 }, nil, 3)
    local tally = tally_of(head_of({ "a", "b" }, alone), { one, one, one })
    -- a sat on one side in each game, b on both
    assert.is.same({ 1, 3 }, { tally.bots[1].wins, tally.bots[1].games })
    assert.is.same({ 2, 3 }, { tally.bots[2].wins, tally.bots[2].games })
    assert.is.near(1 / 3, tally.bots[1].win_rate.mean, 1e-12)
    assert.is.near(1 / 3, tally.bots[2].win_rate.mean, 1e-12)
  end)
end)

describe("a tally", function()
  it("is the same for any division of its games into batches", function()
    local head = head_of({ "a", "b", "c" }, alone, 6)
    local results, n = {}, 6 * #head.seatings
    for i = 1, n do
      results[i] = result_of({ { i % 7, i * i % 11, i % 3 }, { 4, i % 5, 9 } },
        { i % 3 + 1 }, i % 10 == 0 and { fault(i % 3 + 1, "error") } or nil, 3)
    end
    local function figures(tally)
      local list = { tally.taken, tally.games, tally.blocks, (tally:rate()) }
      for _, row in ipairs(tally.bots) do list[#list + 1] = row end
      for _, row in ipairs(tally.pairs) do list[#list + 1] = row end
      return list
    end
    local whole = figures(tally_of(head, results))
    assert.is.equal(n, whole[1])
    for _, sizes in ipairs { { 6, n - 6 }, { 1, 1, 11, 5, n - 18 },
      { 3, 6, n - 9 }, { n - 1, 1 } } do
      assert.is.same(whole, figures(tally_of(head, results, sizes)))
    end
  end)

  it("leaves out an incomplete block", function()
    local head = head_of({ "a", "b" }, teams, 2)
    local result = result_of({ { 10, 6 } }, { 1 })
    local tally = tally_of(head, { result, result, result })
    assert.is.same({ 3, 2, 1 }, { tally.taken, tally.games, tally.blocks })
    assert.is_false(tally:is_done())
    assert.is.equal(2, tally.bots[1].games)
  end)
end)
