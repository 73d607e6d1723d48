-- Value nets from Lua: reading, values, choices, and leaves of searches. The
-- nets here have learned from a few rounds: they play badly, but see all that a
-- net sees. tests/core/net_test.c has the integers.
local aurum = require "aurum"
local helper = require "helper"
local raises, sys = helper.raises, aurum.sys

local standard = assert(aurum.variant("standard", 4))
local three = assert(aurum.variant("standard", 3))

--- The bytes of a net for these rules, after some rounds of random play.
local function bytes_of(rules, goal, only, how)
  local net
  local function pack(trainers)
    return sys.net_bytes { rules = rules, goal = goal or "lead",
      how = how or "a test",
      closed = only ~= "open" and trainers.closed or nil,
      open = only ~= "closed" and trainers.open or nil }
  end
  local trainers = {}
  for _, part in ipairs { "closed", "open" } do
    trainers[part] = sys.trainer { rules = rules, seed = part .. (how or "") }
  end
  net = assert(aurum.net(sys.net_bytes { rules = rules, goal = goal or "lead",
    closed = trainers.closed, open = trainers.open }))
  for part, trainer in pairs(trainers) do
    local samples = sys.lesson { rules = rules, part = part, actor = net,
      student = net, explore = 1, rounds = 3, seed = part }
    trainer:learn { samples = samples, batch = 16, rate = 1e-3, seed = "a" }
  end
  return pack(trainers)
end

local made = {} -- by the rules' digest
local function net_of(rules)
  local net = made[rules.digest] or assert(aurum.net(bytes_of(rules)))
  made[rules.digest] = net
  return net
end

--- A state after a deal and this number of actions, always the first legal one.
local function state_after(rules, actions, seed)
  local state = aurum.state(rules):deal(seed or "net")
  for _ = 1, actions do state:apply(state:legal()[1]) end
  return state
end

local function view_after(...)
  local state = state_after(...)
  return state:view(state.turn), state
end

