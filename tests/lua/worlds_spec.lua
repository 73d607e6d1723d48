-- Two worlds that differ only in cards which a seat cannot see: whatever is
-- computed for the seat is the same in both, byte for byte.
local aurum = require "aurum"
local helper = require "helper"

--- A permutation of the cards that the seat to act cannot place, not the
--- identity if there is another: { [card] = card }.
local function exchange_of(state, roll)
  local list, exchanged = {}, {}
  for card in state:view(state.turn).unseen:each() do list[#list + 1] = card end
  local from = table.move(list, 1, #list, 1, {})
  for i = #list, 2, -1 do
    local k = roll(i)
    list[i], list[k] = list[k], list[i]
  end
  for i, card in ipairs(from) do exchanged[card] = list[i] end
  return exchanged
end

--- The state after the same deal and actions, with some cards exchanged.
local function other_world(state, exchanged)
  local round = state:history()[1]
  local deal = { first = round.first, hands = {} }
  for seat, hand in ipairs(round.hands) do
    local cards = {}
    for card in hand:each() do
      cards[#cards + 1] = tostring(exchanged[card] or card)
    end
    deal.hands[seat] = table.concat(cards, " ")
  end
  local other = aurum.state(state.rules):deal(deal)
  for _, action in ipairs(round.actions) do
    local bid = action.kind == "bid" and exchanged[action.card]
    other:apply(bid and "bid " .. tostring(bid) or action)
  end
  return other
end

--- Every number and action of a result, in a fixed order.
local function bytes(value)
  if math.type(value) == "float" then return ("%a"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do
    parts[i] = tostring(key) .. "=" .. bytes(value[key])
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

--- A weight that looks at everything hidden in a world.
local function weight(world)
  local sum = 1
  for seat, hand in ipairs(world.hands) do
    for card in hand:each() do sum = sum + seat * card.rank ^ 1.5 / 7 end
  end
  return sum
end

--- The results of searches and samples for the seat that is to act.
local function computed(state)
  local view, all = state:view(state.turn), {}
  for _, method in ipairs { "flat", "ismcts" } do
    all[method] = view:search { method = method, sims = 60, seed = "s" }
    all[method .. " weighed"] = view:search { method = method, sims = 60,
      seed = "s", weight = weight, worlds = 30, others = "policy" }
    all[method .. " by plays"] = view:search { method = method, sims = 60,
      seed = "s", weight = "plays", worlds = 30 }
  end
  for _, found in pairs(all) do found.seconds = nil end
  for _, by in ipairs { weight, "plays" } do
    local worlds, effective = view:sample(3, by, "s")
    for _, world in ipairs(worlds) do all[#all + 1] = weight(world) end
    all[#all + 1] = effective
  end
  return bytes(all)
end

--- The answer of each bot, which begins at this state.
local function answers(games, state)
  local list = {}
  for i, game in ipairs(games) do
    game:restart "a"
    game:begin(state)
    list[i] = tostring(game:step())
    assert.same({}, game.faults)
  end
  return table.concat(list, ", ")
end

local bots = { "alchemist:sims=40:worlds=4", "monte:sims=40",
  "counter", "hasty" }

--- Compare the worlds along a random round; returns how many were compared.
local function compare(rules, seed)
  local roll, games, compared = helper.dice(seed), {}, 0
  for i, spec in ipairs(bots) do
    games[i] = aurum.game { variant = rules, bots = { spec }, seed = "a" }
  end
  local state = aurum.state(rules):deal("worlds" .. seed)
  while state.turn do
    if roll(3) == 1 then
      local other = other_world(state, exchange_of(state, roll))
      assert.equal(state.turn, other.turn)
      if bytes(state.hands) ~= bytes(other.hands) then
        compared = compared + 1
        local where = ("deal worlds%d, %s"):format(seed, tostring(state))
        assert.is_true(computed(state) == computed(other), where)
        assert.equal(answers(games, state), answers(games, other), where)
      end
    end
    state:apply(helper.choose(state:legal(), roll))
  end
  return compared
end

describe("two worlds that a seat cannot tell apart", function()
  for _, name in ipairs { "standard", "bga" } do
    for players = 3, 4 do
      it(("have the same weights and moves: %s, %d"):format(name, players),
        function()
          local rules, compared = assert(aurum.variant(name, players)), 0
          for seed = 1, 3 do compared = compared + compare(rules, seed) end
          assert.is_true(compared >= 20, compared)
        end)
    end
  end

  it("are told apart by a result that saw the hidden cards", function()
    local state = aurum.state(assert(aurum.variant("standard", 4))):deal "x"
    local roll = helper.dice(1)
    local other = other_world(state, exchange_of(state, roll))
    assert.not_equal(bytes(state.hands), bytes(other.hands))
    assert.not_equal(bytes(weight(state)), bytes(weight(other)))
  end)
end)
