-- Leagues: settings read as data, the log, and which pairs play next. Whole
-- runs are in tests/cli/league.test.
local aurum = require "aurum"
local changes = require "aurum.lab.league.changes"
local data_file = require "aurum.load.data_file"
local league_feed = require "aurum.repl.pages.league_feed"
local league_log = require "aurum.lab.league.league_log"
local ladder = require "aurum.lab.league.ladder"
local pair_ratings = require "aurum.stats.pair_ratings"
local pairing = require "aurum.lab.league.pairing"
local roster = require "aurum.lab.league.roster"
local settings = require "aurum.lab.league.settings"

describe("a file of data", function()
  it("has numbers, texts, flags and tables", function()
    assert.are.same({ a = 1, ["b c"] = -2.5, [3] = true, d = { "x", { 0x10 } },
      e = false }, data_file.decode [[#!/usr/bin/lua
      -- a comment
      return { a = 1, ["b c"] = -2.5; [3] = true, d = { 'x', { 0x10, }, },
        e = false, };]])
  end)

  it("has nothing that runs, and says where", function()
    for text, problem in pairs {
      ["return {\n a = os.time() }"] = "line 2: expected a number, a text",
      ["return { a = b }"] = "got 'b'",
      ["return f {}"] = "line 1: expected a table, got 'f'",
      ["x = 1 return {}"] = "line 1: expected 'return', got 'x'",
      ["return { a = 1, a = 2 }"] = "expected no second a",
      ["return { a = 'x\\n' }"] = "expected a number, a text without \\",
      ["return { a = nil }"] = "got 'nil'",
      ["return {} .. 1"] = "expected the end of the file",
      ["return {"] = "got the end",
      ["return { [{}] = 1 }"] = "expected a number or a text",
      ["return { 1 2 }"] = "expected ',' or '}'",
      ["return { a = 1 + 1 }"] = "expected ',' or '}', got '+'",
      ["return { a = - 'x' }"] = "expected a number",
      [""] = "expected 'return', got the end",
      ["return " .. ("{"):rep(99)] = "expected fewer tables in tables",
    } do
      local result, message = data_file.decode(text)
      assert.is_nil(result)
      assert.is_truthy(message:find(problem, 1, true), message)
    end
  end)
end)

