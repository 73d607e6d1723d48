-- Hooks of variants: their arguments, the effect of their answers, and invalid
-- answers. Positions are built by hand, arguments are written out.
local aurum = require "aurum"
local helper = require "helper"
local raises = helper.raises

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

--- The path of a file in this spec's folder.
local function path_of(name) return folder .. "/" .. name .. ".lua" end

--- Write a variant's file: an edition without changes of bid, with
--- `body` from line 2 on.
local function edition(body, head)
  return helper.write(path_of "mine",
    (head or "") .. "return { base = 'en-2023', changes = 0,\n" .. body .. "}")
end

local function rules_of(body, players, head)
  return assert(aurum.variant(edition(body, head), players or 4))
end

--- Four players; seat 1 is about to lead.
local function table_of(rules, more)
  local setup = {
    hands = { "B2 Z9", "B3 C4", "P5 S1", "S6 Z7" },
    bids = { "B10", "C10", "P10", "S10" },
    gold = { "G0 G3", "G5", "", "G8" },
    round = 1, first = 1, leader = 1,
  }
  for key, value in pairs(more or {}) do setup[key] = value end
  return aurum.state(rules):set(setup)
end

--- A trick that lacks one play: B2 is lowest, S6 will be highest.
local function almost_full(rules)
  return table_of(rules, { plays = { "B2", "C4", "P5" },
    hands = { "Z9", "B3", "S1", "S6 Z7" } })
end

--- Seat 1 has no card to lead: side 1 took 1 and bid 10, side 2 took its 10.
local function about_to_score(rules)
  return table_of(rules, { hands = { "", "", "", "" },
    taken = { 0, 0, 1, 10 } })
end

--- The events of the trick that was just filled.
local function trick_of(state)
  for _, event in ipairs(state:events()) do
    if event.kind == "trick" then return event end
  end
end

local function legal_of(state) return state:legal() end
local function fill(state) return state:apply "S6" end
local function pass(state) return state:apply "pass" end
local function score(state) return state:score() end
local function deal(state) return state:deal "hooks" end

-- How to make each hook run: a position, and an action there.
local ask = {
  deal = { aurum.state, deal },
  lead = { table_of, legal_of },
  legal = {
    function(rules)
      return table_of(rules, { plays = { "B2" },
        hands = { "Z9", "B3 C4", "P5 S1", "S6 Z7" } })
    end, legal_of,
  },
  winner = { almost_full, fill },
  award = { almost_full, fill },
  leader = { almost_full, fill },
  side_bid = { about_to_score, score },
  bid_points = { about_to_score, score },
  gold_points = { about_to_score, score },
  round_winners = { about_to_score, pass },
  game_end = { about_to_score, pass },
}

--- The error raised when a hook with `code` runs; the state stays as it was.
local function failure(hook, code, head, more)
  local rules = rules_of(("%s = function(s, ...) %s end, %s"):format(hook, code,
    more or ""), 4, head)
  local state = ask[hook][1](rules)
  local before = state:clone()
  local message = raises("", ask[hook][2], state)
  assert.is_true(before == state)
  return message
end

