-- The player who sees all hands (lua/lab/bots/ceiling.lua).
local aurum = require "aurum"
local ceiling = require "aurum.lab.bots.ceiling"
local helper = require "helper"

ceiling.playouts = 20 -- enough to see what the tests look for

local teams, alone = aurum.variant("standard", 4), aurum.variant("standard", 3)

local function nothing() end

--- The result of greedy on deals of a seed.
local function measured(rules, deals, args)
  local seeds = {}
  for i = 1, deals do seeds[i] = "peek." .. i end
  args.on_fault = "forfeit"
  return ceiling.of(assert(aurum.bot(args.bot or "greedy")), rules, seeds,
    args, nothing)
end

--- A state after random actions, with at most this many cards a hand.
local function ending(rules, seed, cards)
  local state = aurum.state(rules):deal(seed)
  for i = 1, 1000 do
    if not state.turn then return nil end
    if state.phase ~= "bid" and #state.hands[state.turn] <= cards then
      return state
    end
    local legal = state:legal()
    state:apply(legal[i * 7 % #legal + 1])
  end
end

describe("the open-hand player", function()
  it("acts legally, follows from state and seed, and leaves both", function()
    for _, rules in ipairs { teams, alone } do
      local state = aurum.state(rules):deal "one"
      while state.turn do
        local before, events = state:position(), #state:events()
        local action = ceiling.choose(state, "s")
        assert.equal(action, ceiling.choose(state:clone(), "s"))
        assert.equal(before, state:position())
        assert.equal(events, #state:events())
        assert.is_true(state:why(action))
        state:apply(action)
      end
    end
  end)

  it("takes only actions that are proven best at the end", function()
    local compared = 0
    for i = 1, 60 do
      local state = ending(teams, "ending" .. i, 3)
      local best = state and state:solve().best
      if best and #best < #state:legal() then
        compared = compared + 1
        local action, found = ceiling.choose(state, "s"), false
        for _, one in ipairs(best) do found = found or one == action end
        assert.is_true(found)
      end
    end
    assert.is_true(compared >= 10, compared)
  end)
end)

describe("the ceiling", function()
  it("is the same from any number of processes, and in this one", function()
    for _, rules in ipairs { teams, alone } do
      local one = assert(measured(rules, 3, { jobs = 1 }))
      assert.same(one, measured(rules, 3, { jobs = 3 }))
      assert.same(one, measured(rules, 3, { trust = true }))
      assert.same({ 3, 3 * rules.side_n }, { one.deals, one.games })
      assert.is_true(one.low < one.mean and one.mean < one.high)
    end
  end)

  it("is far above a random bot", function()
    local found = assert(measured(teams, 4, { bot = "random", jobs = 2 }))
    assert.is_true(found.low > 5, found.low)
  end)

  it("has no interval for one deal", function()
    local found = assert(measured(teams, 1, { jobs = 1 }))
    assert.is_true(found.low ~= found.low and found.high ~= found.high)
  end)

  it("counts a bot's endless loop as its fault, as an arena does", function()
    local bot = helper.write(helper.folder() .. "/endless.lua",
      [[return { bid = function() while true do end end,
        play = function() end }]])
    local found = assert(measured(teams, 1, { bot = bot, jobs = 1,
      cpu = 0.05 }))
    assert.equal(20, found.mean) -- an open round counts 20 to 0
  end)

  it("names the game in which it cannot be measured", function()
    local rules = assert(aurum.variant(
      "standard+tests/fixtures/variants/deal-raises-again.lua", 4))
    local found, problem = measured(rules, 1, { jobs = 1 })
    assert.is_nil(found)
    assert.truthy(problem:find "^game peek%.1: ", problem)
  end)
end)
