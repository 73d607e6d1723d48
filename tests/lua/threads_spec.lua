-- Searches in several roots, which threads share: the answers are the same
-- with any number of threads, also where a bot's fuel ends. The threads
-- themselves: tests/core/threads_test.c.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local counts = { 1, 2, 3, 7 } -- threads

local standard = assert(aurum.variant("standard", 4))

--- A result as text, without its time.
local function told(result, message)
  if not result then return message end
  local parts = { ("%s %d %d %s"):format(result.best, result.sims, result.nodes,
    result.cut) }
  for _, move in ipairs(result.moves) do
    parts[#parts + 1] = ("%s %d %a %a %a"):format(move.action, move.visits,
      move.mean or 0, move.error or 0, move.paired_error or 0)
  end
  for _, action in ipairs(result.line) do
    parts[#parts + 1] = tostring(action)
  end
  return table.concat(parts, "\n")
end

--- A state after `n` random actions of a round.
local function after(rules, n, seed)
  local state = aurum.state(rules):deal(seed)
  for i = 1, n do
    local legal = state:legal()
    if not legal[1] then break end
    state:apply(legal[i * 7919 % #legal + 1])
  end
  return state
end

--- Positions of many rounds, under data rules and a variant with hooks.
local function positions()
  local list = {}
  for _, name in ipairs { "en-2023", "bga", "de-2024", "standard+trump" } do
    for players = 3, 4 do
      local rules = aurum.variant(name, players)
      for n = 0, rules and 24 or -1, 6 do
        local state = after(rules, n, "threads" .. n)
        if state.turn then list[#list + 1] = state end
      end
    end
  end
  return list
end

describe("a search in several roots", function()
  it("finds the same with any number of threads", function()
    local compared = 0
    for i, state in ipairs(positions()) do
      local at = i % 4 == 0 and state or state:view(state.turn)
      for _, roots in ipairs { 1, 2, 8 } do
        local function of(threads)
          return told(at:search { method = i % 2 == 0 and "flat" or nil,
            sims = 100 + i, seed = i, roots = roots, threads = threads,
            objective = i % 3 == 0 and "round" or "lead",
            nodes = i % 5 == 0 and 40 or nil })
        end
        local first = of(1)
        for k = 2, #counts do
          assert.equal(first, of(counts[k]))
          compared = compared + 1
        end
      end
    end
    assert.is_true(compared > 200, compared)
  end)

  it("divides its simulations and adds up its trees", function()
    local state = after(standard, 8, "sums")
    local view = state:view(state.turn)
    for _, roots in ipairs { 1, 2, 3, 64 } do
      local result = view:search { sims = 501, seed = 1, roots = roots }
      local visits = 0
      for _, move in ipairs(result.moves) do visits = visits + move.visits end
      assert.equal(501, result.sims)
      assert.equal(501, visits)
      assert.is_true(result.nodes <= 501 + roots)
    end
    assert.not_equal(told(view:search { sims = 500, seed = 1 }),
      told(view:search { sims = 500, seed = 1, roots = 2 }))
    assert.equal(told(view:search { sims = 500, seed = 1 }),
      told(view:search { sims = 500, seed = 1, roots = 1, threads = 2 }))
    local flat = view:search { sims = 1, roots = 8, method = "flat" }
    assert.equal(#view:legal(), flat.sims) -- one world: the others have none
  end)

  it("runs functions of Lua on one thread", function()
    local state = after(standard, 8, "functions")
    local view = state:view(state.turn)
    for _, options in ipairs {
      { policy = function(s) return s:legal()[1] end },
      { leaf = function(s) return { #s.hands[1], -#s.hands[1] } end },
      { weight = function(s) return 1 + #s.gold[1] end, worlds = 20 },
    } do
      options.sims, options.roots, options.seed = 40, 3, 5
      local first
      for _, threads in ipairs(counts) do
        options.threads = threads
        local text = told(view:search(options))
        first = first or text
        assert.equal(first, text)
      end
    end
    raises("search: policy: ", view.search, view, { sims = 40, roots = 3,
      threads = 2, policy = function() error "no" end })
  end)

  it("ends after its milliseconds", function()
    local state = after(standard, 8, "ms")
    local view = state:view(state.turn)
    for _, threads in ipairs { 1, 2 } do
      local result = view:search { ms = 20, roots = 2, threads = threads }
      assert.is_true(result.sims >= 64)
      assert.is_true(result.seconds >= 0.02)
    end
    assert.equal(64, view:search { ms = 0.001, roots = 2, threads = 2 }.sims)
  end)

  it("refuses other numbers", function()
    local state = after(standard, 0, "numbers")
    local view = state:view(state.turn)
    raises("search: roots: expected a whole number from 1 to 64, got 0",
      view.search, view, { sims = 1, roots = 0 })
    raises("search: threads: expected a whole number from 1 to 64, got 65",
      view.search, view, { sims = 1, threads = 65 })
  end)
end)

-- A bot that tells what it finds; its third search ends where its fuel does.
local telling = [[
  local parts = {}
  for _, options in ipairs {
    { sims = 300, roots = 4 }, { sims = 300, roots = 2, method = "flat" },
    { sims = 1e6 // 1 | 0, roots = 4, partial = true, nodes = 1000 },
    { sims = 300, roots = 4, threads = 64 },
  } do
    local found = view:search(options)
    parts[#parts + 1] = found.best .. " " .. found.sims .. " " .. found.nodes
      .. " " .. tostring(found.cut) .. " " .. tostring(found.seconds)
    for _, move in ipairs(found.moves) do
      parts[#parts + 1] = move.visits .. ("%a"):format(move.mean)
    end
  end
  return table.concat(parts, "|")]]

describe("a bot", function()
  it("cannot tell how many threads it has", function()
    local before, first = aurum.sys.threads(), nil
    for _, threads in ipairs(counts) do
      assert.equal(threads, aurum.sys.threads(threads))
      local text = helper.in_bot(telling, { seed = 1, fuel = 3000000 })
      first = first or text
      assert.equal(first, text)
    end
    aurum.sys.threads(before)
    assert.truthy(first:find "true", first) -- the third search was cut
  end)

  it("has the threads of its worker, under the filter", function()
    local bots = { helper.telling(telling) }
    local first
    for _, threads in ipairs(counts) do
      local pool <close> = aurum.sys.workers { count = 1, seconds = 60,
        threads = threads, work = function()
          local game = aurum.game { variant = standard, bots = bots, seed = 1,
            fuel = 3000000 }
          return aurum.sys.threads() .. " " .. tostring(game:run().trace)
        end }
      pool:submit(1, "")
      local worker, good, reply = pool:wait()
      assert.equal(1, worker)
      assert.is_true(good, reply)
      local allowed, text = reply:match "^(%d+) ([^\n]*)"
      assert.equal(tostring(threads), allowed)
      first = first or text
      assert.equal(first, text)
    end
  end)

  it("that is too slow is stopped on all threads", function()
    local pool <close> = aurum.sys.workers { count = 1, seconds = 0.1,
      threads = 2, work = function()
        local game = aurum.game { variant = standard, seed = 1,
          bots = { helper.bot [[
          return { bid = function(_, view)
            return view:search { sims = 1000000000, roots = 2 }.best end,
            play = function() end }]] } }
        return game:run().trace
      end }
    pool:submit(1, "")
    local _, good, death = pool:wait()
    assert.is_nil(good)
    assert.equal("cpu", death.kind)
    assert.equal(1, death.seat)
  end)
end)