describe("aurum.net", function()
  it("values alike whichever nets were read before, once and again", function()
    local view, texts, values = view_after(standard, 3), {}, {}
    for i = 1, 24 do -- more than a process keeps
      texts[i] = bytes_of(standard, "lead", "closed", "net " .. i)
      values[i] = assert(aurum.net(texts[i])):values(view)
    end
    assert.are_not.same(values[1], values[2])
    for i, text in ipairs(texts) do
      for _ = 1, 2 do
        assert.same(values[i], assert(aurum.net(text)):values(view))
        collectgarbage()
      end
    end
  end)

  it("reads a net and shows what it is for", function()
    local net = net_of(standard)
    assert.equal(standard.name, net.rules)
    assert.equal(1, #net.digests)
    assert.matches("^%x+$", net.digests[1])
    assert.equal("lead", net.goal)
    assert.equal(4, net.players)
    assert.equal(2, net.sides)
    assert.is_true(net.closed and net.open)
    assert.equal("a test", net.how)
    assert.equal(("net for %s, 4 players"):format(standard.name), tostring(net))
    local closed = aurum.net(bytes_of(three, "points", "closed"))
    assert.same({ true, false, "points" },
      { closed.closed, closed.open, closed.goal })
  end)

  it("refuses other bytes with nil and a message", function()
    local good = bytes_of(three)
    local cases = {
      [""] = "net: it is not a net: it does not begin with 'aurum-net'",
      ["aurum-net"] = "it is not a net",
      ["\0\1\2"] = "it is not a net",
      ["aurum-net 1\n"] = "net: ",
      [good:sub(1, -2)] = "its checksum is wrong",
      [good:sub(1, #good // 2)] = "net: it was cut or changed",
      [good .. "\n"] = "its checksum is wrong",
      [good:gsub("unit 10\n", "unit 11\n", 1)] = "its checksum is wrong",
      [good:gsub("inputs 1\n", "inputs 3\n", 1)] =
        "its line 'inputs' says 3, and this program knows 1 to 2",
    }
    for bytes, text in pairs(cases) do
      local net, problem = aurum.net(bytes)
      assert.is_nil(net)
      assert.truthy(problem:find(text, 1, true), problem)
    end
    raises("string expected", aurum.net, nil)
    raises("string expected", aurum.net, {})
  end)

  it("reads the same bytes again, and others after them", function()
    local bytes, values = {}, {}
    local view = view_after(standard, 6)
    for i = 1, 6 do -- more than the process keeps
      bytes[i] = bytes_of(standard, "lead", nil, "how " .. i)
      values[i] = assert(aurum.net(bytes[i])):values(view)
    end
    for round = 1, 2 do
      for i = 6, 1, -1 do
        local net = assert(aurum.net(bytes[i]))
        assert.equal("how " .. i, net.how)
        assert.same(values[i], net:values(view))
        assert.is_nil(aurum.net(bytes[i]:sub(1, -2) .. "?"), round)
      end
    end
    local any = assert(aurum.net(bytes[1], { any = true }))
    local own = assert(aurum.net(bytes[1]))
    local stakes = assert(aurum.variant("standard+stakes", 4))
    assert.is_true(any:fits(stakes))
    assert.is_false((own:fits(stakes)))
  end)

  it("sees what vars state that they hold", function()
    local folder = helper.folder()
    local function rules_of(form)
      return assert(aurum.variant(helper.write(folder .. "/last.lua", ([[
        return { name = "last", base = "en-2023", vars = { last = %s },
          winner = function(s, seat) s.vars.last = seat return seat end }]])
        :format(form)), 4))
    end
    local function names(rules)
      local list, state = {}, state_after(rules, 8)
      while #state.tricks == 0 or #state.trick == 3 do
        state:apply(state:legal()[1])
      end
      local net = assert(aurum.net(bytes_of(rules)))
      for _, one in ipairs((net:inputs(state:view(state.turn)))) do
        if one.input:find "^var " then list[#list + 1] = one.input end
      end
      return table.concat(list, "; "), net
    end
    local plain, old = names(rules_of "'round'")
    assert.matches("^var 1: %d; var is seat 1: [%w ]+$", plain)
    local seat, new = names(rules_of "{ scope = 'round', holds = 'seat' }")
    assert.matches("^var is seat 1: [%w ]+$", seat)
    -- the inputs of both begin alike: one learns on from the other
    local typed = rules_of "{ scope = 'round', holds = 'seat' }"
    local trainer = sys.trainer { rules = typed, start = old, seed = "a" }
    trainer:begin(old, "closed")
    raises("expected a net of this table", function()
      sys.trainer { rules = standard, seed = "a" }:begin(new, "closed")
    end)
    assert.truthy(sys.trainer { rules = standard, also = { typed }, seed = "a" }
      :begin(new, "closed") == nil)
    helper.clean()
  end)

  it("says whether it fits rules, and why not", function()
    local net = net_of(standard)
    assert.is_true(net:fits(standard))
    local stakes = assert(aurum.variant("standard+stakes", 4))
    local fits, why = net:fits(stakes)
    assert.is_false(fits)
    assert.truthy(why:find("has not learned en-2023+stakes, but", 1, true),
      why)
    local any = aurum.net(bytes_of(standard), { any = true })
    assert.is_true(any:fits(stakes))
    raises("has not learned", net.values, net, (view_after(stakes, 8)))
    assert.truthy(any:values((view_after(stakes, 8))))
    fits, why = any:fits(three)
    assert.is_false(fits)
    assert.truthy(why:find("trained for " .. standard.name, 1, true), why)
    raises("aurum.rules", net.fits, net, "standard")
    raises("expected a table of options", aurum.net, bytes_of(standard), 7)
    raises("expected a table of options", aurum.net, bytes_of(standard), "any")
    raises("no option 'all'", aurum.net, bytes_of(standard), { all = true })
  end)

  it("knows the rules whose rounds it has learned", function()
    local function digests(name, also)
      local list = {}
      for i, other in ipairs(also) do
        list[i] = assert(aurum.variant(other, 4))
      end
      local trainer = sys.trainer { rules = standard, also = list, seed = "a" }
      return aurum.net(sys.net_bytes { rules = assert(aurum.variant(name, 4)),
        also = list, goal = "lead", closed = trainer })
    end
    local net = digests("standard", { "bga", "standard+stakes" })
    assert.equal(3, #net.digests)
    for _, name in ipairs { "standard", "en-2023", "standard+cumulative", "bga",
      "standard+stakes" } do
      assert.is_true(net:fits(assert(aurum.variant(name, 4))))
    end
    for _, name in ipairs { "standard+misere", "bga+stakes" } do
      assert.is_false((net:fits(assert(aurum.variant(name, 4)))))
    end
    local cumulative = digests("standard+cumulative", { "standard" })
    assert.equal(1, #cumulative.digests)
  end)
end)

describe("a net's", function()
  it("values are one for each legal action", function()
    for _, rules in ipairs { standard, three } do
      local net = net_of(rules)
      for actions = 0, 40, 5 do
        local view = view_after(rules, actions)
        local values = net:values(view)
        assert.equal(#view:legal(), #values)
        for _, value in ipairs(values) do
          assert.equal("float", math.type(value))
          assert.is_true(math.abs(value) < 1000)
        end
      end
    end
  end)

  it("choice is the best of its values", function()
    for _, rules in ipairs { standard, three } do
      local net = net_of(rules)
      for actions = 0, 60, 3 do
        local view = view_after(rules, actions, "choice" .. actions)
        local best, value = net:choose(view)
        local values, of = net:values(view), {}
        local most = -math.huge
        for i, action in ipairs(view:legal()) do
          of[tostring(action)] = values[i]
          most = math.max(most, values[i])
        end
        assert.equal(value, of[tostring(best)])
        if view.phase ~= "change" then assert.equal(most, value) end
      end
    end
  end)

  it("inputs are named, with weights", function()
    local net = net_of(standard)
    for actions = 0, 20, 4 do
      local view = view_after(standard, actions)
      local inputs, value = net:inputs(view)
      assert.equal(select(2, net:choose(view)), value)
      assert.is_true(#inputs > 20)
      local names = {}
      for _, one in ipairs(inputs) do
        assert.is_nil(names[one.input])
        names[one.input] = true
        assert.equal("float", math.type(one.weight))
      end
    end
  end)

  it("calls raise errors that say what is wrong", function()
    local net = net_of(standard)
    local view, state = view_after(standard, 8)
    raises("this net was trained for", net.values, net,
      (view_after(three, 5)))
    raises("this net was trained for", net.choose, net,
      (view_after(three, 5)))
    raises("this net was trained for", net.value, net, state_after(three, 5))
    local other = state:view(state.turn % 4 + 1)
    local text = ("net: it is the turn of seat %d"):format(state.turn)
    raises(text, net.values, net, other)
    raises(text, net.choose, net, other)
    local over = state:clone()
    over:playout("quick")
    raises("net: no round is open", net.values, net, over:view(1))
    raises("net: no round is open", net.choose, net, over:view(1))
    raises("net: no round is open", net.inputs, net, over:view(1))
    raises("net: no round is open", net.value, net, over)
    raises("aurum.view", net.values, net, state)
    raises("aurum.state", net.value, net, view)
    raises("seat", net.value, net, state, 5)
    raises("hidden bids", net_of(three).value, net_of(three),
      state_after(three, 1))
    local closed = aurum.net(bytes_of(standard, "lead", "closed"))
    local open = aurum.net(bytes_of(standard, "lead", "open"))
    raises("this net has no open part", closed.value, closed, state)
    raises("this net has no closed part", open.values, open, view)
    raises("this net has no closed part", open.choose, open, view)
    raises("aurum.net", net.values, view, view)
  end)

  it("value of a world is that of a seat", function()
    local net = net_of(standard)
    local _, state = view_after(standard, 8)
    assert.equal(net:value(state), net:value(state, state.turn))
    local values = {}
    for seat = 1, 4 do values[net:value(state, seat)] = true end
    assert.is_true(next(values, next(values)) ~= nil)
  end)
end)

describe("bots that play by nets", function()
  --- The path of a bot that plays a net for these rules by this code.
  local function bot_path(rules, code)
    local folder = helper.folder()
    helper.write(folder .. "/own.net", bytes_of(rules))
    return helper.write(folder .. "/netted.lua", ([[
      local net = assert(aurum.net(aurum.data "own.net"))
      local function choose(_, view) %s end
      return { api = 2, bid = choose, change = choose, play = choose,
        answer = choose }]]):format(code))
  end

  -- Values of all actions are found by differences from the first; the choice
  -- begins with another action where few are looked at.
  local checked = [[
    local best, value = net:choose(view)
    local values = net:values(view)
    for i, action in ipairs(view:legal()) do
      if action == best and values[i] ~= value then
        error("the values of " .. tostring(action) .. " differ")
      end
    end
    return best]]

  it("finish games of every bundled variant without faults", function()
    for _, name in ipairs(helper.variants()) do
      for _, players in ipairs { 3, 4, 5 } do
        local rules = aurum.variant(name, players)
        if rules then
          local path = bot_path(rules, checked)
          local game = assert(aurum.game { bots = { assert(aurum.bot(path)) },
            variant = name, players = players, seed = name })
          game:run()
          assert.same({}, game.faults, name .. players)
        end
      end
    end
    helper.clean()
  end)

  it("get the same results twice with fuel, and are stopped by it", function()
    local function play(sims)
      local path = bot_path(standard, ([[
        if view.phase == "play" and #view:legal() > 1 then
          return view:search { sims = %d, leaf = net, cut = 1 }.best
        end
        return (net:choose(view))]]):format(sims))
      local game = assert(aurum.game { bots = { assert(aurum.bot(path)) },
        players = 4, seed = "fuel", fuel = 2000000 })
      return game:run()
    end
    local one, two = play(80), play(80)
    assert.same({}, one.faults)
    assert.equal(one:record(), two:record())
    assert.equal("fuel", play(100000).faults[1].kind)
    helper.clean()
  end)

  it("pay fuel for each value", function()
    local path = bot_path(standard, [[
      local calls = { function() return view:legal() end,
        function() return net:values(view) end,
        function() return net:choose(view) end,
        function() return net:inputs(view) end }
      for _ = 1, 1000 do calls[view.seat]() end
      return view:legal()[1] ]])
    local function fault_of(seat)
      local bots = { false, false, false, false }
      bots[seat] = assert(aurum.bot(path))
      local game = assert(aurum.game { bots = bots, players = 4, seed = "fuel",
        fuel = 200000 }):deal()
      while game.state.turn ~= seat do game:apply(game.state:legal()[1]) end
      game:step()
      return game.faults[1]
    end
    assert.is_nil(fault_of(1))
    for seat = 2, 4 do
      local fault = fault_of(seat)
      assert.same({ "fuel", "bid" }, { fault.kind, fault.ask })
    end
    helper.clean()
  end)
end)

describe("a search with a leaf", function()
  local function best(view, options)
    local result = view:search(options)
    local parts = { tostring(result.best), result.sims }
    for _, move in ipairs(result.moves) do
      parts[#parts + 1] = ("%s %d %s"):format(move.action, move.visits,
        move.mean)
    end
    return table.concat(parts, "\n"), result
  end

  it("is the same with the same seed", function()
    for _, rules in ipairs { standard, three } do
      for _, method in ipairs { "flat", "ismcts" } do
        for cut = 0, 2 do
          local options = { leaf = net_of(rules), cut = cut, sims = 100,
            seed = "x", method = method, objective = "lead" }
          local view = view_after(rules, 10)
          assert.equal(best(view, options), (best(view, options)))
        end
      end
    end
  end)

  it("takes the values of the net for results", function()
    local net = net_of(standard)
    local _, state = view_after(standard, 12)
    local result = state:search { leaf = net, cut = 0, sims = 30,
      method = "flat", objective = "lead", seed = "x" }
    for _, move in ipairs(result.moves) do
      local after = state:clone()
      local seat = state.turn
      after:apply(move.action)
      assert.is_true(math.abs(net:value(after, seat) - move.mean) < 1e-6)
    end
  end)

  it("plays on by a net", function()
    local rules = assert(aurum.rules { name = "kept", players = 4,
      knobs = { changes = 0 }, text = "kept" })
    local net, differ = net_of(rules), 0
    --- The worth of a world after an action, to the seat that does it.
    local function worth(state, action)
      local after, seat = state:clone(), state.turn
      after:apply(action)
      if after.turn then return net:value(after, seat) end
      local points, side = after.rounds[1].points, state.rules.side_of[seat]
      return points[side] - points[3 - side]
    end
    local function played_on(state, action)
      local side = state.rules.side_of[state.turn]
      state = state:clone():apply(action)
      while state.turn do
        local choice, most
        for _, one in ipairs(state:legal()) do
          local value = worth(state, one)
          if not choice or value > most then choice, most = one, value end
        end
        state:apply(choice)
      end
      local points = state.rounds[1].points
      return points[side] - points[3 - side]
    end
    for seed = 1, 6 do
      local _, state = view_after(rules, 4 + 5 * seed, "on" .. seed)
      local options = { policy = net, sims = 40, method = "flat",
        objective = "lead", seed = "x" }
      local found = state:search(options)
      for _, move in ipairs(found.moves) do
        assert.equal(played_on(state, move.action), move.mean)
      end
      options.policy = nil
      local quick = best(state, options)
      options.policy = net
      differ = differ + (quick == best(state, options) and 0 or 1)
    end
    assert.is_true(differ > 0)
    -- where bids are hidden, and with threads
    local view = view_after(three, 1)
    local options = { policy = net_of(three), sims = 60, roots = 3, seed = "x" }
    local one = best(view, options)
    options.threads = 2
    assert.equal(one, (best(view, options)))
  end)

  it("calls a function with a state, in whole tricks", function()
    local view = view_after(three, 10)
    local function taken(of)
      return of.taken[1] + of.taken[2] + of.taken[3]
    end
    local calls = 0
    local result = view:search { sims = 40, cut = 1, seed = "x",
      leaf = function(state)
        calls = calls + 1
        assert.equal(0, #state.trick)
        assert.is_true(taken(state) > taken(view))
        return { 1, 2, 3 }
      end }
    assert.is_true(calls > 0 and calls <= 40)
    assert.is_truthy(result.best)
  end)

  it("gives a function's values to the sides", function()
    local view, state = view_after(three, 12)
    local result = view:search { sims = 30, cut = 0, method = "flat",
      leaf = function() return { 10, 20, 30 } end, seed = "x" }
    for _, move in ipairs(result.moves) do
      assert.equal(10.0 * state.turn, move.mean)
    end
  end)

  it("refuses options that do not fit", function()
    local view = view_after(standard, 10)
    local function refused(text, options)
      options.sims = 10
      raises(text, view.search, view, options)
    end
    local net = net_of(standard)
    local one = function() return { 1, 2 } end
    refused("leaf: expected a net or a function, got 7", { leaf = 7 })
    refused("cut", { leaf = net, cut = -1 })
    refused("cut", { leaf = net, cut = 101 })
    refused("cut", { leaf = net, cut = "x" })
    refused("expected no 'left'", { leaf = one, left = 2, objective = "lead" })
    refused("objective", { leaf = one, objective = "game" })
    refused("trained for another objective", { leaf = net,
      objective = "points" })
    refused("this net was trained for", { leaf = net_of(three) })
    refused("this net was trained for", { policy = net_of(three) })
    refused("expected the policy 'quick'", { policy = net, plain = 0.5 })
    refused("this net has no open part",
      { leaf = aurum.net(bytes_of(standard, "lead", "closed")) })
    refused("this net has no open part",
      { policy = aurum.net(bytes_of(standard, "lead", "closed")) })
    refused("policy", { policy = 7 })
  end)

  it("passes on the errors of a function", function()
    local view = view_after(standard, 10)
    local function refused(text, leaf)
      for _, method in ipairs { "flat", "ismcts" } do
        raises(text, view.search, view, { sims = 10, leaf = leaf,
          method = method })
      end
    end
    refused("search: leaf: ", function() error "no idea" end)
    refused("no idea", function() error "no idea" end)
    refused("expected a list of a number for each side, got nil",
      function() end)
    refused("got 3", function() return 3 end)
    refused("expected a number for side 2, got nil",
      function() return { 1 } end)
    refused("expected a number for side 1, got x",
      function() return { "x", 1 } end)
    refused("expected a number for side 1", function() return { 0 / 0, 1 } end)
    refused("expected a number for side 2",
      function() return { 1, math.huge } end)
    refused("expected a number for side 2", function() return { 1, -1e300 } end)
  end)

  it("is ended by an interrupt", function()
    local view, net = view_after(standard, 8), net_of(standard)
    for _, method in ipairs { "flat", "ismcts" } do
      local fired = 0
      debug.sethook(function()
        fired = fired + 1
        if fired < 100 then return end
        debug.sethook()
        error "stopped here"
      end, "", 1)
      local good, message = pcall(view.search, view,
        { sims = 100000000, leaf = net, method = method })
      debug.sethook()
      assert.is_false(good)
      assert.truthy(message:find "stopped here")
    end
  end)
end)
