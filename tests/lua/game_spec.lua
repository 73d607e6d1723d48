-- Games played by bots or by hand: how they are driven, faults, and that
-- nothing passes from one game or seat to another.
local aurum = require "aurum"
local helper = require "helper"
local json = require "dkjson"
local raises = helper.raises

local first = helper.first()

--- A bot that plays random legal actions.
local random = helper.bot([[return {
  bid = function(_, view) return view:random() end,
  change = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}]], nil, "random")

--- The differences between a game's record and its rules; none are expected.
local function differences(game)
  return (assert(aurum.record(game:record())):replay(game.rules))
end

describe("a game moved by hand", function()
  it("deals, takes actions, and ends", function()
    local game = aurum.game { variant = "de-2024", players = 3, seed = 5 }
    assert.equal("de-2024", game.rules.name)
    assert.equal(3, game.rules.players)
    assert.equal("5", game.seed)
    assert.same({ "", "", "" }, game.names)
    assert.is_false(game.over)
    assert.same({}, game.winners)
    assert.same({}, game.faults)
    assert.same({}, game.rounds)
    assert.is_nil(game.trace)
    assert.equal("game of de-2024, 3 players, seed 5", tostring(game))
    assert.equal(game, game:deal())
    assert.equal("bid", game.state.phase)
    raises("no deal is due", game.deal, game)
    raises(("seat %d has no bot: use game:apply(action)")
      :format(game.state.turn), game.step, game)
    raises("has no bot", game.run, game)
    local roll = helper.dice(1)
    while not game.over do
      if game.state.phase == "deal" then
        assert.is_nil(game:step()) -- a deal
      else
        assert.equal(game,
          game:apply(helper.choose(game.state:legal(), roll)))
      end
    end
    assert.equal("over", game.state.phase)
    assert.same(game.state.winners, game.winners)
    assert.equal(game.state.round, #game.rounds)
    assert.truthy(#game.winners > 0)
    raises("the game is over", game.step, game)
    raises("the game is over", game.apply, game, "pass")
    raises("no deal is due", game.deal, game)
    assert.equal(game, game:run())
    assert.same({}, differences(game))
  end)

  it("says why an action is not legal", function()
    local game = aurum.game { seed = 1 }
    raises("play Z7 is not legal: the round is not dealt yet (RULES 3)",
      game.apply, game, "play Z7")
    game:deal()
    local card = game.state:view(game.state.turn).unseen:lowest()
    raises(("bid %s is not legal: %s: not in the hand (RULES 4.1)"):format(
      card, card), game.apply, game, "bid " .. card)
    raises("expected a card or an action such as 'play Z7', got X1",
      game.apply, game, "X1")
    raises("to name the seat whose bid is replaced", game.apply, game,
      "change G0 P7")
  end)

  it("has each finished round's score", function()
    local game = aurum.game { bots = { random }, seed = 2 }
    local scores = {}
    while not game.over do
      game:step()
      if game.state.passer and #scores < #game.rounds then
        scores[#scores + 1] = game.state:score()
      end
    end
    assert.equal(#scores, #game.rounds)
    local nuggets = { 0, 0 }
    for i, round in ipairs(game.rounds) do
      for _, key in ipairs { "taken", "bid", "bid_points", "gold_points",
        "points" } do
        assert.same(scores[i][key], round[key])
      end
      for _, side in ipairs(round.winners) do
        nuggets[side] = nuggets[side] + 1
      end
    end
    assert.same(nuggets, game.state.nuggets)
  end)

  it("continues from a built position, and so does its record", function()
    local game = aurum.game { bots = { first }, seed = 4 }
    game.state:set {
      hands = { "B1 B2", "C3 C4", "P5 P6", "S7 S8" }, plays = { "B9", "Z9" },
      leader = 1, first = 1, bids = { "B4", "C10", "P9", "S9" }, round = 2,
      gold = { [2] = "G0", [3] = "G5" }, nuggets = { 1, 0 },
    }
    game:run()
    assert.truthy(game.over)
    assert.same({}, differences(game))
    local record = json.decode(game:record())
    assert.truthy(record.start:find "^au1:")
    assert.equal("B9 Z9", record.rounds[1].tricks[1].plays:sub(1, 5))
  end)
end)

describe("a deal by hand in a game", function()
  local hands = {
    "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
    "C3 C4 C5 C6 C7 C8 C9 C10 P1 P2 P3 P4",
    "P5 P6 P7 P8 P9 P10 S1 S2 S3 S4 S5 S6",
    "S7 S8 S9 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8",
  }

  it("is dealt in place of the seed's, and shown to the bots", function()
    local seen = helper.first(([[observe = function(_, event)
      if event.kind == "deal" then
        error(event.first .. " " .. tostring(event.hands[2]), 0)
      end
    end, ]]))
    local game = aurum.game { seed = 1, bots = { false, seen, false, false },
      on_fault = "substitute" }
    assert.equal(game, game:deal { first = 3, hands = hands })
    assert.equal("3 " .. hands[2], game.faults[1].message)
    assert.equal(3, game.state.first)
    for seat, hand in ipairs(hands) do
      assert.equal(hand, tostring(game.state.hands[seat]))
    end
    assert.same({ 3 }, { game.state:history()[1].first })
  end)

  it("allows a game to be replayed from its history", function()
    local bots = { "greedy", "random" }
    local game = aurum.game { seed = "h", bots = bots }:run()
    local again = aurum.game { seed = "other" }
    for _, round in ipairs(game.state:history()) do
      again:deal(round)
      for _, action in ipairs(round.actions) do again:apply(action) end
    end
    assert.is_true(again.over)
    assert.is_true(game.state == again.state)
    assert.same(game.rounds, again.rounds)
    local function rounds(of) return of:record():match '"rounds":.*' end
    assert.equal(rounds(game), rounds(again))
  end)

  it("is refused if it is invalid, and the game is unchanged", function()
    local game = aurum.game { seed = 1 }
    raises("first: expected a seat from 1 to 4, got nil",
      game.deal, game, { hands = hands })
    raises("hands: expected a list of 4, got",
      game.deal, game, { first = 1, hands = { "B1" } })
    raises("deal: seat 2: a card that is dealt twice", game.deal, game,
      { first = 1, hands = { hands[1], hands[1], hands[3], hands[4] } })
    local message = raises("deal: seat 1: no card to bid", game.deal, game,
      { first = 1, hands = { "", "", "", "" } })
    assert.is_nil(message:find "variant") -- the variant is not blamed
    assert.equal("deal", game.state.phase)
    game:deal { first = 1, hands = hands }
    raises("no deal is due", game.deal, game, { first = 1, hands = hands })
  end)
end)

--- Expect aurum.game to return nil and a message with this text; returns it.
local function refused(text, options)
  local game, message = aurum.game(options)
  assert.is_nil(game)
  assert.truthy(message:find(text, 1, true), message)
  return message
end

describe("aurum.game", function()
  it("takes its options, and names those it does not know", function()
    assert.equal("en-2023", aurum.game().rules.name)
    assert.equal(4, aurum.game().rules.players)
    assert.equal(3, aurum.game { players = 3 }.rules.players)
    local rules = aurum.variant("bga", 3)
    assert.equal(rules, aurum.game { variant = rules, players = 4 }.rules)
    raises("aurum.game: no option 'sed'; did you mean 'seed'?", aurum.game,
      { sed = 1 })
    raises("aurum.game: no option 'something'", aurum.game, { something = 1 })
    raises("aurum.game: no option '1'", aurum.game, { "greedy" })
    for _, cpu in ipairs { -1, 3601, 0 / 0 } do
      local bot = helper.first()
      bot.cpu = cpu
      raises("cpu: expected seconds from 0 to 3600", aurum.game,
        { bots = { bot } })
    end
    raises("on_fault is 'forfeit' or 'substitute', not retry", aurum.game,
      { on_fault = "retry" })
    raises("aurum.game: expected a table, got a string", aurum.game, "x")
    raises("aurum.game: bots: expected a list of names, got a string",
      aurum.game, { bots = "greedy" })
    raises("aurum.bot: expected a name or a path, got a number", aurum.game,
      { bots = { 5 } })
    local game = aurum.game { seed = 1 }
    raises("other rules than the game's", game.check, game,
      aurum.variant("standard", 3))
    raises("seed: expected a text without NUL bytes", aurum.game,
      { seed = "a\0b" })
  end)

  it("returns nil and a message for a wrong name or file", function()
    refused("no variant 'chess'", { variant = "chess" })
    refused("variant 'bga' is for 3 or 4 players, not 6",
      { variant = "bga", players = 6 })
    refused("no bot 'randum'; did you mean 'random'?", { bots = { "randum" } })
    refused("no bot 'randum'", { bots = { "random", "randum" }, fuel = 5 })
    refused("bot.lua:1: oh no", { bots = { first,
      helper.bot "error 'oh no'" } })
    -- but a wrong argument raises also where a name is wrong
    raises("fuel: expected a number", aurum.game,
      { bots = { helper.bot "error 'oh no'" }, fuel = -1 })
  end)

  it("draws a seed of 128 bits if none is given", function()
    local a, b = aurum.game().seed, aurum.game().seed
    assert.truthy(a:find("^" .. ("%x"):rep(32) .. "$"))
    assert.not_equal(a, b)
    assert.equal("", aurum.game { seed = "" }.seed)
    assert.equal("42.537", aurum.game { seed = "42.537" }.seed)
  end)

  it("repeats fewer bots in seat order; false means by hand", function()
    local a, b = helper.bot(first.source, nil, "a"),
      helper.bot(first.source, nil, "b")
    assert.same({ "a", "b", "a", "b" }, aurum.game { bots = { a, b } }.names)
    assert.same({ "a", "b", "a" },
      aurum.game { bots = { a, b }, players = 3 }.names)
    assert.same({ "a", "", "a", "" },
      aurum.game { bots = { a, false } }.names)
    assert.same({ "a", "a", "b", "" },
      aurum.game { bots = { a, a, b, false } }.names)
  end)

  it("finds bots by name and path, with their options", function()
    local folder = helper.folder()
    finally(helper.clean)
    local path = helper.write(folder .. "/mine.lua", [[
      return {
        options = { depth = 3, style = "bold", quick = false, share = 0.5 },
        bid = function(self, view)
          assert(self.options.depth == 7 and self.options.style == "shy"
            and self.options.quick == true and self.options.share == 0.5)
          return view:legal()[1]
        end,
        play = function(_, view) return view:legal()[1] end,
      }]])
    local game = aurum.game {
      seed = 1,
      bots = { path .. ":style=shy:quick=true:depth=7", "random" },
    }:run()
    assert.same({}, game.faults)
    assert.same({ "mine:depth=7:quick=true:share=0.5:style=shy", "random",
      "mine:depth=7:quick=true:share=0.5:style=shy", "random" }, game.names)
    assert.same(game.names, json.decode(game:record()).names)
    local function wrong(text, options)
      refused(text, { bots = { path .. options } })
    end
    wrong(path .. ": option 'detph': the bot has no option of this name; did "
      .. "you mean 'depth'?", ":detph=1")
    wrong("option 'silly': the bot has no option of this name", ":silly=1")
    wrong("option 'depth': expected a number, got 'deep'", ":depth=deep")
    wrong("option 'quick': expected true or false, got '1'", ":quick=1")
    wrong("expected :key=value, got ':quick'", ":quick")
  end)

  it("refuses a file that is not a bot", function()
    local function wrong(text, source)
      return refused(text, { bots = { helper.bot(source) } })
    end
    wrong("bot.lua:1: unexpected symbol", "return {")
    wrong("bot.lua:2: oh no", "\nerror 'oh no'")
    wrong("bot.lua: a bot's file returns a table, got nil", "")
    wrong("bot.lua: a bot's file returns a table, got number", "return 5")
    wrong("bot.lua: a bot needs a function 'bid'", "return {}")
    wrong("bot.lua: a bot needs a function 'play'",
      "return { bid = function() end }")
    wrong("a bot needs a function 'bid'; it has 'Bid'",
      "return { Bid = print, bib = 5, [1] = print, bids2 = print }")
    wrong("a bot needs a function 'play'; it has 'plya'",
      "return { bid = print, plya = print, ['pla\\27'] = print }")
    assert.equal("bot.lua: a bot needs a function 'bid'", wrong("", [[return {
      [("b"):rep(1e6)] = print, change = print, ["\0bid"] = print }]]))
    local whole = "return { bid = function() end, play = function() end, %s }"
    for _, key in ipairs { "change", "start", "observe" } do
      wrong(("'%s' is not a function"):format(key),
        whole:format(key .. " = 5"))
    end
    wrong("written for api 3; this is api 2", whole:format "api = 3")
    wrong("written for api 1.5; this is api 2", whole:format "api = 1.5")
    wrong("options: expected names with numbers, strings or booleans",
      whole:format "options = { a = {} }")
    wrong("options: expected names with numbers, strings or booleans",
      whole:format "options = { 5 }")
    -- characters of the name are replaced: on terminals, and in each
    -- line of a record
    for _, key in ipairs { "a b", "", "5a", "a\\0", "\\27[2J", "\\u{e4}" } do
      wrong("options: a name has letters, digits and '_'",
        whole:format(("options = { [\"%s\"] = 1 }"):format(key)))
    end
    for _, value in ipairs { "\\n", "\\27[2J", "\\u{9b}2J", "\\127", "\\0" } do
      wrong("option 'a': its text has a control character",
        whole:format(("options = { a = \"%s\" }"):format(value)))
    end
    wrong("its name with all options is longer than 1024 bytes",
      whole:format "options = { a = ('x'):rep(1019) }")
    assert.equal("bot:a=\u{15b}" .. ("x"):rep(1016), aurum.game { bots = {
      helper.bot(whole:format "options = { a = '\u{15b}' .. ('x'):rep(1016) }")
    } }.names[1])
    wrong("attempt to load a binary chunk", string.dump(load "return {}"))
    -- a table with an __index function is not asked for missing keys
    wrong("a bot needs a function 'bid'", [[
      return setmetatable({}, { __index = function() error "asked" end })]])
  end)

  it("names options in the order of their names", function()
    local parts, names = {}, {}
    for i = 1, 60 do
      names[i] = ("o%02d"):format(i)
      parts[61 - i] = names[i] .. " = " .. i
    end
    local bot = helper.bot(([[return {
      options = { %s }, bid = function() end, play = function() end }]])
      :format(table.concat(parts, ", ")), { o60 = "0" })
    local name = aurum.game { bots = { bot } }.names[1]
    assert.truthy(name:find "^bot:o01=1:o02=2:.*:o59=59:o60=0$")
  end)
end)

describe("the same seed", function()
  local options = {
    variant = "bga", players = 4, seed = "42.537", bots = { random },
  }

  it("gives the same game, to the byte", function()
    local line = aurum.game(options):run():record()
    assert.equal(line, aurum.game(options):run():record())
    local other = aurum.game { variant = "bga", bots = { random },
      seed = "42.538" }:run():record()
    assert.not_equal(line:gsub("42%.538", ""), other:gsub("42%.538", ""))
  end)

  it("gives it after any other game", function()
    local line = aurum.game(options):run():record()
    local game = aurum.game { variant = "bga", bots = { random }, seed = "1" }
    game:run()
    for seed = 1, 5 do game:restart(seed):run() end
    game:restart "half":step()
    game:step()
    assert.equal(line, game:restart "42.537":run():record())
  end)

  it("gives it in another process", function()
    local line = aurum.game { seed = "p", bots = { "greedy", "random" } }
      :run():record()
    local text = helper.shell((os.getenv "LUA" or "lua5.4") .. [[ -e '
      local aurum = require "aurum"
      local bots = { "greedy", "random" }
      for seed = 1, 3 do aurum.game { seed = seed, bots = bots }:run() end
      io.write(aurum.game { seed = "p", bots = bots }:run():record())']])
    assert.equal(line, text)
  end)

  it("deals the same cards to any bots", function()
    local a = aurum.game { seed = "7", bots = { random } }:step()
    assert.is_nil(a)
    local game = aurum.game { seed = "7", bots = { random } }
    local hand = aurum.game { seed = "7" }
    game:step()
    hand:deal()
    assert.is_true(game.state == hand.state)
    assert.is_true(hand.state == aurum.state(hand.rules):deal "7")
  end)

  it("may be a number, which means its text", function()
    assert.equal(aurum.game { seed = 7, bots = { random } }:run():record(),
      aurum.game { seed = "7", bots = { random } }:run():record())
  end)
end)

describe("restart", function()
  it("starts again: state, faults, rounds, seed", function()
    local game = aurum.game { seed = 1, bots = {
      helper.bot "return { bid = function() end, play = function() end }",
    } }:run()
    assert.equal(1, #game.faults)
    assert.is_true(game.over)
    local state = game.state
    assert.equal(game, game:restart(2))
    assert.same({ "2", false }, { game.seed, game.over })
    assert.same({}, game.faults)
    assert.same({}, game.rounds)
    assert.same({}, game.winners)
    assert.is_nil(game.trace)
    assert.equal(0, game.state.round)
    assert.equal(state, game.state)
    raises("", game.restart, game)
    raises("seed: expected a text without NUL bytes", game.restart, game, "\0")
  end)

  it("skips the calls at which bots died before", function()
    local function play(deaths)
      return aurum.game { seed = 0, bots = { helper.first() },
        on_fault = "substitute" }:restart("d", deaths):run()
    end
    local sound = play()
    assert.same({}, sound.faults)
    -- calls: four files; then each seat's start and its look at the deal, even
    -- without functions for them; then answers
    for call = 1, 16 do
      local game = play { { call = call, kind = "cpu", message = "slow" } }
      local fault = game.faults[1]
      assert.equal(1, #game.faults)
      assert.same({ "cpu", "slow", call > 4 }, { fault.kind, fault.message,
        fault.substituted })
      assert.equal(call <= 4 and "start" or call > 12 and "bid"
        or call % 2 == 1 and "start" or "observe", fault.ask)
      assert.same({}, differences(game))
    end
    -- after three deaths it is out: substituted from then on
    local list = {}
    for i = 1, 3 do
      list[i] = { call = 12 + i, kind = "crash", message = "gone " .. i }
    end
    local game = play(list)
    assert.same({ "gone 1", "gone 2", "gone 3" }, { game.faults[1].message,
      game.faults[2].message, game.faults[3].message })
    raises("deaths: expected a list of at most 18, got one of 19",
      game.restart, game, "x", (function()
      for i = 1, 19 do list[i] = list[1] end
      return list
    end)())
    raises("table expected", game.restart, game, "x", 1)
  end)
end)

describe("faults:", function()
  --- A bot that plays the first legal action, except in one callback.
  local function wrong(callback, code)
    return helper.bot(([[
local bot = {}
function bot.bid(_, view) return view:legal()[1] end
function bot.play(_, view) return view:legal()[1] end
function bot.%s(self, view) %s end
return bot]]):format(callback, code))
  end

  -- callback, its code, the fault's kind and its message; "*" for any rest
  local cases = {
    { "bid", "error 'boom'", "error", "bot.lua:4: boom" },
    { "bid", "error('boom', 0)", "error", "boom" },
    { "bid", "local x = nil + 1", "error",
      "bot.lua:4: attempt to perform arithmetic on a nil value" },
    { "bid", "error()", "error", "(error object is a nil value)" },
    { "bid", "error {}", "error", "(error object is a table value)" },
    { "bid", "error(view)", "error", "view of seat 1: round 1, trick 0, bid" },
    { "bid", "error(42)", "error", "42" },
    { "bid", "error(true)", "error", "(error object is a boolean value)" },
    { "bid", [[error(setmetatable({}, {
      __tostring = function() return "told" end }))]], "error", "told" },
    { "bid", [[error(setmetatable({}, {
      __tostring = function() return {} end }))]], "error",
      "(error object is a table value)" },
    { "bid", "error 'one\\ntwo'", "error", "bot.lua:4: one" },
    { "bid", "error('a\\tb\\127', 0)", "error", "a b " },
    { "bid", "error('at 0x1f2e3d', 0)", "error", "at 0x?" },
    { "bid", "return nil", "illegal", "answered a nil, which is no card to bid"
    },
    { "bid", "return {}", "illegal",
      "answered a table, which is no card to bid" },
    { "bid", "return 7", "illegal",
      "answered a number, which is no card to bid" },
    { "bid", "return true", "illegal",
      "answered a boolean, which is no card to bid" },
    { "bid", "return view", "illegal",
      "answered a userdata, which is no card to bid" },
    { "bid", "return 'Z99'", "illegal",
      "answered 'Z99', which is no card to bid" },
    { "bid", "return 'G0'", "illegal",
      "answered 'bid G0': G0: not in the hand (RULES 4.1)" },
    { "bid", "return 'pass'", "illegal",
      "answered 'pass': a bid is due (RULES 4)" },
    { "bid", "return 'bid -' .. view.hand:lowest()", "illegal",
      "answered 'bid -C2': C2: a bid lies face up here (RULES 4.4)" },
    { "bid", "return view.unseen:lowest()", "illegal",
      "answered 'bid B1': B1: not in the hand (RULES 4.1)" },
    { "change", "error 'boom'", "error", "bot.lua:4: boom" },
    { "change", "return {}", "illegal",
      "answered a table, which is no change of bid*" },
    { "change", "return { gold = 'G0' }", "illegal",
      "answered a table, which is no change of bid*" },
    { "change", "return { gold = 'G0', card = view.hand:lowest(), of = 9 }",
      "illegal", "answered a table, which is no change of bid*" },
    { "change", "return { gold = 'G0', card = 'B1', of = 1 }", "illegal",
      "answered 'change G0 B1 of 1': B1: not in the hand (RULES 5.1)" },
    { "change", "return { gold = 'G3', card = 'B7' }", "illegal",
      "answered 'change G3 B7 of 1': G3: not in the collection (RULES 5.1)" },
    { "change", "return { gold = 'G0', card = 'B7', of = 2 }", "illegal",
      "answered 'change G0 B7 of 2': seat 2 is not one whose bid may be "
      .. "replaced (RULES 5.2)" },
    { "change", "return 'B7'", "illegal", "answered 'play B7': keep or "
      .. "change the bids first (RULES 5)" },
    { "change", "return false", "illegal",
      "answered a boolean, which is no change of bid*" },
    { "play", "error 'boom'", "error", "bot.lua:4: boom" },
    { "play", "return nil", "illegal",
      "answered 'pass': pass: the leader can lead (RULES 6.2, 6.4)",
      "may be legal later" },
    { "play", "return 'G0'", "illegal",
      "answered 'play G0': G0: gold cannot lead (RULES 6.2)",
      "may be legal later" },
    { "play", "return {}", "illegal",
      "answered a table, which is no card to play" },
    { "play", "return function() end", "illegal",
      "answered a function, which is no card to play" },
    { "start", "error 'boom'", "error", "bot.lua:4: boom" },
    { "observe", "error 'boom'", "error", "bot.lua:4: boom" },
  }
  -- bids come before the first trick, as do the deal's start and observe
  local trick = { bid = 0, change = 1, play = 1, start = 0, observe = 0 }

  for _, case in ipairs(cases) do
    local callback, code, kind, message, at_times = table.unpack(case)
    it(callback .. " with: " .. code:gsub("%s+", " "), function()
      -- with this seed, seat 1 begins, and its lowest card is B4
      local good = helper.first()
      local options = {
        seed = 1, bots = { wrong(callback, code), good, good, good },
      }
      local game = aurum.game(options):run()
      local stem = message:match "^(.*)%*$"
      if stem then
        local whole = game.faults[1].message
        assert.equal(stem, whole:sub(1, #stem))
        message = whole
      end
      assert.same({ {
        round = 1, trick = trick[callback], seat = 1, ask = callback,
        kind = kind, message = message, substituted = false,
      } }, game.faults)
      assert.is_true(game.over)
      assert.same({ 2 }, game.winners)
      local start = math.min(#message, 10)
      assert.equal(message:sub(1, start), game.trace:gsub("[\t\127]", " ")
        :gsub("0x%x+", "0x?"):sub(1, start))
      raises("the game is over", game.step, game)
      assert.same({}, differences(game))
      local record = json.decode(game:record(), 1, json.null)
      assert.same(game.faults, record.faults)
      assert.same({ 2 }, record.winners)
      assert.equal(game:record(), aurum.game(options):run():record())
      -- the same, substituted: the game is played to its end by the rules
      options.on_fault = "substitute"
      game = aurum.game(options):run()
      assert.truthy(#game.faults > 1)
      assert.equal(message, game.faults[1].message)
      for _, fault in ipairs(game.faults) do
        assert.is_true(fault.substituted)
        assert.equal(1, fault.seat)
      end
      assert.equal("over", game.state.phase)
      assert.same(game.state.winners, game.winners)
      assert.same({}, differences(game))
      if at_times then return end
      -- the same as if the bot had played the first legal action each time
      options.bots = { good }
      local plain = aurum.game(options):run()
      assert.is_true(plain.state == game.state)
      assert.same(plain.rounds, game.rounds)
    end)
  end

  it("an endless recursion is an error", function()
    local game = aurum.game { seed = 1, bots = { wrong("bid",
      "local function f() return 1 + f() end return f()"), first } }:run()
    assert.equal("error", game.faults[1].kind)
    assert.equal("bot.lua:4: stack overflow", game.faults[1].message)
    assert.same({}, differences(game))
  end)

  it("an error while its message is made is an error", function()
    local game = aurum.game { seed = 1, bots = { wrong("bid", [[
      error(setmetatable({}, { __tostring = function() error 'no' end }))]]),
      first } }:run()
    assert.equal("error", game.faults[1].kind)
    assert.same({}, differences(game))
  end)

  it("a long message is cut to one line of 511 bytes", function()
    local game = aurum.game { seed = 1, bots = { wrong("bid",
      "error(('x'):rep(5000), 0)"), first } }:run()
    assert.equal(("x"):rep(511), game.faults[1].message)
    assert.equal(5000, #game.trace:match "^x+")
    assert.same({}, differences(game))
  end)

  it("has the first locals of the function that failed, cut", function()
    local many = {}
    for i = 1, 45 do many[i] = ("local v%d = %d"):format(i, i) end
    local code = ([[local long, list = ("\u{e4}"):rep(200), {}
      for i = 1, 90 do list[i] = "item" end
      %s
      error "planted"]]):format(table.concat(many, "\n"))
    local plain
    for _, options in ipairs { {}, { fuel = 100000 }, { trust = true } } do
      options.seed, options.bots = 1, { wrong("bid", code), first }
      local game = aurum.game(options):run()
      local lines, long = {}, nil
      for line in game.trace:match "\nlocals of .*":gmatch "[^\n]+" do
        lines[#lines + 1] = line
        long = long or line:match "%(cut%)$" and line
      end
      assert.truthy(lines[1]:find "^locals of .*bot.lua:%d+:$", lines[1])
      assert.equal(12, #lines)
      assert.truthy(lines[12]:find "^\t%(%d+ more%)$", lines[12])
      assert.truthy(long and utf8.len(long) and #long < 150, long)
      assert.equal(game.faults[1].message:match "planted", "planted")
      plain = plain or game:record()
      assert.equal(plain, game:record())
    end
    local kept = aurum.game { seed = 1, locals = true,
      bots = { wrong("bid", code), first } }
    kept:deal()
    repeat kept:step() until kept.faults[1] or kept.over
    assert.is_nil(kept.trace:find("locals of", 1, true))
    local locals = kept:locals(kept.faults[1].seat)
    assert.equal(40, #locals.list)
    assert.truthy(locals.more >= 7)
  end)

  it("is of the same kind however much its locals hold", function()
    for code, kind in pairs {
      ["local t = {} for i = 1, 99 do t[i] = 'x' end while true do end"]
        = "fuel", ["local t = {} for i = 1, 99 do t[i] = 'x' end error 'x'"]
        = "error", ["local function f() return 1 + f() end f()"] = "error" } do
      for fuel = 900, 1500, 50 do
        local game = aurum.game { seed = 1, fuel = fuel,
          bots = { wrong("bid", code), first } }:run()
        local fault = game.faults[1]
        assert.truthy(fault.kind == kind or fault.kind == "fuel")
        assert.equal(fault.kind == "fuel", fault.message:find("its fuel", 1,
          true) ~= nil, fault.message)
      end
    end
  end)

  it("after a legal answer: with its trick and round", function()
    local game = aurum.game { seed = 1, bots = { wrong("play", [[
      self.n = (self.n or 0) + 1
      if self.n == 5 then error('five', 0) end
      return view:legal()[1] ]]), first } }:run()
    assert.same({ 1, 5, "five" }, { game.faults[1].round,
      game.faults[1].trick, game.faults[1].message })
    local record = json.decode(game:record(), 1, json.null)
    assert.equal(4, #record.rounds[1].tricks)
    assert.is_table(record.rounds[1].open)
    assert.is_nil(record.rounds[1]["end"])
    assert.is_nil(record.rounds[1].score)
    assert.is_nil(record.rounds[1].winners)
    assert.same({}, differences(game))
  end)

  it("at the very end forfeit a game that was won", function()
    local game = aurum.game { seed = 1, bots = { first, wrong("observe", [[
      if view.kind == 'game' then error('too late', 0) end]]), first, first }
    }:run()
    assert.equal("over", game.state.phase)
    assert.equal("observe", game.faults[1].ask)
    assert.same({ 1 }, game.winners)
    assert.same({}, differences(game))
  end)

  it("with three players: both others win", function()
    local game = aurum.game { seed = 1, players = 3, bots = {
      first, wrong("bid", "error()"), first } }:run()
    assert.same({ 1, 3 }, game.winners)
    assert.same({}, differences(game))
  end)

  it("of the file itself, when it runs for a game, forfeit it", function()
    -- its numbers are always the same while it is loaded; later
    -- they are the game's
    local source = [[
      local drawn = math.random(1 << 40)
      if drawn ~= %d then error("run " .. drawn, 0) end
      return { bid = function() end, play = function() end }]]
    local _, message = aurum.game {
      bots = { helper.bot(source:format(0)) } }
    local bot = helper.bot(source:format(message:match "run (%d+)"))
    for _, on_fault in ipairs { "forfeit", "substitute" } do
      local game = aurum.game {
        seed = 1, bots = { first, bot, first, first }, on_fault = on_fault,
      }:run()
      local fault = game.faults[1]
      assert.truthy(fault.message:find "^run %d+$")
      assert.same({ 0, 0, 2, "start", "error", false }, { fault.round,
        fault.trick, fault.seat, fault.ask, fault.kind, fault.substituted })
      assert.same({ 1 }, game.winners)
      assert.equal(0, game.state.round)
      assert.same({}, differences(game))
    end
  end)

  it("name no folder, wherever the file is", function()
    local folder = helper.folder()
    finally(helper.clean)
    for _, sub in ipairs { "", "/" .. ("long"):rep(5), "/a b" } do
      os.execute(("mkdir -p '%s%s'"):format(folder, sub))
      local path = helper.write(folder .. sub .. "/mine.lua",
        "return { bid = function() error 'x' end, play = function() end }")
      local game = aurum.game { seed = 1, bots = { path } }:run()
      assert.equal("mine.lua:1: x", game.faults[1].message)
      assert.is_nil(game:record():find(folder, 1, true))
      assert.truthy(game.trace:find("mine.lua:1: x", 1, true))
    end
  end)

  it("are UTF-8 in the record, whatever the bot's message", function()
    for said, written in pairs { ["a\xFFb"] = "a\u{FFFD}b",
      ["Z\u{FC}rich"] = "Z\u{FC}rich", ['"\\/'] = '"\\/' } do
      local game = aurum.game { seed = 1, bots = { wrong("bid",
        ("error(%q, 0)"):format(said)), first } }:run()
      local record = json.decode(game:record(), 1, json.null)
      assert.equal(written, record.faults[1].message)
      assert.same({}, differences(game))
    end
    local game = aurum.game { seed = 1, bots = { wrong("bid",
      "error(('\u{FC}'):rep(400), 0)"), first } }:run()
    assert.truthy(utf8.len(json.decode(game:record()).faults[1].message))
  end)
end)

describe("nothing passes", function()
  it("from one game to the next: self, globals, upvalues", function()
    local game = aurum.game { seed = 1, bots = { helper.bot [[
      local upvalue = 0
      local bot = { count = 0 }
      function bot.bid(self, view)
        if view.round == 1 then
          assert(rawget(_G, "global") == nil, "global")
          assert(upvalue == 0, "upvalue")
          assert(self.count == 0, "self")
          assert(self.options.o == 1, "options")
        end
        return view:legal()[1]
      end
      function bot.play(self, view)
        global, upvalue = 1, 1
        self.count, self.options.o = 1, 2
        return view:legal()[1]
      end
      bot.options = { o = 1 }
      return bot]] } }
    for seed = 1, 5 do
      game:restart(seed):run()
      assert.same({}, game.faults)
    end
  end)

  it("from one seat to another of the same file", function()
    local game = aurum.game { seed = 1, bots = { helper.bot [[
      assert(rawget(_G, "mark") == nil, "another's global")
      mark = true
      return {
        bid = function(self, view)
          assert(self.seat == nil or self.seat == view.seat, "another's self")
          self.seat = view.seat
          return view:legal()[1]
        end,
        play = function(self, view)
          assert(self.seat == view.seat, "another's self")
          return view:legal()[1]
        end,
      }]] } }:run()
    assert.same({}, game.faults)
  end)

  it("from earlier calls to math.random", function()
    -- The number drawn at the tenth play of seat 1; before it, numbers of all
    -- kinds are drawn, or none.
    local function number(waste)
      local game = aurum.game { seed = 9, bots = { helper.bot(([[
        local plays = 0
        local function waste() %s end
        return {
          start = waste, observe = waste,
          bid = function(_, view) waste() return view:legal()[1] end,
          change = waste,
          play = function(_, view)
            plays = plays + 1
            if view.seat == 1 and plays == 10 then
              error(math.random(1 << 53) .. " " .. math.random() .. " "
                .. tostring(view.hand:random()) .. " "
                .. tostring(view:random()), 0)
            end
            waste()
            return view:legal()[1]
          end,
        }]]):format(waste)) } }:run()
      return game.faults[1].message
    end
    local plain = number ""
    assert.truthy(plain:find "^%d+ 0%.%d+ %u%d+ play %u%d+$")
    assert.equal(plain, number "math.random()")
    assert.equal(plain, number "for _ = 1, 7 do math.random(5) end")
  end)

  it("between streams: seats, rounds, decisions and seeds differ", function()
    local seen, n = {}, 0
    for seed = 1, 2 do
      local game = aurum.game { seed = seed, on_fault = "substitute", bots = {
        helper.bot [[return {
          bid = function() error(math.random(1 << 53), 0) end,
          change = function() error(math.random(1 << 53), 0) end,
          play = function() error(math.random(1 << 53), 0) end,
        }]] } }:run()
      for _, fault in ipairs(game.faults) do
        assert.is_nil(seen[fault.message])
        seen[fault.message] = true
        n = n + 1
      end
    end
    assert.truthy(n > 200)
  end)
end)

describe("a bot", function()
  it("is called in order, with its own table", function()
    local game = aurum.game { seed = 1, bots = {
      helper.bot [[
        local log = {}
        local function note(text) log[#log + 1] = text end
        return {
          start = function(_, view)
            note("start " .. view.round .. " " .. view.phase)
          end,
          observe = function(_, event)
            note(event.kind .. (event.seat or ""))
          end,
          bid = function(_, view) note "?bid" return view:legal()[1] end,
          change = function() note "?change" end,
          play = function(_, view)
            note "?play"
            if #view.tricks == 1 then error(table.concat(log, " "), 0) end
            return view:legal()[1]
          end,
        }]], first, first, first } }:run()
    local message = game.faults[1].message
    assert.equal("start 1 bid deal ?bid bid1 bid2 bid3 bid4 ?change keep1 "
      .. "keep2 keep3 keep4 ?play play1 play2 play3 play4 trick ",
      message:match "^.- trick ")
  end)

  it("without the function change keeps", function()
    local game = aurum.game { seed = 1, bots = { first } }:run()
    for _, event in ipairs(game.state:events()) do
      assert.not_equal("change", event.kind)
    end
  end)

  it("may answer with a card, a name, an action or its text", function()
    local records = {}
    for _, answer in ipairs { "legal", "legal.card", "tostring(legal)",
      "legal.card and tostring(legal.card)" } do
      local game = aurum.game { seed = 3, bots = { helper.bot(([[
        local function answer(view)
          local legal = view:legal()[1]
          if legal.kind == "pass" then return nil end
          return %s
        end
        return {
          bid = function(_, view) return answer(view) end,
          play = function(_, view) return answer(view) end,
        }]]):format(answer)) } }:run()
      assert.same({}, game.faults)
      records[#records + 1] = game:record()
    end
    for i = 2, #records do assert.equal(records[1], records[i]) end
  end)

  it("may change a bid by a table, an action or text", function()
    local records = {}
    for _, answer in ipairs { "view:legal()[2]", "tostring(view:legal()[2])",
      "{ gold = 'G0', card = view.hand:list()[1] }",
      [[{ gold = aurum.card "G0", card = tostring(view.hand:list()[1]),
          of = view.seat }]] } do
      local game = aurum.game { seed = 3, bots = { helper.bot(([[
        return {
          bid = function(_, view) return view:legal()[#view:legal()] end,
          play = function(_, view) return view:legal()[1] end,
          change = function(_, view)
            if view.round > 1 or #view.tricks > 0 then return end
            if view:legal()[2].of ~= view.seat then return "keep" end
            return %s
          end,
        }]]):format(answer)) } }:run()
      assert.same({}, game.faults)
      records[#records + 1] = game:record()
    end
    assert.truthy(records[1]:find('"card":', 1, true))
    for i = 2, #records do assert.equal(records[1], records[i]) end
  end)

  it("sees the present game in its one view", function()
    local game = aurum.game { seed = 1, bots = { helper.bot [[
      local kept, copy
      return {
        start = function(_, view)
          assert(kept == nil or rawequal(kept, view))
          kept = view
          copy = view:copy()
        end,
        bid = function(_, view)
          assert(rawequal(kept, view))
          assert(#copy.bids == 0 and copy ~= view or view.turn == copy.turn)
          return view:legal()[1]
        end,
        play = function(_, view)
          assert(rawequal(kept, view) and view.phase == "play"
            and view.turn == view.seat)
          assert(copy.phase == "bid")
          return view:legal()[1]
        end,
        observe = function(_, event)
          if event.kind == "play" then
            local plays = kept.trick.plays
            local last = kept.tricks[#kept.tricks]
            assert(plays[#plays] == event.card
              or last.plays[#last.plays] == event.card)
          end
        end,
      }]] } }:run()
    assert.same({}, game.faults)
    assert.equal("over", game.state.phase)
  end)

  it("does not observe changes of the state behind the game", function()
    local game = aurum.game { seed = 1, bots = { helper.bot [[return {
      bid = function(_, view) return view:legal()[1] end,
      play = function(_, view) return view:legal()[1] end,
      observe = function(_, event)
        if event.kind == "bid" then error("told", 0) end
      end,
    }]] } }
    game:step()
    game.state:apply(game.state:legal()[1])
    assert.same({}, game.faults)
    game:step()
    assert.equal("told", game.faults[1].message)
  end)
end)

describe("observing", function()
  -- This bot keeps everything it observes as text, and reports it when it is
  -- asked to play. It is moved by hand, so that games can differ as needed.
  local watcher = helper.bot [[
    local log = {}
    local function text(value)
      if type(value) ~= "table" then return tostring(value) end
      local parts = {}
      for key, item in pairs(value) do
        parts[#parts + 1] = tostring(key) .. "=" .. text(item)
      end
      return "{" .. table.concat(parts, " ") .. "}"
    end
    return {
      observe = function(_, event) log[#log + 1] = text(event) end,
      bid = function() error(table.concat(log, "\n"), 0) end,
      change = function() error(table.concat(log, "\n"), 0) end,
      play = function() error(table.concat(log, "\n"), 0) end,
    }]]

  --- Everything a bot observes in a three-player game until it is first asked
  --- to act, where others bid their card number `bid`. It is either the second
  --- player to bid, or, with its own bid made for it, the first player before
  --- the first trick.
  local function told(bid, place)
    local rules = aurum.variant("standard", 3)
    local seat = (aurum.state(rules):deal "watch".first + place - 2) % 3 + 1
    local bots = { false, false, false }
    bots[seat] = watcher
    local game = aurum.game { variant = rules, seed = "watch", bots = bots }
    game:deal()
    if place == 1 then game:apply(game.state:legal()[1]) end
    while game.state.phase == "bid" and game.state.turn ~= seat do
      game:apply(game.state:legal()[bid])
    end
    game:step()
    return (game.trace:gsub("\nstack.*", ""))
  end

  it("shows no bid before all are laid (RULES 4.3)", function()
    assert.truthy(told(1, 2):find("kind=bid", 1, true))
    assert.equal(told(1, 2), told(12, 2))
  end)

  it("shows all of them then", function()
    local text = told(12, 1)
    assert.not_equal(told(1, 1), text)
    assert.truthy(text:find("kind=reveal", 1, true))
  end)

  it("shows only the own hand of a deal", function()
    local game = aurum.game { seed = 1, bots = { watcher } }:run()
    local hands = game.trace:match "hands=(%b{})"
    assert.equal(("{1=%s}"):format(game.state:events()[1].hands[1]), hands)
  end)
end)
