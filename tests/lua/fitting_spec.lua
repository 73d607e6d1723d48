-- Play that fits rules the bundled bots were not written for: constructed rules
-- and positions in which the right play is certain.
local aurum = require "aurum"
local helper = require "helper"

local folder

--- The rules of a file with this text, over the standard rules.
local function rules_of(name, text, players)
  local path = helper.write(folder .. "/" .. name .. ".lua", text)
  return assert(aurum.variant("standard+" .. path, players))
end

--- The action that a bundled bot chooses most often of five decisions, since
--- one action in 32 of "quick" is random.
local function choice(name, state)
  local own = { data = function() return "" end, net = function() end,
    solve = aurum.solve }
  local bot = assert(loadfile("scripts/bots/" .. name .. ".lua", "t",
    setmetatable({ aurum = own }, { __index = _G })))()
  local view, counts, most = state:view(state.turn), {}, nil
  if name ~= "alchemist" and bot.start then bot:start(view) end
  for _ = 1, 5 do
    local found = (bot[state.deciding] or function() end)(bot, view,
      view.question)
    if found == nil and state.deciding == "answer" then
      found = view.question.default
    end
    found = tostring(found):match "[%w%-]+$"
    counts[found] = (counts[found] or 0) + 1
    if not most or counts[found] > counts[most] then most = found end
  end
  return most
end

--- Expects each of these bots to choose this.
local function all_choose(expected, names, state)
  for name in names:gmatch "%S+" do
    local found = choice(name, state)
    if not expected[found] then
      error(("%s chose %s"):format(name, found), 2)
    end
  end
end

--- The hands of a deal: these cards for seat 1, any for the others.
local function hands_with(rules, cards)
  local hands, rest = { aurum.set(cards) }, rules.deck - aurum.set(cards)
  for seat = 2, rules.players do
    hands[seat] = aurum.set(table.move(rest:list(), 1, rules.hand, 1, {}))
    rest = rest - hands[seat]
  end
  return hands
end

-- Where the lowest card wins, this hand takes few tricks.
local weak = "B8 B9 B10 C8 C9 C10 P8 P9 P10 S2 S9 Z10"

-- An exact bid of 0 scores 5, and each trick bid costs 5.
local nil_knobs = [[return { name = "nil", zero_bid = true, exact = -5,
  exact_bonus = 5, over = "nothing", bidding = "hidden" }]]
-- The same by a hook.
local nil_hook = [[return { name = "nilhook", zero_bid = true,
  bidding = "hidden",
  bid_points = function(_, _, bid, taken)
    return bid == 0 and taken == 0 and 20 or 0
  end,
  rules = { "Only a bid of 0 scores, and 20 points, if no trick is taken." } }]]

-- The side that takes the last trick scores ten points for it.
local last_ten = [[return { name = "last", vars = { last = "round" },
  zero_gold = "never",
  winner = function(s, seat)
    s.vars.last = seat and s:side_of(seat) or 0
    return seat
  end,
  bid_points = function(s, side, _, _, points)
    return points + (s.vars.last == side and 10 or 0)
  end,
  rules = { "The side that takes the last trick scores 10 points for it." } }]]

-- One card is bid and one played, and gold is worth nothing.
local tiny = [[return { name = "tiny", hand = 2, gold = { 4 },
  gold_points = { 0 }, zero_gold = "never", trick_ties = "earlier",
  changes = 0 }]]

-- A card is given to the left under another name than exchange's.
local hand_on = [[return { name = "handon", api = 2, zero_bid = true,
  exact = -5, exact_bonus = 5, over = "nothing", hand = 3, gold = { 3 },
  zero_gold = "every_round", changes = 0,
  vars = { given = "round" },
  questions = { { name = "hand_on", when = "deal", secret = true,
    text = "Each seat hands a card on to the left.",
    next = function(s)
      if s.vars.given == 1 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,
    default = function(s) return s.hand:lowest() end,
    done = function(s, answers)
      s.vars.given = 1
      for seat, card in pairs(answers) do
        s:move(card, seat, s:left_of(seat))
      end
    end } },
  rules = { "After the deal each seat gives a card to the left." } }]]

--- A rule that offers the first player something when the bids are laid. It
--- remembers who took it. `more` are its hooks, `after` its other questions.
local function offer(name, more, after)
  return ([[return { name = "%s", api = 2,
    vars = { asked = "round", taker = "round" },
    questions = { { name = "offer", when = "bids", words = { "no", "yes" },
      text = "The first player takes something.", default = "no",
      next = function(s) return s.vars.asked == 0 and s.first or nil end,
      done = function(s, answers)
        s.vars.asked = 1
        if answers[s.first] == "yes" then s.vars.taker = s.first end
      end }, %s },
    rules = { "The first player may take it." },
    %s }]]):format(name, after or "", more)
end

