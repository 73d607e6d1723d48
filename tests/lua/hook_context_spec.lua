-- Hook contexts, the vars of variants, and lifetimes: files that change,
-- records, and bots that meet rules with hooks.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

local function write(name, text)
  return helper.write(folder .. "/" .. name .. ".lua", text)
end

--- The file of an edition, with `body` from line 2 on.
local function edition(body, head)
  return write("mine", (head or "")
    .. "return { base = 'en-2023', changes = 0,\n" .. body .. "}")
end

local function rules_of(body, players, head)
  return assert(aurum.variant(edition(body, head), players or 4))
end

--- Seat 2 is about to follow Z9; side 1 took 1 trick, side 2 took 10.
local function table_of(rules, more)
  local setup = {
    hands = { "B2", "B3 C4", "P5 S1", "S6 Z7" },
    bids = { "B10", "C10", "P10", "S10" },
    gold = { "G0 G3", "G5", "", "G8" }, taken = { 0, 0, 1, 10 },
    points = { -3, 5 }, nuggets = { 0, 1 },
    round = 3, first = 1, leader = 1, plays = { "Z9" },
  }
  for key, value in pairs(more or {}) do setup[key] = value end
  return aurum.state(rules):set(setup)
end

--- The result of `code` in a hook, as text; `s` is its context.
local function in_hook(code, more)
  local rules = rules_of(("legal = function(s) error(tostring((function() %s "
    .. "end)()), 0) end, %s"):format(code, more or ""))
  local state = table_of(rules)
  return raises("", state.legal, state):match "hook 'legal': (.*)$"
end

