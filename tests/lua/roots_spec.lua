-- Questions in parts, the roots, that workers share: their answers depend
-- neither on the number of workers nor on where the parts are done.
local aurum = require "aurum"
local estimates = require "aurum.judge.estimates"
local outlook = require "aurum.judge.outlook"
local root_parallel = require "aurum.judge.root_parallel"

--- A state after `n` random actions of a round.
local function after(rules, n)
  local state = aurum.state(rules):deal "a"
  for i = 1, n do
    local legal = state:legal()
    state:apply(legal[i * 7919 % #legal + 1])
  end
  return state
end

local states = {}
for _, edition in ipairs { "en-2023", "bga", "de-2024", "fr-2023",
  "ru-2023" } do
  for _, players in ipairs { 3, 4 } do
    states[#states + 1] = after(assert(aurum.variant(edition, players)), 9)
  end
end

describe("roots", function()
  it("share all simulations, each with a seed of its own", function()
    for _, sims in ipairs { 1, 999, 1999, 2000, 2999, 10000, 12345, 1000000 } do
      local sum, seeds = 0, {}
      local list = root_parallel.of(sims, "x")
      for _, root in ipairs(list) do
        sum = sum + root.sims
        assert.is_nil(seeds[root.seed])
        seeds[root.seed] = true
        assert.truthy(#list == 1 or root.sims >= 1000)
      end
      assert.equal(sims, sum)
      assert.equal("x", list[1].seed)
      assert.equal(math.max(sims // 1000, 1), #list)
    end
  end)

  it("give the first problem, or an error of the work", function()
    for _, jobs in ipairs { 1, 2 } do
      local list = { 1, 2, 3, 4 }
      local found, problem = root_parallel.results(list, jobs, function(i)
        return { problem = i > 1 and "at " .. i or nil }
      end)
      assert.is_nil(found)
      assert.equal("at 2", problem)
      found, problem = root_parallel.results(list, jobs, function(i)
        if i == 3 then error("raised at " .. i, 0) end
        return { i }
      end)
      assert.is_nil(found)
      assert.equal("raised at 3", problem)
    end
  end)
end)

describe("the values of moves", function()
  it("are the same with any number of workers", function()
    for _, state in ipairs(states) do
      local one = estimates.of(state, 3000, 1)
      assert.truthy(#one > 1)
      assert.same(one, estimates.of(state, 3000, 2))
      assert.same(one, estimates.of(state, 3000, 3))
    end
    assert.same(estimates.of(states[1], 9000, 1),
      estimates.of(states[1], 9000, 64))
  end)

  it("are the same where no worker starts", function()
    local wanted, workers = {}, aurum.sys.workers
    for i, state in ipairs(states) do
      wanted[i] = estimates.of(state, 2000, 2)
    end
    aurum.sys.workers = function() error "no worker: not today" end
    local good, problem = pcall(function()
      for i, state in ipairs(states) do
        assert.same(wanted[i], estimates.of(state, 2000, 2))
      end
    end)
    aurum.sys.workers = workers
    assert.truthy(good, problem)
  end)

  it("are those of a search if there is one root", function()
    for _, state in ipairs(states) do
      local view = state:view(state.turn)
      local found = view:search { method = "flat", sims = 1500, seed = "1" }
      local by_action = {}
      for _, move in ipairs(found.moves) do
        by_action[tostring(move.action)] = move
      end
      local moves = estimates.of(state, 1500, 2)
      assert.equal(#found.moves, #moves)
      for i, move in ipairs(moves) do
        local own = by_action[move.action]
        assert.equal(own.mean, move.mean)
        assert.near(1.96 * own.error, move.error, 1e-9)
        assert.truthy(i == 1 or move.mean <= moves[i - 1].mean)
      end
    end
  end)

  it("are the means over all roots", function()
    local state = states[1]
    local view, sum, n, squares = state:view(state.turn), 0, 0, 0
    local results, action = {}, nil
    for i = 1, 3 do
      local seed, sims = "s" .. i, 400 * i
      results[i] = estimates.root(view, { sims = sims, seed = seed })
      local found = view:search { method = "flat", sims = sims, seed = seed }
      action = action or tostring(found.best)
      for _, move in ipairs(found.moves) do
        if tostring(move.action) == action then
          local visits = move.visits
          n, sum = n + visits, sum + visits * move.mean
          squares = squares + move.error ^ 2 * visits * (visits - 1)
            + visits * move.mean ^ 2
        end
      end
    end
    for _, move in ipairs(estimates.merge(results)) do
      if move.action == action then
        assert.near(sum / n, move.mean, 1e-9)
        local variance = (squares - sum ^ 2 / n) / (n - 1)
        assert.near(1.96 * math.sqrt(variance / n), move.error, 1e-9)
        n = 0
      end
    end
    assert.equal(0, n)
  end)

  it("do not fit a table without end", function()
    local state = aurum.state(assert(aurum.variant("en-2023", 4))):deal "a"
    for _ = 1, 4 do state:apply(state:legal()[1]) end
    local moves = estimates.of(state, 100, 1)
    assert.truthy(#moves > 12)
    local text = estimates.table(moves)
    assert.equal(13, select(2, text:gsub("\n", "")))
    assert.truthy(text:find(("and %d more"):format(#moves - 12), 1, true))
  end)
end)

describe("an outlook", function()
  it("is the same in any shares", function()
    for _, state in ipairs(states) do
      for _, seat in ipairs { false, 1, 3 } do
        for shares = 1, 5 do
          local results = {}
          for i, root in ipairs(outlook.roots(state.rules, seat or nil, 203,
            shares)) do
            results[i] = outlook.root(state, root, "x")
          end
          assert.same(outlook.of(state, seat or nil, 203, "x"),
            outlook.merge(results))
        end
      end
    end
  end)
end)
