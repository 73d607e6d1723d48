-- Unit tests of bots (lua/lab/spec/), run as a library.
local aurum = require "aurum"
local bot_spec = require "aurum.lab.spec.bot_spec"
local helper = require "helper"
local random_views = require "aurum.lab.spec.random_views"
local spec_text = require "aurum.lab.spec.spec_text"

local duck = [[return {
  bid = function(_, view) return view.hand:lowest() end,
  play = function(_, view)
    local base = view:legal_cards():base()
    if #base == 0 then return nil end
    return view.need[view.side] > 0 and base:highest() or base:lowest()
  end }]]

--- Run texts as the specs a_spec.lua, b_spec.lua... beside the bots a, b...
local function run(texts, options)
  local folder, files = helper.folder(), {}
  for i, text in ipairs(texts) do
    local name = ("%s/%s"):format(folder, string.char(96 + i))
    helper.write(name .. ".lua", duck)
    files[i] = { path = name .. "_spec.lua", text = text }
  end
  local given = { seed = "s", seconds = 60, jobs = 2, print = "all",
    on_list = function() end, on_file = function() end,
    on_test = function() end }
  for key, value in pairs(options or {}) do given[key] = value end
  return bot_spec.run(files, given)
end

--- The only test of a text, as it ended.
local function one(code, options)
  local result = run({ 'it("one", function()\n' .. code .. "\nend)" }, options)
  assert.is_nil(result.files[1].problem, result.files[1].problem
    and result.files[1].problem.message)
  assert.is_true(result.complete)
  return result.files[1].tests[1]
end

local here = 'at { hands = { [2] = "S10 B3" }, bids = "C5 C1 C7 C2", '
  .. 'trick = { leader = 1, "Z7" } } '

