-- Questions that fail: a wrong answer of a variant's function is one error with
-- question, function, file and line. The state stays.
local aurum = require "aurum"

--- The rules of a house rule with one question: `fields` replaces parts of it.
local function asking(fields)
  local path = os.tmpname()
  local parts = {}
  local own = { name = '"give"', when = '"deal"', default = "s_low",
    next = "function(s) return s.vars.n == 0 and 1 or nil end",
    done = "function(s) s.vars.n = 1 end" }
  for key, text in pairs(fields) do own[key] = text or nil end
  for key, text in pairs(own) do
    parts[#parts + 1] = key .. " = " .. text
  end
  local file <close> = assert(io.open(path, "w"))
  file:write("local function s_low(s) return s.hand:lowest() end\n",
    'return { name = "asking", api = 2, vars = { n = "round" }, ',
    "questions = { {", table.concat(parts, ", "), "} } }\n")
  file:close()
  local rules, problem = aurum.variant("standard+" .. path, 4)
  os.remove(path)
  return rules, problem
end

--- Deals and gives the first answer; holds that the error matches.
local function fails(pattern, fields)
  local rules, problem = asking(fields)
  local state = aurum.state(assert(rules, problem))
  local before = state:clone()
  local good, message = pcall(function()
    state:deal "x"
    before = state:clone()
    state:apply(state:legal()[1])
  end)
  assert.is_false(good)
  assert.truthy(tostring(message):find(pattern), message)
  assert.equal(before, state)
end

describe("a question that fails", function()
  it("in next, at the first step", function()
    fails("question 'give': next: .*:2: no var 'm'",
      { next = "function(s) return s.vars.m end" })
    fails("question 'give': next: .*seat", { next = "function() return 9 end" })
    fails("question 'give': next: .*:2: oops",
      { next = "function() error 'oops' end" })
  end)

  it("because it has no choices", function()
    fails("question 'give': choices: .*:2: seat 1 has 0 choices, where",
      { choices = "function(s) return s:set {} end" })
  end)

  it("because the hand has too few cards, without 'choices'", function()
    local rules = assert(asking { cards = 5, default = "0",
      next = "function() return 1 end",
      done = "function(s, answers) s:move(answers[1], 1, 2) end" })
    local state = aurum.state(rules):deal "x"
    for _ = 1, 10 do state:apply(state:legal()[1]) end
    local good, message = pcall(state.legal, state)
    assert.is_false(good)
    assert.truthy(tostring(message):find("question 'give': choices: .*:2: "
      .. "seat 1 has 2 choices, where the question needs 5"), message)
  end)

  it("because it is never finished", function()
    local rules = assert(asking { next = "function() return 1 end" })
    local state = aurum.state(rules):deal "x"
    local good, message = pcall(function()
      for _ = 1, 70 do state:apply(state:legal()[1]) end
    end)
    assert.is_false(good)
    assert.truthy(tostring(message):find(
      "question 'give': next: .*:2: 64 answers were given"), message)
  end)

  it("because done moves a card that the seat does not hold", function()
    fails("question 'give': done: .*is not in the hand of seat 1",
      { done = "function(s) s:move(s.extras, 1, 2) end" })
  end)

  it("because done shows a card where it no longer lies", function()
    fails("question 'give': done: .*is not in the hand of seat 1 after the "
      .. "moves so far; a card is shown before it moves away, or where it "
      .. "moved to", { done = "function(s, answers) s:move(answers[1], 1, 2) "
        .. "s:show(answers[1], 1, 'all') end" })
  end)

  it("because done would give away a bid before it is laid", function()
    fails("question 'give': done: ",
      { done = "function(s) s:move('Z7', 'bid 1', 2) end" })
  end)

  it("because done pays gold that is not there", function()
    fails("question 'give': done: ",
      { done = "function(s) s:pay(1, 'G5') end" })
  end)

  it("because done gives a verb something else", function()
    for call, message in pairs {
      ["s:pay(1, nil)"] = "expected a gold card of seat 1, such as G0, got nil",
      ["s:pay(1, 'Z7')"] = "expected a gold card of seat 1, such as G0, got Z7",
      ["s:move(nil, 1, 2)"] = "expected a card or a set, got nil",
      ["s:move('Z7', 1, s:partner_of(1) == 1)"] = "'move' %(expected a seat, "
        .. "for its hand, or 'extras', 'supply', 'bid 1' or 'gold 1', got fa",
      ["s:move('Z7', 1, nil)"] = "for its hand, or .*, got nil",
      ["s:move('Z7', 'extra', 1)"] = "for its hand, or .*, got 'extra'",
      ["s:show(true, 1)"] = "expected a card or a set, got true",
    } do
      fails("question 'give': done: .*:2: .*" .. message,
        { done = "function(s) " .. call .. " end" })
    end
  end)

  it("because next names no seats, or one twice", function()
    for answer, message in pairs {
      ["'first'"] = "expected a seat, a list of seats, or nil, got first",
      ["{ 1, 2, 1 }"] = "seats: seat 1 is named twice",
      ["{}"] = "seats: expected a list of 1 to 6",
      ["7"] = "seats: expected a seat from 1 to 4, got 7",
    } do
      fails("question 'give': next: .*:2: " .. message,
        { next = "function() return " .. answer .. " end" })
    end
  end)

  it("because it looks for a hand where no seat is asked", function()
    fails("question 'give': next: .*:2: .*'next' and 'done' see what all see",
      { next = "function(s) return #s.hand end" })
  end)

  it("because it changes the game outside of done", function()
    fails("only 'done' of a question may change the game, not next",
      { next = "function(s) s:multiply(2) return 1 end" })
  end)
end)

describe("the default of a question", function()
  local function default_of(text)
    local state = aurum.state(assert(asking { default = text })):deal "x"
    return pcall(function() return state.question.default end)
  end

  it("is one of the choices", function()
    local good, message = default_of "function() return 'Q3' end"
    assert.is_false(good)
    assert.truthy(tostring(message):find "question 'give': default: ", message)
    good, message = default_of "function(s) return s.extras:lowest() end"
    assert.is_false(good)
    assert.truthy(tostring(message):find "is not one of the choices", message)
  end)

  --- The failure of a random game under rules with this default.
  local function checked(text, words)
    local fields = { default = text, words = words }
    local game = aurum.game { variant = assert(asking(fields)), seed = "x" }
    local good, message = game:check((assert(asking(fields))))
    assert.is_nil(good)
    return message
  end

  it("is asked for in random games, which do not give it", function()
    assert.truthy(checked("function(s) return s.nosuch end")
      :find "question 'give': default: .*:2: .*no field 'nosuch'")
    assert.truthy(checked("function() end")
      :find "question 'give': default: .*:2: expected an answer, got nil")
    assert.truthy(checked("function() return 'p' end")
      :find "default: .*:2: expected cards, got 'p'")
    assert.truthy(checked("function() return 'pas' end", "{ 'pass', 'go' }")
      :find("default: .*:2: expected one of the words pass go, got 'pas'; did "
        .. "you mean 'pass'%?"))
    assert.truthy(checked("function() return 7 end", "{ 'pass', 'go' }")
      :find "default: .*:2: expected one of the words pass go, got 7")
  end)

  it("names its place, also where it is a value", function()
    assert.truthy(checked("'Q1'"):find "question 'give': default: .*:2: ")
    assert.truthy(checked("'pass'", "{ 'pass', 'go' }, choices = function() "
      .. "return { 'go' } end"):find("question 'give': default: .*:2: its "
        .. "answer pass is not one of the choices of seat 1: go"))
  end)
end)

describe("a rule that leaks a secret answer", function()
  --- Holds that a random game finds that all see `what`.
  local function leaks(what, act, fields)
    fields.secret = "true"
    fields.done = "function(s, answers) s.vars.n = 1 "
      .. "local seat, answer = next(answers) " .. act .. " end"
    local rules, twin = assert(asking(fields)), assert(asking(fields))
    local message
    for seed = 1, 20 do
      local game = aurum.game { variant = rules, seed = tostring(seed) }
      message = message or select(2, game:check(twin))
    end
    assert.equal(("question 'give': %s depends on a secret answer, and all see "
      .. "it"):format(what), message)
  end

  it("by a var, a bid, the trump or the multiplier", function()
    local function word() return { words = "{ 'no', 'yes' }",
      default = "'no'", when = "'bids'" } end
    leaks("vars.n", "if answer == 'yes' then s.vars.n = 2 end", word())
    leaks("a bid", "if answer == 'yes' then s:set_bid(1, 0) end", word())
    leaks("trump", "if answer == 'yes' then s:set_trump 'B' end", word())
    leaks("the points' multiplier",
      "if answer == 'yes' then s:multiply(2) end", word())
  end)

  it("by gold, or by the cards that a hand has left", function()
    leaks("where gold lies", "if answer.rank > 5 then s:pay(seat, 'G0') end",
      {})
    leaks("the number of cards in a hand",
      "if answer.rank > 5 then s:move(answer, seat, s:left_of(seat)) end", {})
  end)
end)

it("a question without a name is a problem of its file", function()
  for _, name in ipairs { "nil", "0/0", "{}", "''" } do
    local rules, problem = asking { name = name }
    assert.is_nil(rules)
    assert.truthy(tostring(problem):find("question 1: name: expected a name", 1,
      true), problem)
  end
end)

it("two parts with a question of one name are refused by name", function()
  local info = aurum.read_variant "standard+exchange+exchange"
  local text = tostring(info.problems[1])
  assert.truthy(text:find "give" or text:find "exchange", text)
end)
