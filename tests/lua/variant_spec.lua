-- The editions, knob by knob, from RULES and not from the variants' files;
-- composing and inheriting; and every message about a file that is wrong.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises
local there_are = (" (there are: %s)"):format(
  table.concat(helper.variants "standard", ", "))

-- The knobs of all editions by number of players, then those that differ.
local EXACT_GOLD = { "exact", "highest_gold" }
local four = {
  players = 4,
  sides = {},                                          -- 2.1
  suits = "BCPSZ", ranks = { 1, 10 },                  -- 1.3
  gold = { 4, 2, 2, 2, 1, 1, 1, 1, 1 },                -- 1.2
  gold_points = { 0, 1, 1, 1, 2, 2, 2, 3, 3 },         -- 1.2
  hand = 12, extras = "shown",                         -- 3.1
  zero_gold = "every_round",                           -- 3.2
  bidding = "open", side_bid = "highest",              -- 4.2
  zero_bid = false,                                    -- in no edition
  changes = 1, change_of = "side", change_price = 0,   -- 5.5, 5.2, 5.1
  last_window = true,                                  -- 8.2
  follow = "barred", gold_leads = false,               -- 6.3, 6.2
  trick_to = "highest", gold_to = "lowest",            -- 7.2, 7.1
  next_leader = "lowest", trick_ties = "later",        -- 6.1, 7.3
  trump = "none",
  exact = 2, exact_bonus = 0, over = "bid", under = 0, -- 9.1
  over_each = 0, under_each = 0,                       -- in no edition
  round_ties = EXACT_GOLD,                             -- 9.3
  nuggets = 2, sole_nuggets = false, rounds = 0,       -- 9.4
  cumulative = false, game_ties = {},                  -- 9.7, 9.5
}
local three = setmetatable({
  players = 3, suits = "BPSZ", ranks = { 1, 9 },       -- 1.3
  gold = { 4, 2, 2, 2, 1, 1, 1, 1 },                   -- 1.3
  bidding = "hidden",                                  -- 4.3
  change_of = "own",                                   -- 5.2
}, { __index = four })
local none_left = { 3, 2, 2, 2, 1, 1, 1, 1 }           -- 1.3: no spare G0
local english = {
  sole_nuggets = true, rounds = 3,                     -- 9.4
  game_ties = { "last_bid" },                          -- 9.5
}
local editions = {
  ["en-2023"] = { [4] = {}, [3] = english },
  ["fr-2023"] = { [4] = {}, [3] = english },
  ["de-2024"] = { [4] = {}, [3] = { gold = none_left } },
  ["ru-2023"] = {
    [4] = {}, [3] = { gold = none_left, round_ties = { "exact" } },
  },
  ["bga"] = {
    [4] = { over = "taken", round_ties = { "sole_exact", "highest_gold" } },
    [3] = {
      over = "taken", round_ties = { "sole_exact", "highest_gold" },
      gold = none_left,
    },
  },
}
local houses = {
  [""] = {},
  ["no-zero-gold"] = { zero_gold = "never" },                   -- 9.6
  ["cumulative"] = { cumulative = true, rounds = 3, nuggets = 0 }, -- 9.7
}

--- Every knob of an edition with house rules, according to RULES.
local function expected(edition, players, ...)
  local knobs = {}
  for _, knob in ipairs(aurum.knobs()) do
    local name = knob.name
    knobs[name] = (players == 4 and four or three)[name]
    if editions[edition][players][name] ~= nil then
      knobs[name] = editions[edition][players][name]
    end
    for _, house in ipairs { ... } do
      if houses[house][name] ~= nil then knobs[name] = houses[house][name] end
    end
  end
  return knobs
end

local function actual(rules)
  local knobs = {}
  for _, knob in ipairs(aurum.knobs()) do
    knobs[knob.name] = rules[knob.name]
  end
  return knobs
end

