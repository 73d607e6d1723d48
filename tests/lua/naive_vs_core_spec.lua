-- The core, through the module, and the naive rules (naive.lua) side by side in
-- random games of every edition, both numbers of players and all house rules:
-- at every step the same is legal and the same is the case. Then each game's
-- record is read by both. GAMES is how many of each variant; tests/lua/run sets
-- it.
local aurum = require "aurum"
local helper = require "helper"
local json = require "dkjson"
local naive = require "naive"

local GAMES = tonumber(os.getenv "GAMES") or 10

--- What is the case, by name, as text or number: of the core, of the oracle.
local core, oracle = {}, {}

local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  table.sort(list)
  return table.concat(list, " ")
end

local function sorted(list)
  return words(table.concat(list, " "))
end

local function by_seat(list, n, text)
  local parts = {}
  for seat = 1, n do parts[seat] = text(list[seat]) end
  return table.concat(parts, " | ")
end

local function of_set(cards) return words(tostring(cards)) end

for _, name in ipairs { "phase", "turn", "round", "first" } do
  core[name] = function(s) return s[name] end
  oracle[name] = function(g) return g[name] end
end

function core.leader(s) return s.leader end
function oracle.leader(g) return g.leader end
function core.hands(s) return by_seat(s.hands, s.rules.players, of_set) end
function oracle.hands(g) return by_seat(g.hands, g.players, sorted) end
function core.gold(s) return by_seat(s.gold, s.rules.players, of_set) end
function oracle.gold(g) return by_seat(g.gold, g.players, sorted) end
function core.supply(s) return of_set(s.supply) end
function oracle.supply(g) return sorted(g.supply) end
function core.extras(s) return of_set(s.extras) end
function oracle.extras(g) return sorted(g.extras) end
function core.bids(s) return by_seat(s.bids, s.rules.players, tostring) end
function oracle.bids(g) return by_seat(g.bids, g.players, tostring) end
function core.points(s) return table.concat(s.points, " ") end
function oracle.points(g) return table.concat(g.points, " ") end
function core.nuggets(s) return table.concat(s.nuggets, " ") end
function oracle.nuggets(g) return table.concat(g.nuggets, " ") end
function core.taken(s) return table.concat(s.taken, " ") end
function oracle.taken(g)
  local taken = {}
  for side = 1, g.side_count do taken[side] = 0 end
  for seat, n in ipairs(g.taken) do
    taken[g.sides[seat]] = taken[g.sides[seat]] + n
  end
  return table.concat(taken, " ")
end
function core.bid(s) return by_seat(s.bid, s.rules.side_n, tostring) end
function oracle.bid(g)
  local list = {}
  for side = 1, g.side_count do
    local all = true
    for seat = 1, g.players do
      all = all and (g.sides[seat] ~= side or g.bids[seat] ~= nil)
    end
    list[side] = all and g:side_bid(side) or nil
  end
  return by_seat(list, g.side_count, tostring)
end
-- What the oracle throws away when the round ends the core leaves lying.
function core.plays(s)
  if s.phase == "deal" or s.phase == "over" then return "" end
  return table.concat(helper.texts(s.trick.plays), " ")
end
function oracle.plays(g) return sorted(g.plays) end
function core.legal(s) return table.concat(helper.texts(s:legal()), ", ") end
function oracle.legal(g) return table.concat(g:legal(), ", ") end

--- What is different, as text; nil if nothing is.
local function difference(state, game)
  if game.round == 0 then return end -- nothing lies on the table yet
  for name, get in pairs(core) do
    local a, b = get(state), oracle[name](game)
    if a ~= b then
      return ("%s: the core says %s, the oracle %s"):format(name, tostring(a),
        tostring(b))
    end
  end
end

