-- The four bundled variants that ask: perft counts, compared with those of the
-- naive rules, and golden records in tests/fixtures/asked. A record there was
-- written without a digest, so that a comment in a variant's file may change.
local aurum = require "aurum"
local helper = require "helper"
local json = require "dkjson"
local naive = require "naive"

-- ---- Perft ------------------------------------------------------------------

local function copied(value)
  if type(value) ~= "table" then return value end
  local own = {}
  for key, one in pairs(value) do own[key] = copied(one) end
  return setmetatable(own, getmetatable(value))
end

--- The number of sequences of `depth` actions from a game of the naive rules.
local function naive_perft(game, depth)
  local legal = game:legal()
  if depth == 1 then return #legal end
  local n = 0
  for _, text in ipairs(legal) do
    local after = copied(game)
    assert(after:apply(text))
    n = n + naive_perft(after, depth - 1)
  end
  return n
end

--- The same for a state.
local function perft(state, depth)
  local legal = state:legal()
  if depth == 1 then return #legal end
  local n = 0
  for _, action in ipairs(legal) do
    state:apply(action)
    n = n + perft(state, depth - 1)
    state:undo()
  end
  return n
end

local function words(set)
  local list = {}
  for word in tostring(set):gmatch "%S+" do list[#list + 1] = word end
  return list
end

--- The sums of the counts of depth 1 and 2 over the decisions of a round, which
--- is the first of a random game.
local function counts_of(variant, players)
  local state = aurum.state(aurum.variant(variant, players)):deal "perft"
  local game, hands = naive.new(variant, players), {}
  for seat, hand in ipairs(state.hands) do hands[seat] = words(hand) end
  assert(game:deal { first = state.first, hands = hands,
    extras = words(state.extras) })
  local roll, one, two = helper.dice(7), 0, 0
  while state.turn do
    local n = perft(state, 2)
    assert.equal(naive_perft(game, 2), n)
    one, two = one + #state:legal(), two + n
    local action = helper.choose(state:legal(), roll)
    assert(game:apply(tostring(action)))
    state:apply(action)
  end
  return one, two
end

describe("perft of", function()
  for name, players in pairs {
    exchange = { [3] = { 513, 4235 }, [4] = { 697, 10503 } },
    trump = { [3] = { 476, 3858 }, [4] = { 887, 11540 } },
    stakes = { [3] = { 412, 3061 }, [4] = { 921, 11824 } },
    auction = { [3] = { 306, 1979 }, [4] = { 371, 2327 } },
  } do
    for n, counts in pairs(players) do
      it(("en-2023+%s, %d players"):format(name, n), function()
        assert.same(counts, { counts_of("en-2023+" .. name, n) })
      end)
    end
  end
end)

-- ---- Golden records ---------------------------------------------------------

local folder = "tests/fixtures/asked/"

--- The line that the game of a record has when it is written again, from its
--- rounds on.
local function written_again(record, rules, state)
  local game = aurum.game { variant = rules, seed = record.seed }
  for _, part in ipairs(state:history()) do
    game:deal(part)
    for _, action in ipairs(part.actions) do game:apply(action) end
  end
  return game:record():match '"rounds":.*'
end

describe("golden records:", function()
  for _, file in ipairs(aurum.sys.files(folder)) do
    it(file, function()
      local n = 0
      for _, line in assert(aurum.sys.lines(folder .. file)) do
        local record = assert(aurum.record(line))
        local rules = assert(aurum.variant(record.variant, record.players))
        assert.same({}, naive.verify(json.decode(line, 1, json.null),
          json.null))
        local differences, state = record:replay(rules)
        assert.same({}, differences)
        assert.equal(line:match '"rounds":.*',
          (written_again(record, rules, state):gsub("\n", "")))
        assert.truthy(line:find '^{"format":"aurum/2"')
        n = n + 1
      end
      assert.equal(4, n)
    end)
  end

  it("there are eight files", function()
    assert.equal(8, #aurum.sys.files(folder))
  end)
end)
