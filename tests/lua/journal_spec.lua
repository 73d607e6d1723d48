-- The journal of an arena (lua/record/journal.lua): wherever it is cut off, the
-- rest is still a journal.
local aurum = require "aurum"
local blocks = require "aurum.lab.blocks"
local journal = require "aurum.record.journal"
local json = require "aurum.text.json"
local result_writer = require "aurum.lab.arena.result_writer"
local schedule = require "aurum.lab.arena.schedule"

local function head_of(seatings)
  return { engine = "1", variant = "standard", rules = "0", players = 4,
    sides = { 1, 2, 1, 2 }, seed = 'a "seed"\n', first = 1, deals = 2,
    shard = 1, shards = 1, on_fault = "forfeit", limits = { cpu = 1 },
    bots = { { name = "greedy", spec = "greedy", label = "greedy",
      digest = "1" } }, seatings = seatings }
end

-- A bot that forfeits at once, so that a journal is short.
local quitter = { name = "quitter", path = "quitter.lua", options = {},
  source = "return { bid = function() error 'no' end, play = error }" }

--- A journal of two blocks as text, with its lines, results and head.
local function small(bot)
  local head = head_of { { 1, 1, 1, 1 } }
  local game = aurum.game { bots = { bot or quitter }, seed = "" }
  local lines, results = { journal.head_line(head) }, {}
  for deal = 1, 2 do
    game:restart(("s.%d"):format(deal)):run()
    local result = { record = game:record(), rounds = game.rounds,
      winners = game.winners, faults = game.faults, timing = game.timing }
    results[deal] = result
    lines[deal + 1] = journal.line(("%d/1"):format(deal), result)
  end
  return table.concat(lines), lines, results, head
end

