-- Tables, numbers and texts that a script passes to C code, which they must not
-- harm: false or huge lengths, numbers that do not fit in an int, texts with
-- NUL bytes, and code that runs while its object is read.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local standard = aurum.variant "standard"
local hands = {
  "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
  "C3 C4 C5 C6 C7 C8 C9 C10 P1 P2 P3 P4",
  "P5 P6 P7 P8 P9 P10 S1 S2 S3 S4 S5 S6",
  "S7 S8 S9 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8",
}

--- A table filled with `value` whose length is 2^32 + n, so n as an int. Lua
--- looks for a border at powers of two, and finds it there.
local function false_length(value, n)
  local all = {}
  for i = 1, 256 do all[i] = value end
  local t = table.pack(table.unpack(all)) -- exactly 256 in the array
  for i = 1, 65 do t["k" .. i] = 1 end -- free slots for other keys
  t[257] = value
  for e = 9, 32 do t[1 << e] = value end
  for i = 1, n do t[(1 << 32) + i] = value end
  for i = 1, 65 do t["k" .. i] = nil end
  assert(rawlen(t) == (1 << 32) + n)
  return t
end

local function dealt(variant)
  return aurum.state(variant or standard):deal "checked"
end

describe("a length that is too large by 2^32", function()
  local got = "got one of 4294967" -- and three more digits

  it("is refused for each list of a position", function()
    local keys = {
      plays = "Z10", hands = "", bids = "B1", gold = "", taken = 1,
      nuggets = 1, points = 1,
    }
    for key, value in pairs(keys) do
      for n = 1, 4 do
        local state = dealt()
        local message = raises(got, state.set, state,
          { [key] = false_length(value, n) })
        assert.truthy(message:find(key .. ": expected a list of at most", 1,
          true), message)
        assert.is_true(state == dealt())
      end
    end
  end)

  it("is refused for the hands and gold of a deal", function()
    local state = aurum.state(standard)
    raises("hands: expected a list of 4, " .. got, state.deal, state,
      { first = 1, hands = false_length("B1", 4) })
    raises("gold: expected a list of 4, " .. got, state.deal, state,
      { first = 1, hands = hands, gold = false_length("G0", 4) })
  end)

  it("is refused for cards, moves, columns, knobs and deaths", function()
    raises("cards: expected a list of at most 100000, " .. got, aurum.set,
      false_length("B1", 2))
    local state = dealt()
    local view = state:view(state.turn)
    raises("moves: expected a list of at most 4096, " .. got, view.search, view,
      { sims = 1, moves = false_length(view:legal()[1], 1) })
    raises("columns: expected a list of at most 32, " .. got, state.rows, state,
      "plays", 1, {}, false_length("game", 2))
    local rules, message = aurum.rules {
      players = 4, knobs = { gold = false_length(1, 9) },
    }
    assert.is_nil(rules)
    assert.truthy(message:find("a list of numbers", 1, true), message)
    local game = aurum.game { variant = standard, players = 4, seed = 1 }
    raises("deaths: expected a list of at most 18, " .. got, game.restart, game,
      2, false_length({ call = 1, kind = "crash", message = "" }, 2))
  end)
end)

describe("a number", function()
  -- Each is 1 or 2 once it is cut to an int or a byte.
  local wrong = {
    (1 << 32) + 1, (1 << 8) + 1, (1 << 16) + 2, -(1 << 32) + 1,
    math.maxinteger, math.mininteger, 1.5, 2 ^ 53, 1e300, -1e300, 1 / 0, 0 / 0,
  }

  it("for a seat is in its range", function()
    for _, n in ipairs(wrong) do
      local state = dealt()
      raises("", state.view, state, n)
      for _, key in ipairs { "first", "leader" } do
        raises(key .. ": expected a seat from 1 to 4, got", state.set, state,
          { [key] = n })
      end
      raises("first: expected a seat from 1 to 4, got", state.set, state,
        { first = "1" })
      raises("first: expected a seat from 1 to 4, got",
        aurum.state(standard).deal, aurum.state(standard),
        { first = n, hands = hands })
      assert.is_true(state == dealt())
    end
  end)

  it("for a position is in its range", function()
    for _, n in ipairs(wrong) do
      if n ~= (1 << 8) + 1 and n ~= (1 << 16) + 2 then
        for _, key in ipairs { "taken", "nuggets", "points" } do
          local state = dealt()
          raises(key .. ": expected a number from", state.set, state,
            { [key] = { n } })
        end
      end
      local state = dealt()
      raises("round: expected a number from 1 to 255", state.set, state,
        { round = n })
    end
  end)

  it("for players, samples and rows is in its range", function()
    local state = dealt()
    local view = state:view(state.turn)
    for _, n in ipairs(wrong) do
      raises("players: expected a number from 2 to 6", aurum.rules,
        { players = n, knobs = {} })
      if math.type(n) == "integer" and (n < 1 or n > 100000) then
        raises("expected 1 to 100000", view.sample, view, n)
        raises("expected 0 to 2147483647", state.rows, state, "plays",
          n == (1 << 16) + 2 and -1 or n)
      end
    end
  end)
end)

