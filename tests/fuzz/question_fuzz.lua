-- Questions: whatever a variant asks, whomever, and whatever follows from the
-- answers, its games hold every invariant, or the error is the variant's.
--
-- The input chooses, by a grammar, a file of one to three questions that mostly
-- make sense, on an edition with or without a house rule. Its functions may
-- read the sides' bids, which the hook `side_bid` decides. Its hooks may try
-- the verbs of `done`, which they have no right to.
local fuzz = ...
local lib = require "tests.fuzz.lib"
local playing = require "tests.fuzz.playing"

lib.confine(fuzz.folder)
lib.silence()

local seats = { "seat", "s:left_of(seat)", "s:partner_of(seat)", "s.first", "1",
  "2", "s.leader", "s.rules.players", "7", "nil", "s.turn" }
local cards = { "x", "s:set { x }", "s.extras", "s.extras:lowest()",
  "s.gold[seat]", "s.gold[seat]:lowest()", "s.supply:highest()", "s.bids[seat]",
  "'Z7'", "'G0'", "s.hand", "s:set {}", "nil", "s.known[seat]" }
local numbers = { "0", "1", "2", "3", "s.vars.m", "#s.hand", "x", "s.bid[1]",
  "s.round", "100", "101", "-1", "4096", "0.5", "s.times" }
local words = { "'one'", "'two'", "'B'", "'Z'", "'no'", "x", "nil", "s.trump" }

local function place(read)
  local seat = read:pick(seats)
  return read:pick { seat, seat, seat, "'extras'", "'supply'",
    "'bid ' .. " .. seat, "'gold ' .. " .. seat, "'pocket'" }
end

local function seers(read)
  return read:pick { "nil", "nil", "'all'", "1", "{ 1, 2 }", "{}", "{ seat }" }
end

local verbs = {
  function(read)
    return ("s:move(%s, %s, %s, %s)"):format(read:pick(cards), place(read),
      place(read), seers(read))
  end,
  function(read) -- to a hand and back, so that games go on
    local other = read:pick(seats)
    return ("s:move(x, seat, %s) s:move(%s, %s, seat)"):format(other,
      read:pick { "x", "s.known[1]:lowest()" }, other)
  end,
  function(read)
    return ("s:show(%s, %s, %s)"):format(read:pick(cards), place(read),
      seers(read))
  end,
  function(read)
    return ("s:pay(%s, %s)"):format(read:pick(seats), read:pick(cards))
  end,
  function(read)
    return ("s:set_bid(%s, %s)"):format(
      read:pick { "s:side_of(seat)", "1", "3" }, read:pick(numbers))
  end,
  function(read) return ("s:set_trump(%s)"):format(read:pick(words)) end,
  function(read) return ("s:multiply(%s)"):format(read:pick(numbers)) end,
  function(read) return ("s.vars.m = %s"):format(read:pick(numbers)) end,
}

--- A verb, whose errors mostly do not end the game.
local function verb(read)
  local text = read:pick(verbs)(read)
  if read:chance(60) then return text end
  return ("pcall(function() %s end)"):format(text)
end

--- A look at what the hook `side_bid` decides, or nothing.
local function look(read)
  return read:pick { "", "", "local _ = s.need", "local _ = s.bid[1]",
    "pcall(function() return s.need end)" }
end

-- The parameters of hooks before the answer that they replace.
local hooks = {
  side_bid = "s, seat", bid_points = "s, seat, bid, taken",
  gold_points = "s, seat", winner = "s", leader = "s",
  round_winners = "s, score", game_end = "s", legal = "s",
}
local hook_names = { "side_bid", "side_bid", "side_bid", "bid_points",
  "gold_points", "winner", "leader", "round_winners", "game_end", "legal" }

--- A hook that keeps the answer which it is given, and does what it may not.
local function hook(read, name)
  local acts = {}
  for n = 1, read:byte() % 3 do acts[n] = verb(read) end
  return ([[
  %s = function(%s, ...)
    local seat, x, answers = s.first, s.extras:lowest(), {}
    %s
    %s
    return ...
  end,]]):format(name, hooks[name], look(read), table.concat(acts, "\n    "))
end

local when = { "deal", "instead_of_bids", "bids", "before_trick",
  "after_trick", "round", "never" }
local steps = { "s.first", "all", "s.leader", "{ 1, 2 }", "s.vars.m", "{ 2 }",
  "{}", "answers and next(answers)", "s:left_of(s.first)" }
local chosen = { "nil", "s.hand", "s.hand:suit 'Z'", "s.extras", "{ 'one' }",
  "{ 'B', 'Z' }", "{ from = 0, to = 3 }", "{ 1, 3 }", "s:set {}", "{}",
  "s.known[s.seat]", "{ from = 3, to = 0 }" }
local defaults = { "function(s) return s.hand:lowest() end", "0", "1", "'one'",
  "'two'", "'B'", "function(s) return s.hand:highest() end", "nil",
  "function(s) return s:set { s.hand:lowest(), s.hand:highest() } end" }
local kinds = { "", "", "cards = 2, ", "cards = 3, ", "numbers = { 0, 5 }, ",
  "numbers = { 0, 4095 }, ", "words = { 'one', 'two' }, ", "words = 'suits', ",
  "words = { 'two' }, numbers = { 1, 2 }, ", "cards = 9, " }
local fitting = { -- a default for each of those kinds
  1, 7, 9, 9, 2, 3, 4, 6, 4, 1 }

local function question(read, i)
  local kind = read:byte() % #kinds + 1
  local done = {}
  for n = 1, read:byte() % 4 do done[n] = verb(read) end
  return ([[
  { name = %q, when = %q, %ssecret = %s,
    next = function(s, answers)
      local all, count = {}, %q
      --look
      for seat = 1, s.rules.players do all[seat] = seat end
      if s.vars[count] >= %d then return nil end
      return %s
    end,%s
    default = %s,
    done = function(s, answers)
      s.vars[%q] = s.vars[%q] + %d
      --look
      for seat, x in pairs(answers) do
        %s
        --look
      end
    end },]]):format(read:chance(8) and "same" or "q" .. i,
    read:chance(10) and "never" or read:pick(when), kinds[kind],
    tostring(read:byte() % 2 == 0), "n" .. i, 1 + read:byte() % 3,
    read:pick(steps), read:chance(90) and ([[

    choices = function(s) --look
      return %s end,]]):format(read:pick(chosen)) or "",
    read:chance(40) and read:pick(defaults) or defaults[fitting[kind]],
    "n" .. i, "n" .. i, read:chance(8) and 0 or 1,
    table.concat(done, "\n        "))
end

return function(bytes)
  local read = lib.reader(bytes)
  local base = read:pick { "standard", "bga", "de-2024", "standard+must-follow",
    "standard+blind-bid", "bga+misere", "standard+trump", "standard+exchange",
    "five-alchemists", "ru-2023+low-wins" }
  local parts = { ("return { name = 'v', api = %d,"):format(
    read:chance(5) and 1 or 2),
    "vars = { m = 'round', n1 = 'round', n2 = 'round', n3 = 'round' },",
    "questions = {" }
  for i = 1, 1 + read:byte() % 3 do parts[#parts + 1] = question(read, i) end
  parts[#parts + 1] = "},"
  for _ = 1, read:byte() % 4 do
    parts[#parts + 1] = hook(read, read:pick(hook_names))
  end
  local text = table.concat(parts, "\n"):gsub("%-%-look", function()
    return look(read)
  end)
  local path = lib.write("v.lua", text .. "\n}")
  playing.try(fuzz, base .. "+" .. path, true)
  lib.clean()
end