--- The same, only the part of the message after variant, hook, file and line.
local function refusal(hook, code, head, more)
  local message = failure(hook, code, head, more)
  local path = path_of "mine"
  local place = ("variant mine: hook '%s': %s:"):format(hook, path)
  assert.equal(place, message:sub(1, #place))
  local line, text = message:sub(#place + 1):match "^(%d+): (.*)$"
  assert.equal(2 + select(2, (head or ""):gsub("\n", "")), tonumber(line))
  return text
end

local function bits(text) return aurum.set(text).bits end

describe("a hook is called", function()
  --- The arguments of a hook as text.
  local function arguments(hook, shown)
    local message = failure(hook, ([[
      local list = table.pack(...)
      for i = 1, list.n do list[i] = tostring(list[i]) end
      error(%s, 0)]]):format(shown or "table.concat(list, ' ')"))
    return message:match "hook '[%l_]+': (.*)$"
  end

  it("if it exists", function()
    local names = {}
    for name in pairs(ask) do names[#names + 1] = name end
    local hooks = table.move(aurum.hooks, 1, #aurum.hooks, 1, {})
    table.sort(names)
    table.sort(hooks)
    assert.same(hooks, names)
  end)

  it("with the position, and the data's answer last", function()
    local expected = {
      lead = ("%d false %d 0"):format(bits "B2 Z9", bits "B2 Z9"),
      legal = ("%d false %d %d"):format(bits "C4 G5", bits "B3 C4",
        aurum.set("B1 B2 B3 B4 B5 B6 B7 B8 B9 B10").bits),
      winner = "4 B2 C4 P5 S6",
      award = "1 G2",
      leader = "1 B2 C4 P5 S6",
      side_bid = "1 10",
      bid_points = "1 10 1 0",
      gold_points = "1 1",
    }
    for hook, text in pairs(expected) do
      assert.equal(text, arguments(hook), hook)
    end
  end)

  it("with tables of deals and scores", function()
    local plain = deal(aurum.state(aurum.variant("en-2023", 4)))
    local hands = {}
    for seat = 1, 4 do hands[seat] = tostring(plain.hands[seat]) end
    assert.equal(("%d %s G0 G0 G0 G0"):format(plain.first,
      table.concat(hands, " ")), arguments("deal", [[
        (function(deal)
          local hands = {}
          for seat = 1, 4 do hands[seat] = tostring(deal.hands[seat]) end
          return deal.first .. " " .. table.concat(hands, " ") .. " "
            .. tostring(deal.gold[1]) .. " " .. tostring(deal.gold[2]) .. " "
            .. tostring(deal.gold[3]) .. " " .. tostring(deal.gold[4])
        end)(...)]]))
    assert.equal("1 10|10 10|0 20|1 5|1 25|2", arguments("round_winners", [[
      (function(score, winners)
        local list = {}
        for _, key in ipairs { "taken", "bid", "bid_points", "gold_points",
          "points" } do
          list[#list + 1] = table.concat(score[key], " ")
        end
        return table.concat(list, "|") .. "|" .. table.concat(winners, " ")
      end)(...)]]))
    assert.equal("false 2", arguments("game_end", [[
      list[1] .. " " .. table.concat(select(2, ...), " ")]]))
  end)

  it("with nil for nobody", function()
    local rules = rules_of [[
      award = function(s, seat, gold)
        error(tostring(seat) .. " " .. tostring(gold), 0)
      end]]
    -- 7 is the lowest, and G7 is held
    local state = table_of(rules, { plays = { "B7", "C8", "P8" },
      hands = { "Z9", "B3", "S1", "S9" }, gold = { "G7" } })
    raises("hook 'award': nil nil", state.apply, state, "S9")
  end)
end)

describe("a hook's answer counts:", function()
  it("deal", function()
    local state = deal(aurum.state(rules_of [[
      deal = function(s, deal)
        assert(s.round == 0 and s.phase == "deal")
        local hands = { table.unpack(deal.hands) }
        hands[1], hands[2] = hands[2], hands[1]
        return { first = 3, hands = hands, gold = { "G1 G8", "", "G0" , "" } }
      end]]))
    local plain = deal(aurum.state(aurum.variant("en-2023", 4)))
    assert.equal(3, state.first)
    assert.equal(plain.hands[2], state.hands[1])
    assert.equal(plain.hands[1], state.hands[2])
    assert.equal("G1 G8", tostring(state.gold[1]))
    assert.equal("G0 G0 G0 G1 G2 G2 G3 G3 G4 G5 G6 G7", tostring(state.supply))
  end)

  it("deal, of fewer cards: the others are extras", function()
    local state = deal(aurum.state(rules_of [[
      deal = function(s, deal)
        deal.hands[1] = aurum.set(deal.hands[1]:lowest())
        deal.gold = nil
        return deal
      end]]))
    assert.equal(1, #state.hands[1])
    assert.equal(13, #state.extras)
    assert.equal("G0", tostring(state.gold[1]))
  end)

  it("lead, as bits and as a set, gold too", function()
    local state = table_of(rules_of [[
      lead = function(s) return aurum.set "G3 Z9" end]])
    assert.equal("Z9 G3", tostring(state:legal_cards()))
    assert.same({ "play G3", "play Z9" }, helper.texts(state:legal()))
    local good, why = state:why "B2"
    assert.is_false(good)
    assert.equal('B2: forbidden by house rule "mine" (RULES 13.1)', why)
    state:apply "G3"
    assert.same({ aurum.card "G3" }, state.trick.plays)
  end)

  it("legal, with the pass", function()
    local function legal(answer)
      local state = ask.legal[1](rules_of(
        ("legal = function(s, _, _, hand) return %s end"):format(answer)))
      return table.concat(helper.texts(state:legal()), ",")
    end
    assert.equal("play B3,play C4", legal "hand")
    assert.equal("pass,play B3,play C4", legal "hand, true")
    assert.equal("pass,play G5", legal "aurum.set 'G5'") -- RULES 6.4
    assert.equal("play G5", legal "aurum.set 'G5', false")
    assert.equal("pass", legal "0")
  end)

  it("legal, refused by the number of the house rule", function()
    helper.write(path_of "first", [[return { name = "first",
      rules = { "No gold.", { "No pass.", of = "lead" }, "None at all." },
      legal = function(s, cards) return s:set(cards):base() end,
      lead = function(s, cards)
        return #s.hand == 0 and aurum.set "G0" or cards, false
      end }]])
    helper.write(path_of "second", [[return { name = "the second one",
      legal = function(s, cards, pass)
        if not s:set(cards):has "C4" then return cards, pass end
        return aurum.set "B3", true
      end }]])
    local name = "standard+exchange+" .. path_of "first"
    local function why(text, more, head)
      local rules = assert(aurum.variant(name .. (head or ""), 4))
      local state = table_of(rules, more)
      while state.phase == "change" do state:apply "keep" end
      local good, reason = state:why(text)
      assert.is_false(good)
      return reason
    end
    local led = { plays = { "B2" },
      hands = { "Z9", "B3 C4", "P5 S1", "S6 Z7" } }
    assert.equal('G5: forbidden by house rule "first" (RULES 13.3 and 13.5)',
      why("G5", led))
    local both = "+" .. path_of "second"
    assert.equal('G5: forbidden by house rule "first" (RULES 13.3 and 13.5)',
      why("G5", led, both))
    assert.equal('C4: forbidden by house rule "the second one" (RULES 13.6)',
      why("C4", led, both))
    -- A card that the numbered rules forbid is not the house rule's.
    assert.equal("pass: a base card can be played (RULES 6.4)",
      why("pass", led))
    assert.matches("RULES 6%.3", why("B3", led))
    assert.equal('pass: forbidden by house rule "first" (RULES 13.4)',
      why("pass", { hands = { "", "B3 C4", "P5 S1", "S6 Z7" } }))
  end)

  it("winner, also nobody", function()
    local state = fill(almost_full(rules_of "winner = function() return 2 end"))
    assert.same({ 0, 1 }, state.taken)
    assert.equal(2, trick_of(state).winner)
    assert.equal(1, state.leader)
    state = fill(almost_full(rules_of "winner = function() return nil end"))
    assert.same({ 0, 0 }, state.taken)
    assert.is_nil(trick_of(state).winner)
  end)

  it("award", function()
    local state = fill(almost_full(rules_of
      "award = function() return 3, 'G7' end"))
    assert.equal("G7", tostring(state.gold[3]))
    assert.equal(aurum.card "G7", trick_of(state).award)
    state = fill(almost_full(rules_of "award = function() return nil end"))
    assert.equal("G0 G3", tostring(state.gold[1]))
    assert.is_nil(trick_of(state).award)
  end)

  it("leader", function()
    local state = fill(almost_full(rules_of "leader = function() return 3 end"))
    assert.same({ 3, 3 }, { state.leader, state.turn })
  end)

  it("side_bid, bid_points and gold_points", function()
    local result = score(about_to_score(rules_of [[
      side_bid = function(s, side, bid) return side == 1 and 1 or bid end,
      gold_points = function(s, side, points) return -points end]]))
    assert.same({ { 1, 10 }, { 2, 20 }, { -1, -5 }, { 1, 15 } }, { result.bid,
      result.bid_points, result.gold_points, result.points })
    local state = about_to_score(rules_of [[
      bid_points = function(s, side, bid, taken, points)
        return 1000 * side + 100 * bid + taken + points
      end]])
    assert.same({ 2001, 3030 }, score(state).bid_points)
    assert.same({ 2002, 3035 }, pass(state).points)
  end)

  it("round_winners, also none", function()
    for _, winners in ipairs { {}, { 1 }, { 2, 1 } } do
      local state = pass(about_to_score(rules_of(
        ("round_winners = function() return { %s } end"):format(
          table.concat(winners, ", ")))))
      local nuggets = { 0, 0 }
      for _, side in ipairs(winners) do nuggets[side] = 1 end
      assert.same(nuggets, state.nuggets)
    end
  end)

  it("game_end", function()
    local state = pass(about_to_score(rules_of
      "game_end = function() return true, { 1 } end"))
    assert.equal("over", state.phase)
    assert.same({ 1 }, state.winners)
    state = about_to_score(rules_of
      "game_end = function(s, over) return not over end")
    state:set { nuggets = { 0, 1 } } -- by the data, the game would end here
    assert.equal("deal", pass(state).phase)
    assert.same({}, state.winners)
  end)
end)

describe("hooks are chained:", function()
  local function house(name, body)
    return helper.write(path_of(name), "return {\n" .. body .. "}")
  end
  local twice = "side_bid = function(s, side, bid) return 2 * bid end,"
  local more = "side_bid = function(s, side, bid) return bid + 1 end,"

  local function bid(name)
    return score(about_to_score(assert(aurum.variant(name, 4)))).bid[1]
  end

  it("composed by '+', the later gets the earlier's answer", function()
    local a, b = house("a", twice), house("b", more)
    assert.equal(21, bid(("en-2023+%s+%s"):format(a, b)))
    assert.equal(22, bid(("en-2023+%s+%s"):format(b, a)))
  end)

  it("those for a number of players after those for all", function()
    assert.equal(21, bid(edition("players = { [4] = { " .. more
      .. " } }," .. twice)))
    assert.equal(20, bid(edition("players = { [3] = { " .. more
      .. " } }," .. twice)))
  end)

  it("a base's before its heir's", function()
    edition(twice)
    local heir = helper.write(path_of "heir",
      "return { base = './mine.lua', " .. more .. " }")
    assert.equal(21, bid(heir))
  end)

  it("with cards, seats and tables too", function()
    local a = house("a", [[
      lead = function(s, cards) return s.hand & "B2", true end,
      winner = function() return 3 end,
      award = function() return 2, "G7" end,
      round_winners = function() return { 1, 2 } end,
      game_end = function(s, over) return true, { 1 } end,
      deal = function(s, deal) deal.first = 2 return deal end]])
    local b = house("b", [[
      lead = function(s, cards, pass) return cards, pass end,
      winner = function(s, seat) return seat + 1 end,
      award = function(s, seat, gold) return seat + 1, gold end,
      round_winners = function(s, score, winners)
        return { table.unpack(winners, 2) }
      end,
      game_end = function(s, over, winners) return over, winners end,
      deal = function(s, deal) deal.first = deal.first + 1 return deal end]])
    local rules = assert(aurum.variant(
      ("%s+%s+%s"):format(edition "", a, b), 4))
    assert.same({ "pass", "play B2" }, helper.texts(table_of(rules):legal()))
    local state = fill(almost_full(rules))
    assert.same({ 0, 1 }, state.taken)
    assert.equal("G7", tostring(state.gold[3]))
    state = pass(about_to_score(rules))
    assert.same({ 0, 1 }, state.nuggets)
    assert.same({ 1 }, state.winners)
    assert.equal(3, deal(aurum.state(rules)).first)
  end)

  it("at most eight", function()
    local names = { "en-2023" }
    for i = 1, 9 do
      names[i + 1] = house("h" .. i, more .. " -- " .. i .. "\n")
    end
    assert.equal(18, bid(table.concat(names, "+", 1, 9)))
    local rules, message = aurum.variant(table.concat(names, "+"), 4)
    assert.is_nil(rules)
    assert.truthy(message:find("more than 8 parts define the hook 'side_bid'",
      1, true))
  end)
end)

describe("a wrong answer names variant, hook, file and line:", function()
  local nothing = "it returned nothing"
  local cards = "expected a set of cards, got a %s value"
  local seat = "expected a seat from 1 to 4, got %s"
  local points = "expected points from -10000 to 10000, got %s"
  local sides = "expected a list of sides, got a %s value"
  local side = "expected a side from 1 to 2, got %s"

  --- Cases of numbers out of range: the expected message by answer.
  local function numbers(format, lo, hi)
    return {
      { "nil", format:format "a nil value" },
      { "'3'", format:format "a string value" },
      { "true", format:format "a boolean value" },
      { "2.5", format:format "2.5" },
      { "0/0", "nan" },
      { "math.huge", format:format "inf" },
      { "1e300", format:format "1e+300" },
      { "math.mininteger", format:format "-9.2233720368548e+18" },
      { tostring(lo), format:format(lo) }, { tostring(hi), format:format(hi) },
    }
  end

  local good_deal = [[(function(d)
    local hands = { d.hands[1], d.hands[2], d.hands[3], d.hands[4] }
    local deal = { first = 1, hands = hands } %s return deal end)(...)]]

  local wrong = {
    deal = {
      { "5", "expected a table { first =, hands =, gold = }, got a number" },
      { "{}", "first: expected a seat from 1 to 4, got nil" },
      { "{ first = 5 }", "first: expected a seat from 1 to 4, got 5" },
      { "{ first = 1 }", "hands: expected a list of 4, got" },
      { "{ first = 1, hands = { 'B1' } }",
        "hands: expected a list of 4, got" },
      { good_deal:format "hands[1] = hands[2]",
        "seat 2: a card that is dealt twice" },
      { good_deal:format "hands[3] = 0", "seat 3: no card to bid" },
      { good_deal:format "hands[1] = 'X1'", "expected cards, got 'X1'" },
      { good_deal:format "hands[1] = true",
        "hands: seat 1: expected cards, got a boolean value" },
      { good_deal:format "hands[4] = 1.5",
        "hands: seat 4: expected cards, got a number value" },
      { good_deal:format "deal.gold = { 'G0' }",
        "gold: expected a list of 4, got" },
      { good_deal:format "deal.gold = { '', 1.5, '', '' }",
        "gold: seat 2: expected cards, got a number value" },
      { good_deal:format "deal.gold = { 'G8', 'G8', '', '' }",
        "seat 2: gold that is not in the supply" },
      { good_deal:format "deal.gold = { 'B1', '', '', '' }",
        "expected gold cards" },
    },
    lead = {
      { "nil", cards:format "nil" }, { "'B2'", cards:format "string" },
      { "2.5", cards:format "number" }, { "{ 'B2' }", cards:format "table" },
      { "aurum.set 'B3'", "B3 in its answer, which seat 1 does not hold" },
      { "aurum.set 'G8'", "G8 in its answer, which seat 1 does not hold" },
      { "-1", "in its answer, which seat 1 does not hold" },
      { "1 << 63", "a card outside the deck in its answer, which seat 1" },
      { "s.hand, 1", "expected true or false for passing, got a number" },
      { "0, false", "no card may be played, and passing is not legal" },
    },
    winner = numbers(seat, 0, 5),
    award = {
      { "0, 'G2'", seat:format "0" }, { "5, 'G2'", seat:format "5" },
      { "1.5, 'G2'", seat:format "1.5" },
      { "1", "expected a gold card after the seat, got a nil value" },
      { "1, 5", "expected a gold card after the seat, got a number value" },
      { "1, 'B1'", "expected a gold card, got 'B1'" },
      { "1, 'gold'", "expected a gold card, got 'gold'" },
      { "1, aurum.card 'G8'", "G8 is not in the supply" },
    },
    leader = numbers(seat, 0, 5),
    side_bid = numbers("expected a bid from 0 to 10000, got %s", -1, 10001),
    bid_points = numbers(points, -10001, 10001),
    gold_points = numbers(points, -10001, 10001),
    round_winners = {
      { "nil", sides:format "nil" }, { "1", sides:format "number" },
      { "{ 3 }", side:format "3" }, { "{ 0 }", side:format "0" },
      { "{ 1.5 }", side:format "1.5" },
      { "{ '1' }", side:format "a string value" },
      { "{ first = 1 }", "expected a list of sides such as { 1, 2 }" },
      { "{ [2] = true }", "expected a list of sides such as { 1, 2 }" },
    },
    game_end = {
      { "nil", "expected true or false, then the winners; got a nil value" },
      { "1", "expected true or false, then the winners; got a number value" },
      { "true", sides:format "nil" }, { "true, 1", sides:format "number" },
      { "true, {}", "expected one side at least" },
      { "true, { 3 }", side:format "3" },
    },
  }
  wrong.legal = {}
  for i, case in ipairs(wrong.lead) do
    wrong.legal[i] = { case[1], (case[2]:gsub("B3", "B2")
      :gsub("seat 1", "seat 2")) }
  end
  wrong.legal[5][1] = "aurum.set 'B2'"
  table.remove(wrong.winner, 1) -- nil is nobody

  for hook, cases in pairs(wrong) do
    it(hook, function()
      assert.equal(nothing, refusal(hook, ""))
      for _, case in ipairs(cases) do
        local text = refusal(hook, "return " .. case[1])
        assert.truthy(text:find(case[2], 1, true), case[1] .. ": " .. text)
      end
    end)
  end
end)

describe("a hook that raises is the variant's fault:", function()
  it("every hook", function()
    for hook in pairs(ask) do
      assert.equal("by design", refusal(hook, "error 'by design'"))
    end
  end)

  it("with any error object", function()
    assert.equal("it raised a nil value, not a message",
      refusal("winner", "error()"))
    assert.equal("it raised a table value, not a message",
      refusal("winner", "error {}"))
    assert.equal("it raised a number value, not a message",
      refusal("winner", "error(5)"))
    assert.equal("it raised a table value, not a message", refusal("winner",
      "error(setmetatable({}, { __tostring = function() return 'x' end }))"))
    assert.truthy(failure("winner", "error('x', 0)"):find(
      "variant mine: hook 'winner': x$"))
    assert.truthy(failure("winner", "error(('x'):rep(100000))"):find(
      "variant mine: hook 'winner': .+x$"))
    assert.truthy(#failure("winner", "error(('x'):rep(100000))") < 2100)
    -- its answer runs code when it is read
    assert.truthy(failure("deal", [[
      return setmetatable({}, { __index = function() error 'mine' end })]])
      :find("mine.lua:2: mine", 1, true))
    assert.equal("its table raised an error", refusal("deal", [[return
      setmetatable({}, { __index = function() error {} end })]]))
  end)

  it("in endless loops, pcall or not", function()
    local stopped = "stopped: it ran for more than 1 s"
    for _, code in ipairs {
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "return setmetatable({}, { __index = function() while true do end end })",
      "local t = setmetatable({}, { __lt = function() while true do end end })"
        .. " return t < t",
      "error(tostring(setmetatable({}, { __tostring = function() while true do "
        .. "end end })))",
    } do
      assert.truthy(refusal("deal", code):find(stopped, 1, true))
    end
    -- and it may be called again: the time limit is off
    assert.equal("again", refusal("deal", "error 'again'"))
  end)

  it("if it uses too much memory or never returns", function()
    local hoards = "it took more memory than a variant may (64 MiB)"
    assert.equal(hoards, refusal("lead",
      "local t = {} for i = 1, math.maxinteger do t[i] = {} end"))
    assert.equal(hoards, refusal("lead",
      "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1 << 20) .. i end"))
    assert.equal(hoards, refusal("lead",
      "local function f() return 1 + f() end return f()"))
    -- all that is left when memory is full: an error object that is not a text
    assert.equal(hoards, refusal("lead", [[
      pcall(function() while true do t[#t + 1] = {} end end) error(1.5)]],
      "local t = {}\n"))
  end)

  it("also in states that it makes", function()
    assert.equal("it reads a field that depends on its own answer",
      refusal("lead", "return s:set(0), #aurum.state(s.rules):set { hands = "
        .. "{ 'B1', 'B2', 'B3', 'B4' }, bids = { 'C1', 'C2', 'C3', 'C4' }, "
        .. "leader = 1 }:legal() > 0"))
  end)

  it("while it is loaded", function()
    local function message(text)
      local rules, why = aurum.variant(helper.write(path_of "mine", text), 4)
      assert.is_nil(rules)
      return why:sub(#path_of "mine" + 1)
    end
    assert.equal(":2: by design", message "\nerror 'by design'")
    assert.equal(": it raised a table value, not a message", message "error {}")
    assert.equal(": it took more memory than a variant may (64 MiB)",
      message "local t = {} while true do t[#t + 1] = {} end")
    assert.equal(":1: stopped: it ran for more than 1 s",
      message "while true do end")
    assert.equal(":2: a variant has no random numbers: its hooks answer the "
      .. "same each time", message "\nreturn math.random()")
  end)
end)
