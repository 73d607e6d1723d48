-- state:solve compared with a plain minimax through the same API, under the
-- bundled variants; the arguments it refuses; and how it is stopped.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

--- A random position with at most `cards` per hand; nil if the round ended
--- earlier. Bids are usually kept.
local function position(rules, cards, seed)
  local state, roll = aurum.state(rules):deal(seed), helper.dice(#seed * 31
    + seed:byte(-1) * 7 + seed:byte(1))
  local function most()
    local n = 0
    for _, hand in ipairs(state.hands) do n = math.max(n, #hand) end
    return n
  end
  local more = roll(4)
  while state.turn do
    if most() <= cards then
      more = more - 1
      if more == 0 then return state end
    end
    state:apply(helper.choose(state:legal(), roll))
  end
end

--- The value of the round that just ended, for a side.
local function worth(state, side, objective)
  if objective == "margin" then
    local points, best = state:score().points, -math.huge
    for i, n in ipairs(points) do
      if i ~= side then best = math.max(best, n) end
    end
    return points[side] - best
  end
  local winners = {}
  for _, event in ipairs(state:events()) do
    if event.kind == "round" then winners = event.winners end
  end
  for _, winner in ipairs(winners) do
    if winner == side then return #winners == 1 and 1 or 0 end
  end
  return -1
end

--- The value of a state by trying every action, and the values after each
--- action; nil past the limit of positions.
local function plain(state, side, options, left)
  local ours = state.rules.side_of[state.turn] == side
  local legal = state:legal()
  if state.phase == "change" and options.changes == "none" then
    legal = { legal[1] }
  end
  local best, after = nil, {}
  for i, action in ipairs(legal) do
    left.n = left.n - 1
    if left.n < 0 then return nil end
    local next_state = state:clone():apply(action)
    local value
    if next_state.turn then
      value = plain(next_state, side, options, left)
    else
      value = worth(next_state, side, options.objective)
    end
    if not value then return nil end
    after[i] = value
    if not best or (ours and value > best) or (not ours and value < best) then
      best = value
    end
  end
  return best, after, legal
end

local function agree(state, side, options)
  local value, after, legal = plain(state, side, options, { n = 800 })
  if not value then return 0 end
  local best = {}
  for i, action in ipairs(legal) do
    if after[i] == value then best[#best + 1] = action end
  end
  options.side = side
  local found = state:solve(options)
  assert.is_true(found.exact)
  assert.same({ value, value, value }, { found.value, found.lo, found.hi })
  assert.same(helper.texts(best), helper.texts(found.best))
  assert.equal(#legal, #found.moves)
  for i, move in ipairs(found.moves) do
    assert.equal(legal[i], move.action)
    assert.is_true(move.lo <= after[i] and after[i] <= move.hi)
  end
  local played = state:clone()
  for _, action in ipairs(found.line) do played:apply(action) end
  assert.is_nil(played.turn)
  assert.equal(value, worth(played, side, options.objective))
  options.nodes = 20
  local some = state:solve(options)
  assert.is_true(some.lo <= value and value <= some.hi and some.nodes <= 20)
  options.nodes = nil
  return 1
end

describe("solve agrees with a plain minimax:", function()
  for _, variant in ipairs {
    { "en-2023", 4 }, { "en-2023", 3 }, { "bga+no-zero-gold", 4 },
    { "ru-2023+cumulative", 3 }, { "standard+must-follow", 4 },
    { "standard+low-wins", 3 }, { "standard+misere", 4 },
    { "standard+gold-rush", 4 }, { "standard+gold-rush", 3 },
    { "standard+nullify", 4 }, { "standard+misere+nullify+gold-rush", 3 },
    { "standard+blind-bid", 4 }, { "five-alchemists", 5 },
  } do
    it(("%s, %d players"):format(table.unpack(variant)), function()
      local rules = assert(aurum.variant(table.unpack(variant)))
      local solved = 0
      for i = 1, 24 do
        local state = position(rules, 1 + i % 2, "solve" .. i)
        for side = 1, state and rules.side_n or 0 do
          for _, changes in ipairs { "none", "all" } do
            for _, objective in ipairs { "margin", "round" } do
              solved = solved + agree(state, side,
                { objective = objective, changes = changes })
            end
          end
        end
      end
      assert.is_true(solved >= 16, "only " .. solved)
    end)
  end
end)

local rules = assert(aurum.variant("standard", 4))

local function ending()
  return aurum.state(rules):deal "ending":set {
    hands = { "B1 C5", "C3 P4", "P5 S6", "S7 Z8" }, extras = "",
    bids = { "Z1", "Z2", "Z3", "Z4" }, gold = { "G1", "", "G0", "G2" },
    taken = { 1, 2, 0, 1 }, leader = 2,
  }
end

describe("solve", function()
  it("takes the side on turn, the margin and all changes by default", function()
    local state = ending()
    assert.same(helper.texts(state:solve().best), helper.texts(state:solve {
      objective = "margin", changes = "all", side = rules.side_of[state.turn],
      nodes = 1000000,
    }.best))
    assert.equal(-state:solve { side = 1 }.value,
      state:solve { side = 2 }.value)
  end)

  it("leaves the state as it was", function()
    local state = ending()
    local before = state:position()
    state:solve()
    assert.equal(before, state:position())
    assert.is_false(state:undo())
  end)

  it("keeps bids where they may not change", function()
    local state = ending()
    assert.equal("change", state.phase)
    local found = state:solve { changes = "none" }
    assert.same({ "keep" }, helper.texts(found.best))
    assert.equal(1, #found.moves)
    for _, action in ipairs(found.line) do
      assert.not_equal("change", action.kind)
    end
  end)

  it("sees a change that the award of the open trick pays for", function()
    local state = aurum.state(rules):deal "award":set {
      hands = { "S6 Z9", "C6 S7", "B3 Z6 Z7", "P1 Z4 Z5" }, extras = "",
      bids = { "C4", "S1", "B1", "C2" }, gold = { "", "", "", "" },
      taken = { 4, 2, 2, 0 }, leader = 1, plays = { "S10", "P6" },
    }
    local found = state:solve { side = 1 } -- B3 earns G3, which pays for a bid
    assert.equal(11, found.value)
    assert.same({ "play B3" }, helper.texts(found.best))
  end)

  it("answers the same after any other search", function()
    local state = aurum.state(rules):deal "same"
    local first = state:solve { nodes = 3000 }
    state:solve { nodes = 500000 }
    ending():solve()
    assert.same(first, state:solve { nodes = 3000 })
  end)

  it("finds the value alone, or the value after each action", function()
    local best, value = ending():solve(), ending():solve { find = "value" }
    local each = ending():solve { find = "each" }
    assert.equal(best.value, value.value)
    assert.equal(best.value, each.value)
    assert.is_true(value.exact and each.exact)
    assert.is_nil(value.best or value.line)
    assert.same(best.best, each.best)
    assert.is_true(value.nodes < best.nodes)
    local side = ending().rules.side_of[ending().turn]
    for _, move in ipairs(each.moves) do
      local after = ending():apply(move.action)
      assert.equal(move.lo, move.hi)
      if after.turn then
        assert.equal(after:solve { find = "value", side = side }.value, move.lo)
      end
    end
  end)

  it("gives bounds when its nodes run out", function()
    local found = aurum.state(rules):deal "long":solve { nodes = 5000 }
    assert.is_false(found.exact)
    assert.equal(5000, found.nodes)
    assert.is_true(found.lo < found.hi)
    assert.is_nil(found.value)
    assert.is_nil(found.best)
    assert.is_nil(found.line)
    assert.equal(12, #found.moves)
  end)

  it("refuses invalid arguments", function()
    local state = ending()
    local range = "expected a whole number from 1 to 1000000000000, got "
    for _, bad in ipairs { 0, -1, 1.5, math.huge, -math.huge, "10", true } do
      raises("solve: nodes: " .. range .. tostring(bad),
        state.solve, state, { nodes = bad })
    end
    raises("solve: nodes: " .. range, state.solve, state, { nodes = 0 / 0 })
    raises("solve: side: expected a whole number from 1 to 2, got 3",
      state.solve, state, { side = 3 })
    raises("solve: objective: there is no 'points'; there are margin, round",
      state.solve, state, { objective = "points" })
    raises("solve: objective: there is no 'margn'; did you mean 'margin'?",
      state.solve, state, { objective = "margn" })
    raises("solve: find: there is no 'eech'; did you mean 'each'?",
      state.solve, state, { find = "eech" })
    raises("solve: changes: expected a name such as 'none', got true",
      state.solve, state, { changes = true })
    raises("solve: there is no option 'node'; did you mean 'nodes'?",
      state.solve, state, { node = 1 })
    raises("solve: there is no option 'x'; there are objective, changes, find",
      state.solve, state, { x = 1 })
    raises("solve: options have names, not 1", state.solve, state, { 1 })
    raises("table expected, got number", state.solve, state, 5)
    raises("solve: no round is open", function()
      return aurum.state(rules):solve()
    end)
    local over = helper.play_out(aurum.state(rules), "over")
    raises("solve: no round is open", over.solve, over)
  end)

  it("reports a hook that fails", function()
    local broken = assert(aurum.rules {
      name = "broken", players = 4, knobs = {}, text = "x", hooks = {
        { path = "broken.lua", text = [[return {
          winner = function(s, seat)
            if s.finished == 1 then error "not this one" end
            return seat
          end }]] },
      },
    })
    local state = aurum.state(broken):deal "broken"
    while state.phase ~= "play" do state:apply(state:legal()[1]) end
    raises("hook 'winner': broken.lua:3: not this one", state.solve, state)
  end)

  it("is stopped by an interpreter's hook", function()
    local state, fired = aurum.state(rules):deal "stop", 0
    debug.sethook(function()
      fired = fired + 1
      if fired < 300 then return end -- well inside the call
      debug.sethook()
      error "stopped here"
    end, "", 1)
    local good, message = pcall(state.solve, state, { nodes = 1000000000 })
    assert.is_false(good)
    assert.truthy(message:find "stopped here")
  end)
end)

describe("solve in a bot", function()
  local code = [[
    local state = view:sample(1)[1]
    return state:solve { nodes = %d }.nodes]]

  it("works on a world it sampled", function()
    assert.equal("2000", (helper.in_bot(code:format(2000))))
  end)

  it("costs 20 instructions per node", function()
    local function fault(nodes, fuel)
      local bot = helper.telling(code:format(nodes))
      local it_is = helper.fault_of({ bot }, { fuel = fuel })
      return it_is.kind, it_is.message
    end
    assert.equal("error", (fault(40000, 1000000)))
    assert.same({ "fuel", "bot.lua:3: it took more instructions than its "
      .. "fuel" },
      { fault(60000, 1000000) })
    assert.equal("error", (fault(1000, 25000)))
    assert.equal("fuel", (fault(1000, 20000)))
  end)

  it("cannot catch the end of its fuel", function()
    local bot = helper.telling([[
      local state = view:sample(1)[1]
      while true do pcall(state.solve, state, { nodes = 100000 }) end]])
    assert.equal("fuel", helper.fault_of({ bot }, { fuel = 1000000 }).kind)
  end)
end)
