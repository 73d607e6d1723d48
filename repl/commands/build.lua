-- Commands that build positions and read or write position tokens.
local aurum = require "aurum"
local complete = require "aurum.repl.input.complete"
local picture = require "aurum.repl.show.picture"
local narrate = require "aurum.repl.show.narrate"
local args = require "aurum.repl.args"

-- A setup is a complete argument of state:set, made from the current state:
-- hands, bids, gold (lists of cards) and extras. A card that is put in a new
-- place changes places with the card that was there.

local function setup_of(state)
  local gold = state.gold
  for seat, pile in ipairs(gold) do gold[seat] = pile:list() end
  return { hands = state.hands, bids = state.bids, gold = gold,
    extras = state.extras }
end

--- Puts `other` (a set of at most one card) in the place of a base card.
local function replace(setup, card, other, players)
  for seat = 1, players do
    if setup.hands[seat]:has(card) then
      setup.hands[seat] = setup.hands[seat] - card | other
      return
    elseif setup.bids[seat] == card and #other > 0 then
      setup.bids[seat] = other:lowest()
      return
    end
  end
  if setup.extras:has(card) then setup.extras = setup.extras - card | other end
end

local fields = {}

function fields.hand(session, setup, list)
  local seat, problem = args.seat(session, list[2])
  if not seat then return nil, problem end
  local text
  text, problem = args.cards(session, list, 3)
  if not text then return nil, problem end
  local cards, old = aurum.set(text), setup.hands[seat]
  local gold = cards:gold()
  if #gold > 0 then
    return nil, ("hand %d: %s is gold, which is never in a hand (RULES 1.2)")
      :format(seat, gold)
  end
  local free = (old - cards):list()
  setup.hands[seat] = old & cards
  for card in (cards - old):each() do
    local other = table.remove(free, 1)
    replace(setup, card, aurum.set(other or ""), session.root.rules.players)
    setup.hands[seat] = setup.hands[seat] | card
  end
  return true
end

function fields.bid(session, setup, list)
  local seat, problem = args.seat(session, list[2])
  if not seat then return nil, problem end
  if #list ~= 3 then
    return nil, "expected `set bid SEAT CARD`, such as `set bid 3 C4`"
  end
  local name
  name, problem = args.card(session, list[3])
  if not name then return nil, problem end
  local card, old = aurum.card(name), setup.bids[seat]
  if card == old then return true end
  if card.gold then
    return nil, ("bid %d: %s is gold, which cannot be bid (RULES 4.1)"):format(
      seat, name)
  end
  replace(setup, card, aurum.set(old or ""), session.root.rules.players)
  setup.bids[seat] = card
  return true
end

