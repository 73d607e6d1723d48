-- Random games played by the core, through the module, and by the naive rules
-- (naive.lua), side by side. They cover every edition, number of players and
-- house rule, every variant that consists of data, the variants that ask
-- questions, and random knobs. At every
-- step both must have the same legal actions and the same state. Then both
-- read the game's record. GAMES is the number of games per edition;
-- tests/lua/run sets it.
local aurum = require "aurum"
local helper = require "helper"
local json = require "dkjson"
local naive = require "naive"

local GAMES = tonumber(os.getenv "GAMES") or 10
local FEW = math.max(1, GAMES // 4) -- of each other variant and setting
local SETTINGS = 48                 -- sets of random knobs

--- The fields of a state by name, as text or number, in the core
--- and in the oracle.
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
  if g.rules.auction then
    for side = 1, g.side_count do
      local calling = g.asked == "give" or g.asked == "call"
      list[side] = g.called[side]
        or not (g.phase == "ask" and calling) and 0 or nil
    end
    return by_seat(list, g.side_count, tostring)
  end
  for side = 1, g.side_count do
    local all = true
    for seat = 1, g.players do
      all = all and (g.sides[seat] ~= side or g.bids[seat] ~= nil)
    end
    list[side] = all and g:side_bid(side) or nil
  end
  return by_seat(list, g.side_count, tostring)
end
function core.trump(s) return s.trump end
function oracle.trump(g) return g.trump end
function core.times(s) return s.times end
function oracle.times(g) return g.times end
-- When a round ends, the core leaves the trick that the oracle discards.
function core.plays(s)
  if s.phase == "deal" or s.phase == "over" then return "" end
  return table.concat(helper.texts(s.trick.plays), " ")
end
function oracle.plays(g) return sorted(g.plays) end
function core.legal(s) return table.concat(helper.texts(s:legal()), ", ") end
function oracle.legal(g) return table.concat(g:legal(), ", ") end

--- The first difference as text; nil if there is none.
local function difference(state, game)
  if game.round == 0 then return end -- no cards are on the table yet
  for name, get in pairs(core) do
    local a, b = get(state), oracle[name](game)
    if a ~= b then
      return ("%s: the core says %s, the oracle %s"):format(name, tostring(a),
        tostring(b))
    end
  end
end

--- The result of the last trick, compared in both.
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

--- The hands of a shuffled deck, and the first player.
local function shuffled(state, roll)
  local rules, cards, hands = state.rules, {}, {}
  for card in rules.deck:each() do cards[#cards + 1] = card end
  for i = #cards, 2, -1 do
    local j = roll(i)
    cards[i], cards[j] = cards[j], cards[i]
  end
  for seat = 1, rules.players do
    hands[seat] = table.move(cards, (seat - 1) * rules.hand + 1,
      seat * rules.hand, 1, {})
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

--- True if a text is an answer to the question that is asked: a word may be
--- "pass", as in stakes.
local function is_answer(question, text)
  for _, word in ipairs(question and question.words or {}) do
    if word == text then return true end
  end
  return false
end

--- Check that an action which is illegal for the oracle is illegal for the
--- core, and leaves it as it was.
local function refuses(state, text)
  if is_answer(state.question, text) then return nil end
  local before = state:clone()
  if pcall(state.apply, state, text) then return text .. " was let through" end
  if state ~= before then return text .. " left its mark" end
end

local kinds = { "bid ", "bid -", "play " }

--- The text of some action, legal or not.
local function any_action(rules, roll)
  local base, gold = rules.deck:list(), rules.gold_all:list()
  if #gold == 0 then gold = { "G0" } end
  local pick = roll(7)
  if pick == 1 then return "pass" end
  if pick == 2 then return "keep" end
  if pick == 3 then return "play " .. gold[roll(#gold)] end
  if pick == 4 then
    return ("change %s %s of %d"):format(gold[roll(#gold)],
      base[roll(#base)], roll(rules.players))
  end
  return kinds[roll(3)] .. base[roll(#base)]
end

--- Play a game in both; raises at the first difference. The oracle gets the
--- name of the rules, or `knobs`.
local function play(rules, number, knobs)
  local name, players = rules.name, rules.players
  local game = aurum.game {
    variant = rules, seed = ("%s.%d.%d"):format(name, players, number),
  }
  local state, other = game.state, naive.new(name, players, knobs)
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
      -- as an object or as text
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
  assert.same({},
    naive.verify(json.decode(line, 1, json.null), json.null, knobs))
  assert.same({}, (assert(aurum.record(line)):replay(rules)))
  return state.round
end

-- Rules by their knobs -------------------------------------------------------

--- Every knob of rules.
local function knobs_of(rules)
  local knobs = {}
  for _, knob in ipairs(aurum.knobs()) do
    knobs[knob.name] = rules[knob.name]
  end
  return knobs
end

--- The names of all variants whose file has no function.
local function data_variants()
  local names, files = aurum.variants()
  local list = {}
  for _, name in ipairs(names) do
    local file = assert(io.open(files[name]))
    if not file:read "a":find "%f[%w]function%f[%W]" then
      list[#list + 1] = name
    end
    file:close()
  end
  return list
end

--- The rules of a variant for each number of players it is made for; a house
--- rule is added to an edition.
local function rules_of(name)
  local list = {}
  for players = 2, 6 do
    local rules = aurum.variant(name, players)
      or aurum.variant("standard+" .. name, players)
    list[#list + 1] = rules
  end
  return list
end

--- Values for each knob except the deck's, from which one is drawn.
--- Games stay short.
local values = {
  extras = { "shown", "hidden" },
  zero_gold = { "every_round", "first_round", "never" },
  bidding = { "open", "hidden" }, zero_bid = { false, true },
  side_bid = { "highest", "lowest", "sum" },
  changes = { 0, 1, 2, 3, 4 }, change_of = { "side", "own" },
  change_price = { 0, 0, 1, 2, 4 }, last_window = { true, false },
  follow = { "barred", "must", "free" }, gold_leads = { false, true },
  trick_to = { "highest", "lowest" }, gold_to = { "lowest", "highest" },
  next_leader = { "lowest", "winner" }, trick_ties = { "later", "earlier" },
  exact = { -1, 0, 1, 2, 5 }, exact_bonus = { 0, 10, -7 },
  over = { "bid", "taken", "nothing" }, over_each = { 0, 2, -1 },
  under = { 0, -5, 3 }, under_each = { 0, -2, 1 },
  round_ties = { {}, { "exact" }, { "sole_exact", "exact", "highest_gold" },
    { "highest_gold" } },
  nuggets = { 0, 1, 2, 3 }, sole_nuggets = { false, true },
  rounds = { 0, 1, 3, 4 }, cumulative = { false, true },
  game_ties = { {}, { "last_bid" } },
}
local decks = {
  { suits = "BCPSZ", ranks = { 1, 10 } }, { suits = "BPSZ", ranks = { 1, 9 } },
  { suits = "QA", ranks = { 0, 21 } }, { suits = "BCPSZXYW", ranks = { 3, 8 } },
}
local sides = {
  [2] = { {} }, [3] = { {}, { 1, 2, 2 } },
  [4] = { {}, { 1, 2, 3, 4 }, { 2, 2, 1, 1 } },
  [5] = { {}, { 1, 2, 1, 2, 1 } }, [6] = { {}, { 1, 2, 3, 1, 2, 3 } },
}

--- The knobs of `values` in the order of their former names. In another order
--- the settings would differ, and some of those never end.
local drawn = {}
for _, knob in ipairs(aurum.knobs()) do
  if values[knob.name] then drawn[#drawn + 1] = knob end
end
table.sort(drawn, function(a, b)
  return (a.former or a.name) < (b.former or b.name)
end)

--- Draw knobs at random, most of them not at their defaults; they may
--- contradict each other.
local function random_knobs(roll)
  local function pick(list) return list[roll(#list)] end
  local knobs, players = {}, roll(5) + 1
  for _, knob in ipairs(drawn) do
    knobs[knob.name] = pick(values[knob.name])
  end
  for name, value in pairs(pick(decks)) do knobs[name] = value end
  knobs.sides, knobs.hand = pick(sides[players]), roll(44 // players)
  knobs.gold, knobs.gold_points = {}, {}
  for i = 1, roll(9) do
    knobs.gold[i] = i == 1 and players - 1 + roll(3) or roll(4) - 1
    knobs.gold_points[i] = roll(5) - 2
  end
  return knobs, players
end

--- The rules of setting `number`: the first drawn knobs that do not
--- contradict each other.
local function random_rules(number)
  local roll = helper.dice(number * 977)
  for _ = 1, 100 do
    local knobs, players = random_knobs(roll)
    if number % 3 == 1 then knobs.trump = knobs.suits:sub(-1) end
    if number % 3 == 2 and knobs.extras == "shown" then
      knobs.trump = "extra"
    end
    local rules = aurum.rules {
      players = players, knobs = knobs, name = "setting-" .. number,
    }
    if rules then return rules end
  end
  error "no knobs fit together"
end

-- The games ------------------------------------------------------------------

describe("the core and the naive rules agree:", function()
  for _, edition in ipairs(helper.editions) do
    for _, house in ipairs(helper.houses) do
      for players = 3, 4 do
        it(("%s%s, %d players"):format(edition, house, players), function()
          local rules = assert(aurum.variant(edition .. house, players))
          for number = 1, GAMES do play(rules, number) end
        end)
      end
    end
  end

  for _, edition in ipairs(helper.editions) do
    for _, name in ipairs { "exchange", "trump", "stakes", "auction",
      "stakes+exchange+trump", "auction+trump+stakes+exchange" } do
      for players = 3, 4 do
        local variant = ("%s+%s"):format(edition, name)
        it(("%s, %d players"):format(variant, players), function()
          local rules = assert(aurum.variant(variant, players))
          for number = 1, FEW do play(rules, number) end
        end)
      end
    end
  end

  for _, name in ipairs(data_variants()) do
    it("variant " .. name, function()
      for _, rules in ipairs(rules_of(name)) do
        for number = 1, FEW do play(rules, number, knobs_of(rules)) end
      end
    end)
  end

  for number = 1, SETTINGS do
    it("setting " .. number, function()
      local rules = random_rules(number)
      for game = 1, FEW do play(rules, game, knobs_of(rules)) end
    end)
  end

  it("under every knob", function()
    local moved = {}
    for number = 1, SETTINGS do
      local knobs = knobs_of(random_rules(number))
      for _, knob in ipairs(aurum.knobs()) do
        local same = json.encode(knobs[knob.name]) == json.encode(knob.default)
        moved[knob.name] = moved[knob.name] or not same
      end
    end
    for name, there in pairs(moved) do assert.is_true(there, name) end
  end)

  it("and a disagreement would be found", function()
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
