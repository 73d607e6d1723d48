-- Samples of a training that come from games that were played
-- (aurum.sys.lesson_of, lua/learn/recorded_games.lua).
local aurum = require "aurum"
local helper = require "helper"
local opponents = require "aurum.learn.opponents"
local recorded_games = require "aurum.learn.recorded_games"
local raises, sys = helper.raises, aurum.sys

--- A net of fresh trainers: its values are near 0.
local function net_of(rules)
  local trainers = {}
  for _, part in ipairs { "closed", "open" } do
    trainers[part] = sys.trainer { rules = rules, seed = part }
  end
  return assert(aurum.net(sys.net_bytes { rules = rules, goal = "lead",
    closed = trainers.closed, open = trainers.open }))
end

--- The final state of a game between bots, and the game.
local function played(rules, seed)
  local game = assert(aurum.game { variant = rules, seed = seed,
    bots = { "greedy" } }):run()
  return game.state, game
end

--- The targets of samples, in points: each sample is the number of inputs, a
--- float, and the inputs.
local function targets_of(samples)
  local list, at = {}, 1
  while at <= #samples do
    local n = ("=I2"):unpack(samples, at)
    list[#list + 1] = 10 * ("=f"):unpack(samples, at + 2)
    at = at + 6 + 2 * n
  end
  return list
end

local function lead_of(score, side)
  local sum, n = 0, 0
  for other, points in ipairs(score.points) do
    if other ~= side then sum, n = sum + points, n + 1 end
  end
  return score.points[side] - sum / n
end

--- The leads in the rounds of a game, of one side or, without it, of all, by
--- their text.
local function leads_of(game, side)
  local leads = {}
  for _, round in ipairs(game.rounds) do
    for each = side or 1, side or #round.points do
      leads[("%.3f"):format(lead_of(round, each))] = true
    end
  end
  return leads
end

describe("aurum.sys.lesson_of", function()
  for _, players in ipairs { 3, 4 } do
    it(("takes results as targets (%d players)"):format(players), function()
      local rules = assert(aurum.variant("standard", players))
      local net, state, game = net_of(rules), played(rules, "results")
      for seat = 1, players do
        local side = players == 4 and 2 - seat % 2 or seat
        for _, part in ipairs { "closed", "open" } do
          local samples, rounds = sys.lesson_of { state = state, part = part,
            student = net, seats = { seat }, seed = "a" }
          assert.equal(#game.rounds, rounds)
          local list = targets_of(samples)
          assert.truthy(#list > 3 * rounds)
          -- with three sides an open part learns each side's value
          local leads = leads_of(game,
            (part == "closed" or players == 4) and side)
          for _, target in ipairs(list) do
            assert.truthy(leads[("%.3f"):format(target)], target)
          end
        end
      end
    end)
  end

  it("leaves out a round that has not ended", function()
    local rules = assert(aurum.variant("standard", 4))
    local net, state = net_of(rules), aurum.state(rules):deal "open"
    for _ = 1, 9 do state:apply(state:legal()[1]) end
    local samples, rounds = sys.lesson_of { state = state, part = "closed",
      student = net, seed = "a" }
    assert.same({ "", 0 }, { samples, rounds })
  end)

  it("refuses a net without the part, and states that are none", function()
    local rules = assert(aurum.variant("standard", 4))
    local state, net = played(rules, "one"), net_of(rules)
    local closed = assert(aurum.net(sys.net_bytes { head = net, bits = 6,
      closed = net }))
    raises("open", sys.lesson_of, { state = state, part = "open",
      student = closed, seed = "a" })
    raises("expected", sys.lesson_of, { state = 1, part = "open",
      student = net, seed = "a" })
    raises("expected", sys.lesson_of, { state = state, part = "open",
      student = net, seed = "a", seats = { 5 } })
    raises("a student", sys.lesson_of, { state = state, part = "open",
      seed = "a" })
    local three = net_of(assert(aurum.variant("standard", 3)))
    raises("trained for", sys.lesson_of, { state = state, part = "open",
      student = three, seed = "a" })
  end)
end)

describe("aurum.sys.explore", function()
  it("follows the net, or draws a legal action", function()
    local rules = assert(aurum.variant("standard", 4))
    local net, state, drawn = net_of(rules), aurum.state(rules):deal "x", {}
    local function action(explore, seed)
      return sys.explore { state = state, actor = net, explore = explore,
        seed = seed }
    end
    local best = net:choose(state:view(state.turn))
    for i = 1, 20 do
      assert.equal(best, action(0, "s" .. i))
      assert.equal(action(1, "s" .. i), action(1, "s" .. i))
      assert.is_true(state:is_legal(action(1, "s" .. i)))
      drawn[tostring(action(1, "s" .. i))] = true
    end
    assert.truthy(next(drawn, next(drawn)))
    raises("a seat on turn", sys.explore, { state = aurum.state(rules),
      actor = net, seed = "x" })
    raises("an actor", sys.explore, { state = state, seed = "x" })
  end)
end)

describe("opponents", function()
  it("divide their share of rounds evenly", function()
    for n = 1, 5 do
      local sums = {}
      for i = 1, n do sums[i] = 0 end
      for piece = 1, 40 do
        local list = opponents.rounds(n, 0.1, 250, piece)
        for i = 1, n do sums[i] = sums[i] + list[i] end
      end
      for i = 1, n do
        assert.truthy(math.abs(sums[i] - 1000 / n) <= 1, sums[i])
      end
    end
    assert.same({ 250 }, opponents.rounds(1, 1, 250, 7))
  end)

  it("end a training by ten faults in a row", function()
    local list = { opponents.quick, { name = "odd", bot = {} } }
    local function add(tally, ...)
      local pieces = {}
      for i, outcomes in ipairs { ... } do
        pieces[i] = { false, { outcomes = outcomes, fault = "error: x" } }
      end
      return opponents.add(list, tally, pieces)
    end
    local tally = add(opponents.tally(list), "..x", "xxxxxxxx.x")
    assert.same({ rounds = 3, faults = 10, row = 1, fault = "error: x" },
      tally[2])
    assert.same(0, tally[1].rounds)
    tally = add(tally, "xxxx", "xxxx")
    raises("odd was at fault in 10 rounds in a row; the first fault was error",
      add, tally, "x")
    assert.equal(18, tally[2].faults)
  end)

  it("are called again without the calls in which they died", function()
    local request = { deaths = {} }
    assert.is_false(opponents.note_death(request, { kind = "cpu", game = 1 }))
    assert.is_false(opponents.note_death(request, { kind = "cpu", game = 1,
      call = 0 }))
    for call = 5, 6 do
      assert.is_true(opponents.note_death(request, { kind = "cpu", game = 3,
        call = call, message = "slow" }))
    end
    assert.equal(2, #request.deaths[3])
  end)
end)

describe("recorded games", function()
  local path = os.tmpname()
  after_each(function() os.remove(path) end)

  it("are cut into pieces of whole games", function()
    local rules = assert(aurum.variant("standard", 4))
    local file, rounds = assert(io.open(path, "w")), 0
    for i = 1, 6 do
      local _, game = played(rules, "game" .. i)
      rounds = rounds + #game.rounds
      file:write(game:record())
    end
    file:close()
    local pieces, sum, others = recorded_games.read({ path }, rules, 3, 100)
    assert.same({ rounds, 0 }, { sum, others })
    local n = 0
    for _, piece in ipairs(pieces) do n = n + #piece end
    assert.equal(6, n)
    assert.equal(1, #(recorded_games.read({ path }, rules, 3, 1)))
    local bga = assert(aurum.variant("bga", 4))
    pieces, sum, others = recorded_games.read({ path }, bga, 3, 100)
    assert.same({ {}, 0, 6 }, { pieces, sum, others })
    local none, problem = recorded_games.read({ path .. "x" }, rules, 3, 1)
    assert.is_nil(none)
    assert.truthy(problem:find(path .. "x: ", 1, true), problem)
  end)
end)