-- Hooks that pay for the answer, by the hook. It is worth taking in all.
local taken = {
  bid_points = [[bid_points = function(s, side, _, _, points)
    local taker = s.vars.taker
    return points + (taker > 0 and s:side_of(taker) == side and 20 or 0)
  end]],
  gold_points = [[gold_points = function(s, side, points)
    local taker = s.vars.taker
    return points + (taker > 0 and s:side_of(taker) == side and 20 or 0)
  end]],
  side_bid = [[exact = 0, over = "nothing", exact_bonus = 0, zero_bid = true,
  bid_points = function(_, _, bid) return bid end,
  side_bid = function(s, side, bid)
    local taker = s.vars.taker
    return taker > 0 and s:side_of(taker) == side and bid + 9 or bid
  end]],
  winner = [[bid_points = function(_, _, _, taken) return 3 * taken end,
  winner = function(s, seat)
    return s.finished > 2 and s.vars.taker > 0 and s.vars.taker or seat
  end]],
  award = [[award = function(s, seat, gold)
    return seat and s.vars.taker > 0 and s.vars.taker or seat, gold
  end]],
  round_winners = [[round_winners = function(s, _, winners)
    return s.vars.taker > 0 and { s:side_of(s.vars.taker) } or winners
  end]],
  game_end = [[game_end = function(s, over, winners)
    if s.vars.taker > 0 then return true, { s:side_of(s.vars.taker) } end
    return over, winners
  end]],
}

-- The answer counts when another question is finished.
local later = {
  ["moves gold"] = [[s:move(s.supply:highest(), "supply",
    "gold " .. s.vars.taker)]],
  ["changes bids"] = [[for side = 1, s.rules.side_n do
    s:set_bid(side, side == s:side_of(s.vars.taker) and s.taken[s.vars.taker]
      or 12)
  end]],
}

--- The question after the round, by which `act` is done for who took it.
local function afterwards(act)
  return ([[{ name = "then", when = "round", words = { "go" },
    text = "It is done.", default = "go",
    next = function(s)
      return s.vars.asked == 1 and s.vars.taker > 0 and s.first or nil
    end,
    done = function(s)
      s.vars.asked = 2
      %s
    end }]]):format(act)
end

-- The bid is called, from three cards. Only an exact bid scores.
local call_exactly = [[return { name = "calling", api = 2, hand = 3,
  gold = { 4 }, gold_points = { 0 }, zero_gold = "never", changes = 0,
  trick_ties = "earlier", exact = 0, exact_bonus = 10, over = "nothing",
  gold_leads = false, follow = "free", vars = { called = "round" },
  questions = { { name = "say", when = "instead_of_bids",
    text = "Each seat calls its bid.", numbers = { 0, 3 }, default = 2,
    next = function(s)
      if s.vars.called == 1 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,
    done = function(s, answers)
      s.vars.called = 1
      for seat, bid in pairs(answers) do s:set_bid(s:side_of(seat), bid) end
    end } },
  rules = { "Each seat calls its bid." } }]]

-- The suit that the first player names beats all others, by a hook.
local own_trump = [[return { name = "owntrump", api = 2, hand = 2,
  gold = { 4 }, gold_points = { 0 }, zero_gold = "never", changes = 0,
  follow = "free", vars = { suit = "round" },
  questions = { { name = "name", when = "bids", words = "suits",
    text = "The first player names a suit.",
    next = function(s) return s.vars.suit == 0 and s.first or nil end,
    default = "P",
    done = function(s, answers)
      s.vars.suit = s.rules.suits:find(answers[s.first], 1, true)
    end } },
  winner = function(s, seat)
    local suit = s.rules.suits:sub(s.vars.suit, s.vars.suit)
    local best
    for i, card in ipairs(s.trick.plays) do
      if card.suit == suit and (not best or card.rank > best.rank) then
        seat, best = (s.leader + i - 2) % s.rules.players + 1, card
      end
    end
    return seat
  end,
  rules = { "The suit that is named beats all others." } }]]

local answering = "quick lowball hasty greedy counter monte alchemist"

