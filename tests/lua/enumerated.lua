-- Endings solved by plain enumeration: all deals of the hidden cards, and the
-- value of each move in each of them, by code that the judge does not use.
-- endings_spec.lua and tests/endings.lua hold the judge against it.
local aurum = require "aurum"
local helper = require "helper"
local margin = require "aurum.judge.margin"
local enumerated = {}

--- Calls each(state) at the decisions of rounds by the policy "quick", and by
--- chance now and then, in which no hand has more than so many cards.
function enumerated.endings(rules, cards, rounds, each, from, seed)
  for round = from or 1, rounds do
    local state, roll, n = aurum.state(rules), helper.dice(round), 0
    local name = ("ending %s %d"):format(seed or "", round)
    state:deal(name)
    while state.turn do
      local most = 0
      for _, hand in ipairs(state.hands) do most = math.max(most, #hand) end
      if most <= cards and #state:legal() > 1 then each(state) end
      n = n + 1
      local action = roll(8) > 1
        and state:view(state.turn):quick(("%s %d"):format(name, n))
      state:apply(action or helper.choose(state:legal(), roll))
    end
  end
end

--- Whether cards lie in the hands where a seat knows them to be.
local function agree(hands, view)
  for seat, hand in ipairs(hands) do
    if #(view.known[seat] - hand) > 0 then return false end
  end
  return true
end

--- All deals of the cards in other hands, where every bid lies face up; nil if
--- they are more than `most`.
function enumerated.deals(state, most)
  local seat, list, hands, cards = state.turn, {}, {}, {}
  local view, legal = state:view(seat), #state:legal()
  for other, hand in ipairs(state.hands) do
    hands[other] = other == seat and hand or aurum.set {}
    if other ~= seat then
      for card in hand:each() do cards[#cards + 1] = card end
    end
  end
  local function place(i)
    if most and #list > most then return end
    if i > #cards then
      if agree(hands, view) then
        local world = state:clone():set { hands = hands }
        while world.phase ~= state.phase or world.turn ~= seat do
          world:apply "keep" -- set opened the window of changes again
        end
        assert(legal == #world:legal())
        list[#list + 1] = world
      end
      return
    end
    for other, hand in ipairs(hands) do
      if other ~= seat and #hand < #state.hands[other] then
        hands[other] = hand | aurum.set { cards[i] }
        place(i + 1)
        hands[other] = hand
      end
    end
  end
  place(1)
  return (not most or #list <= most) and list or nil
end

--- The sums over worlds of the values of each action, solved one by one.
function enumerated.sums(worlds, side, legal)
  local sums = {}
  for i, action in ipairs(legal) do
    sums[i] = 0
    for _, world in ipairs(worlds) do
      local state = world:clone():apply(action)
      local value
      if state.turn then
        value = state:solve { side = side, find = "value",
          nodes = 100000000 }.value
      else
        value = margin(state.rounds[#state.rounds].points, side)
      end
      sums[i] = sums[i] + value
    end
  end
  return sums
end

--- The verdict of the judge on an action.
function enumerated.verdict(state, action, sims, seed)
  local done, last = state:clone():apply(action), nil
  for _, _, place in done:decisions() do last = place end
  return aurum.judge(done, { sims = sims, seed = seed, place = last })()
end

return enumerated