--- Call a function with a folder that has these files, by name.
local function with_files(files, f)
  local folder = os.tmpname()
  os.remove(folder)
  assert(aurum.sys.make_folder(folder .. "/league"))
  for name, text in pairs(files) do
    local file = assert(io.open(folder .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  local good, problem = pcall(f, folder)
  os.execute(("rm -r '%s'"):format(folder))
  assert(good, problem)
end

describe("settings", function()
  it("may tighten limits, and never loosen them", function()
    local function limits(own, args)
      local found = settings.limits(own, args)
      return { found.cpu, found.fuel or 0 }
    end
    assert.are.same({ 1, 0 }, limits({}, {}))
    assert.are.same({ 0.5, 0 }, limits({ cpu = 0.5 }, {}))
    assert.are.same({ 1, 0 }, limits({ cpu = 30 }, {}))
    assert.are.same({ 5, 0 }, limits({ cpu = 30 }, { cpu = 5 }))
    assert.are.same({ 1, 100 }, limits({ fuel = 100 }, {}))
    assert.are.same({ 60, 50 }, limits({ fuel = 100 }, { fuel = 50 }))
    assert.are.same({ 60, 100 }, limits({ fuel = 100 }, { fuel = 500 }))
    assert.are.same({ 2, 100 }, limits({ cpu = 2 }, { fuel = 100 }))
    assert.are.same({ 1, 100 }, limits({ fuel = 100, cpu = 2 }, {}))
  end)

  it("have usual values", function()
    with_files({ ["league.lua"] = "return {}" }, function(folder)
      local own = assert(settings.read(folder))
      assert.are.equal("en-2023", own.rules[1].name)
      assert.are.same({ 1000, 20, 0.25, "forfeit" }, { own.deals, own.batch,
        own.bench, own.on_fault })
    end)
  end)
end)

local head = '{"format":"aurum-league/1","seed":"s"}\n'

local function version(bot)
  return ('{"kind":"version","bot":"%s","digest":"%s","day":"2026-01-02"}\n')
    :format(bot, bot)
end

--- A batch of a round, as text.
local function batch(number, first, second, deal, deals)
  return ('{"batch":%d,"bots":["%s","%s"],"variant":"v","rules":"d",'
    .. '"players":4,"sides":[1,1],"deal":%d,"deals":%d}'):format(number, first,
    second, deal, deals)
end

local function round(...)
  return ('{"kind":"round","day":"2026-01-03","batches":[%s]}\n'):format(
    table.concat({ ... }, ","))
end

--- A result in which the first bot forfeits some of its 2 games a deal.
local function result(number, deals, share, forfeits)
  local game = '{"game":"1/1","points":1}'
  return ('{"kind":"result","batch":%d,"blocks":%d,"games":%d,"share":%g,'
    .. '"share_squares":%g,"points":2,"points_squares":9,"best":%s,"worst":%s,'
    .. '"forfeits":[%d,0],"faults":[]}\n'):format(number, deals, 2 * deals,
    share, deals / 8, game, game, forfeits or 0)
end

--- The log of these lines; or nil and a message.
local function log_of(...)
  local found, problem
  with_files({ ["league/results.jsonl"] = head .. table.concat { ... } },
    function(folder) found, problem = league_log.read(folder) end)
  return found, problem
end

describe("a log", function()
  it("says which batches are open", function()
    local log = assert(log_of(version "a@1", version "b@1",
      round(batch(1, "a@1", "b@1", 1, 10), batch(2, "b@1", "a@1", 11, 5)),
      result(1, 10, 0.5)))
    assert.are.equal("s", log.seed)
    assert.is_nil(log.open[1])
    assert.are.equal(5, log.open[2].deals)
    assert.are.same({ 15, "2026-01-03", 15 }, { log.deals, log.day,
      log.of_day["2026-01-03"] })
  end)

  it("drops a line that was not written to its end", function()
    local log = assert(log_of(version "a@1", '{"kind":"version"'))
    assert.are.equal(1, #log.versions)
    assert.are.equal(#head + #version "a@1", log.kept)
    assert.is_true(log.size > log.kept)
  end)

  it("has no line that does not fit those before", function()
    local a, b = version "a@1", version "b@1"
    local one = round(batch(1, "a@1", "b@1", 1, 10))
    for _, case in ipairs {
      { "3: expected version 2 of a", a, a },
      { "3: no bot b@1", a, one },
      { "4: expected batch 1", a, b, round(batch(2, "a@1", "b@1", 1, 10)) },
      { "5: expected a deal after 10, got 10", a, b, one,
        round(batch(2, "a@1", "b@1", 10, 10)) },
      { "6: batch 1 is not open", a, b, one, result(1, 10, 1),
        result(1, 10, 1) },
      { "5: share: expected a number from 0 to 1", a, b, one,
        result(1, 10, 2) },
      { "2: expected a version, round, result, void, unfit or lead", "{}\n" },
      { '2: not valid JSON', "nonsense\n" },
      { "2: no bot b@1", '{"kind":"lead","bot":"b@1","sure":true,'
        .. '"day":"2026-01-03"}\n' },
      { "2: unknown key 'x'", '{"kind":"void","batch":1,"why":"","x":1}\n' },
    } do
      local log, problem = log_of(table.unpack(case, 2))
      assert.is_nil(log)
      assert.is_truthy(problem:find("results.jsonl:" .. case[1], 1, true),
        problem)
    end
  end)
end)

local usual = { anchors = {}, bench = 0.25 }

describe("a roster", function()
  local function states(log, bots)
    local list, found = roster.of(log, usual, bots), {}
    for i, row in ipairs(list) do found[i] = row.state end
    return found
  end
  local function bot(text) return { source = text, files = {}, path = "a" } end
  local function digest(text) return aurum.sys.digest(text) end

  it("benches who forfeits more than a part of a batch", function()
    local log = assert(log_of(version "a@1", version "b@1",
      round(batch(1, "a@1", "b@1", 1, 10), batch(2, "b@1", "a@1", 11, 10)),
      result(1, 10, 0, 5), result(2, 10, 0, 6)))
    assert.are.same({ "rests", "rests" }, states(log, {}))
    log.by_bot["b@1"].digest = digest ""
    assert.are.same({ "rests", "benched" }, states(log, { b = bot "" }))
  end)

  it("says why a bot rests", function()
    local log = assert(log_of(version "a@1", version "b@1", version "c@1",
      version "c@2"))
    log.by_bot["c@2"].digest = digest "new"
    local list, whys = roster.of(log, usual, { c = bot "new" },
      { { name = "b", why = "it is a link" } }), {}
    for i, row in ipairs(list) do
      whys[i] = ("%s: %s"):format(row.state, row.rests)
    end
    assert.are.same({ "rests: the folder has no bot a",
      "rests: its file cannot play", "former: nil", "plays: nil" }, whys)
  end)

  it("lets the version before play, and no older one", function()
    local lines = {}
    for i = 1, 4 do
      lines[i] = version("a@" .. i):gsub('digest":"a@%d', 'digest":"'
        .. digest(tostring(i)))
    end
    local log = assert(log_of(table.unpack(lines)))
    assert.are.same({ "rests", "rests", "former", "plays" },
      states(log, { a = bot "4" }))
    assert.are.same({ "former", "plays", "rests", "rests" },
      states(log, { a = bot "2" }))
    assert.are.same({ "rests", "rests", "rests", "rests" }, states(log, {}))
  end)
end)

local function lead(bot, day, sure)
  return ('{"kind":"lead","bot":"%s","sure":%s,"day":"2026-01-0%d"}\n'):format(
    bot, sure or "true", day)
end

describe("changes", function()
  local function texts(log, most)
    local list = roster.of(log, usual, {})
    local found = {}
    for i, one in ipairs(changes.of(log, list, most or 50)) do
      found[i] = one.day:sub(-1) .. " " .. one.text
    end
    return found
  end

  it("tell of each day, the last first", function()
    local first = version "a@1" .. version "b@1"
      .. round(batch(1, "a@1", "b@1", 1, 10), batch(2, "b@1", "a@1", 11, 5))
    local rest = result(1, 10, 0.5, 9) .. lead("b@1", 3, "false")
      .. round(batch(3, "b@1", "a@1", 16, 5)):gsub("01%-03", "01-05")
    assert.are.same({ "3 b@1 leads; it is not told apart from the next",
      "3 10 deals played", "3 a@1 was benched: forfeited 9 of 20 games of "
      .. "batch 1", "2 a@1 is new", "2 b@1 is new" },
      texts(assert(log_of(first, rest))))
  end)

  it("tell who leads at the end of a day, if it is another one", function()
    assert.are.same({ "7 a@1 leads in place of b@1", "3 b@1 leads",
      "2 a@1 is new", "2 b@1 is new" }, texts(assert(log_of(version "a@1",
      version "b@1", lead("a@1", 3), lead("b@1", 3), lead("a@1", 5),
      lead("b@1", 5), lead("a@1", 7)))))
  end)

  it("count many new bots", function()
    local lines = {}
    for i = 1, 11 do lines[i] = version(("a%d@1"):format(i)) end
    assert.are.same({ "2 11 bots are new" }, texts(assert(log_of(table.unpack(
      lines)))))
    lines[11] = nil
    assert.are.equal(10, #texts(assert(log_of(table.unpack(lines)))))
    assert.are.equal(3, #texts(assert(log_of(table.unpack(lines))), 3))
  end)
end)

describe("a feed", function()
  local hostile = "]]>&amp;<b>'\"\0\27\239\191\190\239\191\191\255"

  local function feed(title, bot)
    return league_feed.text({ title = title, changes = {
      { day = "2026-01-03", kind = "benched", bot = bot, text = hostile },
      { day = "2026-01-02", kind = "new", bot = bot, text = bot } } },
      { of_bot = { a = "bot-a.html" } })
  end

  --- The ids of a feed; each once.
  local function ids(text)
    local list, seen = {}, {}
    for id in text:gmatch "<id>(.-)</id>" do
      assert.is_nil(seen[id])
      seen[id] = true
      list[#list + 1] = id
    end
    return list
  end

  it("is the same for the same changes", function()
    assert.are.equal(feed("t", "a@1"), feed("t", "a@1"))
    local list = ids(feed("t", "a@1"))
    assert.are.equal(3, #list)
    for _, id in ipairs(list) do
      assert.is_truthy(id:find("^urn:uuid:" .. ("%x"):rep(8) .. "%-%x%x%x%x%-8"
        .. "%x%x%x%-[89ab]%x%x%x%-" .. ("%x"):rep(12) .. "$"), id)
    end
    for i, id in ipairs(ids(feed("other", "a@1"))) do
      assert.are_not.equal(list[i], id)
    end
    assert.are.equal(list[1], ids(feed("t", "b@1"))[1])
    assert.are_not.equal(list[2], ids(feed("t", "b@1"))[2])
  end)

  it("has hostile texts as text", function()
    local text = feed(hostile, hostile .. "@1")
    assert.is_nil(text:find "[%z\1-\9\11-\31\255]")
    assert.is_nil(text:find "\239\191[\190\191]")
    assert.is_nil(text:find("<b>", 1, true))
    assert.is_nil(text:find("]]>", 1, true))
    assert.is_truthy(utf8.len(text))
    assert.is_truthy(text:find('href="index.html"', 1, true))
    assert.is_truthy(feed("t", "a@1"):find('href="bot-a.html"', 1, true))
  end)
end)

describe("a ladder", function()
  it("turns pairs so that each has one row", function()
    local log = assert(log_of(version "a@1", version "b@1",
      round(batch(1, "a@1", "b@1", 1, 10), batch(2, "b@1", "a@1", 11, 10)),
      result(1, 10, 0.75), result(2, 10, 0.25)))
    local list, rows = roster.of(log, usual, {})
    local found = ladder.of(log, list, rows, { { digest = "d", name = "v",
      players = 4 } })
    assert.are.equal(1, #found.pairs)
    assert.is.near(0.75, found.pairs[1].share, 1e-12)
    assert.is.near(0, found.pairs[1].points, 1e-12)
    assert.are.same({ 20, 40 }, { found.deals, found.games })
    assert.are.equal("a@1", found.bots[1].bot)
    assert.is.near(400 * math.log(3, 10), found.bots[1].rating
      - found.bots[2].rating, 12) -- the prior draws it in
    local none = ladder.of(log, list, rows, { { digest = "e", name = "w",
      players = 4 } })
    assert.are.same({ 0, 0 }, { none.deals, #none.pairs })
  end)
end)

describe("a round", function()
  --- n bots of which pairs have met for some deals, and a fit without games.
  local function players(n, met)
    local list = {}
    for i = 1, n do
      list[i] = { bot = ("b%d@1"):format(i), index = i, deals = 0, met = {} }
    end
    for _, one in ipairs(met or {}) do
      for k = 1, 2 do
        local own, other = list[one[k]], list[one[3 - k]]
        own.deals = own.deals + one[3]
        own.met[other.bot] = one[3]
      end
    end
    return list
  end
  local form = { deals = 10, games = 2, sides = { 1, 1 } }

  local function round_of(list, fit, seed)
    return pairing.round(fit or pair_ratings.fit(#list, {}), list, form,
      seed or "s")
  end

  it("has each bot once", function()
    local seen, list = {}, round_of(players(9))
    assert.are.equal(4, #list)
    for _, pair in ipairs(list) do
      for k = 1, 2 do
        assert.is_nil(seen[pair[k]])
        seen[pair[k]] = true
      end
    end
  end)

  it("follows from its seed", function()
    local function text(seed)
      local parts = {}
      for i, pair in ipairs(round_of(players(20), nil, seed)) do
        parts[i] = pair[1] .. "-" .. pair[2]
      end
      return table.concat(parts, " ")
    end
    assert.are.equal(text "s", text "s")
    assert.are_not.equal(text "s", text "t")
  end)

  it("gives no pair more than a quarter of a bot's deals", function()
    local list = players(12, { { 1, 2, 10 } })
    for i = 1, 10 do
      for _, pair in ipairs(round_of(list, nil, tostring(i))) do
        assert.is_false(pair[1] == 1 and pair[2] == 2)
      end
    end
    -- of few bots each must meet each again
    assert.are.equal(1, #round_of(players(2, { { 1, 2, 500 } })))
    assert.are.equal(1, #round_of(players(3, { { 1, 2, 50 } })))
  end)

  it("prefers the pair whose order is not known", function()
    local function item(first, second, mean)
      return { first = first, second = second, k = 1, l = 1, games = 2,
        blocks = 200, mean = mean, squares = 40 }
    end
    local fit = pair_ratings.fit(3, { item(1, 2, 0.5), item(1, 3, 0.95),
      item(2, 3, 0.95) })
    local list = players(3)
    local pair = round_of(list, fit)[1]
    assert.are.same({ 1, 2 }, { pair[1], pair[2] })
    list[1].is_old = true -- but a version that was replaced has a tenth of it
    assert.is.near(pair.value / 10, round_of(list, fit)[1].value, 1e-12)
  end)
end)