describe("a hook context", function()
  it("shows the state", function()
    local state = table_of(rules_of "")
    for _, name in ipairs { "phase", "turn", "first", "leader", "round",
      "supply", "extras", "passer" } do
      assert.equal(tostring(state[name]), in_hook("return s." .. name), name)
    end
    for _, name in ipairs { "bids", "bid", "taken", "need", "gold", "points",
      "nuggets", "hands", "winners" } do
      local texts = {}
      for i, value in ipairs(state[name]) do texts[i] = tostring(value) end
      assert.equal(table.concat(texts, "|"), in_hook(([[
        local texts = {}
        for i, value in ipairs(s.%s) do texts[i] = tostring(value) end
        return table.concat(texts, "|")]]):format(name)), name)
    end
    assert.equal("1 Z9", in_hook
      "return s.trick.leader .. ' ' .. tostring(s.trick.plays[1])")
  end)

  it("shows the size of every hand, which all know", function()
    local code = "return table.concat(s.hand_n, ' ') .. ' of ' .. #s.hands[4]"
    assert.equal("1 2 2 2 of 2", in_hook(code))
    local rules = rules_of(("legal = function(s) error((function() %s "
      .. "end)(), 0) end"):format(code))
    local view = table_of(rules):view(2)
    assert.equal("1 2 2 2 of 0",
      raises("", view.legal, view):match "hook 'legal': (.*)$")
    assert.same({ 1, 2, 2, 2 }, view.hand_n)
  end)

  it("shows it in questions, and in worlds that were drawn", function()
    local rules = assert(aurum.variant(write("sizes", [[
return {
  base = "en-2023", api = 2, vars = { sum = "round" },
  legal = function(s, cards, pass)
    for seat, hand in ipairs(s.hands) do -- a bot's view shows fewer
      if #hand > s.hand_n[seat] + 1 then error "more cards than there are" end
    end
    if s.hand_n[s.seat] ~= #s.hand then error "not the own hand" end
    return cards, pass
  end,
  questions = { {
    name = "size", when = "deal", words = { "a" }, secret = true,
    next = function(s)
      if table.concat(s.hand_n, " ") ~= "12 12 12 12" then error "next" end
      return s.vars.sum == 0 and { 1, 2, 3, 4 } or nil
    end,
    choices = function(s)
      if table.concat(s.hand_n, " ") ~= "12 12 12 12" then error "choices" end
      return { "a" }
    end,
    default = function() return "a" end,
    done = function(s)
      s.vars.sum = 0
      for _, n in ipairs(s.hand_n) do s.vars.sum = s.vars.sum + n end
    end,
  } },
}
]]), 4))
    local game = aurum.game { variant = rules, seed = "sizes",
      bots = { "random", "random", "random", "random" } }
    for _ = 1, 30 do
      game:step()
      local view = game.state:view(1)
      for seat, hand in ipairs(game.state.hands) do
        assert.equal(#hand, view.hand_n[seat])
      end
    end
    local world = game.state:view(1):sample(1)
    world = assert(world[1] or world)
    for seat, hand in ipairs(world.hands) do
      assert.equal(#game.state.hands[seat], #hand)
    end
  end)

  it("shows the seat on turn, its hand, the suit led", function()
    assert.equal("2", in_hook "return s.seat")
    assert.equal("B3 C4", in_hook "return s.hand")
    assert.equal("Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10", in_hook "return s.led")
    assert.equal("11", in_hook "return s.finished")
    assert.equal("2", in_hook "return s.rules.exact")
    assert.equal("1 2 1 2", in_hook [[return s:side_of(1) .. " " ..
      s:side_of(2) .. " " .. s:side_of(3) .. " " .. s:side_of(4)]])
    assert.equal("1 4", in_hook
      "return s:seat_at(1) .. ' ' .. s:seat_at(4)")
    assert.equal("B3 C4", in_hook "return s:set(s.hand.bits)")
    assert.equal("hook context", in_hook "return s")
  end)

  it("shows which bids lie face down", function()
    local rules = rules_of([[zero_bid = true,
      legal = function(s)
        local texts = {}
        for seat, down in ipairs(s.down) do texts[seat] = tostring(down) end
        error(table.concat(texts, " "), 0)
      end]])
    local state = aurum.state(rules):set {
      hands = { "B2 Z9", "B3 C4", "P5 S1", "S6 Z7" }, first = 1, leader = 1,
      round = 1,
    }
    state:apply "bid -Z9":apply "bid C4":apply "bid -S1":apply "bid Z7"
    state:apply "B2"
    raises("true false true false", state.legal, state)
  end)

  it("has no seat on turn between rounds", function()
    local rules = rules_of [[deal = function(s)
      error(tostring(s.seat) .. " " .. tostring(s.hand), 0) end]]
    raises("nil nil", aurum.state(rules).deal, aurum.state(rules), "x")
  end)

  it("suggests the nearest field for an unknown one", function()
    raises("a hook context has no field 'hnd'; did you mean 'hand'?",
      error, in_hook "return s.hnd")
    raises("'finished' counts them", error, in_hook "return s.tricks")
    raises("expected a seat from 1 to 4, got 5",
      error, in_hook "return s:side_of(5)")
    raises("expected a seat from 1 to 4, got 0",
      error, in_hook "return s:seat_at(0)")
    raises("bad argument #1 to 'set'",
      error, in_hook "return s:set(true)")
  end)

  it("cannot be changed", function()
    raises("mine.lua:2: a hook context cannot be changed by setting a field",
      error, in_hook "s.turn = 1")
    raises("mine.lua:2: rules cannot be changed by setting a field",
      error, in_hook "s.rules.exact = 1")
    assert.equal("B3 C4", in_hook
      "local h = s.hands h[2] = nil return s.hands[2]")
  end)

  it("that was kept shows the state of the present call", function()
    local rules = rules_of([[legal = function(s)
      kept = kept or s
      error(kept.turn .. " " .. tostring(kept.hand), 0)
    end]], 4, "local kept ")
    local state = table_of(rules)
    raises("hook 'legal': 2 B3 C4", state.legal, state)
    state = table_of(rules, { plays = { "Z9", "B3" }, hands = {
      "B2", "C4", "P5 S1", "S6" } })
    raises("hook 'legal': 3 P5 S1", state.legal, state)
  end)

  it("raises an error if a field depends on its own answer", function()
    local rules = rules_of "side_bid = function(s) return s.bid[1] end"
    local state = table_of(rules)
    local message = raises("it reads a field that depends on its own answer",
      state.score, state)
    assert.equal(("variant %s: hook 'side_bid': %s:2: it reads a field that "
      .. "depends on its own answer"):format(rules.name,
        aurum.variant_given(rules):match "[^+]*$"), message)
    -- through another hook; the score is not a field
    rules = rules_of [[
      side_bid = function(s, side, bid) return bid end,
      bid_points = function(s, side) return s.bid[side] end]]
    assert.same({ 10, 10 }, table_of(rules):score().bid_points)
    -- the fault in that hook is reported once
    rules = rules_of [[side_bid = function() return "ten" end,
      legal = function(s, cards) return s.bid and cards end]]
    state = table_of(rules)
    assert.equal(("variant %s: hook 'side_bid': %s:2: expected a bid from 0 to "
      .. "10000, got a string value"):format(rules.name,
      aurum.variant_given(rules)),
      raises("", state.legal, state))
  end)
end)

describe("a hook has", function()
  it("no random numbers", function()
    for _, code in ipairs { "return math.random()",
      "return s.hand:random()" } do
      raises("a variant has no random numbers", error, in_hook(code))
    end
  end)

  it("no globals to set once the file has run", function()
    for _, code in ipairs { "x = 1", "_G.x = 1", "_ENV.x = 1", "_G._G = 1" } do
      raises("cannot be set: a hook remembers nothing but 'vars'", error,
        in_hook(code))
    end
    raises("read-only", error, in_hook "string.x = 1")
    raises("read-only", error, in_hook "aurum.x = 1")
    -- before that they can be set, and belong to the file
    local rules = rules_of([[legal = function(s, cards)
      return cards & bit() end]], 4,
      "function bit() return _G.one end one = aurum.set('C4').bits ")
    assert.same({ "play C4" }, helper.texts(table_of(rules):legal()))
  end)
end)

describe("vars", function()
  local counting = [[
    vars = { all = "game", own = "round" },
    winner = function(s, seat)
      s.vars.all, s.vars.own = s.vars.all + 1, s.vars.own + 1
      return seat
    end,
    gold_points = function(s) return s.vars.all * 100 + s.vars.own end,]]

  --- The vars of `counting`: tricks of the game, and of the round.
  local function count(state)
    local points = state:score().gold_points[1]
    return points // 100, points % 100
  end

  local function tricks(state)
    local all, own = 0, 0
    for _, event in ipairs(state:events()) do
      if event.kind == "deal" then own = 0 end
      if event.kind == "trick" then all, own = all + 1, own + 1 end
    end
    return all, own
  end

  it("are set to 0 by each deal or last all game; undo, clones and positions "
    .. "keep them", function()
    local rules = rules_of(counting .. "nuggets = 0, rounds = 3,")
    local state = aurum.state(rules)
    local before = {}
    helper.play_out(state, "vars", function()
      local all, own = tricks(state)
      assert.same({ all, own }, { count(state) })
      before[#before + 1] = { all, own }
      assert.same({ all, own }, { count(state:clone()) })
      local loaded = assert(aurum.load_position(state:position(), rules))
      assert.same({ all, own }, { count(loaded) })
      assert.is_true(loaded == state)
    end)
    assert.truthy((count(state)) > 12) -- more than in one round
    local at = #before
    while state:undo() do
      if state.phase ~= "deal" then
        assert.same(before[at], { count(state) })
        at = at - 1
      end
    end
    assert.equal(0, at)
  end)

  it("are kept by records", function()
    local rules = rules_of(counting)
    local game = aurum.game { variant = rules, bots = { "random" }, seed = 7 }
    local line = game:run():record()
    local differences, state = assert(aurum.record(line)):replay(rules)
    assert.same({}, differences)
    assert.is_true(state == game.state)
  end)

  it("stay unchanged if a later hook fails", function()
    local rules = rules_of(counting .. [[leader = function(s, seat)
      s.vars.own = 99
      error "by design"
    end,]])
    local state = table_of(rules, { plays = { "Z9", "C4", "P5" },
      hands = { "B2", "B3", "S1", "S6" } })
    local before = state:clone()
    raises("by design", state.apply, state, "S6")
    assert.is_true(state == before)
    assert.same({ 0, 0 }, { count(state) })
  end)

  --- The error that `s.vars.v = VALUE` raises, or the value of v after it.
  --- `form` is what the file says of v.
  local function set(value, form)
    local rules = rules_of(("vars = { v = %s }, winner = function(s, seat) "
      .. "s.vars.v = %s error(s.vars.v .. '', 0) end"):format(form or "'game'",
      value))
    local state = table_of(rules, { plays = { "Z9", "C4", "P5" },
      hands = { "B2", "B3", "S1", "S6" } })
    return raises("", state.apply, state, "S6"):match "hook 'winner': (.*)$"
  end

  it("hold 16 bits", function()
    assert.equal("32767", set "32767")
    assert.equal("-32768", set "-32768")
    assert.equal("3", set "3.0")
    for value, shown in pairs { ["32768"] = "32768", ["-32769"] = "-32769",
      ["1.5"] = "1.5", ["'1'"] = "1", ["nil"] = "nil", ["true"] = "true",
      ["1e300"] = "1e+300" } do
      raises("vars.v: expected a number from -32768 to 32767, got " .. shown,
        error, set(value))
    end
  end)

  it("hold what they state", function()
    local form = "{ scope = 'round', holds = '%s' }"
    for holds, most in pairs { seat = 4, side = 2, flag = 1 } do
      assert.equal("0", set(0, form:format(holds)))
      assert.equal(tostring(most), set(most, form:format(holds)))
      for _, value in ipairs { -1, most + 1 } do
        raises(("vars.v: expected a %s from 0 to %d, got %d"):format(holds,
          most, value), error, set(value, form:format(holds)))
      end
    end
    assert.equal("-32768", set(-32768, form:format "number"))
    assert.equal("7", set(7, "{ scope = 'game' }"))
  end)

  it("have the declared names", function()
    local own = "vars = { streak = 'round' }, "
    raises("no var 'streek'; did you mean 'streak'?", error,
      in_hook("return s.vars.streek", own))
    raises("no var 'total': declare it, as in vars = { total = \"round\" }",
      error, in_hook("return s.vars.total", own))
    raises("vars go by names, not by a number", error,
      in_hook("return s.vars[1]", own))
    assert.equal("0", in_hook("return s.vars.streak", own))
  end)

  it("can be set when something happens, not while it is judged", function()
    raises("vars can be set in winner, award, leader, round_winners, "
      .. "game_end and done, not in legal", error,
      in_hook("s.vars.v = 1", "vars = { v = 'game' }, "))
    for _, hook in ipairs { "side_bid", "bid_points", "gold_points" } do
      local state = table_of(rules_of(([[vars = { v = "game" },
        %s = function(s) s.vars.v = 1 end]]):format(hook)))
      raises("not in " .. hook, state.score, state)
    end
    -- also while it is judged for a seat that may
    local state = table_of(rules_of [[vars = { v = "game" },
      side_bid = function(s, _, bid) s.vars.v = 1 return bid end,
      winner = function(s, seat) return s.bid and seat end]], {
      plays = { "Z9", "C4", "P5" }, hands = { "B2", "B3", "S1", "S6" } })
    raises("not in side_bid", state.apply, state, "S6")
  end)

  it("are sixteen at most, each in one part", function()
    local function message(name)
      local rules, why = aurum.variant(name, 4)
      assert.is_nil(rules)
      return why
    end
    local list = {}
    for i = 1, 16 do list[i] = ("v%d = 'game',"):format(i) end
    assert(aurum.variant(edition("vars = {" .. table.concat(list) .. "},"), 4))
    list[17] = "v17 = 'game'"
    local many = edition("vars = {" .. table.concat(list) .. "},")
    assert.equal(("%s:2: 17 vars; a state holds 16"):format(many),
      message(many))
    local a = write("a", "return { vars = { v = 'round' } }")
    local b = write("b", "return {\n vars = {\n v = 'round' } }")
    assert.equal(("%s:3: vars: '%s' also has a var 'v': rename one of them")
      :format(b, a),
      message(("en-2023+%s+%s"):format(a, b)))
  end)

  it("of a base are inherited, with another scope if wanted", function()
    edition(counting)
    local heir = write("heir", [[return { base = "./mine.lua",
      vars = { own = "game" }, nuggets = 0, rounds = 2 }]])
    local state = aurum.state(assert(aurum.variant(heir, 4)))
    local all, own = count(helper.play_out(state, "heir"))
    assert.equal(all, own)
    assert.equal((tricks(state)), all)
  end)

  it("have valid names and scopes", function()
    for text, expected in pairs {
      ["5"] = 'vars: expected a table such as { streak = "round" }',
      ["{ 'v' }"] = "vars: expected names with their scope, as in "
        .. '{ streak = "round" }',
      ["{ ['a b'] = 'round' }"] = "vars: 'a b' is not a name",
      ["{ v = 'trick' }"] =
        'vars: v: expected "round" (set to 0 by each deal) or "game"',
      ["{ v = {} }"] =
        'vars: v: scope: expected "round" (set to 0 by each deal) or "game"',
      ["{ v = { scope = 'game', hold = 'seat' } }"] =
        "vars: v: unknown key 'hold'; did you mean 'holds'?",
      ["{ v = { scope = 'game', holds = 'seats' } }"] = 'vars: v: holds: '
        .. 'expected "number", "seat", "side" or "flag"; did you mean '
        .. "'seat'?",
      ["{ v = { scope = 'game', holds = true } }"] =
        'vars: v: holds: expected "number", "seat", "side" or "flag"',
    } do
      local path = edition("vars = " .. text .. ",")
      local rules, why = aurum.variant(path, 4)
      assert.is_nil(rules)
      assert.equal(path .. ":2: " .. expected, why)
    end
  end)
end)

describe("house rules that contradict each other", function()
  it("are noted; the later one holds", function()
    local a = write("a", "return { exact = 3 }")
    local b = write("b", "return {\n exact = 4, under = -1 }")
    local rules, notes = aurum.variant(("bga+%s+%s"):format(a, b), 4)
    assert.equal(4, rules.exact)
    assert.same({ ("%s:2: 'exact' contradicts '%s', which set it at %s:1; the "
      .. "later one holds"):format(b, a, a) }, notes)
    rules, notes = aurum.variant(("bga+%s+%s"):format(b, a), 4)
    assert.equal(3, rules.exact)
    assert.equal(1, #notes)
    -- a house rule is there to change an edition, and the same value is
    -- not a contradiction
    write("b", "return { exact = 3, over = 'bid' }")
    for _, name in ipairs { "bga+" .. b, ("bga+%s+%s"):format(a, b) } do
      rules, notes = aurum.variant(name, 4)
      assert.equal(3, rules.exact)
      assert.is_nil(notes)
    end
  end)
end)

describe("files with hooks", function()
  local function points(n)
    return ("gold_points = function() return %d end,"):format(n)
  end
  local function gold_points(rules)
    return table_of(rules):score().gold_points[1]
  end

  it("that change are read again; old rules stay", function()
    local old = rules_of(points(1))
    local state = table_of(old)
    local new = rules_of(points(2))
    assert.equal(2, gold_points(new))
    assert.equal(1, state:score().gold_points[1])
    assert.equal(1, gold_points(old))
    -- a broken version is reported, and breaks nothing
    for body, expected in pairs { ["gold_points = "] = ":2: ",
      ["gold_points = 5,"] = ":2: gold_points: expected a list",
      ["legal = 5,"] = ":2: legal: a hook is a function, not a number" } do
      local rules, why = aurum.variant(edition(body), 4)
      assert.is_nil(rules)
      assert.truthy(why:find(expected, 1, true), why)
      assert.equal(2, gold_points(new))
    end
    assert.equal(3, gold_points(rules_of(points(3))))
    os.remove(old.name)
    assert.is_nil((aurum.variant(old.name, 4)))
    assert.equal(1, gold_points(old))
  end)

  it("have a digest of their bytes, files of data one of their meaning",
    function()
      local function digest(body, head)
        return rules_of(body, 4, head).digest
      end
      assert.equal(digest "exact = 3,", digest("exact = 3,", "-- note\n"))
      assert.not_equal(digest "exact = 3,", digest "exact = 4,")
      assert.equal(digest(points(1)), digest(points(1)))
      assert.not_equal(digest(points(1)), digest(points(2)))
      assert.not_equal(digest(points(1)), digest(points(1), "-- note\n"))
      assert.not_equal(digest "", digest(points(1)))
      -- hooks for another number of players are not part of these rules
      assert.equal(digest "", digest("players = { [3] = { " .. points(1)
        .. " } },"))
    end)

  it("that changed cause no false faults of records", function()
    local rules = rules_of(points(1))
    local line = aurum.game { variant = rules, bots = { "random" }, seed = 1 }
      :run():record()
    assert.same({}, (aurum.record(line):replay(rules)))
    local differences = aurum.record(line):replay(rules_of(points(2)))
    assert.equal("rules", differences[1].what)
    assert.equal(1, #differences)
  end)

  it("leave no memory behind", function()
    -- the sanitizer keeps freed memory
    if os.getenv "AURUM_SO":find("/san/", 1, true) then return end
    local text = "return { " .. points(1) .. " }"
    local function make(n)
      for i = 1, n do
        -- the collector's own pace depends on the specs run before
        if i % 100 == 0 then collectgarbage() end
        local rules = assert(aurum.rules { players = 4, knobs = {},
          hooks = { { path = "x.lua", text = text } }, text = text })
        assert.equal(1, aurum.state(rules):deal "x":score().gold_points[1])
      end
      collectgarbage()
      return aurum.sys.peak_memory()
    end
    make(2000) -- the collector has found its pace, and malloc its blocks
    local before = make(1000)
    assert.truthy(make(1000) - before < 4 << 10) -- KiB
  end)
end)

describe("bots", function()
  local follow = [[legal = function(s, cards)
    return s.hand & s.led ~= aurum.set() and s.hand & s.led or cards end,]]

  it("see the same rules", function()
    local game = aurum.game {
      variant = rules_of(follow .. "gold_points = function() return 9 end,"),
      seed = 3, bots = { helper.bot [[
        local function look(_, view)
          local legal = view:legal()
          local world = view:sample(1)[1]
          for i, action in ipairs(world:legal()) do
            if legal[i] ~= action then error "other actions are legal" end
          end
          if world:score().gold_points[1] ~= 9 then error "no hook" end
          return view:random()
        end
        return { bid = look, play = look }]] },
    }
    game:run()
    assert.same({}, game.faults)
    -- and their answers count: RULES 6.3 alone would bar each suit
    -- once it is played
    local twice = false
    for _, event in ipairs(game.state:events()) do
      if event.kind == "trick" then
        local led = event.plays[1].suit
        twice = twice or event.plays[2].suit == led
      end
    end
    assert.is_true(twice)
  end)

  it("are not at fault if a hook fails", function()
    local failing = [[legal = function(s, cards)
      if s.finished == 2 then error "by design" end
      return cards
    end,]]
    local asking = {
      "return view:legal()[1]",
      "local good, list = pcall(view.legal, view) "
        .. "return good and list[1] or view.hand:lowest()",
      "local good, list = pcall(view.legal, view) "
        .. "return good and list[1] or 'X1'",
      "return view:sample(1)[1]:legal()[1]",
    }
    for _, on_fault in ipairs { "forfeit", "substitute" } do
      for _, code in ipairs(asking) do
        local game = aurum.game { variant = rules_of(failing), seed = 1,
          on_fault = on_fault, bots = { helper.bot(([[return {
            bid = function(_, view) return view:legal()[1] end,
            play = function(_, view) %s end }]]):format(code)) } }
        raises("mine.lua:3: by design", game.run, game)
        assert.same({}, game.faults)
      end
    end
  end)

  it("are at fault for errors that they cause in hooks", function()
    local fault = helper.fault_of({ helper.bot [[return {
      bid = function(_, view)
        local state = aurum.state(view.rules)
        state:set { hands = { "B1", "B2", "B3", "B4" }, leader = 1,
          bids = { "C1", "C2", "C3", "C4" }, taken = { 10 }, plays = { "S1" } }
        return state:legal()[1]
      end, play = function() end }]] }, { variant = rules_of [[
        legal = function(s, cards)
          if s.taken[1] == 10 then error "by design" end
          return cards
        end]] })
    assert.same({ 1, "bid", "error" }, { fault.seat, fault.ask, fault.kind })
    assert.truthy(fault.message:find("by design", 1, true))
  end)

  it("cannot make hooks", function()
    raises("hooks are made by the host", error, (helper.in_bot [[
      return select(2, pcall(aurum.rules, { players = 4, knobs = {},
        hooks = { { path = "x", text = "return {}" } } }))]]))
  end)
end)
