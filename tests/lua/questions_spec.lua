-- Questions of variants: the four that come with aurum, by deals made by hand;
-- what seats see, bots and mistakes in a file.
local aurum = require "aurum"
local helper = require "helper"

local raises = helper.raises

local four = {
  "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 C1 C2",
  "C3 C4 C5 C6 C7 C8 C9 C10 P1 P2 P3 P4",
  "P5 P6 P7 P8 P9 P10 S1 S2 S3 S4 S5 S6",
  "S7 S8 S9 S10 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8",
}
local three = {
  "B1 B2 B3 B4 B5 B6 B7 B8 B9 P1 P2 P3",
  "P4 P5 P6 P7 P8 P9 S1 S2 S3 S4 S5 S6",
  "S7 S8 S9 Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9",
}

--- A game of a variant, dealt by hand; seat 1 is first.
local function dealt(variant, players)
  local game = aurum.game { variant = variant, players = players, seed = "q" }
  return game:deal { first = 1, hands = players == 3 and three or four }
end

local function apply(game, ...)
  for _, value in ipairs { ... } do game:apply(value) end
  return game.state
end

local function legal(state)
  local list = {}
  for i, action in ipairs(state:legal()) do list[i] = tostring(action) end
  return table.concat(list, ", ")
end

describe("exchange", function()
  it("asks each seat for a card of its hand, unseen by the others", function()
    local game = dealt("standard+exchange", 4)
    local state = game.state
    assert.equal("ask", state.phase)
    assert.equal("give", state.question.name)
    assert.same({ 1, 2, 3, 4 }, state.question.asked)
    assert.equal(12, #state:legal())
    assert.equal("B1", tostring(state.question.default))
    assert.equal("C3 is not an answer to 'give': B1 B2 B3 B4 B5 B6 B7 B8 B9 "
      .. "B10 C1 C2", select(2, state:why "C3"))
    apply(game, "B10")
    assert.same({ 2, 3, 4 }, state.question.pending)
    local told = state:view(2):copy()
    local other = dealt("standard+exchange", 4)
    apply(other, "C2")
    assert.is_true(told == other.state:view(2))
  end)

  it("gives them to partners, at once", function()
    local state = apply(dealt("standard+exchange", 4), "B1", "P4", "S6", "Z8")
    assert.equal("bid", state.phase)
    assert.is_true(state.hands[3]:has "B1")
    assert.is_true(state.hands[1]:has "S6")
    assert.is_true(state.hands[4]:has "P4")
    assert.is_true(state.hands[2]:has "Z8")
    for seat = 1, 4 do assert.equal(12, #state.hands[seat]) end
  end)

  it("gives them to the left among three", function()
    local state = apply(dealt("standard+exchange", 3), "B1", "P4", "S7")
    assert.is_true(state.hands[2]:has "B1")
    assert.is_true(state.hands[3]:has "P4")
    assert.is_true(state.hands[1]:has "S7")
  end)

  it("lets the two know the card, and nobody else", function()
    local state = apply(dealt("standard+exchange", 4), "B1", "P4", "S6", "Z8")
    assert.equal("B1", tostring(state:view(1).known[3]))
    assert.equal("S6", tostring(state:view(3).known[1]))
    assert.equal(0, #state:view(2).known[1])
    assert.equal(0, #state:view(4).known[3])
    for _, world in ipairs(state:view(1):sample(50)) do
      assert.is_true(world.hands[3]:has "B1")
    end
    local elsewhere = 0
    for _, world in ipairs(state:view(2):sample(50)) do
      if not world.hands[3]:has "B1" then elsewhere = elsewhere + 1 end
    end
    assert.is_true(elsewhere > 10)
  end)

  it("keeps a card known until it is played, through hidden bids", function()
    local game = dealt("standard+exchange", 3)
    local state = apply(game, "B1", "P4", "S7", "bid B2", "bid B1")
    local inside, bid = 0, 0
    for _, world in ipairs(state:view(1):sample(400)) do
      if world.hands[2]:has "B1" then inside = inside + 1 end
      if tostring(world.bids[2]) == "B1" then bid = bid + 1 end
    end
    assert.equal(400, inside + bid)
    assert.is_true(bid > 10 and bid < 80) -- one card of 12
  end)

  it("has events that show each seat its own", function()
    local log = {}
    for seat = 1, 4 do
      local bot = helper.bot [[return {
        bid = function(_, view) return view:legal()[1] end,
        play = function(_, view) return view:legal()[1] end,
        observe = function(_, event)
          if event.kind ~= "answers" then return end
          local text = {}
          for seat, card in pairs(event.answers) do
            text[#text + 1] = seat .. "=" .. tostring(card)
          end
          for _, move in ipairs(event.moved) do
            text[#text + 1] = ("%s:%s>%s"):format(move.card, move.from, move.to)
          end
          error(table.concat(text, " "), 0)
        end }]]
      local bots = { "random", "random", "random", "random" }
      bots[seat] = bot
      local game = aurum.game { variant = "standard+exchange", seed = "q",
        bots = bots }
      game:deal { first = 1, hands = four }
      pcall(function() for _ = 1, 4 do game:step() end end)
      log[seat] = game.faults[1] and game.faults[1].message or "none"
    end
    assert.truthy(log[1]:find "^1=%w+ %w+:1>3 %w+:3>1$"
      or log[1]:find "^1=%w+ %w+:3>1 %w+:1>3$")
  end)
end)

describe("trump", function()
  local function named(suit, ...)
    local game = dealt("standard+trump", 4)
    return apply(game, "bid B1", "bid C3", "bid P5", "bid S7", suit, ...), game
  end

  it("asks the first player for a suit when the bids are laid", function()
    local game = dealt("standard+trump", 4)
    local state = apply(game, "bid B1", "bid C3", "bid P5", "bid S7")
    assert.equal(1, state.turn)
    assert.equal("answer trump B, answer trump C, answer trump P, answer trump "
      .. "S, answer trump Z", legal(state))
    assert.equal("B", state.question.default)
    assert.is_nil(state.trump)
    assert.equal("Z", apply(game, "Z").trump)
    assert.equal("change", state.phase)
  end)

  it("beats base metals below gold", function()
    local keep = { "keep", "keep", "keep", "keep" }
    local state = named("P", keep[1], "keep", "keep", "keep", "B10", "C10",
      "P6", "S10")
    assert.same(3, state.tricks[1].winner)
    state = named("Z", "keep", "keep", "keep", "keep", "B10", "C10", "P10",
      "Z1")
    assert.same(4, state.tricks[1].winner)
    state = named("Z", "keep", "keep", "keep", "keep", "B10", "G0", "P10", "Z1")
    assert.same(2, state.tricks[1].winner)
  end)

  it("leaves the award and the next lead to the lowest card", function()
    local state = named("B", "keep", "keep", "keep", "keep", "B2", "C10", "P10",
      "S10")
    assert.equal(1, state.tricks[1].winner)
    assert.equal("G2", tostring(state.tricks[1].award))
    assert.equal(1, state.leader)
  end)

  it("lasts for the round", function()
    local game = aurum.game { variant = "standard+trump", seed = "q",
      bots = { "random" } }
    repeat game:step() until game.state.round == 2
    assert.is_nil(game.state.trump)
  end)
end)

describe("stakes", function()
  local function asked(...)
    local game = dealt("standard+stakes", 4)
    return apply(game, "bid B1", "bid C3", "bid P5", "bid S7", ...)
  end

  it("asks each seat in turn until one doubles", function()
    assert.equal("answer stakes pass, answer stakes double", legal(asked()))
    assert.equal("pass", asked().question.default)
    local state = asked("pass", "pass", "pass", "pass")
    assert.equal("change", state.phase)
    assert.equal(1, state.times)
  end)

  it("asks the next opponent to accept or to redouble", function()
    local state = asked("pass", "double")
    assert.equal(3, state.turn)
    assert.equal(2, state.times)
    assert.equal("answer stakes accept, answer stakes redouble", legal(state))
    assert.equal("accept", state.question.default)
    assert.equal("change", asked("double", "accept").phase)
    assert.equal(2, asked("double", "accept").times)
    assert.equal(4, asked("pass", "pass", "double", "redouble").times)
  end)

  it("multiplies the points of the round", function()
    local function points(...)
      local state = asked(...)
      while state.phase ~= "deal" and state.phase ~= "over" do
        state:apply(state:legal()[1])
      end
      return state.rounds[1].points
    end
    local once = points("pass", "pass", "pass", "pass")
    local four_times = points("double", "redouble")
    assert.is_true(once[1] + once[2] > 0)
    assert.same({ 4 * once[1], 4 * once[2] }, four_times)
  end)
end)

describe("auction", function()
  it("takes rising calls in turn until all others pass", function()
    local game = dealt("standard+auction", 4)
    assert.equal(13, #game.state:legal())
    assert.equal(2, apply(game, 3).turn)
    assert.equal("answer call 0, answer call 4",
      legal(game.state):sub(1, 28))
    local state = apply(game, 0, 5, 0, 7, 0, 0)
    assert.equal("ask", state.phase)
    state = apply(game, 0)
    assert.equal("play", state.phase)
    assert.same({ 7, 0 }, state.bid)
    assert.same({}, state.bids)
    assert.equal(12, #state.hands[1])
    assert.equal(1, state.turn)
  end)

  it("gives each side its last call", function()
    local state = apply(dealt("standard+auction", 4), 1, 2, 3, 4, 0, 0, 0)
    assert.same({ 3, 4 }, state.bid)
    state = apply(dealt("standard+auction", 4), 0, 0, 0, 0)
    assert.same({ 0, 0 }, state.bid)
    state = apply(dealt("standard+auction", 3), 1, 2, 3, 0, 0)
    assert.same({ 1, 2, 3 }, state.bid)
  end)

  it("has no bid changes", function()
    local state = apply(dealt("standard+auction", 4), 0, 0, 0, 0)
    for _ = 1, 8 do state:apply(state:legal()[1]) end
    for _, action in ipairs(state:history()) do
      assert.is_not.equal("keep", action.action and action.action.kind)
    end
  end)
end)

describe("a bot", function()
  local function played(source, variant)
    return aurum.game { variant = variant or "standard+trump", seed = "q",
      bots = { helper.bot(source) } }:run()
  end
  local whole = [[return { %s
    bid = function(_, view) return view:legal()[1] end,
    play = function(_, view) return view:legal()[1] end }]]

  it("answers with a value or an action", function()
    for _, answer in ipairs { "'S'", "view:legal()[4]", "'answer trump S'" } do
      local game = played(whole:format(([[answer = function(_, view, question)
        assert(question.name == "trump" and #question.choices == 5)
        return %s end,]]):format(answer)))
      assert.same({}, game.faults)
      assert.equal("S", game.state.trump)
    end
  end)

  it("is told the nearest choice", function()
    local game = played(whole:format "answer = function() return 'duble' end,",
      "standard+stakes")
    assert.equal("answered 'duble', which is not an answer to 'stakes': pass "
      .. "double; did you mean 'double'?", game.faults[1].message)
  end)

  it("that returns nil, without an answer, or of api 1, gives the default",
  function()
    for _, text in ipairs { "", "api = 1, answer = function() error 'no' end,",
      "answer = function() end," } do
      assert.same({}, played(whole:format(text)).faults)
    end
  end)

  it("is at fault for an answer that is none", function()
    for answer, message in pairs {
      ["'Q'"] = "answered 'Q', which is not an answer to 'trump': B C P S Z",
      ["7"] = "answered 7, which is not an answer to 'trump': B C P S Z",
      ["{}"] = "answered a table, which is not an answer to 'trump': B C P S Z",
      ["'play B2'"] = "answered 'play B2': a question of the variant is to be "
        .. "answered",
    } do
      local game = played(whole:format(("answer = function() return %s end,")
        :format(answer)))
      assert.equal("answer", game.faults[1].ask)
      assert.equal(message, game.faults[1].message)
      assert.truthy(game.trace:find("legal: answer trump B", 1, true))
    end
  end)

  it("gives several cards at once, or one by one", function()
    local path = helper.write(helper.folder() .. "/two.lua", [[return {
      name = "two", api = 2, vars = { n = "round" },
      questions = { { name = "two", when = "deal", cards = 2, secret = true,
        next = function(s) if s.vars.n == 0 then return { 1, 2 } end end,
        default = function(s) return { s.hand:list()[1], s.hand:list()[2] } end,
        done = function(s, answers)
          s.vars.n = #answers[1] + #answers[2]
          s:move(answers[1], 1, 2)
          s:move(answers[2], 2, 1)
        end } } }]])
    finally(helper.clean)
    for _, answer in ipairs { "view.hand - view.hand:suit(view.hand:lowest()"
      .. ".suit)", "{ view.hand:list()[3], view.hand:list()[5] }" } do
      local game = played(whole:format(([[answer = function(_, view, question)
        assert(question.cards == 2 and #question.chosen < 2)
        return %s end,]]):format(answer)), "standard+" .. path)
      assert.equal("standard", game.faults[1] and game.faults[1].message
        or "standard")
    end
  end)

  it("searches over answers", function()
    local game = dealt("standard+trump", 4)
    local state = apply(game, "bid B1", "bid C3", "bid P5", "bid S7")
    for _, method in ipairs { "flat", "ismcts" } do
      local found = state:view(1):search { method = method, sims = 300 }
      assert.equal("answer", found.best.kind)
      assert.equal(5, #found.moves)
    end
    raises("solve: the question 'trump' may still be asked", state.solve, state)
    assert.is_true(state.rules.solvable)
  end)

  it("keeps the judge and alchemist from solving what it may change", function()
    local path = helper.write(helper.folder() .. "/late.lua", [[return {
      name = "late", api = 2, hand = 3, vars = { n = "round" },
      questions = { { name = "say", when = "before_trick",
        words = { "yes", "no" },
        next = function(s)
          return s.vars.n <= s.finished and s.trick.leader or nil
        end,
        choices = function() return { "yes", "no" } end,
        default = function() return "no" end,
        done = function(s) s.vars.n = s.finished + 1 end } } }]])
    finally(helper.clean)
    local game = aurum.game { variant = "standard+" .. path, seed = "late",
      bots = { "alchemist:sims=20" } }
    assert.is_false(game.state.rules.solvable)
    while #game.rounds == 0 do game:step() end
    assert.same({}, game.faults)
    local judged_n = 0
    for verdict in aurum.judge(game, { sims = 100 }) do
      assert.is_nil(verdict.problem)
      assert.is_false(verdict.solved)
      judged_n = judged_n + 1
    end
    assert.truthy(judged_n > 4, judged_n)
  end)
end)

describe("a question is refused", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  --- Expect that a file with this question does not load.
  local function refused(message, text, rest)
    local path = helper.write(folder .. "/mine.lua",
      ("return { name = 'mine', %s questions = { {\n%s } } }"):format(
        rest or "", text))
    local rules, why = aurum.variant("standard+" .. path)
    assert.is_nil(rules)
    assert.truthy(why:find(message, 1, true),
      ("expected '%s', got '%s'"):format(message, why))
  end
  local good = [[name = "q", when = "bids", words = { "a", "b" },
    next = function() end, default = "a", done = function() end]]

  local function swap(pattern, text, n)
    return (good:gsub(pattern, text, n))
  end

  it("for what is missing or misspelt", function()
    refused("mine.lua:3: question 'q': unknown key 'wen'; did you mean 'when'?",
      good .. ", wen = 1")
    refused("question 'q': when: expected one of deal, instead_of_bids, bids, "
      .. "before_trick, after_trick, round, got 'bid'; did you mean 'bids'?",
      swap('"bids"', '"bid"'))
    refused("question 'q': next: expected a function",
      swap("function%(%) end", "7", 1))
    refused("question 'q': default: expected an answer, or a function of the "
      .. "context that returns one", swap('default = "a",', ""))
    refused("mine.lua:2: question 'q': done: expected a function",
      swap(", done = function%(%) end", ""))
    refused("mine.lua:3: question 'q': default: expected one of the words a, "
      .. "b, got 'c'", swap('default = "a"', 'default = "c"'))
    refused("question 'q': default: expected a number from 2 to 5, got '6'",
      (swap('words = { "a", "b" }', "numbers = { 2, 5 }"):gsub('"a"', "6")))
    refused("question 1: name: expected a name", swap('"q"', '"q q"'))
    refused("question 'q': words: 'a' is there twice",
      swap('"b"', '"a"'))
    refused("question 'q': expected one of 'cards', 'numbers' and 'words'",
      good .. ", cards = 2")
    refused("question 'q': cards: expected a number from 1 to 5",
      swap('words = { "a", "b" }', "cards = 6"))
    refused("question 'q': numbers: expected the lowest and the highest number",
      swap('words = { "a", "b" }', "numbers = { 5, 4 }"))
    refused("api: questions need api = 2", good, "api = 1,")
    refused("api: written for api 3; this is api 2", good, "api = 3,")
    refused("questions: expected a table, got a number", good .. " }, 7, {")
  end)

  it("if two parts ask the same", function()
    local one = helper.write(folder .. "/one.lua",
      ("return { questions = { { %s } } }"):format(good))
    local two = helper.write(folder .. "/two.lua",
      ("return { questions = { { %s } } } -- 2"):format(good))
    local rules, why = aurum.variant("standard+" .. one .. "+" .. two)
    assert.is_nil(rules)
    assert.equal(("%s:1: questions: '%s' also asks 'q': rename one of them")
      :format(two, one), why)
  end)
end)

describe("a question fails", function()
  local folder
  setup(function() folder = helper.folder() end)
  teardown(helper.clean)

  --- Expect that a random game raises.
  local function fails(message, text, rest)
    local path = helper.write(folder .. "/mine.lua", ([[
      local function lowest(s) return s.hand:lowest() end
      return { name = "mine", vars = { n = "round" }, %s
        questions = { { name = "q", %s } } }]])
      :format(rest or "", text))
    local game = aurum.game { variant = "standard+" .. path, seed = "q",
      bots = { "random" } }
    raises(message, game.run, game)
  end
  local once = [[next = function(s) if s.vars.n == 0 then return 1 end end, ]]

  it("without choices", function()
    fails("question 'q': choices: ", once .. [[when = "deal",
      choices = function() return {} end, default = "B1",
      done = function(s) s.vars.n = 1 end]])
    fails("seat 1 has 0 choices, where the question needs 1", once
      .. [[when = "deal", choices = function() return {} end, default = "B1",
      done = function(s) s.vars.n = 1 end]])
  end)

  it("that is asked for ever", function()
    fails("64 answers were given, and it still names seats: a question ends "
      .. "when 'next' returns nil", [[when = "bids", words = { "a" },
      next = function() return 2 end, default = "a", done = function() end]])
  end)

  it("that moves what is not there, or loses a card", function()
    local deal = once .. [[when = "deal", default = lowest,
      choices = function(s) return s.hand end, secret = true, ]]
    fails("is not in the hand of seat 2", deal .. [[
      done = function(s, a) s.vars.n = 1 s:move(a[1], 2, 1) end]])
    fails("is not in the hand of seat 1", deal .. [[
      done = function(s, a) s.vars.n = 1
        s:move(a[1], 1, 2) s:move(a[1], 1, 3) end]])
    fails("expected a seat, for its hand, or 'extras', 'supply', 'bid 1' or "
      .. "'gold 1', got 'table'", deal .. [[
      done = function(s, a) s.vars.n = 1 s:move(a[1], 1, "table") end]])
    for _, place in ipairs { "bid 0", "bid 5", "gold 5", "gold 12" } do
      fails(("or 'gold 1', got '%s'"):format(place), deal .. ([[
        done = function(s, a) s.vars.n = 1 s:move(a[1], 1, "%s") end]])
        :format(place))
    end
    fails("seat 1 has a bid card, where bids have none", deal .. [[
      done = function(s, a) s.vars.n = 1 s:move(a[1], 1, "bid 1") end]])
    fails("all see the answers to this question", deal:gsub("secret = true, ",
      "") .. [[done = function(s, a) s.vars.n = 1
        s:move(a[1], 1, 2, { 1, 2 }) end]])
  end)

  it("that reads what the seat cannot see", function()
    fails("seen: 0", once .. [[when = "deal", default = "B1",
      choices = function(s) error("seen: " .. #s.hands[2]) end,
      done = function(s) s.vars.n = 1 end]])
    fails("seen: 0 0 0 0", once .. [[when = "deal", default = lowest,
      done = function(s)
        error(("seen: %d %d %d %d"):format(#s.hands[1], #s.hands[2],
          #s.hands[3], #s.hands[4]))
      end]])
  end)

  it("that acts outside of 'done', or sets vars there", function()
    fails("only 'done' of a question may change the game, not choices", once
      .. [[when = "deal", default = "B1", choices = function(s)
        s:multiply(2) end, done = function(s) s.vars.n = 1 end]])
    fails("vars can be set in winner, award, leader, round_winners, game_end "
      .. "and done, not in next", [[when = "deal", default = "B1",
      next = function(s) s.vars.n = 1 end, done = function() end]])
  end)

  it("that names no suit, side or number", function()
    fails("one of BCPSZ; got 'Q'", once .. [[when = "deal",
      default = lowest, done = function(s) s:set_trump "Q" end]])
    fails("side: expected a side from 1 to 2, got 3", once
      .. [[when = "bids", default = lowest,
      done = function(s) s:set_bid(3, 1) end]])
    fails("the bids come after this question", once .. [[when = "deal",
      default = lowest, done = function(s) s:set_bid(1, 1) end]])
    fails("G5 is not in the collection of seat 1", once .. [[when = "deal",
      default = lowest, done = function(s) s:pay(1, "G5") end]])
  end)
end)

describe("questions", function()
  it("compose with each other and with the house rules", function()
    for _, name in ipairs { "trump+exchange+stakes+auction",
      "exchange+misere+must-follow", "trump+low-wins+nullify+gold-rush",
      "stakes+cumulative+no-zero-gold+blind-bid" } do
      for players = 3, 4 do
        local rules = assert(aurum.variant("bga+" .. name, players))
        local twin = assert(aurum.read_variant("bga+" .. name)):rules(players)
        local game = aurum.game { variant = rules, seed = "c" }
        for i = 1, 5 do
          local good, why = game:restart(name .. i):check(twin)
          assert(good, why)
        end
      end
    end
  end)

  it("are part of a position", function()
    local game = dealt("standard+exchange", 4)
    apply(game, "B1", "P4")
    local copy = assert(aurum.load_position(game.state:position(),
      game.rules))
    assert.is_true(copy == game.state)
    assert.is_true(copy:view(1) == game.state:view(1))
    assert.is_true(copy:undo())
    assert.same({ 2, 3, 4 }, copy.question.pending)
  end)
end)
