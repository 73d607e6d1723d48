-- aurum.record: which records are read, which are refused, and which
-- differences are reported. core/RECORD.md describes the format.
local aurum = require "aurum"
local helper = require "helper"
local json = require "dkjson"
local naive = require "naive"
local raises = helper.raises

local random = helper.random

--- A record's line, and its rules.
local function record_of(variant, players, seed)
  local game = aurum.game {
    variant = variant, players = players, seed = seed or "r", bots = { random },
  }:run()
  return game:record(), game.rules
end

local KEYS = {
  "format", "variant", "rules", "players", "names", "seed", "rounds", "winners",
}

--- A decoded record as a line again, its own keys in the order of the format.
local function encode(record)
  return json.encode(record, { keyorder = KEYS })
end

describe("a record", function()
  it("has the keys of the record format, in order", function()
    local line, rules = record_of("de-2024+cumulative", 3, "42.537")
    assert.equal("\n", line:sub(-1))
    assert.is_nil(line:sub(1, -2):find "\n")
    assert.truthy(line:find(('{"format":"aurum/1","variant":"de-2024'
      .. '+cumulative","rules":"%s","players":3,"names":["random","random",'
      .. '"random"],"seed":"42.537","rounds":[{"first":'):format(rules.digest),
      1, true) == 1)
    local record = json.decode(line, 1, json.null)
    assert.equal(3, #record.rounds)
    for _, round in ipairs(record.rounds) do
      assert.equal(3, #round.hands)
      assert.equal("", round.extras)
      assert.equal(3, #round.bids)
      assert.is_table(round["end"])
      assert.is_table(round.score)
      assert.is_table(round.winners)
      assert.is_nil(round.gold)
      for _, trick in ipairs(round.tricks) do
        assert.is_table(trick.changes)
        assert.equal(3, select(2, trick.plays:gsub("%S+", "")))
      end
    end
    -- the keys of every object in order, at every level
    local orders = {
      '{"first":%d,"hands":%b[],"extras":"","bids":%b[],"tricks":%b[],'
        .. '"end":%b{},"score":%b{},"winners":%b[]}',
      '{"leader":%d,"changes":%b[],"plays":"[^"]*","winner":%d,"award":[^}]*}',
      '"end":{"seat":%d,"leader":%d,"changes":%b[],"plays":"[^"]*"}',
      '{"seat":%d,"gold":"G%d","of":%d,"card":"%u%d+"}',
      '"score":{"taken":%b[],"bid":%b[],"bid_points":%b[],'
        .. '"gold_points":%b[],"points":%b[]}',
    }
    for _, order in ipairs(orders) do
      assert.truthy(line:find(order), order)
    end
    assert.truthy(line:find '}],"winners":%[[%d,]+%]}\n$')
  end)

  it("with faults has their keys in order", function()
    local line = aurum.game { seed = 1, bots = { helper.bot
      "return { bid = function() end, play = function() end }" } }:run()
      :record()
    assert.truthy(line:find('"faults":[{"round":1,"trick":0,"seat":1,'
      .. '"ask":"bid","kind":"illegal","message":"answered a nil, which is no '
      .. 'card to bid","substituted":false}],"winners":[2]}\n', 1, true))
    assert.same({ {
      round = 1, trick = 0, seat = 1, ask = "bid", kind = "illegal",
      message = "answered a nil, which is no card to bid",
      substituted = false,
    } }, aurum.record(line).faults)
    assert.same({ 2 }, aurum.record(line).winners)
    assert.same({}, aurum.record(line).scores)
    assert.same({}, aurum.record((record_of("bga", 3))).faults)
  end)

  it("has the scores of its finished rounds", function()
    local game = aurum.game { seed = 1, bots = { "greedy" }, players = 3,
      variant = "bga" }:run()
    local record = aurum.record(game:record())
    assert.equal(#game.rounds, #record.scores)
    for i, round in ipairs(game.rounds) do
      for key, row in pairs(record.scores[i]) do
        assert.same(round[key], row)
      end
      assert.equal(3, #record.scores[i].points)
    end
    local broken = game:record():gsub('"points":%[', '"points":["')
      :gsub('("points":%["%-?%d+)', '%1"')
    assert.is_nil(aurum.record(broken).scores)
  end)

  it("is read, and replays without a difference", function()
    for _, edition in ipairs(helper.editions) do
      for _, house in ipairs(helper.houses) do
        for players = 3, 4 do
          local line, rules = record_of(edition .. house, players)
          local record = assert(aurum.record(line))
          assert.equal(edition .. house, record.variant)
          assert.equal(players, record.players)
          assert.equal("r", record.seed)
          assert.equal(rules.digest, record.digest)
          assert.same(json.decode(line).names, record.names)
          assert.same(json.decode(line).winners, record.winners)
          local differences, state = record:replay(rules)
          assert.same({}, differences)
          assert.equal("over", state.phase)
          assert.same(record.winners, state.winners)
        end
      end
    end
  end)

  it("of another program replays too (tests/fixtures/golden)", function()
    local lines = 0
    local golden = "tests/fixtures/golden/"
    for _, name in ipairs(aurum.sys.files(golden)) do
      if name:find "%.jsonl$" then
        local state
        for _, line, problem in assert(aurum.sys.lines(golden .. name)) do
          assert.is_nil(problem)
          local record = assert(aurum.record(line))
          local rules = assert(aurum.variant(record.variant, record.players))
          local differences
          differences, state = record:replay(rules, state)
          assert.same({}, differences)
          lines = lines + 1
        end
      end
    end
    assert.equal(192, lines)
  end)

  it("replays in a reused state as in a new one", function()
    local line, rules = record_of("bga", 3)
    local state = aurum.state(rules)
    state:deal "other"
    local differences, same = aurum.record(line):replay(rules, state)
    assert.same({}, differences)
    assert.equal(state, same)
    local _, new = aurum.record(line):replay(rules)
    assert.is_true(new == state)
    raises("a state under other rules", function()
      aurum.record(line):replay(rules, aurum.state(aurum.variant("bga", 4)))
    end)
  end)

  it("can be closed, once", function()
    local record = assert(aurum.record((record_of("bga", 3))))
    assert.equal("bga", record.variant)
    record:close()
    raises("the record is closed", function() return record.variant end)
    raises("the record is closed",
      function() record:replay(aurum.variant("bga", 3)) end)
    raises("the record is closed", function() record:close() end)
    do
      local scoped <close> = assert(aurum.record((record_of("bga", 3))))
      record = scoped
    end
    raises("the record is closed", function() return record.seed end)
  end)
end)

describe("a line that is not a record is refused:", function()
  local line = record_of("bga", 3)
  local head = '{"format":"aurum/1","variant":"bga","players":3'
  local cases = {
    ["nothing"] = { "", "not JSON, or cut off, at byte 1" },
    ["an empty line"] = { "\n", "not JSON, or cut off, at byte 1" },
    ["no JSON"] = { "hello", "not JSON, or cut off" },
    ["half a line"] = { line:sub(1, #line // 2), "not JSON, or cut off" },
    ["a line cut by one"] = { line:sub(1, -3), "not JSON, or cut off" },
    ["two lines"] = { line .. line, "not JSON, or cut off" },
    ["more after it"] = { line:sub(1, -2) .. "x", "not JSON, or cut off" },
    ["a NUL byte"] = { line:sub(1, -2) .. "\0", "a NUL byte at byte "
      .. #line },
    ["a list"] = { "[]", "expected an object {...}" },
    ["a number"] = { "5", "expected an object {...}" },
    ["no format"] = { "{}",
      'format: expected "aurum/1" or "aurum/2", got nothing' },
    ["another format"] = { '{"format":"aurum/3"}',
      'format: expected "aurum/1" or "aurum/2", got "aurum/3"' },
    ["no variant"] = { '{"format":"aurum/1"}', "variant: expected a name" },
    ["no players"] = { '{"format":"aurum/1","variant":"bga"}',
      "players: expected a number from 2 to 6" },
    ["a number of players out of range"] = {
      '{"format":"aurum/1","variant":"bga","players":7}',
      "players: expected a number from 2 to 6" },
    ["a key twice"] = { head .. ',"players":3}',
      'key "players" occurs twice' },
  }
  for name, case in pairs(cases) do
    it(name, function()
      local record, message = aurum.record(case[1])
      assert.is_nil(record)
      assert.truthy(message:find(case[2], 1, true), message)
    end)
  end

  it("but blanks around it and unknown keys are accepted", function()
    local record = assert(aurum.record("  " .. line:sub(1, -2) .. " \t\r"))
    assert.same({}, (record:replay(aurum.variant("bga", 3))))
    local more = line:gsub('^{', '{"note":[{"a":1}],')
      :gsub('{"first"', '{"weather":"fine","first"')
      :gsub('{"leader"', '{"clock":1.5,"leader"')
    assert.same({}, (aurum.record(more):replay(aurum.variant("bga", 3))))
  end)

  it("one longer than 16 MiB", function()
    local record, message = aurum.record('"' .. ("x"):rep(16 << 20))
    assert.is_nil(record)
    assert.equal(("a line of %d bytes; at most %d are read"):format(
      (16 << 20) + 1, 16 << 20), message)
  end)

  it("and the argument must be text", function()
    raises("string expected", function() aurum.record() end)
  end)
end)

describe("a record that is wrong says where:", function()
  local line, rules = record_of("bga", 4, "wrong")

  --- The first difference of the record once `spoil` has been at it.
  local function difference(spoil)
    local record = json.decode(line, 1, json.null)
    spoil(record)
    local differences = (assert(aurum.record(encode(record))):replay(rules))
    assert.truthy(#differences > 0, "no difference")
    return differences[1], #differences
  end

  local function check(name, spoil, what, expected, got)
    it(name, function()
      local found = difference(spoil)
      if what then assert.equal(what, found.what) end
      if expected then
        assert.truthy(found.expected:find(expected, 1, true), found.expected)
      end
      if got then assert.equal(got, found.got) end
    end)
  end

  local good = json.decode(line, 1, json.null)
  local one = good.rounds[1]

  it("the unaltered record has no difference", function()
    assert.same({}, (aurum.record(encode(good)):replay(rules)))
  end)

  check("the winner of a trick", function(r)
    local trick = r.rounds[1].tricks[2]
    trick.winner = trick.winner % 4 + 1
  end, "round 1 trick 2 winner", tostring(one.tricks[2].winner))
  check("its award", function(r)
    r.rounds[1].tricks[1].award = "G8"
  end, "round 1 trick 1 award", nil, '"G8"')
  check("its leader", function(r)
    local trick = r.rounds[1].tricks[2]
    trick.leader = trick.leader % 4 + 1
  end, "round 1 trick 2 leader", tostring(one.tricks[2].leader))
  check("a card played that is not in the hand", function(r)
    local trick = r.rounds[1].tricks[2]
    trick.plays = r.rounds[1].tricks[1].plays:match "%S+"
      .. trick.plays:match "%s.*"
  end, "round 1 trick 2 plays", "not in the hand (RULES 6.3)")
  check("a card too many", function(r)
    local trick = r.rounds[1].tricks[2]
    trick.plays = trick.plays .. " " .. trick.plays:match "%S+"
  end, "round 1 trick 2 plays", "one card a seat")
  check("a card too few", function(r)
    local trick = r.rounds[1].tricks[2]
    trick.plays = trick.plays:match "^(.*) "
  end, "round 1 trick 2 plays", "one card a seat")
  check("no card", function(r)
    r.rounds[1].tricks[2].plays = "X1"
  end, "round 1 trick 2 plays", "a card of the deck", '"X1"')
  check("a score", function(r)
    r.rounds[1].score.points[1] = 99
  end, "round 1 points of side 1", tostring(one.score.points[1]), "99")
  check("tricks taken", function(r)
    r.rounds[1].score.taken[2] = 99
  end, "round 1 taken of side 2", tostring(one.score.taken[2]), "99")
  check("a round's winners", function(r)
    r.rounds[1].winners = { 1, 2 }
  end, "round 1 winners", nil, "[1,2]")
  check("the game's winners", function(r)
    r.winners = { 1, 2 }
  end, "winners", nil, "[1,2]")
  check("winners out of order", function(r)
    r.winners = { 2, 1 }
  end, "winners", nil, "[2,1]")
  check("winners twice", function(r)
    r.winners = { 1, 1 }
  end, "winners", nil, "[1,1]")
  check("a bid", function(r)
    r.rounds[1].bids[1] = "G0"
  end, "round 1 bids", "not in the hand (RULES 4.1)")
  check("no bid", function(r)
    r.rounds[1].bids[1] = json.null
  end, "round 1 bids")
  check("a card dealt twice", function(r)
    r.rounds[1].hands[1] = r.rounds[1].hands[2]
  end, "round 1 deal", nil, "seat 2: a card that is dealt twice or not in the "
    .. "deck (RULES 1.3, 3.1)")
  check("extras that were dealt", function(r)
    r.rounds[1].extras = "B1"
  end, "round 1 deal")
  check("the next first player (RULES 2.2)", function(r)
    r.rounds[2].first = r.rounds[2].first % 4 + 1
  end, "round 2 first", tostring(good.rounds[2].first))
  check("a round after the end", function(r)
    r.rounds[#r.rounds + 1] = r.rounds[1]
  end, nil, "the end of the game (RULES 9.4)", "a round")
  check("a round missing", function(r)
    r.rounds[#r.rounds] = nil
  end, "rounds", "more: the game is not over")
  check("who passed", function(r)
    r.rounds[1]["end"].seat = r.rounds[1]["end"].seat % 4 + 1
  end, "round 1 end")
  check("other rules", function(r)
    r.rules = "0123456789abcdef"
  end, "rules", rules.digest, '"0123456789abcdef"')
  check("another number of players", function(r)
    r.players = 3
  end, "players", "4", "3")
  check("names", function(r)
    r.names = { "a" }
  end, "names", "one for each seat")
  check("no rounds", function(r)
    r.rounds = json.null
  end, "rounds", "a list", "null")
  check("a change that nobody could make", function(r)
    r.rounds[1].tricks[1].changes = {
      { seat = 1, gold = "G8", of = 1, card = "B1" },
    }
  end, "round 1 trick 1 changes")

  it("leaving out a change affects what follows", function()
    local spoilt = difference(function(r)
      for _, round in ipairs(r.rounds) do
        for _, trick in ipairs(round.tricks) do
          if #trick.changes > 0 then
            trick.changes = setmetatable({}, { __jsontype = "array" })
            return
          end
        end
      end
      error "this record has no change"
    end)
    assert.is_string(spoilt.what)
  end)

  it("with an altered digit, the report is that of the naive rules", function()
    -- some alterations give another good game: a card that was never seen again
    -- may as well have been another
    local wrong, n = 0, 0
    local start = line:find('"rounds"', 1, true)
    for i = start, #line do
      local c = line:sub(i, i)
      if c:find "%d" then
        local other = line:sub(1, i - 1) .. (tonumber(c) + 1) % 10
          .. line:sub(i + 1)
        local record = assert(aurum.record(other))
        local here = #(record:replay(rules)) > 0
        local there = #naive.verify(json.decode(other, 1, json.null),
          json.null) > 0
        assert.equal(there, here, other:sub(i - 40, i + 10))
        n, wrong = n + 1, here and wrong + 1 or wrong
      end
    end
    assert.truthy(n > 300 and wrong > 0.9 * n)
  end)
end)
