-- Questions that fail: a wrong answer of a variant's function is one error with
-- question, function, file and line. The state stays.
local aurum = require "aurum"

--- The rules of a house rule with one question: `fields` replaces parts of it.
local function asking(fields)
  local path = os.tmpname() .. ".lua"
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

  it("because done would give away a bid before it is laid", function()
    fails("question 'give': done: ",
      { done = "function(s) s:move('Z7', 'bid 1', 2) end" })
  end)

  it("because done pays gold that is not there", function()
    fails("question 'give': done: ",
      { done = "function(s) s:pay(1, 'G5') end" })
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
end)

it("two parts with a question of one name are refused by name", function()
  local info = aurum.read_variant "standard+exchange+exchange"
  local text = tostring(info.problems[1])
  assert.truthy(text:find "give" or text:find "exchange", text)
end)
