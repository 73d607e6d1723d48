-- Hooks that 'done' of a question sets off: reading s.need asks 'side_bid'.
-- They have none of the rights of 'done', and a look changes nothing.
local aurum = require "aurum"
local helper = require "helper"

local folder
setup(function() folder = helper.folder() end)
teardown(helper.clean)

--- Rules with one question, which 'done' answers by `done`, and the hook
--- 'side_bid' that runs `body` and returns the bid.
local function rules(done, body, head)
  local path = helper.write(folder .. "/mine.lua", ([[%s
    return { name = "mine", api = 2, vars = { n = "round", m = "round" },
      side_bid = function(s, side, bid) %s return bid end,
      questions = { { name = "q", when = "bids", words = { "a", "b" },
        next = function(s) if s.vars.n == 0 then return 1 end end,
        default = "a", done = function(s, answers) %s end } } }]])
    :format(head or "", body, done))
  return assert(aurum.variant("standard+" .. path, 4))
end

local function game(done, body)
  return aurum.game { variant = rules(done, body), seed = "n",
    bots = { "random" } }
end

local verbs = { "s:show('B1', 1, 1)", "s:move('B1', 1, 2)", "s:pay(1, 'G0')",
  "s:set_bid(1, 3)", "s:set_trump 'B'", "s:multiply(10)" }

describe("a hook that 'done' sets off", function()
  it("may not use its verbs", function()
    for _, verb in ipairs(verbs) do
      local good, message = pcall(function()
        game("s.vars.n = 1 local _ = s.need", verb):run()
      end)
      assert.is_false(good)
      assert.truthy(tostring(message):find("hook 'side_bid': .*mine.lua:%d: "
        .. "only 'done' of a question may change the game, not side_bid"),
        message)
    end
  end)

  it("may not set vars", function()
    local good, message = pcall(function()
      game("s.vars.n = 1 local _ = s.need", "s.vars.m = 1"):run()
    end)
    assert.is_false(good)
    assert.truthy(tostring(message):find("and done, not in side_bid", 1, true),
      message)
  end)

  it("changes nothing, and 'done' acts on as before", function()
    local function record(done)
      local played = game(done, ("pcall(function() %s end)"):format(
        table.concat(verbs, " end) pcall(function() "))):run()
      return (played:record():gsub('"rules":"%x+"', ""))
    end
    local plain = record "s.vars.n = 1 s:multiply(2)"
    assert.equal(plain, record("s.vars.n = 1 local _ = s.need s:multiply(2) "
      .. "_ = s.bid"))
  end)
end)

describe("variant check", function()
  --- The error of the first of ten random games that has one.
  local function checked(...)
    local one, two = rules(...), rules(...)
    for seed = 1, 10 do
      local played = aurum.game { variant = one, seed = tostring(seed) }
      local good, message = played:check(two)
      if not good then return message end
    end
  end

  it("notices that a look changes what 'done' does", function()
    assert.truthy(checked("m = 1 s.vars.n = 1 s:multiply(m)", "m = 10",
      "local m = 1"):find("question 'q': done: .*mine.lua:%d: asked twice, it "
        .. "answered points times 1, then points times 10 when the sides' bids "
        .. "were read"))
    assert.is_nil(checked("s.vars.n = 1 s:multiply(2)", ""))
  end)
end)