--- What the last trick gave, in both.
local function trick_difference(state, game)
  local tricks = state.tricks
  local a, b = tricks[#tricks], game.last_trick
  local plays = {}
  for i, card in ipairs(a.plays) do plays[i] = tostring(card) end
  local mine = ("%d: %s, %s, %s"):format(a.leader, table.concat(plays, " "),
    a.winner, tostring(a.award))
  local other = ("%d: %s, %s, %s"):format(b.leader,
    table.concat(b.plays, " "), b.winner, tostring(b.award))
  if mine ~= other then return mine .. " against " .. other end
end

local function score_difference(state, game)
  local score = state:score()
  for key, list in pairs(game.score) do
    local mine, other = table.concat(score[key], " "), table.concat(list, " ")
    if mine ~= other then
      return ("%s: %s against %s"):format(key, mine, other)
    end
  end
end

--- Hands of a shuffled deck, and who begins.
local function shuffled(state, roll)
  local rules, cards, hands = state.rules, {}, {}
  for card in rules.deck:each() do cards[#cards + 1] = card end
  for i = #cards, 2, -1 do
    local j = roll(i)
    cards[i], cards[j] = cards[j], cards[i]
  end
  for seat = 1, rules.players do
    hands[seat] = table.move(cards, seat * 12 - 11, seat * 12, 1, {})
  end
  local first = state.first and state.first % rules.players + 1
    or roll(rules.players)
  return { first = first, hands = hands }
end

--- The same deal for the oracle.
local function deal_of(state)
  local hands, extras = {}, {}
  for seat, hand in ipairs(state.hands) do
    hands[seat] = helper.texts(hand:list())
  end
  for card in state.extras:each() do extras[#extras + 1] = tostring(card) end
  return { first = state.first, hands = hands, extras = extras }
end

--- An action that is not legal in the oracle's eyes must not be in the core's,
--- and must leave it as it was.
local function refuses(state, text)
  local before = state:clone()
  if pcall(state.apply, state, text) then return text .. " was let through" end
  if state ~= before then return text .. " left its mark" end
end

local kinds = { "bid", "play" }

--- Some action's text, legal or not.
local function any_action(rules, roll)
  local base, gold = rules.deck:list(), rules.gold_all:list()
  local pick = roll(7)
  if pick == 1 then return "pass" end
  if pick == 2 then return "keep" end
  if pick == 3 then return "play " .. gold[roll(#gold)] end
  if pick == 4 then
    return ("change %s %s of %d"):format(gold[roll(#gold)],
      base[roll(#base)], roll(rules.players))
  end
  return ("%s %s"):format(kinds[roll(2)], base[roll(#base)])
end

--- Play a game in both; raises at the first difference.
local function play(name, players, number)
  local rules = assert(aurum.variant(name, players))
  local game = aurum.game {
    variant = rules, seed = ("%s.%d.%d"):format(name, players, number),
  }
  local state, other = game.state, naive.new(name, players)
  local roll = helper.dice(number * 31 + players)
  local function check(problem, text)
    if not problem then return end
    error(("%s, %d players, game %d, round %d, after %s: %s"):format(name,
      players, number, state.round, text, problem), 0)
  end
  local text = "nothing"
  while other.phase ~= "over" do
    check(difference(state, other), text)
    if other.phase == "deal" then
      if number % 2 == 0 then
        game:deal()
      else
        state:deal(shuffled(state, roll))
      end
      assert(other:deal(deal_of(state)))
      text = "the deal"
    else
      local legal = other:legal()
      local odd = any_action(rules, roll)
      local is_legal = false
      for _, one in ipairs(legal) do is_legal = is_legal or one == odd end
      if not is_legal then check(refuses(state, odd), text) end
      local choice = helper.choose(state:legal(), roll)
      text = tostring(choice)
      local full = #other.plays == players - 1 and choice.kind == "play"
      -- by object, or by text
      game:apply(roll(2) == 1 and choice or text)
      assert(other:apply(text))
      if full then check(trick_difference(state, other), text) end
      if choice.kind == "pass" then
        check(score_difference(state, other), text)
        local round = game.rounds[#game.rounds]
        assert.same(other.round_winners, round.winners)
        assert.equal(other.passer, state.passer)
      end
    end
  end
  check(difference(state, other), text)
  assert.same(other.winners, state.winners)
  assert.same(other.winners, game.winners)
  local line = game:record()
  assert.same({}, naive.verify(json.decode(line, 1, json.null), json.null))
  assert.same({}, (assert(aurum.record(line)):replay(rules)))
  return state.round
end

describe("the core and the naive rules agree:", function()
  for _, edition in ipairs(helper.editions) do
    for _, house in ipairs(helper.houses) do
      for players = 3, 4 do
        it(("%s%s, %d players"):format(edition, house, players), function()
          for number = 1, GAMES do play(edition .. house, players, number) end
        end)
      end
    end
  end

  it("and would be found out if they did not", function()
    local state = aurum.state(aurum.variant("standard", 4)):deal "x"
    local other = naive.new("standard", 4)
    assert(other:deal(deal_of(state)))
    assert.is_nil(difference(state, other))
    local card = state:legal()[1]
    state:apply(card)
    assert.truthy(difference(state, other))
    assert(other:apply(tostring(card)))
    assert.is_nil(difference(state, other))
    other.gold[3] = {}
    assert.truthy(difference(state, other))
  end)
end)
