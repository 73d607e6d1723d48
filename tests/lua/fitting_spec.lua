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
  local own = { data = function() return "" end, net = function() end }
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

  it("double what is sure to win, and nothing else", function()
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

  it("hand on the card that takes an unwanted trick", function()
    local rules = rules_of("handon", hand_on, 3)
    local state = aurum.state(rules):deal { first = 1,
      hands = { "P1 S9 Z9", "B2 P2 S2", "B3 P3 S3" } }
    all_choose({ S9 = true, Z9 = true },
      "quick counter greedy monte alchemist hasty lowball",
      state)
  end)
end)