describe("bundled bots", function()
  before_each(function() folder = helper.folder() end)
  after_each(helper.clean)

  it("bid by low cards where the lowest card wins", function()
    local rules = assert(aurum.variant("standard+low-wins", 4))
    local state = aurum.state(rules):deal { first = 1,
      hands = hands_with(rules, weak) }
    all_choose({ S2 = true }, "quick counter monte alchemist", state)
  end)

  it("bid nothing where nothing else scores", function()
    for name, text in pairs { nilknobs = nil_knobs, nilhook = nil_hook } do
      local rules = rules_of(name, text, 3)
      local state = aurum.state(rules):deal { first = 1,
        hands = hands_with(rules, "B1 B2 B3 P1 P2 P3 S1 S2 S3 Z1 Z2 Z9") }
      local names = name == "nilhook" and "quick monte alchemist"
        or "quick counter monte alchemist"
      all_choose({ ["-Z9"] = true }, names, state)
    end
  end)

  it("keep what takes the last trick where that counts ten", function()
    local rules = rules_of("last", last_ten, 4)
    local state = aurum.state(rules):deal "last"
    state:set { hands = { "Z10 B1", "B2 C2", "S1 P3", "C4 S5" },
      bids = { "P1", "P2", "S3", "S4" }, taken = { 3, 4, 2, 1 },
      gold = { "", "", "", "" }, first = 1, leader = 1 }
    while state.deciding == "change" do state:apply "keep" end
    all_choose({ B1 = true }, "quick monte alchemist", state)
  end)

  it("double what is sure to win, and nothing else #long", function()
    local path = helper.write(folder .. "/tiny.lua", tiny)
    local rules = assert(aurum.variant("standard+stakes+" .. path, 3))
    --- The first player leads Z9 and takes the only trick.
    local function dealt(...)
      local bids = { ... }
      local state = aurum.state(rules):deal { first = 1, hands = {
        "Z9 " .. bids[1], "B2 " .. bids[2], "P3 " .. bids[3] } }
      for _, card in ipairs(bids) do state:apply("bid " .. card) end
      return state
    end
    local names = "quick counter monte alchemist hasty lowball"
    local sure = dealt("B1", "P5", "S4")
    all_choose({ double = true }, names, sure)
    all_choose({ pass = true }, names, dealt("B5", "P1", "S4"))
    sure:apply "answer stakes double"
    all_choose({ accept = true }, names, sure)
  end)

  it("hand on the card that takes an unwanted trick #long", function()
    local rules = rules_of("handon", hand_on, 3)
    local state = aurum.state(rules):deal { first = 1,
      hands = { "P1 S9 Z9", "B2 P2 S2", "B3 P3 S3" } }
    all_choose({ S9 = true, Z9 = true },
      "quick counter greedy monte alchemist hasty lowball",
      state)
  end)

  --- A deal in which the first player is asked about what it may take.
  local function asked(name, text)
    local state = aurum.state(rules_of(name, text, 3)):deal(name)
    while state.phase == "bid" do
      state:apply(state:view(state.turn):quick "bid")
    end
    return state
  end

  for hook, text in pairs(taken) do
    it("see what the hook " .. hook .. " makes of an answer", function()
      -- Bots that play for points do not see who wins a round or the game.
      local others = hook == "round_winners" or hook == "game_end"
      all_choose({ yes = true }, others and "quick lowball hasty greedy"
        or answering, asked(hook, offer(hook, text)))
    end)
  end

  for what, act in pairs(later) do
    it("see that a later question " .. what .. " by an answer", function()
      local name = what:gsub(" ", "_")
      all_choose({ yes = true }, answering,
        asked(name, offer(name, "", afterwards(act))))
    end)
  end

  it("call bids that their hands can make #long", function()
    local rules = rules_of("calling", call_exactly, 3)
    for bid, hand in pairs { [0] = "B1 P1 S1", [3] = "P9 S9 Z9" } do
      local state = aurum.state(rules):deal { first = 1,
        hands = hands_with(rules, hand) }
      all_choose({ [tostring(bid)] = true }, answering, state)
    end
  end)

  it("name the suit that a hook makes trump", function()
    local rules = rules_of("owntrump", own_trump, 3)
    local state = aurum.state(rules):deal { first = 1,
      hands = { "Z1 P2", "S8 B1", "S9 B2" } }
    for _, card in ipairs { "P2", "B1", "B2" } do
      state:apply("bid " .. card)
    end
    all_choose({ Z = true }, answering, state)
  end)

  it("answer by default where no answer makes a difference", function()
    all_choose({ no = true }, answering, asked("nothing", offer("nothing",
      "")))
  end)

  it("answer the same for the same seed", function()
    local state = asked("seeds", offer("seeds", taken.award))
    local view = state:view(state.turn)
    for seed = 1, 5 do
      assert.equal(view:quick(seed), view:quick(seed))
    end
  end)

  it("answer within their fuel, and the same each time", function()
    local variant = helper.write(folder .. "/fuel.lua",
      offer("fuel", taken.award))
    local function record(fuel)
      local game = aurum.game { variant = "standard+" .. variant, players = 3,
        seed = "fuel", fuel = fuel, bots = { "quick" } }:run()
      assert.same({}, game.faults)
      return game:record()
    end
    for _, fuel in ipairs { 1000, 5000, 20000, 40000, 100000 } do
      assert.equal(record(fuel), record(fuel))
    end
  end)

  it("report a hook that fails after an answer", function()
    local state = asked("failing", offer("failing", [[
      winner = function(s, seat) return seat + s.vars.taker * 100 end]]))
    local good, message = pcall(function()
      return state:view(state.turn):quick "x"
    end)
    assert.is_false(good)
    assert.matches("failing.lua:%d+: expected a seat from 1 to 3", message)
  end)
end)