local function put(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

local function get(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

describe("a journal", function()
  local path
  before_each(function() path = os.tmpname() end)
  after_each(function() os.remove(path) end)

  it("gives back the results that were written", function()
    local text, _, results, head = small "greedy"
    put(path, text)
    local read = assert(journal.read(path))
    assert.is.same(head, (function()
      read.head.format = nil
      return read.head
    end)())
    for deal, result in ipairs(results) do
      local game = assert(read:game())
      assert.is.equal(("%d/1"):format(deal), game.id)
      assert.is.equal(result.record, game.record)
      local lived, read_back = blocks.game(result, head.sides),
        blocks.game(game, head.sides)
      for seat, t in ipairs(lived.timing) do
        local back = read_back.timing[seat]
        assert.is.near(t.seconds, back.seconds, 1e-6)
        assert.is.equal(t.decisions, back.decisions)
        assert.is.equal(t.times, back.times)
      end
      lived.timing, read_back.timing = nil, nil
      assert.is.same(lived, read_back)
      assert.is.same(result.winners, game.winners)
      assert.is.equal(#result.rounds, #game.rounds)
      for i, round in ipairs(game.rounds) do
        for _, key in ipairs { "taken", "bid", "points", "gold_points" } do
          assert.is.same(result.rounds[i][key], round[key])
        end
      end
    end
    assert.is_nil(read:game())
  end)

  it("cut at any byte has the games before, and continues there", function()
    local text, lines = small()
    local ends = { #lines[1], #lines[1] + #lines[2], #text }
    for n = 0, #text do
      put(path, text:sub(1, n))
      local whole = 0 -- lines
      for i, at in ipairs(ends) do if at <= n then whole = i end end
      local read = assert(journal.read(path))
      assert.is.equal(whole >= 1, read.head ~= nil)
      local games = 0
      while whole >= 1 do
        local game, problem = read:game()
        assert.is_nil(problem)
        if not game then break end
        games = games + 1
      end
      assert.is.equal(math.max(whole - 1, 0), games)
      local writer = assert(journal.write(path, read))
      if n < #text then
        assert(writer:write(text:sub((ends[whole] or 0) + 1)))
      end
      assert(writer:close())
      assert.is.equal(text, get(path))
    end
  end)

  it("is refused if a game was altered", function()
    local text, lines = small "greedy"
    local at = #lines[1] + text:sub(#lines[1] + 1):find '"plays":"' + 9
    for _, other in ipairs { "\0", text:byte(at) == 66 and "C" or "B" } do
      put(path, text:sub(1, at - 1) .. other .. text:sub(at + 1))
      local read = assert(journal.read(path))
      local game, problem = read:game()
      assert.is_nil(game)
      assert.is.equal(path .. ":2: the record does not match its checksum",
        problem)
    end
  end)

  it("reads the record as JSON, whatever its blanks and keys", function()
    local _, lines, results = small "greedy"
    results[1].record = results[1].record:gsub('"score":{"taken"',
      '"note": "\\"score\\":{}", "score": {"more":1, "taken"')
      :gsub('}\n$', ',"more":{"winners":[2,1]} }\n')
    put(path, lines[1] .. journal.line("1/1", results[1]))
    local read = assert(journal.read(path))
    local game = assert(read:game())
    assert.is.same(results[1].winners, game.winners)
    for i, round in ipairs(results[1].rounds) do
      assert.is.same(round.points, game.rounds[i].points)
    end
  end)

  it("is refused where a record lacks a score or winners", function()
    for from, to in pairs {
      ['"taken":%['] = '"taken":[1,', ['"points":%['] = '"points":["",',
      ['"score":{'] = '"score":7,"was":{', ['"winners":%[%d'] = '"winners":[3',
      ['"winners":%[%d%]}\n'] = '"winners":[2,1]}\n',
      ['"format"'] = '"was"',
    } do
      local _, lines, results = small "greedy"
      results[1].record = results[1].record:gsub(from, to)
      put(path, lines[1] .. journal.line("1/1", results[1]))
      local game, problem = assert(journal.read(path)):game()
      assert.is_nil(game)
      assert.is.equal(path .. ":2: expected a record with winners and scores",
        problem)
    end
  end)

  it("finds a game by its id", function()
    put(path, (small()))
    assert.is.equal("2/1", assert(assert(journal.read(path)):find "2/1").id)
    local game, problem = assert(journal.read(path)):find "2"
    assert.is_nil(game)
    assert.is.equal(path .. ": no game '2' in this file", problem)
  end)

  it("is not continued if another process wrote meanwhile", function()
    local text = small()
    put(path, text)
    local read = assert(journal.read(path))
    while read:game() do end
    put(path, text .. text)
    local writer, problem = journal.write(path, read)
    assert.is_nil(writer)
    assert.is.truthy(problem:find("another arena", 1, true))
    assert.is.equal(text .. text, get(path))
  end)

  it("of gzip data is read, but not continued", function()
    local text, _, results = small()
    for n = 0, 1 do -- complete, and cut off before it was compressed
      local bytes = aurum.sys.gzip(text:sub(1, #text - n))
      put(path, bytes)
      local read = assert(journal.read(path))
      assert.is.equal(results[1].record, read:game().record)
      local last = read:game()
      assert.is.equal(n == 0 and results[2].record or nil, last and last.record)
      assert.is_nil(read:game())
      local writer, problem = journal.write(path, read)
      assert.is_nil(writer)
      assert.is.equal(path .. ": cannot continue gzip data", problem)
      assert.is.equal(bytes, get(path))
    end
    put(path, aurum.sys.gzip(text):sub(1, -2))
    local read = assert(journal.read(path))
    local game, problem
    repeat game, problem = read:game() until not game
    assert.is.equal(path .. ":4: the gzip data end in the middle", problem)
    put(path, aurum.sys.gzip "x\n")
    read, problem = journal.read(path)
    assert.is_nil(read)
    assert.is.equal(path .. ": not a journal of an arena", problem)
  end)

  it("is taken in pieces, with news of the progress", function()
    local _, _, results, head = small()
    head.deals = 300
    local plan = schedule.new(head)
    local writer = result_writer.new(plan, {})
    local i, before, most, pieces = 0, 0, 0, 0
    assert(writer:take_journalled(function()
      i = i + 1
      if i > plan.games then return nil end
      return setmetatable({ id = plan:id(i) }, { __index = results[1] })
    end, function()
      most, before = math.max(most, i - before), i
      pieces = pieces + 1
    end))
    assert.is.equal(300, writer.tally.taken)
    assert.is_true(pieces >= 4 and most <= 100)
  end)

  it("refuses times of decisions that no run writes", function()
    local _, lines = small()
    for _, odd in ipairs { "", "x,1", "-1,0.1", "1.5,0.1", "1,x", "1,1.2.3",
      '1,0.1,"61:2"', ("%d,0.1"):format(1 << 40) } do
      local line = lines[2]:gsub('"timing":%[%[[^%]]*', '"timing":[[' .. odd, 1)
      put(path, lines[1] .. line)
      local read = assert(journal.read(path))
      local game, problem = read:game()
      assert.is_nil(game, odd)
      assert.is.truthy(problem:find("timing", 1, true), problem)
    end
  end)

  it("is distinguished from other files", function()
    for _, text in ipairs { "x", "{}\n", "\n", '{"format":"aurum/1"}\n' } do
      put(path, text)
      local read, problem = journal.read(path)
      assert.is_nil(read)
      assert.is.equal(path .. ": not a journal of an arena", problem)
    end
  end)

  it("says how schedules differ", function()
    local ours, theirs = head_of { { 1 } }, head_of { { 1 } }
    assert.is_nil(journal.difference(ours, theirs))
    theirs.seed = "b"
    assert.is.truthy(journal.difference(ours, theirs):find "^seed: \"b\"")
    theirs = head_of { { 1 } }
    theirs.engine = "2"
    assert.is.equal("the program's version: \"2\", not \"1\"",
      journal.difference(ours, theirs))
    ours.engine, theirs.engine = "1.10.0", "1.9.3"
    assert.is_nil(journal.difference(ours, theirs))
    ours.engine = "1.9.2"
    assert.is.equal("the program's version: \"1.9.3\", not \"1.9.2\"",
      journal.difference(ours, theirs))
  end)

  it("are read from the same and earlier versions", function()
    for _, pair in ipairs { { "1.0.0", "0.1.0" }, { "1.0.0", "1.0.0" },
      { "2.0.0", "1.99.99" }, { "1.10.0", "1.9.9" }, { "odd", "odd" } } do
      assert.is_true(journal.reads(pair[1], pair[2]))
      if pair[1] ~= pair[2] then
        assert.is_false(journal.reads(pair[2], pair[1]))
      end
    end
    for _, odd in ipairs { "1", "", "1.0.0.0", "1.0.0-rc", "x.y.z" } do
      assert.is_false(journal.reads("2.0.0", odd))
      assert.is_false(journal.reads(odd, "1.0.0"))
    end
  end)
end)

describe("JSON", function()
  it("is read", function()
    assert.is.same({ a = { 1, -2.5, "x\n\"\\\u{e9}" }, b = {}, c = true,
      d = false }, json.decode(
      '{"a": [1,-2.5,"x\\n\\"\\\\\\u00e9"], '
      .. '"b":{},"c":true,"d":false,"e":null} '))
  end)

  it("is refused if it is invalid", function()
    for _, text in ipairs { "", "{", "[1,]", '{"a"}', '"x', "[1 2]", "1 2",
      "x", '"\\q"', "[", '{"a":1', "{1:2}" } do
      assert.is_nil((json.decode(text)), text)
    end
  end)
end)

describe("the seatings of an arena", function()
  local teams, alone = { 1, 2, 1, 2 }, { 1, 2, 3 }
  it("exchange two teams", function()
    assert.is.same({ { 1, 2, 1, 2 }, { 2, 1, 2, 1 } },
      schedule.seatings(2, teams))
    assert.is.equal(12, #schedule.seatings(4, teams))
    assert.is.equal(6, #schedule.seatings(4, teams, true))
  end)

  it("put each bot on each seat of a table of three", function()
    assert.is.same({ { 1, 2, 2 }, { 2, 1, 2 }, { 2, 2, 1 } },
      schedule.seatings(2, alone))
    assert.is.equal(6, #schedule.seatings(3, alone))
    assert.is.equal(24, #schedule.seatings(4, alone))
    assert.is.equal(9, #schedule.seatings(4, alone, true))
  end)

  it("are bounded", function()
    local none, message = schedule.seatings(60, teams)
    assert.is_nil(none)
    assert.is.truthy(message:find "^more than 1000 games a deal")
  end)
end)

describe("the schedule of an arena", function()
  it("has each deal in all seatings", function()
    local head = head_of { { 1 }, { 2 } }
    head.deals, head.first = 7, 3
    local plan = schedule.new(head)
    assert.is.equal(14, plan.games)
    assert.is.equal("3/1", plan:id(1))
    assert.is.equal("9/2", plan:id(14))
    assert.is.same({ game = 2, seed = 'a "seed"\n.3', number = "3/2" },
      plan:job(2))
  end)
end)
