-- The words of a spec about the bot under test: the position (`at`), the answer
-- that is expected (`expect`), and properties of random views (`for_views`).
local aurum = require "aurum"
local decisions = require "aurum.record.decisions"
local failures = require "aurum.lab.spec.failures"
local hint = require "aurum.text.hint"
local properties = require "aurum.lab.spec.properties"
local expectations = {}

local function wrong(form, ...) failures.raise("error", form:format(...)) end

-- ---- The position ---------------------------------------------------------

--- The state that `at` names.
local function state_of(self, where)
  if type(where) == "table" then
    local setup = {}
    for key, value in pairs(where) do setup[key] = value end
    local file = setup.record
    if type(file) == "string" and not file:find "^/" then
      setup.record = self.folder:gsub("^%./", "") .. file
    end
    local good, state = pcall(aurum.position, setup)
    if not good then
      local message = tostring(state):match "aurum%.position: (.*)$"
      wrong("at: %s", message or tostring(state))
    end
    return state
  elseif type(where) == "string" then
    local state, problem = aurum.position(where)
    if not state then wrong("at: %s", problem) end
    return state
  end
  local good, is_state = pcall(function()
    return where.legal and where.hands
  end)
  if not good or not is_state then
    wrong("at: expected a position: a token, a table or a state, got %s",
      tostring(where))
  end
  return where:clone()
end

--- The position of a test, from here on.
local function at(self, where)
  if not self.testing then wrong "at: call it in a test or before_each" end
  local state = state_of(self, where)
  if not state.turn then
    wrong("at: no seat is on turn: %s", state.phase == "over"
      and "the game is over" or "a deal is due")
  end
  self.state, self.reply = state, nil
  return state
end

--- The bot's reply at the position; `who` needs it.
local function reply_of(self, who)
  if not self.state then
    wrong("%s: expected a position before: at(...) names it", who)
  end
  if not self.reply then self.reply = self:decide(self.state) end
  return self.reply
end

--- Lines that say where a failed test stands.
local function lines_of(self)
  local view = self.state:view(self.state.turn)
  return { ("at %s; hand %s"):format(decisions.place(self.state),
    tostring(view.hand)), self.state:position() }
end

local function fail(self, form, ...)
  failures.raise("fail", form:format(...), lines_of(self))
end

-- ---- Answers ---------------------------------------------------------------

