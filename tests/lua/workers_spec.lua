-- Processes that answer requests, and their users: data as strings
-- (lua/sys/pack.c), pools of tasks (lua/play/pool.lua), series of games
-- (lua/play/player.lua), and the limits of bots there and in this process.
local aurum = require "aurum"
local helper = require "helper"
local player = require "aurum.play.player"
local tasks = require "aurum.play.pool"
local raises = helper.raises

-- The sanitizer and coverage builds need system calls of their own: these
-- builds have no filter.
local so = os.getenv "AURUM_SO"
local filtered = not so:find "san/" and not so:find "cov/" and
  helper.shell "uname":find "Linux"

describe("data as a string", function()
  it("is restored unchanged", function()
    local deep = {}
    for _ = 1, 100 do deep = { deep } end
    for _, value in ipairs {
      0, -1, math.maxinteger, math.mininteger, 0.5, -0.0, 1e308, math.huge,
      -math.huge, true, false, "", "text", "\0\1\255}{", ("x"):rep(100000), {},
      { 1, 2, 3 }, { a = { b = { "c" } }, [1] = "x", [0.5] = "y", [true] = {} },
      { [-1] = false }, deep,
    } do
      local back = aurum.sys.unpack(aurum.sys.pack(value))
      assert.same(value, back)
      assert.equal(math.type(value), math.type(back))
    end
    assert.is_nil(aurum.sys.unpack(aurum.sys.pack(nil)))
    assert.equal(-math.huge, 1 / aurum.sys.unpack(aurum.sys.pack(-0.0)))
    local nan = aurum.sys.unpack(aurum.sys.pack(0 / 0))
    assert.truthy(nan ~= nan)
  end)

  it("must be plain data", function()
    for what, value in pairs {
      ["function"] = print, userdata = aurum.card "B1",
      thread = coroutine.create(print),
    } do
      raises("cannot send a " .. what, aurum.sys.pack, value)
      raises("cannot send a " .. what, aurum.sys.pack, { { value } })
    end
    raises("cannot send a function", aurum.sys.pack, { [print] = 1 })
    local ring = {}
    ring[1] = { ring }
    raises("cannot send a table that deep, or with a cycle", aurum.sys.pack,
      ring)
  end)

  it("is refused when it is cut, changed or deeper than any data", function()
    local whole = aurum.sys.pack { 1, 0.5, "text", { a = true, b = false } }
    for n = 0, #whole - 1 do
      raises("damaged data", aurum.sys.unpack, whole:sub(1, n))
    end
    for _, text in ipairs { "", "x", "}", "{ix", ("{"):rep(5000),
      "s\255\255\255\255text" } do
      raises("damaged data", aurum.sys.unpack, text)
    end
    raises("index is nil", aurum.sys.unpack, "{NT}")
    assert.same({}, aurum.sys.unpack "{}")
    math.randomseed(7)
    for _ = 1, 5000 do -- nothing but a value or an error
      local at = math.random(#whole)
      pcall(aurum.sys.unpack, whole:sub(1, at - 1) ..
        string.char(math.random(0, 255)) .. whole:sub(at + 1))
    end
  end)
end)

describe("a pool of workers", function()
  local function pool_of(count, work)
    return aurum.sys.workers { count = count, seconds = 1, work = work }
  end

  it("answers requests, each worker in turn", function()
    local pool <close> = pool_of(3, function(text) return text:upper() end)
    local expected, got = {}, {}
    for i = 1, 30 do
      local worker = i % 3 + 1
      pool:submit(worker, "r" .. i)
      expected[worker] = (expected[worker] or "") .. " R" .. i
    end
    for _ = 1, 30 do
      local worker, good, reply = pool:wait()
      assert.is_true(good)
      got[worker] = (got[worker] or "") .. " " .. reply
    end
    assert.same(expected, got)
  end)

  it("carries long and empty data, and bytes that are not text", function()
    local pool <close> = pool_of(1, function(text)
      return text .. #text .. text
    end)
    for _, text in ipairs { "", "\0\n\255", ("long "):rep(1 << 20) } do
      pool:submit(1, text)
      assert.same({ 1, true, text .. #text .. text }, { pool:wait() })
    end
  end)

  it("has copies of this process, which share nothing", function()
    local n = 0
    local pool <close> = pool_of(2, function()
      n = n + 1
      return tostring(n)
    end)
    for _, worker in ipairs { 1, 1, 2, 1 } do
      pool:submit(worker, "")
      assert.equal(worker, (pool:wait()))
    end
    pool:submit(1, "")
    assert.equal("4", select(3, pool:wait()))
    pool:submit(2, "")
    assert.equal("2", select(3, pool:wait()))
    assert.equal(0, n)
  end)

  it("waits no longer than it is told", function()
    local pool <close> = pool_of(1, function(text)
      if text == "never" then while true do end end
      return text
    end)
    pool:submit(1, "now")
    local replies = {}
    repeat
      local reply = { pool:wait(0) }
      if reply[1] then replies[#replies + 1] = reply end
    until replies[1]
    assert.same({ 1, true, "now" }, replies[1])
    pool:submit(1, "never")
    assert.equal(0, select("#", pool:wait(0)))
    assert.equal(0, select("#", pool:wait(0.05)))
    assert.equal(0, select("#", pool:wait(-1)))
    raises("number expected", pool.wait, pool, "long")
  end)

  it("passes errors on, and continues", function()
    local pool <close> = pool_of(1, function(text)
      if text == "table" then error {} end
      if text == "none" then return nil end
      return text == "fine" and text or error("no: " .. text, 0)
    end)
    for request, reply in pairs {
      this = "no: this", table = "an error without a message",
      none = "an error without a message",
    } do
      pool:submit(1, request)
      assert.same({ 1, false, reply }, { pool:wait() })
    end
    pool:submit(1, "fine")
    assert.same({ 1, true, "fine" }, { pool:wait() })
  end)

  it("reports a death, and replaces the worker", function()
    local n = 0
    local pool <close> = pool_of(2, function(text)
      n = n + 1
      if text == "die" then os.exit(7) end
      return text .. n
    end)
    pool:submit(1, "a")
    assert.same({ 1, true, "a1" }, { pool:wait() })
    pool:submit(1, "die")
    pool:submit(1, "lost")
    local worker, good, death = pool:wait()
    assert.same({ 1 }, { worker, good })
    assert.same({ kind = "crash", game = 0, asked = 0,
      message = "it ended its process" }, death)
    raises("no reply is due", pool.wait, pool) -- its requests are lost
    pool:submit(1, "b")
    assert.same({ 1, true, "b1" }, { pool:wait() })
    pool:submit(2, "c")
    assert.same({ 2, true, "c1" }, { pool:wait() })
  end)

  if filtered then
    it("lets a worker only answer", function()
      for name, work in pairs {
        files = function() return tostring(io.open "Makefile") end,
        programs = function() return tostring(os.execute "true") end,
        removal = function() return tostring(os.remove "nothing") end,
        pools = function()
          return tostring(aurum.sys.workers { count = 1, seconds = 1,
            work = print })
        end,
      } do
        local pool <close> = pool_of(1, work)
        pool:submit(1, "")
        local _, good, death = pool:wait()
        assert.is_nil(good, name)
        assert.same({ kind = "crash", game = 0, asked = 0,
          message = "it crashed its process: Bad system call" }, death)
      end
    end)
  end

  it("refuses invalid calls", function()
    raises("table expected", aurum.sys.workers)
    raises("count: expected a number from 1 to 64", aurum.sys.workers,
      { count = 0, seconds = 1, work = print })
    raises("count: expected a number from 1 to 64", aurum.sys.workers,
      { count = 65, seconds = 1, work = print })
    for _, seconds in ipairs { 0, -1, 0 / 0 } do
      raises("seconds: expected more than 0", aurum.sys.workers,
        { count = 1, seconds = seconds, work = print })
    end
    raises("function expected", aurum.sys.workers, { count = 1, seconds = 1 })
    local pool = pool_of(1, tostring)
    raises("expected a worker from 1 to 1, got 2", pool.submit, pool, 2, "")
    raises("expected a worker from 1 to 1, got 0", pool.submit, pool, 0, "")
    raises("string expected", pool.submit, pool, 1, {})
    raises("no reply is due: nothing was submitted", pool.wait, pool)
    pool:close()
    raises("the pool is closed", pool.submit, pool, 1, "")
    raises("the pool is closed", pool.wait, pool)
    pool:close() -- closing it again does nothing
  end)

  it("leaves no process behind", function()
    local function children()
      -- ps hangs if it loads the sanitizer's library first
      return helper.shell("LD_PRELOAD= ps -o pid= --ppid " .. helper.shell
        "echo $PPID":match "%d+" .. " | wc -l")
    end
    local before = children()
    do
      local pool <close> = pool_of(4, tostring)
      assert.not_equal(before, children())
      pool:submit(1, "x")
    end
    assert.equal(before, children())
  end)

  it("counts processors", function()
    assert.truthy(aurum.sys.processors() >= 1)
    assert.equal("integer", math.type(aurum.sys.processors()))
  end)
end)

-- Series of games -----------------------------------------------------------

--- A bot that plays the first legal action, but runs `code` at its
--- `call`-th answer.
local function turning(code, call)
  return helper.bot(([[
    local calls = 0
    local function answer(self, view)
      calls = calls + 1
      if calls == %d then %s end
      return view:legal()[1]
    end
    return { bid = answer, play = answer }]]):format(call or 3, code))
end

local looping = "while true do end"
local hoarding = [[
  local t = {}
  for i = 1, math.huge do t[i] = ("x"):rep(1 << 20) end]]

describe("a player", function()
  local four = assert(aurum.variant("standard", 4))
  local three = assert(aurum.variant("bga", 3))
  local random = assert(aurum.bot "random")
  local greedy = assert(aurum.bot "greedy")

  local function open(bots, options)
    local given = { job = function(i)
      return { game = i % 2 + 1, seed = "s." .. i }
    end }
    for key, value in pairs(options or {}) do given[key] = value end
    given.make = function()
      return { aurum.game { variant = four, bots = bots },
        aurum.game { variant = three, bots = bots } }
    end
    return assert(player.open(given))
  end

  --- All results of n jobs in order, without the parts that
  --- differ in every run.
  local function all(opened, n)
    local results = {}
    for i, result, problem in opened:all(n) do
      results[i] = result or problem
      if result then result.timing = nil end
    end
    opened:close()
    return results
  end

  it("plays the same games in this process and in others", function()
    local bots = { greedy, random }
    local here = all(open(bots, { trust = true }), 40)
    assert.equal(40, #here)
    assert.same(here, all(open(bots), 40))
    assert.same(here, all(open(bots, { jobs = 3 }), 40))
    for i, result in ipairs(here) do
      assert.equal("s." .. i, result.seed)
      assert.equal(i % 2 + 1, result.game)
      local record = aurum.record(result.record)
      assert.same(record.winners, result.winners)
      assert.same({}, result.faults)
      local rules = assert(aurum.variant(record.variant, record.players))
      assert.same({}, (record:replay(rules)))
      assert.equal(select(2, result.record:gsub('"score"', "")),
        #result.rounds)
    end
  end)

  it("returns the bots' names", function()
    for _, trust in ipairs { true, false } do
      local opened = open({ greedy, random }, { trust = trust })
      assert.same({ { "greedy", "random", "greedy", "random" },
        { "greedy", "random", "greedy" } }, opened.names)
      opened:close()
    end
  end)

  it("records deaths as faults, the same for any number of workers", function()
    -- each bot makes one of these faults at its third answer
    for kind, bot in pairs {
      cpu = turning(looping), memory = turning(hoarding),
      error = turning "error 'oops'", illegal = turning "return 'play B1'",
    } do
      local seconds = kind == "cpu" and 0.2 or 5
      local results = all(open({ bot, random },
        { jobs = 2, seconds = seconds }), 4)
      assert.same(results, all(open({ bot, random },
        { jobs = 1, seconds = seconds }), 4))
      for _, result in ipairs(results) do
        assert.equal(1, #result.faults)
        assert.equal(kind, result.faults[1].kind)
        assert.is_false(result.faults[1].substituted)
        local record = aurum.record(result.record)
        assert.same({}, (record:replay(assert(aurum.variant(record.variant,
          record.players)))))
        assert.equal(1, record.faults[1].seat % 2)
      end
    end
  end)

  it("says which bot does not load", function()
    local function made(options)
      local game, message = aurum.game(options)
      return game or error(message, 0)
    end
    local opened, message, seat = player.open { jobs = 2, seconds = 0.2,
      make = function()
        return { made { variant = four,
          bots = { random, helper.bot(looping) } } }
      end }
    assert.is_nil(opened)
    assert.equal("when it was loaded: bot.lua:1: it took more than 0.2 s of "
      .. "processor time", message)
    assert.equal(2, seat)
    for _, trust in ipairs { true, false } do
      opened, message = player.open { trust = trust, make = function()
        return { made { variant = four,
          bots = { helper.bot "return {}" } } }
      end }
      assert.is_nil(opened)
      assert.truthy(message:find("bot.lua: ", 1, true), message)
    end
  end)

  it("ends with the error of a variant", function()
    local path = helper.write(helper.folder() .. "/tired.lua", [[
      return { base = "en-2023", winner = function(s, seat)
        if s.finished == 3 then error "tired" end
        return seat
      end }]])
    local rules = assert(aurum.variant(path, 4))
    helper.clean()
    for _, trust in ipairs { true, false } do
      local opened = assert(player.open { trust = trust, make = function()
        return { aurum.game { variant = rules, bots = { random } } }
      end, job = function() return { game = 1, seed = "t" } end })
      local n = 0
      for i, result, problem in opened:all(9) do
        n = n + 1
        assert.equal(1, i)
        assert.is_nil(result)
        assert.truthy(problem:find "^game t: variant .*tired", problem)
      end
      assert.equal(1, n)
      opened:close()
    end
  end)
end)

describe("a pool of tasks", function()
  local function work(request)
    if request.exit then os.exit(1) end
    if request.wrong then error("wrong", 0) end
    return { sum = request[1] + request[2] }
  end

  it("answers one request after the other, here or in workers", function()
    for _, in_process in ipairs { false, true } do
      local pool <close> = tasks.new { work = work, in_process = in_process }
      assert.same({ sum = 5 }, pool:call { 2, 3 })
      local reply, message = pool:call { wrong = true }
      assert.same({ nil, "wrong" }, { reply, message })
      if not in_process then
        reply, message = pool:call { exit = true }
        assert.same({ nil, "it ended its process" }, { reply, message })
      end
      assert.same({ sum = 7 }, pool:call { 3, 4 })
    end
  end)

  it("does a task while the caller does something else", function()
    for _, in_process in ipairs { false, true } do
      local pool <close> = tasks.new { work = function(n)
        if n == 0 then error("zero", 0) end
        return n * n
      end, in_process = in_process }
      assert.is_nil(pool:arrived())
      local four, none = pool:submit(2), pool:submit(0)
      local found = {}
      while #found < 2 do
        local task, reply, problem = pool:arrived()
        if task then found[#found + 1] = { task, reply, problem } end
      end
      assert.same({ { four, 4 }, { none, nil, "zero" } }, found)
      assert.is_nil(pool:arrived(10))
    end
  end)

  --- The numbers from 1 to n, each with the result of `f` in a worker.
  local function mapped(n, jobs, f, epoch_of)
    local i, pairs_ = 0, {}
    for item, reply in tasks.map { jobs = jobs, work = f,
      items = function()
        i = i + 1
        return i <= n and i or nil
      end,
      request = function(item) return item, epoch_of and epoch_of(item) end,
    } do
      pairs_[#pairs_ + 1] = { item, reply }
    end
    return pairs_
  end

  it("maps items in their order, whichever worker is faster", function()
    local expected = {}
    for k = 1, 100 do expected[k] = { k, k * k } end
    for _, jobs in ipairs { 1, 3 } do
      assert.same(expected, mapped(100, jobs, function(k)
        for _ = 1, k % 7 == 0 and 100000 or 0 do k = k + 0 end
        return k * k
      end))
    end
    assert.same({}, mapped(0, 2, tostring))
  end)

  it("replaces workers that lack data for an item", function()
    local known = {} -- a worker knows only what existed when it was started
    local got = mapped(9, 2,
      function(k) return known[(k - 1) // 3] or "none" end,
      function(k)
        known[(k - 1) // 3] = "epoch " .. (k - 1) // 3
        return (k - 1) // 3
      end)
    for k, pair in ipairs(got) do
      assert.same({ k, "epoch " .. (k - 1) // 3 }, pair)
    end
    assert.equal(9, #got)
  end)

  it("raises an error of the work, after the results before it", function()
    raises("seven", mapped, 9, 2, function(k)
      return k == 7 and error("seven", 0) or k
    end)
    raises("a worker died: it ended its process", mapped, 9, 2, function(k)
      return k == 7 and os.exit(1) or k
    end)
  end)

  it("does other tasks in place of one that kills its worker", function()
    local pool <close> = tasks.new { jobs = 2, work = function(request)
      local sum = 0
      for k = request.from, request.to do
        if k == 5 and not request.warned then os.exit(1) end
        sum = sum + k
      end
      return sum
    end, on_death = function(task)
      local list = {}
      for k = task.from, task.to do
        list[#list + 1] = { from = k, to = k,
          request = { from = k, to = k, warned = true } }
      end
      return list
    end }
    local from, got = -2, {}
    for task, reply, problem in pool:ordered(1, function()
      from = from + 3
      if from > 9 then return nil end
      return { from = from, to = from + 2,
        request = { from = from, to = from + 2 } }
    end) do
      assert.is_nil(problem)
      got[#got + 1] = { task.from, reply }
    end
    assert.same({ { 1, 6 }, { 4, 4 }, { 5, 5 }, { 6, 6 }, { 7, 24 } }, got)
  end)
end)

-- In this process -----------------------------------------------------------

describe("limits in this process:", function()
  local function fault_of(bot, options)
    return helper.fault_of({ bot, "random" }, options)
  end

  it("fuel is counted, and pcall does not catch its end", function()
    for _, code in ipairs {
      looping, "while true do pcall(error) end",
      "while true do pcall(function() while true do end end) end",
      "local function f() return f() end f()",
    } do
      local fault, game = fault_of(turning(code), { fuel = 10000 })
      assert.same({ "fuel", "play" }, { fault.kind, fault.ask })
      assert.truthy(fault.message:find("more instructions than its fuel", 1,
        true), fault.message)
      assert.equal(game:record(), select(2, fault_of(turning(code),
        { fuel = 10000 })):record())
    end
  end)

  it("fuel is counted anew for each call", function()
    local code = "for _ = 1, 2000 do end"
    local always = helper.first(
      "observe = function() " .. code .. " end,")
    -- three events at the end of a game: pass, round, game
    assert.is_nil((fault_of(always, { fuel = 7000 })))
    assert.equal("fuel", fault_of(always, { fuel = 1000 }).kind)
  end)

  describe("fuel is used up by a rule's hooks,", function()
    --- The fault of a bot that runs `code` when it plays, under rules whose
    --- hook `legal` takes an instruction for each of `steps`.
    local function fault_under(steps, code, fuel)
      local path = helper.write(helper.folder() .. "/slow.lua", ([[
        return { name = "slow", legal = function(_, cards)
          for _ = 1, %d do end
          return cards
        end }]]):format(steps))
      return (fault_of(turning(code), { variant = "standard+" .. path,
        fuel = fuel }))
    end
    local ways = {
      ["that say what is legal"] = "view:legal()",
      ["that judge samples"] = "view:sample(20)",
      ["that a search asks"] = "view:search { sims = 30 }",
    }
    for way, code in pairs(ways) do
      it(way, function()
        assert.is_nil(fault_under(1, code, 200000))
        local fault = assert(fault_under(200000, code, 200000))
        assert.same({ "fuel", "play" }, { fault.kind, fault.ask })
        assert.same(fault, fault_under(200000, code, 200000))
        assert.is_nil(fault_under(2000, code, 0x7fffffff))
      end)
    end

    it("which a partial search leaves some of", function()
      local code = "view:search { sims = 10000, partial = true }"
      assert.is_nil(fault_under(1000, code, 2000000))
    end)
  end)

  it("memory has a cap", function()
    local fault = fault_of(turning(hoarding))
    assert.equal("memory", fault.kind)
    local held = helper.first("start = function(self) self.t = "
      .. "('x'):rep(1 << 20) end,")
    local game = aurum.game { bots = { held, "random", false }, seed = 1 }
    game:deal()
    assert.truthy(game.memory[1] > 1 << 20)
    assert.truthy(game.memory[2] > 0 and game.memory[2] < 1 << 20)
    assert.equal(0, game.memory[3])
  end)

  it("trust gives the libraries of Lua, and nothing else does", function()
    local code = "return type(io) .. type(os) .. type(debug) .. "
      .. "type(aurum.game)"
    assert.equal("tabletabletablenil",
      (helper.in_bot(code, { trust = true })))
    assert.equal("nilnilnilnil", (helper.in_bot(code)))
  end)

  it("options are checked", function()
    raises("fuel: expected a number from 0 to 2147483647",
      aurum.game, { fuel = -1 })
    raises("fuel: expected a number from 0 to 2147483647",
      aurum.game, { fuel = 1 << 31 })
    raises("no option 'fule'; did you mean 'fuel'?", aurum.game, { fule = 1 })
  end)
end)
