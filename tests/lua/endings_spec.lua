-- The worlds of a view, and endings judged by them: view:worlds against samples
-- and against a plain dealer, the judge against plain enumeration.
local aurum = require "aurum"
local comparison = require "aurum.judge.comparison"
local enumerated = require "enumerated"
local enumeration = require "aurum.judge.enumeration"
local tally = require "aurum.judge.tally"

--- Hands, bids and answers of a state as text.
local function text_of(state)
  local parts = { tostring(state.extras) }
  for seat = 1, state.rules.players do
    parts[#parts + 1] = ("%s %s %s"):format(tostring(state.hands[seat]),
      tostring(state.bids[seat]), tostring(state.down[seat]))
  end
  return table.concat(parts, "|")
end

local function variant(name, players)
  local alone = #aurum.read_variant(name:match "^[^+]*").counts == 0
  return assert(aurum.variant(alone and "standard+" .. name or name, players))
end

describe("view:worlds", function()
  it("lists each deal of the hidden cards once", function()
    local rules, held = variant("standard", 4), 0
    enumerated.endings(rules, 2, 12, function(state)
      local worlds, wanted = state:view(state.turn):worlds(3000), {}
      for _, world in ipairs(enumerated.deals(state)) do
        wanted[text_of(world)] = true
      end
      for _, world in ipairs(worlds) do
        local text = text_of(world)
        assert.truthy(wanted[text], text)
        wanted[text], held = nil, held + 1
      end
      assert.is_nil(next(wanted))
    end)
    assert.truthy(held > 300, held)
  end)

  it("lists what view:sample draws, under many rules #long", function()
    for _, name in ipairs { "misere", "must-follow", "must-follow+misere",
      "exchange", "bga+exchange+misere", "stakes+misere", "trump",
      "blind-bid" } do
      for players = 3, 4 do
        local rules, found, rare = variant(name, players), 0, 0
        enumerated.endings(rules, 3, 6, function(state)
          local view = state:view(state.turn)
          local worlds = view:worlds(60)
          if not worlds then return end
          local drawn = {}
          for _, world in ipairs(worlds) do
            local text = text_of(world)
            assert.is_nil(drawn[text], name)
            drawn[text] = 0
          end
          assert.truthy(drawn[text_of(state)], name)
          for _, world in ipairs(view:sample(20 * #worlds, nil, "held")) do
            local text = text_of(world)
            assert.truthy(drawn[text], name)
            drawn[text] = drawn[text] + 1
          end
          for _, n in pairs(drawn) do rare = rare + (n == 0 and 1 or 0) end
          found = found + #worlds
        end)
        assert.truthy(found > 20, name .. players .. found)
        assert.truthy(rare <= 2, name) -- each is missed once in e^20
      end
    end
  end)

  it("counts bids that lie face down, and answers", function()
    -- three seats of one card each of four, and which of them bids 0
    local rules = assert(aurum.rules { name = "two", players = 3,
      knobs = { hand = 1, zero_bid = true, bidding = "hidden",
        suits = "BP", ranks = { 1, 3 }, extras = "hidden" } })
    local state = aurum.state(rules):deal "bids"
    assert.equal("bid", state.phase)
    local first = state.turn
    state:apply(state:legal()[1])
    -- two hands of one card and the bid of the first seat, of 5 cards; the bid
    -- is face up or down
    local list = state:view(first % 3 + 1):worlds()
    assert.equal(2 * 5 * 4, #list)
    assert.same(#list, #state:view(first % 3 + 1):worlds(40))
  end)

  it("says that there are more than its limit", function()
    local view = aurum.state(variant("standard", 4)):deal "many":view(1)
    local list, message, least = view:worlds()
    assert.is_nil(list)
    assert.equal("more than 500 worlds agree with this view", message)
    assert.equal(501, least)
    assert.equal(8, select(3, view:worlds(7)))
    for _, bad in ipairs { 0, 100001, 1.5, "x" } do
      assert.is_false((pcall(view.worlds, view, bad)))
    end
  end)

  it("replays the round where a hook decides what is legal", function()
    local text = [[
      local function lowest(s, cards) return cards & -cards end
      return { legal = lowest, lead = lowest }]]
    local rules = assert(aurum.rules { name = "lowest", players = 4,
      knobs = { changes = 0 },
      hooks = { { path = "lowest.lua", text = text } }, text = text })
    local held = 0
    local state = aurum.state(rules):deal "lowest"
    while state.turn do
      local most = 0
      for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
      if most <= 2 then
        local view, drawn = state:view(state.turn), {}
        local worlds = view:worlds(100)
        for _, world in ipairs(worlds or {}) do drawn[text_of(world)] = true end
        if worlds then
          assert.truthy(drawn[text_of(state)])
          for _, world in ipairs(view:sample(50, nil, "lowest") or {}) do
            assert.truthy(drawn[text_of(world)])
            held = held + 1
          end
        end
      end
      state:apply(state:legal()[1])
    end
    assert.truthy(held > 0)
  end)
end)

describe("the judge of endings", function()
  --- Holds verdicts on actions of so many endings against enumeration.
  local function hold(name, cards, wanted, most)
    local rules, held = variant(name, 4), 0
    enumerated.endings(rules, cards, 99, function(state)
      if held >= wanted or state.phase == "bid" then return end
      local worlds, legal = enumerated.deals(state), state:legal()
      if #worlds > most then return end
      local side = state:view(state.turn).side
      local nodes = worlds[1]:solve { find = "each" }.nodes
      if #worlds * nodes > 60000 then return end
      local sums = enumerated.sums(worlds, side, legal)
      local top = math.max(table.unpack(sums))
      local done = held % #legal + 1
      local verdict = enumerated.verdict(state, legal[done], 100, held)
      assert.near((top - sums[done]) / #worlds, verdict.loss, 1e-9)
      for i, action in ipairs(legal) do
        if action == verdict.better then assert.equal(top, sums[i]) end
      end
      assert.is_true(verdict.solved)
      assert.truthy(verdict.low <= verdict.loss)
      local alone = #worlds == 1
      for seat, hand in ipairs(state.hands) do
        alone = alone and (seat == state.turn
          or #hand + #state.gold[seat] == 0)
      end
      assert.equal(alone, verdict.low == verdict.high)
      assert.truthy(verdict.class ~= "fine" or verdict.high < 1.5)
      held = held + 1
    end)
    assert.equal(wanted, held)
  end

  it("finds the best move and its gain exactly", function()
    hold("standard", 2, 40, 30)
    hold("low-wins", 2, 10, 30)
    hold("bga", 3, 10, 60)
  end)

  --- aurum.solve for the states of candidate_of, which are tables.
  local function solve_all(states, options)
    local found, used, inexact = {}, 0, 0
    for i, state in ipairs(states) do
      if used >= options.total or inexact == options.unsolved then break end
      found[i] = state:solve {
        nodes = math.min(options.nodes, options.total - used) }
      used = used + found[i].nodes
      inexact = inexact + (found[i].exact and 0 or 1)
    end
    return found
  end

  --- The candidate of 200 worlds with two moves, of which "b" gains a point;
  --- and the number of positions visited. World i takes nodes(i) positions.
  local function candidate_of(nodes)
    local visited = 0
    local function state(i, value, moves)
      return { phase = "play", clone = function(self) return self end,
        apply = function(_, move)
          return state(i, move == "b" and 1 or 0, {})
        end,
        solve = function(_, options)
          local most = math.min(nodes(i), options.nodes)
          visited = visited + most
          return { nodes = most, exact = most == nodes(i), value = value,
            moves = moves }
        end }
    end
    local worlds, moves = {}, { { action = "a", lo = -9, hi = 9 },
      { action = "b", lo = -9, hi = 9 } }
    for i = 1, 200 do worlds[i] = state(i, 1, moves) end
    local view = { side = 1, seat = 1 }
    function view.legal() return { "a", "b" } end
    local solve = aurum.solve
    aurum.solve = solve_all
    local good, own = pcall(enumeration.candidate, view, worlds, "a", 0.2)
    aurum.solve = solve
    assert(good, own)
    return own, visited
  end

  it("does so where the first deals are the hardest", function()
    local own = candidate_of(function(i) return i <= 5 and 300000 or 30000 end)
    assert.equal("b", own.better)
    assert.same({ 1.0, 200 }, { own.gain.found, own.gain.n })
  end)

  it("does not where the first deals show that it takes too long", function()
    local own, visited = candidate_of(function() return 1000000 end)
    assert.is_nil(own)
    assert.truthy(visited < 8000000, visited)
    own, visited = candidate_of(function() return 160000 end)
    assert.is_nil(own)
    assert.truthy(visited <= 60000000, visited)
  end)

  it("does so in more of them #long", function()
    hold("en-2023", 2, 60, 90)
    hold("de-2024+cumulative", 3, 20, 210)
  end)
end)

describe("the interval of a verdict", function()
  local rules = variant("standard", 4)
  local done, better, third

  --- The verdict on a move for which a comparison has this gain over it, from
  --- 30 drawn worlds, and these rivals.
  local function verdict_of(gain, rivals)
    local state = aurum.state(rules):deal "interval"
    local legal, of = state:legal(), comparison.of
    done, better, third = legal[1], legal[2], legal[3]
    local function whole(one, action)
      if not one then return nil end
      local own = { action = action, found = 0.0, error = 0.0, sd = 0.0, n = 30,
        range = 0, left_out = 0.0, kind = "solved" }
      for key, x in pairs(one) do own[key] = x end
      return own
    end
    comparison.of = function()
      return { better = gain and better or done, spread = 3.0, matters = true,
        solved = true, gain = whole(gain, better),
        rivals = { whole(rivals[1], better), whole(rivals[2], third) } }
    end
    local verdict = enumerated.verdict(state, done, 100, 1)
    comparison.of = of
    return verdict
  end

  it("has a width by how far worlds that were not drawn may differ", function()
    local verdict = verdict_of({ found = 2.0, range = 6 }, {})
    assert.near(2.0 - 3 / 30 * 6, verdict.low, 1e-9)
    assert.near(2.0 + 3 / 30 * 6, verdict.high, 1e-9)
    assert.near(2.0 + 3 / 30, verdict_of({ found = 2.0 }, {}).high, 1e-9)
  end)

  it("contains worlds that were left out", function()
    local verdict = verdict_of({ found = 2.0, range = 6, left_out = 0.1 }, {})
    assert.near(2.0 - 3 / 30 * 6 - 0.1 * 6, verdict.low, 1e-9)
    verdict = verdict_of(nil, { { found = -1.0, range = 30, left_out = 0.1 } })
    assert.near(-1.0 + 3 / 30 * 30 + 0.1 * 30, verdict.high, 1e-9)
  end)

  it("reaches as high as that of a rival", function()
    local verdict = verdict_of({ found = 2.0 },
      { {}, { found = 1.5, sd = 3.0 } })
    assert.near(1.5 + 1.96 * 0.43 * 3, verdict.high, 1e-9)
    assert.near(2.0 - 3 / 30, verdict.low, 1e-9)
    -- the better move was compared in worlds of its own
    verdict = verdict_of({ found = 2.0 }, { { found = 9.0 } })
    assert.near(2.0 + 3 / 30, verdict.high, 1e-9)
  end)

  it("has a gain that counts what was left out", function()
    local sums = tally.new({ "a", "b" }, "b")
    for _, gain in ipairs { 3, -1, 1 } do
      sums:add { { action = "a", lo = gain }, { action = "b", lo = 0 } }
    end
    sums:leave_out()
    local gain = sums:gain "a"
    assert.same({ 1.0, 4, 0.25, 3 },
      { gain.found, gain.range, gain.left_out, gain.n })
  end)
end)
