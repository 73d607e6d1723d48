-- Playouts by a policy, weighted worlds and searches from Lua: their arguments,
-- their errors, and how they end. tests/core/search_test.c checks that searches
-- find the best move, in positions that are solved exactly.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local standard = assert(aurum.variant("standard", 4))
local three = assert(aurum.variant("standard", 3))

--- A state after a deal and this number of actions, always the first legal one.
local function state_after(rules, actions, seed)
  local state = aurum.state(rules):deal(seed or "search")
  for _ = 1, actions do state:apply(state:legal()[1]) end
  return state
end

local function view_after(...)
  local state = state_after(...)
  return state:view(state.turn), state
end

--- The code of a bot that returns a text; a second run gets the
--- same random numbers.
local searching = [[
  local parts = {}
  local function search(options)
    local result = view:search(options)
    parts[#parts + 1] = result.best .. " " .. result.sims .. " " .. result.nodes
    for _, move in ipairs(result.moves) do
      parts[#parts + 1] = move.action .. ("%d %s %s"):format(move.visits,
        move.mean, move.error)
    end
  end
]]

describe("a playout", function()
  it("uses the named policy", function()
    for _, rules in ipairs { standard, three } do
      for _, policy in ipairs { "uniform", "quick" } do
        local state = state_after(rules, 9)
        local same, points = state:playout(policy)
        assert.equal(state, same)
        assert.equal(rules.side_n, #points)
        assert.same(state.rounds[1].points, points)
        state:playout(policy, "game")
        assert.equal("over", state.phase)
      end
    end
  end)

  it("returns the requested values", function()
    for seed = 1, 20 do
      local state = state_after(three, 3, tostring(seed))
      local _, points = state:clone():playout("quick")
      assert.equal("integer", math.type(points[1]))
      local done, margin = state:clone():playout("quick", "round", "margin")
      local round = done.rounds[1]
      for side = 1, 3 do
        local best = math.mininteger
        for other = 1, 3 do
          if other ~= side then best = math.max(best, round.points[other]) end
        end
        assert.equal(round.points[side] - best, margin[side])
      end
      local led, lead = state:clone():playout("quick", "round", "lead")
      points = led.rounds[1].points
      for side = 1, 3 do
        local others = points[1] + points[2] + points[3] - points[side]
        assert.equal(points[side] - others / 2, lead[side])
      end
      for _, goal in ipairs { "round", "game" } do
        local sum = 0
        local ended, share = state:clone():playout("uniform", nil, goal)
        local winners = goal == "game" and ended.winners
          or ended.rounds[1].winners
        for _, side in ipairs(winners) do
          assert.equal(1 / #winners, share[side])
        end
        for _, one in ipairs(share) do sum = sum + one end
        assert.is_true(math.abs(sum - 1) < 1e-9)
      end
    end
  end)

  it("refuses other arguments", function()
    local state = state_after(standard, 4)
    raises("policy: there is no 'quik'; did you mean 'quick'?", state.playout,
      state, "quik")
    raises("policy: there is no 'x'; there are uniform, quick", state.playout,
      state, "x")
    raises("function, 'uniform' or 'quick' expected, got boolean",
      state.playout, state, true)
    raises("the goal 'game' needs a playout to the end 'game'", state.playout,
      state, nil, "round", "game")
    raises("invalid option 'nuggets'", state.playout, state, nil, nil,
      "nuggets")
  end)
end)

describe("the policy quick", function()
  it("acts only for the seat on turn of a view", function()
    local state = state_after(standard, 4)
    local view = state:view(state.turn)
    assert.is_true(view:why(view:quick()))
    assert.is_nil(state:view(state.turn % 4 + 1):quick())
    assert.is_nil(aurum.state(standard):view(1):quick())
  end)

  it("is legal under every variant, also with hooks", function()
    for _, name in ipairs(helper.variants()) do
      local rules = aurum.variant("standard+" .. name, 4)
        or assert(aurum.variant(name))
      for seed = 1, 5 do
        local state = aurum.state(rules):deal("quick" .. seed)
        while state.turn do
          state:apply(state:view(state.turn):quick())
        end
        assert.equal("over", select(1, state:playout("quick", "game")).phase)
      end
    end
  end)
end)

describe("worlds by weight", function()
  it("are drawn in proportion to their weights", function()
    local view = view_after(standard, 4)
    local n, with = 0, 0
    local card
    for one in view.unseen:each() do card = card or one end
    local holder = view.seat % 4 + 1
    local function weight(state)
      return state.hands[holder]:has(card) and 3 or 1
    end
    for _ = 1, 40 do
      local worlds, effective = view:sample(100, weight)
      assert.equal(100, #worlds)
      assert.is_true(effective > 500 and effective <= 1000)
      for _, state in ipairs(worlds) do
        n = n + 1
        with = with + (state.hands[holder]:has(card) and 1 or 0)
      end
    end
    -- a third of the 33 unseen cards are there: weighted 1/3 3 : 2/3 1
    local share = view.hand_n[holder] / #view.unseen
    local expected = 3 * share / (3 * share + 1 - share)
    assert.is_true(math.abs(with / n - expected) < 0.05)
  end)

  it("are whole games that give the same view", function()
    local view = view_after(standard, 12)
    for _, state in ipairs((view:sample(5, function() return 0.5 end))) do
      assert.equal(tostring(view.hand), tostring(state:view(view.seat).hand))
      assert.equal("over", select(1, state:playout(nil, "game")).phase)
    end
  end)

  it("have weights of 0 or more", function()
    local view = view_after(standard, 4)
    for _, wrong in ipairs { -1, 0 / 0, math.huge, "x", "1" } do
      raises("weight: expected a number from 0 up, got", view.sample, view, 1,
        function() return wrong end)
    end
    raises("weight: expected a number from 0 up, got nil", view.sample, view, 1,
      function() end)
    raises("weight: each of 100 worlds drawn weighs 0", view.sample, view, 1,
      function() return 0 end)
    raises("too large", view.sample, view, 1, function() return 1e300 end)
    raises("weight: expected a function or 'plays', got 3", view.sample, view,
      1, 3)
    raises("weight: expected a function or 'plays', got 'play'", view.sample,
      view, 1, "play")
    raises("expected 1 to 10000 with weights", view.sample, view, 10001,
      function() return 1 end)
    raises("boom", view.sample, view, 1, function() error "boom" end)
    assert.equal(100, (select(2, view:sample(1, function() return 7 end))))
  end)

  it("may follow the plays of the other seats", function()
    local view = view_after(standard, 8) -- after the bids
    assert.equal(100, (select(2, view:sample(1, "plays"))))
    assert.equal(100, view:search { sims = 100, weight = "plays" }.sims)
    -- Seat 2 bids 9 and follows B1 with C3, where C10 might win: so it is less
    -- likely to hold C10 than 1 in 3, its share of the unseen cards.
    local state = aurum.state(standard):deal { first = 1, hands = {
      "B1 B2 P1 P2 P3 P4 S1 S2 S3 S4 Z1 Z9",
      "B3 B4 C3 C4 C5 P5 P6 S5 S6 Z2 Z3 B9",
      "B5 B6 C6 C7 C10 P7 S7 S8 S9 Z4 Z5 C9",
      "B7 C8 P8 P9 P10 S10 Z6 Z7 Z8 Z10 C1 B8" } }
    for _, bid in ipairs { "Z9", "B9", "C9", "B8" } do state:apply(bid) end
    while state.phase == "change" do state:apply "keep" end
    state:apply "B1" state:apply "C3"
    while state.turn ~= 4 do state:apply(state:legal()[1]) end
    local n, has = 2000, 0
    local worlds, effective = state:view(4):sample(n, "plays", "s")
    assert.is_true(effective > n and effective < 10 * n)
    for _, world in ipairs(worlds) do
      has = has + (world.hands[2]:has "C10" and 1 or 0)
    end
    assert.is_true(has / n < 0.31)
  end)
end)

describe("a search", function()
  it("answers with a legal move, under every variant", function()
    for _, name in ipairs(helper.variants()) do
      local rules = aurum.variant("standard+" .. name, 4)
        or assert(aurum.variant(name))
      local state = aurum.state(rules):deal "variants"
      for step = 1, 30 do
        if not state.turn then break end
        local view = state:view(state.turn)
        local result = assert(view:search {
          sims = 30, method = step % 2 == 0 and "flat" or nil,
          policy = step % 3 == 0 and "uniform" or nil,
          others = step % 5 == 0 and "policy" or nil,
          plain = step % 3 ~= 0 and step % 4 / 4 or nil,
          objective = ({ "margin", "points", "lead", "round", "game" })[step % 5
            + 1],
        })
        assert.is_true(view:why(result.best))
        assert.equal(result.best, result.line[1])
        state:apply(result.best)
      end
    end
  end)

  it("reports its results", function()
    for _, method in ipairs { "flat", "ismcts" } do
      local view = view_after(standard, 8)
      local result = view:search { method = method, sims = 500 }
      local visits = 0
      for i, move in ipairs(result.moves) do
        visits = visits + move.visits
        local last = result.moves[i - 1]
        assert.is_true(i == 1 or last.visits > move.visits
          or last.visits == move.visits and last.mean >= move.mean)
        assert.is_true(view:why(move.action))
      end
      assert.equal(result.sims, visits)
      assert.equal(result.best, result.moves[1].action)
      assert.is_true(result.seconds > 0)
      assert.is_false(result.cut)
      if method == "flat" then
        assert.equal(#view:legal(), #result.moves)
        assert.equal(#result.moves + 1, result.nodes)
        assert.equal(0, result.sims % #result.moves)
        assert.is_true(result.sims - 500 < #result.moves)
      else
        assert.equal(500, result.sims)
        assert.is_true(#view:search { sims = 10000 }.line > 1)
      end
    end
  end)

  it("repeats in a bot, and differs for another seed", function()
    for _, options in ipairs { "sims = 300", "sims = 300, method = 'flat'",
      "sims = 200, policy = 'uniform', objective = 'round', explore = 0.5",
      "sims = 40, policy = function(s) return s:legal()[1] end",
      "sims = 100, worlds = 50, weight = function(s) return #s.hands[1] end" }
    do
      local code = searching .. "search { " .. options
        .. " } return table.concat(parts, '|')"
      local first = helper.in_bot(code, { seed = 1 })
      assert.truthy(first:find "^bid")
      assert.equal(first, (helper.in_bot(code, { seed = 1 })))
      assert.not_equal(first, (helper.in_bot(code, { seed = 2 })))
    end
  end)

  it("takes two numbers of the stream with any budget", function()
    local code = "view:search { sims = %s } return math.random(1e9)"
    assert.equal((helper.in_bot(code:format(1))),
      (helper.in_bot(code:format(300))))
    assert.equal((helper.in_bot(code:format(1))),
      (helper.in_bot(code:format "1, seed = 5")))
  end)

  it("repeats with a seed of its own", function()
    local view = view_after(standard, 8)
    local function of(seed, options)
      options.seed = seed
      local text = {}
      for i, move in ipairs(view:search(options).moves) do
        text[i] = ("%s %d %.17g"):format(move.action, move.visits, move.mean)
      end
      return table.concat(text, "|")
    end
    for _, options in ipairs { { sims = 200 }, { sims = 200, method = "flat" },
      { sims = 40, worlds = 50, weight = function(s) return #s.hands[1] end } }
    do
      local first = of("tea", options)
      assert.equal(first, of("tea", options))
      assert.not_equal(first, of("coffee", options))
      assert.equal(of(7, options), of("7", options))
      assert.not_equal(of(nil, options), of(nil, options))
    end
  end)

  it("computes differences of moves from the worlds they share", function()
    -- the spread over searches of their own
    local view = view_after(standard, 6)
    local n, sum, squares, errors = 150, 0, 0, 0
    for seed = 1, n do
      local result = view:search { method = "flat", sims = 160, seed = seed,
        moves = { "keep", "change G0 P10 of 1" } }
      local best, other = table.unpack(result.moves)
      assert.equal("keep", best.action.kind)
      assert.is_nil(best.paired_error)
      local gap = best.mean - other.mean
      sum, squares = sum + gap, squares + gap * gap
      errors = errors + other.paired_error ^ 2
    end
    local ratio = (squares - sum * sum / n) / (n - 1) / (errors / n)
    assert.is_true(ratio > 0.7 and ratio < 1.4)
    -- gold of equal value, paid before the last trick: no difference at all
    local state = state_after(standard, 5):set {
      hands = { "B1", "C6", "P7", "S8" }, bids = { "Z1", "Z2", "Z9", "Z4" },
      gold = { "G1 G2", "", "", "" }, leader = 1,
    }
    view = state:view(1)
    local result = view:search { method = "flat", sims = 200,
      policy = "uniform",
      moves = { "change G1 B1 of 3", "change G2 B1 of 3" } }
    assert.equal(result.moves[1].mean, result.moves[2].mean)
    assert.is_true(result.moves[1].error > 0)
    assert.equal(0, result.moves[2].paired_error)
    -- where there is no error to estimate
    assert.is_nil(view:search { sims = 100 }.moves[2].paired_error)
    result = view:search { method = "flat", sims = 1 }
    assert.is_nil(result.moves[2].paired_error)
  end)

  it("judges playouts that end early", function()
    local view, bidding = view_after(standard, 8), view_after(standard, 3)
    for _, method in ipairs { "flat", "ismcts" } do
      for _, policy in ipairs { "quick", "uniform", function() end } do
        local options = { method = method, policy = policy, sims = 300,
          seed = 1 }
        local full = view:search(options)
        options.left = 0 -- the same
        assert.equal(full.moves[1].mean, view:search(options).moves[1].mean)
        options.left = 8
        local early = view:search(options)
        assert.is_true(early.moves[1].visits > 1)
        assert.not_equal(full.moves[1].mean, early.moves[1].mean)
        options.left = 100 -- right after the last bid: nothing depends on luck
        options.method = "flat"
        for _, move in ipairs(bidding:search(options).moves) do
          assert.is_true(move.visits > 1 and move.error < 1e-6)
        end
      end
    end
    local options = { method = "flat", sims = 1000, seed = 1 }
    local full = view:search(options).moves[1].error
    options.left = 8
    assert.is_true(view:search(options).moves[1].error < 0.7 * full)
  end)

  it("does not look at hidden cards", function()
    -- the seat on turn sees the same in each of these worlds
    local view = view_after(three, 2)
    local texts = {}
    for i, state in ipairs(view:sample(3)) do
      texts[i] = helper.in_bot('local token = "' .. state:position() .. [["
        local state = assert(aurum.load_position(token, view.rules))
        local view = state:view(state.turn)
        ]] .. searching .. [[
        search { sims = 400 }
        return table.concat(parts, "|")]], { variant = three })
    end
    assert.truthy(texts[1]:find "^bid")
    assert.equal(texts[1], texts[2])
    assert.equal(texts[1], texts[3])
  end)

  it("compares the moves that are given", function()
    local view = view_after(standard, 8)
    local legal = view:legal()
    for _, method in ipairs { "flat", "ismcts" } do
      local result = view:search { sims = 60, method = method,
        moves = { legal[2], legal[4].card, tostring(legal[2]) } }
      assert.equal(2, #result.moves)
      for _, move in ipairs(result.moves) do
        assert.is_true(move.action == legal[2] or move.action == legal[4])
      end
    end
    raises("moves: expected a list of actions, got an empty one", view.search,
      view, { sims = 1, moves = {} })
    raises("moves: expected a list of actions, got string", view.search, view,
      { sims = 1, moves = "play B1" })
    raises("moves: expected a card or an action, got 3", view.search, view,
      { sims = 1, moves = { 3 } })
    raises("moves: pass is not legal: ", view.search, view,
      { sims = 1, moves = { "pass" } })
  end)

  it("has every change it is given, and otherwise only few", function()
    local state = state_after(standard, 4)
    assert.equal("change", state.phase)
    local view = state:view(state.turn)
    local legal = view:legal()
    local all = view:search { sims = 2 * #legal, moves = legal }
    assert.equal(#legal, #all.moves)
    local some = view:search { sims = 1, method = "flat" }
    assert.is_true(#some.moves < #legal)
  end)

  it("stops growing where its nodes end", function()
    local view = view_after(standard, 8)
    local result = view:search { sims = 500, nodes = 20 }
    assert.equal(21, result.nodes)
    assert.equal(500, result.sims)
  end)

  it("ends after its milliseconds", function()
    local view = view_after(standard, 8)
    local result = view:search { ms = 20 }
    assert.is_true(result.sims >= 32)
    assert.is_true(result.seconds >= 0.02)
    assert.equal(32, view:search { ms = 0.001 }.sims)
    assert.equal(40, view:search { ms = 10000, sims = 40 }.sims)
    -- a slow policy is timed after each simulation, weights before them
    local function slowly(s)
      for _ = 1, 30000 do end
      return s:legal()[1]
    end
    result = view:search { ms = 20, policy = slowly }
    assert.is_true(result.sims < 32)
    result = view:search { ms = 20, worlds = 2000, weight = function()
      for _ = 1, 50000 do end
      return 1
    end }
    assert.equal(32, result.sims)
    assert.is_true(result.seconds > 0.02)
  end)

  it("counts against a bot's memory", function()
    local fault = helper.fault_of { helper.bot [[
      return { bid = function(_, view)
        return view:search { sims = 1e7 // 1 | 0, nodes = 10000000 }.best end,
        play = function() end }]] }
    assert.equal("memory", fault.kind)
  end)
end)

describe("a search with open hands", function()
  it("gives each seat the hand that it has", function()
    for _, rules in ipairs { standard, three } do
      for _, method in ipairs { "flat", "ismcts" } do
        local state, bids = state_after(rules, 0), 0
        local before = state:position()
        state:search { sims = 30, method = method, policy = function(s)
          if s.phase == "bid" then
            bids = bids + 1
            assert.equal(state.hands[s.turn], s.hands[s.turn])
          end
        end }
        assert.is_true(bids >= 30, bids)
        assert.equal(before, state:position())
        assert.equal(1, #state:events())
      end
    end
  end)

  it("finds more of the best moves of endings than a view shows", function()
    local rules = assert(aurum.rules { name = "kept", players = 4,
      knobs = { changes = 0 }, text = "" })
    local compared, open, seen = 0, 0, 0
    local function count(result, best)
      for _, one in ipairs(best) do
        if one == result.best then return 1 end
      end
      return 0
    end
    for seed = 1, 100 do
      local state = aurum.state(rules):deal("open" .. seed)
      while state.turn and #state.hands[state.turn] > 2 do
        local legal = state:legal()
        state:apply(legal[seed % #legal + 1])
      end
      local best = state.turn and state:solve().best
      if best and #best < #state:legal() then
        local options = { sims = 1000, seed = seed }
        compared = compared + 1
        open = open + count(state:search(options), best)
        seen = seen + count(state:view(state.turn):search(options), best)
      end
    end
    assert.is_true(compared >= 50, compared)
    assert.is_true(open >= 0.85 * compared, open / compared)
    assert.is_true(open > seen, seen)
  end)

  it("searches the state that it began with, whatever a policy does", function()
    local state = state_after(standard, 8)
    local function by(act)
      local calls = 0
      return state:search { sims = 50, seed = 1, policy = function(s)
        calls = calls + 1
        if calls == 1 then act() end
        return s:legal()[1]
      end }
    end
    local plain = by(function() end)
    local other = by(function() state:playout(nil, "game") end)
    assert.equal("over", state.phase)
    assert.same({ plain.best, plain.moves, plain.line },
      { other.best, other.moves, other.line })
  end)

  it("follows from the state, the options and the seed", function()
    local state = state_after(three, 8)
    local function of(seed)
      local result = state:search { sims = 300, seed = seed }
      return result.best .. " " .. result.moves[1].mean
    end
    assert.equal(of "tea", of "tea")
    assert.not_equal(of "tea", of "coffee")
  end)

  it("takes no weights, and needs an open round", function()
    local state = state_after(standard, 8)
    raises("search: weight: expected none, since no worlds are drawn where "
      .. "all hands are open", state.search, state,
      { sims = 1, weight = function() return 1 end })
    raises("search: worlds: expected none", state.search, state,
      { sims = 1, worlds = 5 })
    raises("there is no option 'sim'; did you mean 'sims'?", state.search,
      state, { sim = 1 })
    local idle = aurum.state(standard)
    raises("no round is open: a deal is due", idle.search, idle, { sims = 1 })
    state:playout(nil, "game")
    raises("the game is over", state.search, state, { sims = 1 })
  end)
end)

describe("a search refuses", function()
  local view, state = view_after(standard, 8)

  it("an invalid budget", function()
    raises("expected a budget: sims (simulations) or ms", view.search, view, {})
    for _, wrong in ipairs { 0, -1, 0.5, math.huge, 0 / 0, "x", "100",
      1000000001, true } do
      raises("search: sims: expected a whole number from 1 to 1000000000, got ",
        view.search, view, { sims = wrong })
    end
    for _, wrong in ipairs { 0, -1, math.huge, 0 / 0, "x", 3600001, true } do
      raises("search: ms: expected a number from 0.001 to 3600000", view.search,
        view, { ms = wrong })
    end
  end)

  it("an unknown option", function()
    raises("there is no option 'sim'; did you mean 'sims'?", view.search, view,
      { sim = 1 })
    raises("there is no option 'polcy'; did you mean 'policy'?", view.search,
      view, { polcy = 1 })
    raises("options have names, not 1", view.search, view, { 100 })
    raises("table expected, got number", view.search, view, 100)
    raises("search: method: there is no 'mcts'; did you mean 'ismcts'?",
      view.search, view, { sims = 1, method = "mcts" })
    raises("search: objective: there is no 'margn'; did you mean 'margin'?",
      view.search, view, { sims = 1, objective = "margn" })
    raises("policy: there is no 'quik'; did you mean 'quick'?", view.search,
      view, { sims = 1, policy = "quik" })
    raises("search: others: there is no 'tre'; did you mean 'tree'?",
      view.search, view, { sims = 1, others = "tre" })
    for _, policy in ipairs { "uniform", function() end } do
      raises("search: plain: expected the policy 'quick'", view.search, view,
        { sims = 1, plain = 0.5, policy = policy })
    end
    raises("search: method: expected a name such as 'flat', got 3",
      view.search, view, { sims = 1, method = 3 })
    for _, wrong in ipairs { -1, 101, 0 / 0, math.huge, "x" } do
      raises("search: explore: expected a number from 0", view.search, view,
        { sims = 1, explore = wrong })
      raises("search: plain: expected a number from 0", view.search, view,
        { sims = 1, plain = wrong })
    end
    for _, name in ipairs { "nodes", "worlds" } do
      for _, wrong in ipairs { 0, -1, 1.5, math.huge, "x" } do
        raises(name .. ": expected a whole number from 1 to", view.search, view,
          { sims = 1, [name] = wrong })
      end
    end
    for _, wrong in ipairs { -1, 101, 1.5, "x" } do
      raises("left: expected a whole number from 0 to 100", view.search, view,
        { sims = 1, left = wrong })
    end
    for _, objective in ipairs { "round", "game" } do
      raises("left: expected the objective 'margin', 'points' or 'lead'",
        view.search, view, { sims = 1, left = 3, objective = objective })
    end
    raises("search: weight: expected a function or 'plays', got 3",
      view.search, view, { sims = 1, weight = 3 })
    for _, wrong in ipairs { true, {} } do
      raises("search: seed: expected a text or a number, got ", view.search,
        view, { sims = 1, seed = wrong })
    end
    raises("weighs 0", view.search, view,
      { sims = 1, weight = function() return 0 end })
  end)

  it("a view whose seat is not on turn", function()
    local other = state:view(state.turn % 4 + 1)
    raises(("it is the turn of seat %d, not of this view's seat"):format(
      state.turn), other.search, other, { sims = 1 })
    local idle = aurum.state(standard):view(1)
    raises("no round is open: a deal is due", idle.search, idle, { sims = 1 })
    local over = state:clone():playout(nil, "game"):view(1)
    raises("the game is over", over.search, over, { sims = 1 })
  end)

  it("a policy that raises an error or gives an illegal action", function()
    local function by(policy)
      return view, { sims = 10, policy = policy }
    end
    raises("search: policy: ", view.search, by(function() error "boom" end))
    raises("boom", view.search, by(function() error "boom" end))
    raises("search: policy: it answered play Z77, which is not an action",
      view.search, by(function() return "play Z77" end))
    raises("search: policy: it answered 'pass': ", view.search,
      by(function(s) if s.phase == "play" then return "pass" end end))
    raises("search: policy: it answered 3, which is not an action", view.search,
      by(function() return 3 end))
    -- an error that is not a text passes unchanged
    local thrown = {}
    local good, caught = pcall(view.search,
      by(function() error(thrown) end))
    assert.is_false(good)
    assert.equal(thrown, caught)
  end)
end)

describe("a policy of a search", function()
  it("is called for every seat, with a state that has the earlier rounds",
    function()
      local state = state_after(standard, 8):playout("quick"):deal "again"
      local view = state:view(state.turn)
      local turns, rounds = {}, 0
      view:search { sims = 5, policy = function(s)
        turns[s.turn] = true
        rounds = #s.rounds
        assert.is_nil(s:clone():undo() or nil)
        return s:legal()[#s:legal()]
      end }
      assert.same({ true, true, true, true }, turns)
      assert.equal(1, rounds)
    end)
end)

describe("an error of a variant's hook", function()
  it("is raised by a search", function()
    local text = [[return { bid_points = function(s)
      if s.trick == 99 or true then error "ouch" end end }]]
    local rules = assert(aurum.rules { name = "ouch", players = 4, knobs = {},
      hooks = { { path = "ouch.lua", text = text } }, text = text })
    for _, method in ipairs { "flat", "ismcts" } do
      local view = view_after(rules, 6)
      raises("hook 'bid_points'", view.search, view,
        { sims = 10, method = method })
    end
  end)
end)

describe("a search that finds no world", function()
  it("returns nil and the reason", function()
    -- each card is the lowest that the seat held, so hardly any world
    -- agrees with the log
    local text = [[return {
      legal = function(_, cards) return cards & -cards end,
      lead = function(_, cards) return cards & -cards end,
    }]]
    local rules = assert(aurum.rules { name = "lowest", players = 4,
      knobs = { changes = 0 },
      hooks = { { path = "lowest.lua", text = text } }, text = text })
    local view = view_after(rules, 24)
    local result, message = view:search { sims = 10 }
    assert.is_nil(result)
    assert.truthy(message:find("no sample in 1,000 tries", 1, true))
    local function weight() return 1 end
    result, message = view:sample(1, weight)
    assert.is_nil(result)
    assert.truthy(message:find("no sample in 1,000 tries", 1, true))
    for _, method in ipairs { "flat", "ismcts" } do
      result, message = view:search { sims = 10, method = method,
        weight = weight }
      assert.is_nil(result)
      assert.truthy(message:find("no sample in 1,000 tries", 1, true))
    end
  end)
end)

describe("a search is ended early by:", function()
  --- Search until an interpreter's hook raises an error, some way
  --- into the search.
  local function interrupted(options)
    local view = view_after(standard, 8)
    local fired = 0
    debug.sethook(function()
      fired = fired + 1
      if fired < 100 then return end
      debug.sethook()
      error "stopped here"
    end, "", 1)
    return pcall(view.search, view, options)
  end

  it("an interrupt, which raises an error", function()
    for _, method in ipairs { "flat", "ismcts" } do
      local good, message = interrupted { sims = 1000000000, method = method }
      assert.is_false(good)
      assert.truthy(message:find "stopped here")
    end
  end)

  it("an interrupt, where a partial result is accepted", function()
    for _, method in ipairs { "flat", "ismcts" } do
      local good, result = interrupted { sims = 1000000000, method = method,
        partial = true }
      assert.is_true(good)
      assert.is_true(result.cut)
      assert.is_true(result.sims > 0 and result.sims < 100000)
      assert.is_truthy(result.best)
    end
  end)

  local function bot(options)
    return helper.bot(([[return {
      bid = function(_, view)
        local result = view:search { %s }
        if result.cut then error("cut " .. (result.sims > 100 and "late"
          or "early"), 0) end
        return result.best
      end,
      play = function(_, view) return view:legal()[1] end }]]):format(options))
  end

  it("used-up fuel, which is a fault", function()
    local fault = helper.fault_of({ bot "sims = 1000000" },
      { fuel = 1000000 })
    assert.same({ "fuel", "bid" }, { fault.kind, fault.ask })
    assert.is_nil((helper.fault_of({ bot "sims = 1000" }, { fuel = 1000000 })))
  end)

  it("low fuel, where a partial result is accepted", function()
    local options = { fuel = 1000000 }
    local fault = helper.fault_of({ bot "sims = 1000000, partial = true" },
      options)
    assert.same({ "error", "cut late" }, { fault.kind, fault.message })
  end)
end)