describe("edition", function()
  for edition in pairs(editions) do
    for players = 3, 4 do
      it(("%s with %d players"):format(edition, players), function()
        local rules = assert(aurum.variant(edition, players))
        assert.same(expected(edition, players), actual(rules))
        assert.equal(edition, rules.name)
        assert.equal(players == 4 and 50 or 36, #rules.deck)
        -- 1.2, 1.3: fifteen gold cards; with three players no G8, and
        -- perhaps one G0 less
        local gold = players == 4 and 15 or 14
        if editions[edition][players].gold == none_left then gold = 13 end
        assert.equal(gold, #rules.gold_all)
      end)

      it(("%s with %d players and house rules"):format(edition, players),
        function()
          local name = edition .. "+no-zero-gold"
          local rules = assert(aurum.variant(name, players))
          assert.same(expected(edition, players, "no-zero-gold"),
            actual(rules))
          assert.is_false(rules.gold_all:has "G0")
          name = edition .. "+cumulative"
          assert.same(expected(edition, players, "cumulative"),
            actual(assert(aurum.variant(name, players))))
          local both = assert(aurum.variant(name .. "+no-zero-gold", players))
          assert.same(
            expected(edition, players, "cumulative", "no-zero-gold"),
            actual(both))
          assert.equal(name .. "+no-zero-gold", both.name)
        end)
    end
  end

  it("standard is en-2023 (RULES, head)", function()
    local rules = assert(aurum.variant("standard", 3))
    assert.equal("en-2023", rules.name)
    assert.equal(aurum.variant("en-2023", 3).digest, rules.digest)
    assert.equal("en-2023+cumulative",
      assert(aurum.variant("standard+cumulative", 4)).name)
  end)

  it("is for four players by default", function()
    assert.equal(4, aurum.variant("bga").players)
    assert.equal(4, aurum.variant("bga", 4.0).players)
  end)

  it("has a title; composed names have both", function()
    assert.equal("German rulebook 2024", aurum.variant("de-2024").title)
    assert.equal("German rulebook 2024 + cumulative points",
      aurum.variant("de-2024+cumulative").title)
  end)

  it("has a digest, which editions with the same rules share", function()
    local digest = {}
    for edition in pairs(editions) do
      digest[edition] = aurum.variant(edition, 4).digest
    end
    assert.equal(digest["en-2023"], digest["de-2024"])
    assert.not_equal(digest["en-2023"], digest["bga"])
    assert.not_equal(digest["en-2023"], aurum.variant("en-2023", 3).digest)
    assert.equal(aurum.variant("bga+cumulative+no-zero-gold", 4).digest,
      aurum.variant("bga+no-zero-gold+cumulative", 4).digest)
  end)

  it("is listed", function()
    local names, files = aurum.variants()
    assert.same(helper.variants(), names)
    for _, name in ipairs(names) do
      assert.truthy(files[name]:find(name .. ".lua", 1, true))
    end
  end)
end)

describe("a variant's file", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  local function file(text, name)
    return helper.write(folder .. "/" .. (name or "mine") .. ".lua", text)
  end

  --- The message about a file with this text, its path replaced by FILE.
  local function message(text, players)
    local path = file(text)
    local rules, why = aurum.variant(path, players)
    assert.is_nil(rules)
    local start, finish = why:find(path, 1, true)
    while start do
      why = why:sub(1, start - 1) .. "FILE" .. why:sub(finish + 1)
      start, finish = why:find(path, 1, true)
    end
    return why
  end

  it("inherits, and overrides its base", function()
    local rules = assert(aurum.variant(file [[
      return { base = "bga", hand = 9, players = { [3] = { hand = 8 } } }]],
      4))
    local base = aurum.variant("bga", 4)
    assert.equal(9, rules.hand)
    assert.equal("taken", rules.over)
    assert.same(base.round_ties, rules.round_ties)
    rules = assert(aurum.variant(folder .. "/mine.lua", 3))
    assert.equal(8, rules.hand)
    assert.equal("BPSZ", rules.suits)
  end)

  it("inherits from a path, through several files", function()
    local eldest = file([[return { base = "de-2024", hand = 10, exact = 4 }]],
      "eldest")
    file(([[return { base = %q, exact = 5 }]]):format(eldest), "middle")
    local rules = assert(aurum.variant(file(
      ([[return { base = %q, under = -1 }]]):format(folder .. "/middle.lua")),
      4))
    assert.same({ 10, 5, -1, 2 },
      { rules.hand, rules.exact, rules.under, rules.nuggets })
    assert.same({ "exact", "highest_gold" }, rules.round_ties)
  end)

  it("finds its base beside it, from any working folder", function()
    file([[return { base = "bga", hand = 6 }]], "near")
    for _, base in ipairs { "near.lua", "./near.lua", folder .. "/near.lua" } do
      local rules = assert(aurum.variant(file(
        ("return { base = %q, exact = 5 }"):format(base)), 4))
      assert.same({ 6, 5 }, { rules.hand, rules.exact })
    end
  end)

  it("without base but with players is an edition of its own", function()
    local rules = assert(aurum.variant(file [[
      return { title = "Five", players = { [5] = { hand = 10,
        gold = { 5, 1 } } } }]]))
    assert.equal(5, rules.players)
    assert.equal("Five", rules.title)
    assert.equal(50, #rules.deck)
  end)

  it("without either is a house rule, also by path", function()
    local path = file "return { hand = 7 }"
    local rules = assert(aurum.variant("bga+" .. path, 4))
    assert.equal(7, rules.hand)
    assert.equal("bga+mine", rules.name)
    assert.equal("bga+" .. path, aurum.variant_given(rules))
    assert.equal("'FILE' is a house rule: compose it with an edition, as in "
      .. "'standard+FILE'", message "return { hand = 7 }")
  end)

  it("may inherit from a house rule, and is one then", function()
    file([[return { exact = 3, over_each = -1 }]], "bold")
    local path = file [[return { base = "./bold.lua", exact = 4 }]]
    local rules, notes = aurum.variant("bga+" .. path, 4)
    assert.equal(4, rules.exact)
    assert.equal(-1, rules.over_each)
    assert.is_nil(notes) -- a variant with a base contradicts no house rule
  end)

  it("may call a knob by its former name, which is noted", function()
    local path = file "return { players = { [4] = {\n nought = true } } }"
    local rules, notes = aurum.variant(path, 4)
    assert.is_true(rules.zero_bid)
    assert.same({ path .. ":2: 'nought' is now called 'zero_bid'" }, notes)
    local info = aurum.read_variant(path)
    assert.same({ path = path, line = 2, order = 2 },
      info:resolve(4).from.zero_bid)
    assert.equal("FILE:2: nought: expected true or false",
      message "return { base = 'bga',\n nought = 1 }")
    assert.equal("FILE:3: nought: the former name of 'zero_bid', which is "
      .. "set as well", message(
        "return { base = 'bga',\n zero_bid = true,\n nought = false }"))
    path = file "return { players = { [4] = { zero_bid = true } } }"
    local now
    now, notes = aurum.variant(path, 4)
    assert.is_nil(notes)
    assert.equal(rules.digest, now.digest)
  end)

  it("has the bundled digest while its code is unchanged", function()
    for _, name in ipairs { "gold-rush", "misere", "nullify" } do
      local function digest(text)
        local rules = assert(aurum.variant("bga+" .. file(text, name), 4))
        return rules.digest
      end
      local own = assert(aurum.variant("bga+" .. name, 4)).digest
      local from = assert(io.open(aurum.home .. "/variants/" .. name
        .. ".lua"))
      local text = from:read "a"
      from:close()
      assert.equal(own, digest(text))
      assert.equal(own, digest("-- Another comment.\n" .. text .. "--[[ ]]"))
      assert.equal(own, digest((text:gsub("\n +", "\n"))))
      assert.equal(own, digest((text:gsub("zero_bid", "nought"))))
      local changed, n = text:gsub("return points", "return 1 + points", 1)
      if n == 0 then changed, n = text:gsub("return nil", "return 1", 1) end
      assert.equal(1, n)
      assert.not_equal(own, digest(changed))
    end
  end)

  it("is read again after a change; old rules stay", function()
    local path = file "return { base = 'bga', hand = 7 }"
    local before = assert(aurum.variant(path, 4))
    assert.equal(before, aurum.variant(path, 4))
    file "return { base = 'bga', hand = 8 }"
    local after = assert(aurum.variant(path, 4))
    assert.equal(7, before.hand)
    assert.equal(8, after.hand)
    assert.not_equal(before.digest, after.digest)
    local state = aurum.state(before):deal "x"
    assert.equal(7, #state.hands[1])
  end)

  it("has no globals and leaves none", function()
    assert.truthy(message "dofile 'hello'":find(
      "FILE:1: attempt to call a nil value (global 'dofile')", 1, true))
    assert(aurum.variant(file "x = 1 return { base = 'bga' }", 4))
    assert.is_nil(rawget(_G, "x"))
  end)

  it("with an unknown key is refused with nearest, file and line", function()
    assert.equal("FILE:3: unknown key 'hnad'; did you mean 'hand'?",
      message "return {\n  base = 'bga',\n  hnad = 7,\n}")
    assert.equal("FILE:1: unknown key 'titel'; did you mean 'title'?",
      message "return { titel = 'x' }")
    assert.equal("FILE:1: unknown key 'something_else'",
      message "return { something_else = 1 }")
    assert.equal("FILE:1: unknown key '1'", message "return { 'x' }")
    -- within players, neither a name nor players is allowed
    assert.equal("FILE:2: unknown key 'titles'",
      message "return { players = {\n [4] = { titles = 1 } } }")
    assert.equal("FILE:1: unknown key 'base'",
      message "return { players = { [4] = { base = 'bga' } } }")
    assert.equal("FILE:3: unknown key 'gold-points'; did you mean "
      .. "'gold_points'?",
      message "return {\n base = 'bga',\n ['gold-points'] = {} }")
  end)

  it("may have any key in its message", function()
    for _, key in ipairs { "a[b", "%", "a.b", "(", "" } do
      assert.equal(("FILE:2: unknown key '%s'"):format(key),
        message(("return {\n[%q] = 1 }"):format(key)))
    end
  end)

  it("with an invalid value is refused with the valid ones", function()
    assert.equal("FILE:2: hand: expected a number from 1 to 64",
      message "return { base = 'bga',\n hand = 'twelve' }")
    assert.equal('FILE:1: over: expected "bid", "taken" or "nothing"',
      message "return { over = 'all' }")
    assert.equal("FILE:1: ranks: expected a list of 2 numbers from 0 to 30",
      message "return { ranks = 9 }")
    assert.equal("FILE:1: zero_bid: expected true or false",
      message "return { zero_bid = 1 }")
    assert.equal("FILE:1: suits: expected text of 1 to 8 letters",
      message "return { suits = {} }")
    assert.equal('FILE:1: round_ties: expected a list of "exact", '
      .. '"sole_exact" or "highest_gold"',
      message "return { round_ties = { 'gold' } }")
    for _, key in ipairs { "name", "title", "base" } do
      assert.equal(("FILE:2: %s: expected a string"):format(key),
        message(("return {\n%s = 5 }"):format(key)))
    end
    assert.equal("FILE:3: hand: expected a number from 1 to 64",
      message "return { players = {\n [4] = {\n hand = 0 } } }")
  end)

  it("with an invalid `players` is refused", function()
    assert.equal("FILE:1: players: expected a table such as { [4] = {} }",
      message "return { players = 4 }")
    for _, text in ipairs { "{ [1] = {} }", "{ [7] = {} }", "{ [4] = 4 }",
      "{ four = {} }", "{ [3.5] = {} }" } do
      assert.equal("FILE:1: players: expected a table such as "
        .. "{ [4] = {} }, with numbers from 2 to 6",
        message("return { players = " .. text .. " }"))
    end
  end)

  it("with contradicting knobs is refused, and the knobs are named", function()
    assert.equal("FILE:3: with 4 players: hand: 60 cards to deal from a deck "
      .. "of 50", message("return {\n base = 'bga',\n hand = 15 }", 4))
    assert.equal("FILE:2: with 4 players: rounds: neither 'nuggets' nor "
      .. "'rounds' ever ends the game", message(
        "return { base = 'bga', nuggets = 0,\n rounds = 0 }", 4))
  end)

  it("whose base is missing or circular is refused", function()
    assert.equal("FILE:2: base: no variant 'de-2042'; did you mean "
      .. "'de-2024'?" .. there_are, message "return {\n base = 'de-2042' }")
    local itself = folder .. "/mine.lua"
    assert.truthy(message(("return { base = %q }"):format(itself)):find(
      "FILE:1: base: 'FILE' inherits from itself", 1, true))
    local other = file(("return { base = %q }"):format(itself), "other")
    assert.truthy(message(("return { base = %q }"):format(other)):find(
      "inherits from itself", 1, true))
    assert.equal("FILE:1: base: 'bga+cumulative': expected one variant, with "
      .. "no '+'", message "return { base = 'bga+cumulative' }")
    -- a path is looked up beside the file that names it
    assert.truthy(message "return { base = './nowhere.lua' }":find(
      "^FILE:1: base: variant .+/nowhere.lua: No such file"))
  end)

  it("that is invalid is refused", function()
    local returns = "FILE: a variant's file returns a table, as in return "
      .. '{ name = "mine" }; it returned '
    assert.equal(returns .. "nothing", message "")
    assert.equal(returns .. "a number", message "return 5")
    assert.truthy(message "return {":find("FILE:1: unexpected symbol", 1, true)
      or message "return {":find("FILE:1: '}' expected", 1, true))
    assert.truthy(message(string.dump(function() return {} end)):find(
      "attempt to load a binary chunk", 1, true))
    local length = #message "error(('x\\n'):rep(5000))"
    assert.truthy(length > 1900 and length <= 2000)
    assert.truthy(message "\nlocal x = ({}).y.z":find(
      "FILE:2: attempt to index a nil value", 1, true))
  end)

  it("must exist, be a file, and not be too large", function()
    local rules, why = aurum.variant(folder .. "/")
    assert.is_nil(rules)
    assert.equal(("variant %s/: Is a directory"):format(folder), why)
    assert.equal("variant FILE: it has more than 1048576 bytes",
      message("--" .. ("x"):rep(1 << 20)))
    rules, why = aurum.variant "nowhere/x"
    assert.is_nil(rules)
    assert.equal("variant nowhere/x: No such file or directory", why)
    rules, why = aurum.variant "x.lua"
    assert.is_nil(rules)
    assert.equal("variant x.lua: No such file or directory", why)
  end)
end)

describe("a variant's name", function()
  --- The message about a name.
  local function message(name, players)
    local rules, why = aurum.variant(name, players)
    assert.is_nil(rules)
    return why
  end
  it("that is unknown is refused with the nearest one", function()
    assert.equal("no variant 'de-2023'; did you mean 'de-2024'?" .. there_are,
      message "de-2023")
    assert.equal("no variant 'standart'; did you mean 'standard'?" .. there_are,
      message "standart")
    assert.equal("no variant 'chess'" .. there_are, message "chess")
    assert.equal("no variant 'comulative'; did you mean 'cumulative'?"
      .. there_are, message "bga+comulative")
  end)

  it("must not be empty", function()
    assert.equal("a variant's name is empty", message "")
    for _, name in ipairs { "bga+", "+bga", "bga++cumulative", "+" } do
      assert.equal(("variant '%s': expected a name on both sides of '+'")
        :format(name), message(name))
    end
  end)

  it("must have each part once", function()
    assert.equal("variant 'bga+cumulative+cumulative': 'cumulative' is "
      .. "named twice", message "bga+cumulative+cumulative")
    assert.equal("variant 'bga+bga': 'bga' is named twice", message "bga+bga")
    assert.equal("variant 'standard+en-2023': 'en-2023' is named twice: its "
      .. "file is that of 'standard'", message "standard+en-2023")
    assert.equal("variant 'bga+cumulative+variants/cumulative.lua': "
      .. "'variants/cumulative.lua' is named twice: its file is that of "
      .. "'cumulative'",
      message "bga+cumulative+variants/cumulative.lua")
  end)

  it("must have one edition, and that first", function()
    assert.equal("'cumulative' is a house rule: compose it with an edition, "
      .. "as in 'standard+cumulative'", message "cumulative")
    assert.equal("'cumulative+no-zero-gold' is a house rule: compose it with "
      .. "an edition, as in 'standard+cumulative+no-zero-gold'",
      message "cumulative+no-zero-gold")
    assert.equal("variant 'standard+bga': 'bga' inherits players, so it is "
      .. "not a house rule and cannot follow '+'", message "standard+bga")
    assert.equal("variant 'standard+de-2024': 'de-2024' has players, so it is "
      .. "not a house rule and cannot follow '+'", message "standard+de-2024")
  end)

  it("is only for its numbers of players", function()
    assert.equal("variant 'bga' is for 3 or 4 players, not 5",
      message("bga", 5))
    assert.equal("variant 'standard' is for 3 or 4 players, not 2",
      message("standard", 2))
    raises("expected a number of players, got a string", aurum.variant,
      "bga", "4")
    assert.equal("variant 'bga' is for 3 or 4 players, not 3.5",
      message("bga", 3.5))
    raises("expected a name, got a number", aurum.variant, 5)
    raises("expected a name, got a nil", aurum.variant)
  end)
end)