describe("a spec", function()
  it("names tests by their groups, in order", function()
    local result = run { [[
      it("first", function() end)
      describe("group", function()
        it("second", function() error "x" end)
        describe("inner", function() it("third", function() end) end)
        pending("fourth", function() error "never" end)
      end)
      it("fifth", function() pending "later" end)]] }
    local got = {}
    for i, test in ipairs(result.files[1].tests) do
      got[i] = test.full .. ": " .. test.status
    end
    assert.same({ "first: pass", "group second: error",
      "group inner third: pass", "group fourth: pending", "fifth: pending" },
      got)
    assert.same({ pass = 2, fail = 0, error = 1, pending = 2 }, result.counts)
    assert.equal("later", result.files[1].tests[5].message)
  end)

  it("runs what stands before and after each test", function()
    local result = run { [[
      describe("hooks", function()
        before_each(function() io.write "a" end)
        after_each(function() io.write "y" end)
        describe("inner", function()
          before_each(function() io.write "b" end)
          after_each(function() io.write "z" end)
          it("in order", function() io.write "t" error "x" end)
        end)
      end)]] }
    assert.equal("abtzy", result.files[1].tests[1].printed)
    assert.equal("error", result.files[1].tests[1].status)
  end)

  it("fails if a hook does", function()
    local result = run { [[
      after_each(function() error "late" end)
      it("passes", function() end)]] }
    assert.equal("late", result.files[1].tests[1].message)
    assert.equal(1, result.files[1].tests[1].failed_line)
  end)

  it("is fresh for each test, in any number of workers", function()
    local text = [[
      local n = 0
      for i = 1, 5 do
        it("counts " .. i, function()
          n, total = n + 1, (total or 0) + 1
          assert.equal(1, n)
          assert.equal(1, total)
          print(i, answer == nil)
        end)
      end]]
    local function told(jobs)
      local lines = {}
      run({ text, text }, { jobs = jobs, on_test = function(test)
        lines[#lines + 1] = ("%s %s %s"):format(test.full, test.status,
          test.printed)
      end })
      return lines
    end
    assert.equal(10, #told(1))
    assert.same(told(1), told(4))
  end)

  it("bounds what it prints", function()
    local test = one 'for i = 1, 5000 do print "123456789" end'
    assert.equal("pass", test.status)
    assert.truthy(test.printed:find("(no more output of this test: "
      .. "print_bytes N shows N bytes, and it has 50000)", 1, true))
  end)

  it("has the usual assertions", function()
    local test = one [[
      assert(1)
      assert.equal(1, 1) assert.are.equal("a", "a") assert.not_equal(1, 2)
      assert.same({ 1, { 2 } }, { 1, { 2 } }) assert.not_same({ 1 }, { 2 })
      assert.is_true(true) assert.is_false(false) assert.truthy(1)
      assert.falsy(nil) assert.is_nil(nil) assert.is_not_nil(1)
      assert.near(1, 1.05, 0.1) assert.is.near(1, 1.05, 0.1)
      assert.has_error(error)
      assert.has_error(function() error "aQbc" end, "aQb")
      local wrong = {
        function() assert(nil) end, function() assert.equal(1, 2) end,
        function() assert.equal({}, {}) end,
        function() assert.not_equal(1, 1) end,
        function() assert.same({ 1 }, { 1, 2 }) end,
        function() assert.same({ 1, 2 }, { 1 }) end,
        function() assert.not_same({ 1 }, { 1 }) end,
        function() assert.is_true(1) end, function() assert.is_false(nil) end,
        function() assert.truthy(false) end, function() assert.falsy(0) end,
        function() assert.is_nil(false) end,
        function() assert.is_not_nil(nil) end,
        function() assert.near(1, 2, 0.5) end,
        function() assert.near(1, "1", 0.5) end,
        function() assert.has_error(print, "x") end,
        function() assert.has_error(function() error "a" end, "aQb") end,
      }
      for i, f in ipairs(wrong) do
        assert(not pcall(f), "number " .. i)
      end]]
    assert.same({ "pass" }, { test.status, test.message })
  end)

  it("compares tables that hold themselves", function()
    local test = one [[
      local a, b = { 1 }, { 1 }
      a.own, b.own = a, b
      assert.same(a, b)]]
    assert.equal("pass", test.status)
  end)
end)

describe("an expectation", function()
  it("names seat, hand and position when it fails", function()
    local test = one(here .. 'expect.play "B3"')
    assert.equal("expected play B3, got play S10", test.message)
    assert.equal(2, test.failed_line)
    assert.equal("at round 1, trick 1, seat 2, asked to play; hand B3 S10",
      test.lines[1])
    local state = aurum.position(test.lines[2])
    assert.equal("B3 S10", tostring(state.hands[2]))
  end)

  it("asks the bot once for a position", function()
    local test = one(here .. [[
      expect.play "S10"
      expect.not_play "B3"
      assert.equal("play S10", tostring(answer()))
      assert.equal(2, view().seat)]])
    assert.equal("pass", test.status)
  end)

  it("takes a record, a state and a token", function()
    local folder = helper.folder()
    local game = assert(aurum.game { bots = { "random" }, seed = 1 }):run()
    helper.write(folder .. "/g.jsonl", game:record())
    local test = one(([[
      local a = at { record = %q, place = "1.2.3" }
      assert.equal("1.2.3", a.place)
      assert.is_true(at(a:position()) == a)
      assert.is_true(at(a) == a)
      expect.not_play("pass")]]):format(folder .. "/g.jsonl"))
    assert.same({ "error", "expect.not_play: 'pass' is not legal here" },
      { test.status, test.message and test.message:match "^[^:]*: [^:;]*" })
  end)

  it("gives a fault of the bot as a failure", function()
    local folder = helper.folder()
    helper.write(folder .. "/bad.lua",
      'return { bid = function() error "no" end, play = print }')
    local test = one('at { hands = { "B1" } } expect.bid "B1"',
      { bot = folder .. "/bad.lua" })
    assert.equal("fail", test.status)
    assert.truthy(test.message:find "^the bot is at fault: .*bad%.lua:1: no")
    test = one('at { hands = { "B1" } } expect.fault "no"',
      { bot = folder .. "/bad.lua" })
    assert.equal("pass", test.status)
  end)
end)

describe("a property", function()
  it("is checked at the same views each time", function()
    local code = [[
      for_views(25, function(view, answer)
        print(view.seat, view.place, answer)
        assert(view:is_legal(answer))
      end, { variant = "bga", players = 3 })]]
    local first, again = one(code), one(code, { jobs = 1 })
    assert.equal("pass", first.status)
    assert.equal("25 random views, seed s", first.told)
    assert.equal(first.printed, again.printed)
    assert.not_equal(first.printed, one(code, { seed = "t" }).printed)
  end)

  it("shrinks a failing view, of the same failure", function()
    local test = one [[
      for_views(100, function(view, answer)
        if #view.hand > 8 then error "long" end
        assert(#view.hand < 4, "short")
      end, { ask = "play" })]]
    assert.equal("fail", test.status)
    local cards = test.message:find "long" and 9 or 4
    local state = aurum.position(test.lines[3])
    assert.equal(cards, #state.hands[state.turn])
    assert.equal("play", state.deciding)
  end)

  it("draws decisions with a choice, of every kind", function()
    local rules = aurum.variant "standard"
    local kinds = {}
    for i = 1, 60 do
      local state = random_views.state(rules, "x", i)
      kinds[state.deciding] = true
      assert.is_true(#state:legal() > 1)
    end
    assert.same({ bid = true, change = true, play = true }, kinds)
    for i = 1, 5 do
      assert.equal("bid", random_views.state(rules, "x", i, "bid").deciding)
      assert.is_nil(random_views.state(rules, "x", i, "answer"))
    end
  end)
end)

describe("the result", function()
  local result = run({ [=[
    describe("<a> & #b", function()
      it("is \"quoted\"\1", function() print "]]>" error "<x>\27[1m" end)
    end)]=], "error 'at load'" })

  it("as TAP escapes names", function()
    local text = spec_text.tap_test(1, result.files[1].tests[1],
      result.files[1])
    assert.truthy(text:find('not ok 1 - <a> & \\#b is "quoted"', 1, true))
    for line in text:gmatch "[^\n]+" do
      assert.truthy(line:find "^not ok" or line:find "^#", line)
    end
    assert.truthy(spec_text.tap_file(2, result.files[2]):find "at load")
  end)

  it("as JUnit's XML is well-formed", function()
    local text = spec_text.junit(result)
    assert.is_nil(text:find "[\0-\8\11-\31]")
    assert.truthy(text:find("&lt;a&gt; &amp; #b is &quot;quoted&quot;", 1,
      true))
    assert.is_nil(text:find("]]>", 1, true))
    local depth = 0
    for close, name, own in text:gsub("<%?.-%?>", "")
      :gmatch "<(/?)(%w+)[^<>]-(/?)>" do
      assert.truthy(name)
      if own == "" then depth = depth + (close == "" and 1 or -1) end
    end
    assert.equal(0, depth)
  end)
end)

-- lua/spec.d.lua, which editors read, compared with what a spec is given.
describe("the description of specs names", function()
  --- The names that stand behind a word in the file, sorted.
  local function described(before)
    local list = {}
    for line in io.lines "lua/spec.d.lua" do
      local name = line:match("^function " .. before .. "([%w_]+)%(")
        or before == "assert%." and line:match "^%-%-%-@field ([%w_]+) "
      if name then list[#list + 1] = name end
    end
    table.sort(list)
    return list
  end

  local function sorted(names)
    local list = table.move(names, 1, #names, 1, {})
    table.sort(list)
    return list
  end

  it("its functions", function()
    local list = described ""
    table.move({ "assert", "aurum", "expect" }, 1, 3, #list + 1, list)
    assert.same(sorted(require "aurum.lab.spec.spec_file".names), sorted(list))
  end)

  it("what may be expected", function()
    assert.same(require "aurum.lab.spec.expectations".names,
      described "expect%.")
  end)

  it("the assertions", function()
    local list = { "are", "is" }
    for name in pairs(require "aurum.lab.spec.asserts") do
      list[#list + 1] = name
    end
    assert.same(sorted(list), described "assert%.")
  end)
end)