describe("a text with a NUL byte", function()
  it("is not part of a position's token", function()
    local token = dealt():position()
    for _, text in ipairs { token .. "\0", "\0" .. token } do
      local why = "not a position: it has a NUL byte"
      assert.same({ nil, why }, { aurum.load_position(text, standard) })
      assert.same({ nil, why }, { aurum.read_position(text) })
    end
  end)

  it("is not read as the text before it", function()
    local state = dealt()
    local card = state:legal_cards():lowest()
    local text = tostring(card)
    local nul = "without NUL bytes"
    raises("expected a card or an action", state.apply, state, text .. "\0")
    raises("expected a card or an action", state.apply, state,
      "bid " .. text .. "\0")
    raises(nul, aurum.set, "B1\0 C5")
    raises(nul, aurum.set().suit, aurum.set(), "B\0")
    raises(nul, state.record, state, { seed = "a\0b" })
    raises(nul, state.record, state, { names = { "a\0b" } })
    raises(nul, state.playout, state, "uniform\0")
    raises(nul, state.csv, state, "plays\0")
    raises(nul, state.csv, state, "plays", 1, { "a\0" })
    raises(nul, aurum.rules, { players = 4, name = "a\0", knobs = {} })
    local _, message = aurum.rules { players = 4, knobs = { suits = "BC\0P" } }
    assert.truthy(message:find("letters", 1, true), message)
    raises(nul, aurum.sys.lines, "/dev/null\0.jsonl")
    raises(nul, aurum.sys.readable, "/dev/null\0")
  end)
end)

describe("gold of another deck", function()
  it("is refused, as sets are", function()
    local rules = assert(aurum.rules {
      players = 4, knobs = { suits = "BCPSZX", ranks = { 1, 9 } },
    })
    local state = aurum.state(rules):deal "x"
    local other = dealt()
    raises("gold of another deck", state.set, state,
      { gold = { other.gold[1] } })
    raises("a set of another deck's cards", state.set, state,
      { hands = { other.hands[1] } })
  end)
end)

describe("code that runs while its object is read", function()
  it("finds no incomplete list of deaths", function()
    local game = aurum.game { variant = standard, players = 4, seed = 1 }
    local death = setmetatable({}, { __index = function(_, key)
      game:restart(3) -- frees the previous game
      return ({ call = 1, kind = "crash", message = "it did" })[key]
    end })
    game:restart(2, { death, death, death })
    assert.equal(0, #game.faults)
  end)

  it("does not run for the items of a list", function()
    local state, ran = dealt(), 0
    local mine = setmetatable({}, { __index = function() ran = ran + 1 end,
      __len = function() return 1 << 40 end })
    state:set { hands = mine, bids = mine }
    assert.equal(0, ran)
  end)

  it("ends a walk over a state that it has changed", function()
    --- Play the round to its end, with as many decisions as possible or as few.
    local function play(state, long)
      while state.phase ~= "deal" do
        local list = state:legal()
        local change = state.phase == "change" and not long
        state:apply(state:why "pass" and "pass" or list[change and 2 or 1])
      end
      return state
    end
    local state = play(aurum.state(standard):deal "x1", true)
    local seen = 0
    raises("changed while its decisions were replayed", function()
      for _ in state:decisions() do
        seen = seen + 1
        if seen == 70 then -- in round 1; later there are fewer, in two rounds
          while state:undo() do end
          play(state:deal "x7"):deal "another"
          state:apply(state:legal()[1])
        end
      end
    end)
    assert.equal(70, seen)
  end)

  it("leaves the rounds of its view to a policy's state", function()
    local state = dealt(aurum.variant "standard+cumulative")
    while state.phase ~= "deal" do state:apply(state:legal()[1]) end
    state:deal "second"
    local view, kept = state:view(state.turn), nil
    view:search { sims = 200, policy = function(shown)
      assert.equal(1, #shown.rounds)
      kept = shown:clone()
      shown:playout(nil, "game")
    end }
    assert.equal(1, #kept.rounds)
    local first = helper.first()
    local game = aurum.game { variant = view.rules, players = 4, seed = 1,
      bots = { first, first, first, first } }
    game:begin(kept) -- a bot's view has space for 255 rounds
    game:step()
  end)

  it("may do so in a finalizer, after the one of the rules", function()
    local text = "return { legal = function(_, cards) return cards end }"
    local asked
    do
      local late = setmetatable({}, { __gc = function(self)
        asked = pcall(function()
          local state = aurum.state(self.rules):deal "late"
          while state.phase ~= "deal" do state:apply(state:legal()[1]) end
        end)
      end })
      late.rules = aurum.rules { -- made later, so finalized earlier
        players = 4, knobs = {}, text = text,
        hooks = { { path = "mine.lua", text = text } },
      }
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(asked)
  end)

  it("may play the round on in a policy of its own", function()
    local state = dealt()
    local got = state:playout(function(s) s:playout() end)
    assert.is_true(got == state)
    assert.equal("deal", state.phase)
  end)
end)