function fields.gold(session, setup, list)
  local seat, problem = args.seat(session, list[2])
  if not seat then return nil, problem end
  local text
  text, problem = args.cards(session, list, 3)
  if not text then return nil, problem end
  local left = {}
  for card in session.root.rules.gold_all:each() do
    left[card] = (left[card] or 0) + 1
  end
  for word in text:gmatch "%S+" do
    local card = aurum.card(word)
    if not left[card] then
      return nil, ("gold %d: %s is not gold"):format(seat, word)
    elseif left[card] == 0 then
      return nil, ("gold %d: the game does not have that many %s"):format(
        seat, word)
    end
    left[card] = left[card] - 1
  end
  local own = {}
  for word in text:gmatch "%S+" do own[#own + 1] = aurum.card(word) end
  for other = 1, session.root.rules.players do
    local kept = {}
    for _, card in ipairs(other ~= seat and setup.gold[other] or {}) do
      if left[card] > 0 then
        left[card] = left[card] - 1
        kept[#kept + 1] = card
      end
    end
    setup.gold[other] = other == seat and own or kept
  end
  return true
end

--- Adds a field of numbers by `unit`, "seat" or "side": the words give all of
--- them in order, or one unit and its number.
local function numbers(key, unit, count)
  fields[key] = function(session, setup, list)
    local n = count(session)
    local row = {}
    for i = 2, #list do
      row[#row + 1] = math.tointeger(tonumber(list[i]))
      if not row[i - 1] then
        return nil, ("%s: expected a whole number, got '%s'"):format(key,
          list[i])
      end
    end
    if #row == n then
      setup[key] = row
    elseif #row == 2 and row[1] >= 1 and row[1] <= n then
      setup[key] = setup[key] or {} -- the others stay as they are
      setup[key][row[1]] = row[2]
    else
      local one = ("`set %s %s NUMBER`"):format(key, unit:upper())
      return nil, ("expected `set %s` with %d numbers, one per %s%s"):format(
        key, n, unit, n > 2 and ", or " .. one or "")
    end
    return true
  end
end

local function seats_of(session) return session.root.rules.players end
local function sides_of(session) return session.root.rules.side_n end

numbers("taken", "seat", seats_of)
numbers("points", "side", sides_of)
numbers("nuggets", "side", sides_of)

local function one_seat(key)
  fields[key] = function(session, setup, list)
    local seat, problem = args.seat(session, list[2])
    if not seat then return nil, problem end
    setup[key] = seat
    return true
  end
end
one_seat "leader"
one_seat "first"

function fields.round(_, setup, list)
  local n, problem = args.count(list[2])
  if not n then return nil, problem or "expected `set round N`" end
  setup.round = n
  return true
end

function fields.trick(session, setup, list)
  local text, problem = args.cards(session, list, 2)
  if not text then return nil, problem end
  setup.plays = {}
  for word in text:gmatch "%S+" do
    local card = aurum.card(word)
    if card.gold then
      for _, pile in ipairs(setup.gold) do
        if args.remove(pile, card) then break end
      end
    else
      replace(setup, card, aurum.set(), session.root.rules.players)
    end
    table.insert(setup.plays, card)
  end
  return true
end

function fields.extras(session, setup, list)
  local text, problem = args.cards(session, list, 2)
  if not text then return nil, problem end
  local cards, old = aurum.set(text), setup.extras
  local gold = cards:gold()
  if #gold > 0 then
    return nil, ("extras: %s is gold, but extras are base cards (RULES 3.1)")
      :format(gold)
  end
  local free = (old - cards):list()
  setup.extras = old & cards
  for card in (cards - old):each() do
    replace(setup, card, aurum.set(table.remove(free, 1) or ""),
      session.root.rules.players)
    setup.extras = setup.extras | card
  end
  return true
end

local names = {}
for field in pairs(fields) do names[#names + 1] = field end
table.sort(names)

--- True if no seat holds more cards than a deal gives; or nil and a message.
local function check_hands(setup, rules)
  for seat, hand in ipairs(setup.hands) do
    local most, bid = rules.hand, setup.bids[seat]
    if bid then most = most - 1 end
    if #hand > most then
      return nil, ("hand %d: %d cards, but a hand has at most %d%s"):format(
        seat, #hand, most, bid and " after its bid (RULES 4.1)" or "")
    end
  end
  return true
end

--- Builds the position of a setup and goes there.
local function build(shell, setup)
  local session = shell.session
  local state = session.state
  local good, problem = check_hands(setup, session.root.rules)
  if not good then return shell:fail(problem) end
  good, problem = pcall(state.set, state, setup)
  if not good then
    return shell:fail((session.plain(problem):gsub("^set: ", "")))
  end
  session:build(state)
  narrate.where(shell)
end

local set = { name = "set", usage = "set FIELD VALUE..., FIELD VALUE...",
  summary = "build a position by changing the current one",
  help = "A card that is put in a new place changes places with the card that "
    .. "was there. A card without a place counts as played. Gold comes from "
    .. "the supply first, then from other seats. The position is checked when "
    .. "all fields of the line are set. `back` returns to the position before."
    .. [[


  set hand 1 B1 B2 B3
  set gold 2 G7 G1
  set bid 3 C4
  set taken 3 1 0 2
  set taken 2 1
  set leader 2, trick P7 S8
  set first 2
  set round 3, points 20 14, nuggets 1 0
  set extras P6 B10

Tricks taken are by seat, all or one; points and nuggets are by side.]] }

function set.run(shell, list, rest)
  local session = shell.session
  if #list == 0 then
    return shell:fail("expected `set FIELD VALUE...`; the fields are "
      .. table.concat(names, ", "))
  end
  if session.live.phase == "over" then
    return shell:fail "the game is over; `new` begins another"
  elseif session.live.round == 0 then
    return shell:fail "nothing is dealt yet; `step` deals"
  end
  local setup = setup_of(session.state)
  for part in rest:gmatch "[^,;]+" do
    local own = {}
    for word in part:gmatch "%S+" do own[#own + 1] = word end
    local field, problem = args.one_of(own[1], names)
    if not field then return shell:fail(problem) end
    local good
    good, problem = fields[field](session, setup, own)
    if not good then return shell:fail(problem) end
  end
  build(shell, setup)
end

--- The cards of the game that are gold, or those that are not.
local function cards_of(shell, gold)
  local list = {}
  for _, name in ipairs(complete.cards(shell)) do
    if aurum.card(name).gold == gold then list[#list + 1] = name end
  end
  return list
end

-- The words that may follow a field: seats first, then cards or numbers.
local after = {
  hand = { true, false }, bid = { true, false, n = 1 }, gold = { true, true },
  extras = { false, false }, trick = { false, false }, leader = { true },
  first = { true },
}

function set.complete(shell, list)
  local own = {} -- the words of the last field
  for _, word in ipairs(list) do
    own[#own + 1] = word
    if word:find ",$" then own = {} end
  end
  if #own <= 1 then return names end
  local kind = after[own[1]]
  if not kind then return {} end
  if #own == 2 and kind[1] then return args.seats(shell.session) end
  local gold = kind[2]
  if gold == nil or kind.n and #own > kind.n + 2 then return {} end
  return own[1] == "trick" and complete.cards(shell) or cards_of(shell, gold)
end

local swap = { name = "swap",
  complete = function(shell, list)
    return #list < 3 and args.seats(shell.session) or {}
  end, usage = "swap SEAT SEAT",
  summary = "exchange the hands, bids and gold of two seats" }

function swap.run(shell, list)
  local session = shell.session
  if #list ~= 2 then return shell:fail(("expected `%s`"):format(swap.usage)) end
  local a, problem = args.seat(session, list[1])
  if not a then return shell:fail(problem) end
  local b
  b, problem = args.seat(session, list[2])
  if not b then return shell:fail(problem) end
  if session.live.phase == "over" or session.live.phase == "deal" then
    return shell:fail "no round is in progress; `step` deals one"
  end
  local setup = setup_of(session.state)
  if (setup.bids[a] == nil) ~= (setup.bids[b] == nil) then
    return shell:fail "cannot swap: one seat has bid and the other has not"
  end
  for _, key in ipairs { "hands", "bids", "gold" } do
    local of = setup[key]
    of[a], of[b] = of[b], of[a]
  end
  build(shell, setup)
end

local deal = { name = "deal",
  complete = function() return { "seed=" } end, usage = "deal [seed=SEED]",
  summary = "deal the next round, or this one again from a seed",
  help = "With a seed, it deals the current round again, on a new branch. The "
    .. "cards follow from the seed and the number of the round." }

function deal.run(shell, list)
  local options, rest = args.options(list, { "seed" })
  if not options then return shell:fail(rest) end
  if #rest > 0 then
    return shell:fail(("expected `deal [seed=SEED]`, got '%s'"):format(rest[1]))
  end
  local good, problem = narrate.during(shell, "lines", function()
    return shell.session:deal_round(options.seed)
  end)
  if not good then return shell:fail(problem) end
  narrate.advance(shell)
end

local position = { name = "position",
  usage = "position [TOKEN | sampled [N]]",
  summary = "print this position as a token, or load a token",
  help = "The token holds all hands, also those that are hidden while a person "
    .. "plays. `position sampled` prints a world that the person's seat, or "
    .. "the seat on turn, thinks possible here: the hands that it cannot see "
    .. "are dealt at random. N is the number of another such world." .. [[


  position
  position sampled
  position sampled 2]],
  complete = function(_, list)
    return args.starting(#list < 2 and { "sampled" } or {}, list[1] or "")
  end }

local most_worlds = 1000

--- Prints world `word` of those that a seat thinks possible. The seed is the
--- place: one that depends on hidden cards would tell of them.
local function put_sampled(shell, word)
  local session = shell.session
  local n, problem = args.count(word, 1)
  if not n then return shell:fail(problem) end
  if n > most_worlds then
    return shell:fail(("expected a world from 1 to %d, got %d"):format(
      most_worlds, n))
  end
  local seat = session:viewer() or session.live.turn
  if not seat then return shell:fail(picture.due(session)) end
  local worlds
  worlds, problem = session.live:view(seat):sample(n, nil,
    session.place(session.at))
  if not worlds then return shell:fail(problem) end
  shell:out(worlds[n]:position())
  narrate.put(shell, ("a world that seat %d thinks possible: the cards that it "
    .. "cannot see are dealt at random"):format(seat))
end

function position.run(shell, list, rest)
  local session = shell.session
  if #list == 0 then
    shell:out(session.state:position())
    if not session:viewer() then return end
    return narrate.put(shell, ("this token holds all hands, also those that "
      .. "seat %d cannot see; `position sampled` prints a world that it thinks "
      .. "possible"):format(session:viewer()))
  elseif list[1] == "sampled" then
    local good, problem = args.at_most(list, 2, position.usage)
    if not good then return shell:fail(problem) end
    return put_sampled(shell, list[2])
  end
  local good, problem = session:load_position(rest)
  if not good then return shell:fail(problem) end
  narrate.advance(shell)
end

return { title = "Building positions", set, swap, deal, position }
