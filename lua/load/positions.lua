-- Positions by hand, for aurum.position: a table names what matters, and the
-- rest follows from it. A place in a recorded game is a position, too.
local aurum = require "aurum"
local hint = require "aurum.text.hint"
local positions = {}

-- ---- Cards ----------------------------------------------------------------

local function fail(form, ...) error({ message = form:format(...) }, 0) end

--- The names of cards in a text, a list, a set or a pile.
local function names_in(key, value)
  local names = {}
  if type(value) == "string" then
    for name in value:gmatch "[^%s,]+" do names[#names + 1] = name end
    return names
  end
  local good, list = type(value) == "table", value
  if type(value) == "userdata" then
    good, list = pcall(function()
      return aurum.card(value) and { value }
    end)
    if not good then
      good, list = pcall(function() return value:list() end)
    end
  end
  if not good then
    fail("%s: expected cards, such as \"S10 B3\", got %s", key,
      tostring(value))
  end
  for i, card in ipairs(list) do names[i] = tostring(card) end
  return names
end

local function has(cards, name)
  local good, found = pcall(function() return cards:has(name) end)
  return good and found
end

--- Reader of cards: notes where each lies, so that none is in two places.
local function reader(rules)
  local at = {}
  local self = { left = rules.deck }

  local function unknown(key, name)
    local known = {}
    for card in rules.deck:each() do known[#known + 1] = tostring(card) end
    for card in rules.gold_all:each() do known[#known + 1] = tostring(card) end
    fail("%s: %s has no card '%s'%s", key, rules.name, name,
      hint.near(name, known))
  end

  --- The base cards at a key. `gold_too` allows gold, as in a trick.
  function self.cards(key, value, rule, gold_too)
    local names = names_in(key, value)
    for _, name in ipairs(names) do
      local gold = has(rules.gold_all, name)
      if gold and not gold_too then
        fail("%s: %s is gold, which is never there (RULES %s)", key, name, rule)
      elseif not gold and not has(rules.deck, name) then
        unknown(key, name)
      elseif not gold and at[name] then
        fail("%s: %s is in %s already", key, name, at[name])
      elseif not gold then
        at[name] = key
        self.left = self.left - aurum.set(name)
      end
    end
    return names
  end

  --- The gold at a key.
  function self.gold(key, value)
    local names = names_in(key, value)
    for _, name in ipairs(names) do
      if has(rules.deck, name) then
        fail("%s: %s is not gold", key, name)
      elseif not has(rules.gold_all, name) then
        unknown(key, name)
      end
    end
    return names
  end
  return self
end

-- ---- Fields ---------------------------------------------------------------

local known = { "variant", "players", "hands", "bids", "gold", "extras",
  "trick", "plays", "leader", "first", "taken", "nuggets", "points", "round",
  "turn", "keep", "seed" }
local of_record = { "record", "game", "place", "variant" }

local function check_keys(setup, names)
  local is_known = {}
  for _, name in ipairs(names) do is_known[name] = true end
  for key in pairs(setup) do
    if not is_known[key] then
      fail("there is no field '%s'%s", tostring(key), hint.near(key, names))
    end
  end
end

--- The values by seat of a field: read(key, value) for each that is given.
local function by_seat(setup, key, seats, read)
  local list = setup[key]
  if list == nil then return {} end
  if type(list) == "string" and key == "bids" then
    list = names_in(key, list)
  elseif type(list) ~= "table" then
    fail("%s: expected a list by seat, such as { [2] = \"S10 B3\" }, got %s",
      key, tostring(list))
  end
  local values = {}
  for seat in pairs(list) do
    if math.type(seat) ~= "integer" or seat < 1 or seat > seats then
      fail("%s: expected seats from 1 to %d, got '%s'", key, seats,
        tostring(seat))
    end
  end
  for seat = 1, seats do -- in order, so that messages are always the same
    if list[seat] ~= nil then
      values[seat] = read(("%s[%d]"):format(key, seat), list[seat])
    end
  end
  return values
end

local function one_card(cards, key, value)
  local names = cards.cards(key, value, "4.1")
  if #names ~= 1 then fail("%s: expected one card, got %d", key, #names) end
  return names[1]
end

--- The cards of the open trick, and its leader.
local function trick_of(setup, cards, rules)
  local trick, leader = setup.trick, setup.leader
  if trick ~= nil and setup.plays ~= nil then
    fail "trick and plays are the same: expected one of them"
  end
  if trick == nil then trick = setup.plays end
  if type(trick) == "table" and trick.leader ~= nil then
    if leader ~= nil and leader ~= trick.leader then
      fail("the trick's leader is seat %s, and leader is %s",
        tostring(trick.leader), tostring(leader))
    end
    leader = trick.leader
  end
  if leader ~= nil and (math.type(leader) ~= "integer" or leader < 1
    or leader > rules.players) then
    fail("leader: expected a seat from 1 to %d, got %s", rules.players,
      tostring(leader))
  end
  if trick == nil then return nil, leader end
  local plays = cards.cards("trick", trick, "", true)
  if #plays > 0 and leader == nil then
    fail("trick: expected its leader, such as trick = { leader = 2, \"%s\" }",
      plays[1])
  end
  return plays, leader
end

--- True by seat if it has played a base card to the trick.
local function have_played(plays, leader, rules)
  local played = {}
  for i, name in ipairs(plays or {}) do
    local seat = (leader + i - 2) % rules.players + 1
    played[seat] = has(rules.deck, name)
  end
  return played
end

--- Deal hands to the seats without one from the cards that are nowhere: as many
--- as the seat with most has, one fewer after a play.
local function fill(hands, cards, played, rules, seed)
  local n = 0
  for seat = 1, rules.players do
    local own = hands[seat] and #hands[seat] or -1
    n = math.max(n, own + (played[seat] and own >= 0 and 1 or 0))
  end
  for seat = 1, rules.players do
    local wanted = not hands[seat] and n - (played[seat] and 1 or 0) or 0
    if wanted > #cards.left then
      fail("hands[%d]: %d cards are needed, and only %d are left: name the "
        .. "hand", seat, wanted, #cards.left)
    end
    local hand = hands[seat] or {}
    for i = 1, wanted do
      local card = cards.left:random(("%s/%d.%d"):format(seed, seat, i))
      hand[i] = tostring(card)
      cards.left = cards.left - aurum.set(hand[i])
    end
    hands[seat] = table.concat(hand, " ")
  end
end

local function rules_of(setup)
  local variant = setup.variant
  if type(variant) == "userdata" then return variant end
  local rules, message = aurum.variant(variant or "standard", setup.players)
  return rules or fail("variant: %s", message)
end

--- The seat on turn must be the one that the table names.
local function check_turn(setup, state)
  local turn = setup.turn
  if turn ~= nil and turn ~= state.turn then
    local plays = #state.trick.plays
    fail("turn: seat %s is not on turn: seat %d is, asked to %s (seat %d %s)",
      tostring(turn), state.turn, state.deciding, state.leader,
      state.phase == "bid" and "bids first"
        or ("leads, and %d %s played"):format(plays,
          plays == 1 and "card is" or "cards are"))
  end
end

--- Let every seat keep its bids, up to the play.
local function keep_bids(setup, state)
  while setup.keep and state.phase == "change" do state:apply "keep" end
  return state
end

--- The state that a table describes. Raises { message = }.
local function build(setup)
  check_keys(setup, known)
  local rules = rules_of(setup)
  local cards, seats = reader(rules), rules.players
  local hands = by_seat(setup, "hands", seats, function(key, value)
    return cards.cards(key, value, "1.2")
  end)
  if next(hands) == nil then
    fail "hands: expected cards of a seat, such as hands = { [2] = \"S10 B3\" }"
  end
  local bids = by_seat(setup, "bids", seats, function(key, value)
    return one_card(cards, key, value)
  end)
  local gold = by_seat(setup, "gold", seats, cards.gold)
  local extras = setup.extras and cards.cards("extras", setup.extras, "3.1")
  local plays, leader = trick_of(setup, cards, rules)
  if next(bids) == nil and (plays and plays[1] or setup.taken) then
    fail "bids: expected the bid of each seat, since cards were played"
  end
  fill(hands, cards, have_played(plays, leader, rules), rules,
    tostring(setup.seed or ""))
  if not extras and next(bids) == nil
    and #cards.left == #aurum.state(rules):deal("").extras then
    extras = cards.left -- a whole deal
  end
  local state = aurum.state(rules)
  state:set { hands = hands, bids = bids, gold = gold, extras = extras,
    taken = setup.taken, nuggets = setup.nuggets, points = setup.points,
    first = setup.first or leader, leader = leader, plays = plays,
    round = setup.round }
  keep_bids(setup, state)
  check_turn(setup, state)
  return state
end

-- ---- Recorded games --------------------------------------------------------

--- The state at a place of a game: { record = file, game = number, place = }.
local function recorded(setup)
  check_keys(setup, of_record)
  local wanted, n = setup.game or 1, 0
  if math.type(wanted) ~= "integer" or wanted < 1 then
    fail("game: expected a number from 1, got %s", tostring(wanted))
  elseif type(setup.place) ~= "string" then -- 2.10 would be 2.1
    fail("place: expected a text such as \"2.4.3\", got %s",
      tostring(setup.place))
  end
  local options = { strict = true, variant = setup.variant }
  local games, message = aurum.records(setup.record, options)
  if not games then fail("%s", message) end
  for game in games do
    n = n + 1
    if n == wanted then return game:at(setup.place) end
  end
  fail("%s: no game %d; the file has %d", tostring(setup.record), wanted, n)
end

--- The state that a table describes: a position by hand, or { record =, game =,
--- place = }. Or nil and a message.
function positions.of(setup)
  local good, state = pcall(setup.record ~= nil and recorded or build, setup)
  if good then return state end
  if type(state) == "table" and state.message then return nil, state.message end
  return nil, (tostring(state):gsub("^[^\n]-%.lua:%d+: ", "")
    :gsub("^set: ", ""))
end

return positions