--- The action that a value means where a seat is asked to `kind`.
local function action_text(who, kind, value)
  if value == nil then
    wrong("%s: expected a card, such as expect.%s \"S10\"", who, kind)
  end
  local text = tostring(value)
  if text == "pass" or text == "keep"
    or text:sub(1, #kind + 1) == kind .. " " then
    return text
  end
  return kind .. " " .. text
end

--- The legal actions of the position that the values mean. Raises if another
--- kind is asked for, or one is not legal.
local function wanted(self, who, kind, ...)
  local state, texts = self.state, {}
  if state.deciding ~= kind then
    wrong("%s: seat %d is asked to %s here, not to %s (%s)", who, state.turn,
      state.deciding, kind, decisions.place(state))
  end
  local legal = {}
  for _, action in ipairs(state:legal()) do legal[tostring(action)] = true end
  for i = 1, math.max(select("#", ...), 1) do
    local text = action_text(who, kind, (select(i, ...)))
    if not legal[text] then
      local card = text:match "^%l+ (%S+)$" or text
      local good, _, why = pcall(state.why, state, card)
      local list = {}
      for one in pairs(legal) do list[#list + 1] = one end
      table.sort(list)
      wrong("%s: '%s' is not legal here%s", who, text,
        good and why and ": " .. why or hint.near(text, list))
    end
    texts[i] = text
  end
  return texts
end

--- The bot's answer; a fault fails the test.
local function answer_of(self, who)
  local reply = reply_of(self, who)
  if reply.fault then
    fail(self, "the bot is at fault: %s", reply.fault)
  end
  return reply.answer
end

local function is_in(list, text)
  for _, one in ipairs(list) do
    if one == text then return true end
  end
  return false
end

local make = {} -- functions of expect, made for a run

for _, kind in ipairs { "play", "bid", "change", "answer" } do
  make[kind] = function(self, ...)
    local who = "expect." .. kind
    if not self.state then reply_of(self, who) end
    local texts = wanted(self, who, kind, ...)
    local answer = answer_of(self, who)
    if not is_in(texts, answer) then
      fail(self, "expected %s, got %s", table.concat(texts, " or "), answer)
    end
  end
  make["not_" .. kind] = function(self, ...)
    local who = "expect.not_" .. kind
    if not self.state then reply_of(self, who) end
    local texts = wanted(self, who, kind, ...)
    local answer = answer_of(self, who)
    if is_in(texts, answer) then
      fail(self, "expected anything but %s, got %s",
        table.concat(texts, " and "), answer)
    end
  end
end

function make.pass(self) return make.play(self, "pass") end
function make.keep(self) return make.change(self, "keep") end

--- The bot is at fault; its message has the text, if one is given.
function make.fault(self, text)
  local reply = reply_of(self, "expect.fault")
  if not reply.fault then
    fail(self, "expected a fault, got %s", reply.answer)
  elseif text and not reply.fault:find(text, 1, true) then
    fail(self, "expected a fault with '%s', got %s", text, reply.fault)
  end
end

local of_within = { "sims", "seed" }

--- The answer loses at most so many points, as the judge estimates.
function make.within(self, points, options)
  local who = "expect.within"
  if type(points) ~= "number" or points < 0 then
    wrong("%s: expected points from 0, such as expect.within(0.5), got %s", who,
      tostring(points))
  end
  options = options or {}
  for key in pairs(options) do
    if not is_in(of_within, key) then
      wrong("%s: there is no option '%s'%s", who, tostring(key),
        hint.near(key, of_within))
    end
  end
  local answer = answer_of(self, who)
  local sims = options.sims or aurum.judged_by.sims
  local seed = tostring(options.seed or self.seed)
  local verdict = self:judge(self.state, answer, sims, seed)
  if not verdict.loss or verdict.loss <= points then return end
  local shown = ("%s loses %.2f points against %s (%.2f to %.2f)"):format(
    answer, verdict.loss, verdict.better, verdict.low, verdict.high)
  fail(self, "expected at most %.4g points lost: %s; judged by %s", points,
    shown, verdict.solved and "solving" or ("%d simulations, seed %s"):format(
      sims, seed))
end

-- ---- What a spec has --------------------------------------------------------

local expect_names = {}
for name in pairs(make) do expect_names[#expect_names + 1] = name end
table.sort(expect_names)
expectations.names = expect_names -- tests compare them with lua/spec.d.lua

--- The names for the environment of a spec. `self` has:
---   folder, chunk, seed, limit
---   testing        true while a test runs
---   decide(self, state), judge(...), views(...), later(...)
function expectations.of(self)
  local expect = setmetatable({}, { __index = function(_, name)
    wrong("there is no expect.%s%s", tostring(name),
      hint.near(name, expect_names))
  end })
  for name, f in pairs(make) do
    rawset(expect, name, function(...)
      if not self.testing then
        wrong("expect.%s: call it in a test", name)
      end
      return f(self, ...)
    end)
  end
  return { expect = expect,
    at = function(where) return at(self, where) end,
    answer = function()
      local text = answer_of(self, "answer")
      return properties.action(self.state, text)
    end,
    view = function()
      if not self.state then
        wrong "view: expected a position before: at(...) names it"
      end
      return self.state:view(self.state.turn)
    end,
    for_views = function(n, check, options)
      if not self.testing then wrong "for_views: call it in a test" end
      return properties.check(self, n, check, options)
    end }
end

return expectations
