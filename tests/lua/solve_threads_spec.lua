-- aurum.solve: the same as state:solve for one state after the other, with any
-- number of threads; and what the judge and alchemist make of it. The threads
-- themselves: tests/core/threads_test.c.
local aurum = require "aurum"
local helper = require "helper"
local estimates = require "aurum.judge.estimates"
local judge = require "aurum.judge.judge"
local raises = helper.raises

local counts = { 1, 2, 3, 8 } -- threads

--- A solution as text.
local function told(found)
  local parts = { ("%d %d %s %d %s"):format(found.lo, found.hi, found.exact,
    found.nodes, found.value) }
  for _, move in ipairs(found.moves) do
    parts[#parts + 1] = ("%s %d %d"):format(move.action, move.lo, move.hi)
  end
  for _, key in ipairs { "best", "line" } do
    for _, action in ipairs(found[key] or { "none" }) do
      parts[#parts + 1] = tostring(action)
    end
  end
  return table.concat(parts, "\n")
end

local function told_all(list)
  local texts = {}
  for i, found in ipairs(list) do texts[i] = told(found) end
  return texts
end

--- A state of a random round with at most `cards` in hand; nil if it ended.
local function ending(rules, cards, seed)
  local state, roll = aurum.state(rules):deal("ending" .. seed),
    helper.dice(seed)
  while state.turn and #state.hands[state.turn] > cards do
    state:apply(helper.choose(state:legal(), roll))
  end
  return state.turn and state
end

--- `n` endings of hands of 1 to 3 cards.
local function endings(rules, n)
  local list = {}
  for seed = 1, 10 * n do
    list[#list + 1] = ending(rules, seed % 3 + 1, seed) or nil
    if #list == n then break end
  end
  return list
end

--- The results that aurum.solve must give, from state:solve.
local function one_by_one(states, options)
  local list, left, inexact = {}, options.total or math.huge, 0
  for i, state in ipairs(states) do
    if left < 1 or inexact == options.unsolved then break end
    list[i] = state:solve { find = options.find, changes = options.changes,
      objective = options.objective, side = options.side,
      nodes = math.min(options.nodes, left) }
    left = left - math.max(list[i].nodes, 1)
    if not list[i].exact then inexact = inexact + 1 end
  end
  return list
end

local function same(states, options)
  options.threads = nil
  local wanted = told_all(one_by_one(states, options))
  for _, threads in ipairs(counts) do
    options.threads = threads
    assert.same(wanted, told_all(aurum.solve(states, options)))
  end
  return #wanted
end

local standard = assert(aurum.variant("standard", 4))

--- Every edition, and the first with each house rule; with 3 and 4 players.
local function all_rules()
  local list = {}
  for _, name in ipairs((aurum.variants())) do
    local spec = aurum.variant(name, 4) and name or "standard+" .. name
    for players = 3, 4 do
      local rules = aurum.variant(spec, players)
      if rules and rules.solvable then list[#list + 1] = rules end
    end
  end
  return list
end

describe("aurum.solve", function()
  it("finds the same under all rules with any number of threads", function()
    local finds, solved = { "best", "value", "each" }, 0
    for i, rules in ipairs(all_rules()) do
      local states = endings(rules, 5)
      solved = solved + same(states, { find = finds[i % 3 + 1], nodes = 1500,
        changes = i % 2 == 0 and "none" or nil, side = i % 4 == 0 and 2 or nil,
        objective = i % 5 == 0 and "round" or nil })
    end
    assert.is_true(solved > 100, solved)
  end)

  it("gives each state what those before it left", function()
    local states, ends = endings(standard, 12), {}
    for _, total in ipairs { 1, 2, 50, 600, 5000, 20000 } do
      for _, unsolved in ipairs { 1, 2, 12 } do
        local n = same(states, { find = "each", nodes = 900, total = total,
          unsolved = unsolved })
        ends[n] = true
      end
    end
    assert.is_true(ends[1] and ends[12])
  end)

  it("solves lists with hooks of Lua, and of several rules", function()
    local hooked = assert(aurum.variant("standard+gold-rush", 4))
    local list = endings(hooked, 3)
    table.move(endings(standard, 3), 1, 3, 4, list)
    same(list, { find = "best", nodes = 300 })
    same({}, { nodes = 300 })
  end)

  it("refuses invalid arguments", function()
    local state = ending(standard, 2, 1)
    raises("solve: expected a list of states, got 5 at 2", aurum.solve,
      { state, 5 })
    raises("table expected, got no value", aurum.solve)
    raises("solve: state 2: no round is open", aurum.solve,
      { state, aurum.state(standard) })
    raises("solve: threads: expected a whole number from 1 to 64, got 65",
      aurum.solve, { state }, { threads = 65 })
    raises("solve: total: expected a whole number from 1 to ", aurum.solve,
      { state }, { total = 0 })
    raises("solve: unsolved: expected a whole number from 1 to 100000, got 0",
      aurum.solve, { state }, { unsolved = 0 })
    raises("solve: there is no option 'thread'; did you mean 'threads'?",
      aurum.solve, { state }, { thread = 2 })
    raises("solve: there is no option 'total'", state.solve, state,
      { total = 2 })
  end)

  it("is stopped by an interpreter's hook, with all its threads", function()
    local states = {}
    for i = 1, 8 do states[i] = aurum.state(standard):deal("stop" .. i) end
    for _, threads in ipairs(counts) do
      local fired = 0
      debug.sethook(function()
        fired = fired + 1
        if fired < 100 then return end -- well inside the call
        debug.sethook()
        error "stopped here"
      end, "", 1)
      local good, message = pcall(aurum.solve, states, { nodes = 1000000000,
        threads = threads })
      debug.sethook()
      assert.is_false(good)
      assert.truthy(message:find "stopped here")
    end
    same(endings(standard, 4), { find = "best", nodes = 500 })
  end)
end)

-- A bot that tells what it finds.
local telling = [[
  local parts, worlds = {}, view:sample(6)
  for _, options in ipairs { { nodes = 500, find = "value" },
    { nodes = 700, total = 2000, threads = 64 }, { nodes = 300, unsolved = 2 } }
  do
    options.changes = "none"
    for _, found in ipairs(aurum.solve(worlds, options)) do
      parts[#parts + 1] = found.lo .. " " .. found.hi .. " " .. found.nodes
    end
  end
  return table.concat(parts, "|")]]

--- fault(code, options) with each number of threads; all must be the same.
local function in_bots(code, options)
  local before, first, kind = aurum.sys.threads(), nil, nil
  for _, threads in ipairs(counts) do
    aurum.sys.threads(threads)
    local text, fault = helper.in_bot(code, options)
    if not first then first, kind = text, fault.kind end
    assert.equal(first, text)
    assert.equal(kind, fault.kind)
  end
  aurum.sys.threads(before)
  return first, kind
end

describe("a bot that solves several worlds", function()
  it("cannot tell how many threads it has", function()
    local text = in_bots(telling, { seed = 1, fuel = 3000000 })
    assert.truthy(text:find "^%-?%d+ %-?%d+ %d+|", text)
  end)

  it("has as much fuel with any number of threads", function()
    local code = [[
      local found = aurum.solve(view:sample(4), { nodes = %d })
      return #found .. " " .. found[4].nodes]]
    for _, case in ipairs { { 3000, 1000000, "error" },
      { 20000, 1000000, "fuel" }, { 1000000000, 1000000, "fuel" } } do
      local _, kind = in_bots(code:format(case[1]), { fuel = case[2] })
      assert.equal(case[3], kind)
    end
  end)

  it("has no less memory with more threads", function()
    local code = [[
      local ballast = {}
      for i = 1, 118 do ballast[i] = ("x"):rep(2 ^ 20 - i) end
      return #aurum.solve(view:sample(8), { nodes = 500 })]]
    assert.equal("8", (in_bots(code, { seed = 1 })))
  end)

  it("is stopped on all threads if it is too slow", function()
    local pool <close> = aurum.sys.workers { count = 1, seconds = 0.1,
      threads = 2, work = function()
        local game = aurum.game { variant = standard, seed = 1,
          bots = { helper.bot [[
          return { bid = function(_, view)
            return aurum.solve(view:sample(4), { nodes = 1000000000000 })
          end, play = function() end }]] } }
        return game:run().trace
      end }
    pool:submit(1, "")
    local _, good, death = pool:wait()
    assert.is_nil(good)
    assert.equal("cpu", death.kind)
  end)

  it("has the threads of its worker, under the filter", function()
    local bots, first = { helper.telling(telling) }, nil
    for _, threads in ipairs(counts) do
      local pool <close> = aurum.sys.workers { count = 1, seconds = 60,
        threads = threads, work = function()
          return tostring(aurum.game { variant = standard, bots = bots,
            seed = 1, fuel = 3000000 }:run().trace)
        end }
      pool:submit(1, "")
      local _, good, reply = pool:wait()
      assert.is_true(good, reply)
      first = first or reply
      assert.equal(first, reply)
    end
  end)
end)

describe("with any number of threads", function()
  local function each_count(of)
    local before, first = aurum.sys.threads(), nil
    for _, threads in ipairs(counts) do
      aurum.sys.threads(threads)
      local text = of()
      first = first or text
      assert.equal(first, text)
    end
    aurum.sys.threads(before)
    return first
  end

  --- The places of a game with few cards and a choice.
  local function late_places(game)
    local list = {}
    for state, _, place in game.state:decisions() do
      if #state.hands[state.turn] <= 2 and #state:legal() > 1 then
        list[#list + 1] = place
      end
    end
    return list
  end

  it("the judge and `hint` find the same", function()
    local game = aurum.game { bots = { "greedy" }, seed = "threads" }:run()
    local places, solved = late_places(game), 0
    for i = 1, math.min(#places, 3) do
      local text = each_count(function()
        local verdict = judge.valued(game, { place = places[i], sims = 200 })()
        local parts = { tostring(verdict.solved) }
        for _, key in ipairs { "place", "class", "loss", "spread", "worlds",
          "better" } do
          parts[#parts + 1] = tostring(verdict[key])
        end
        return table.concat(parts, " ")
      end)
      if text:find "^true" then solved = solved + 1 end
      local state = game.state:at(places[i])
      each_count(function()
        return estimates.table(assert(estimates.solved(
          state:view(state.turn))))
      end)
    end
    assert.equal(3, solved)
  end)
end)
