-- The engine's position at every decision of recorded games, for the test of
-- pages: a line of JSON a decision, as the open table and as each seat sees it.
--   aurum run tests/web/truth.lua FILE
local aurum = require "aurum"
local json = require "aurum.text.json"

--- The parts of a state, or of a view of it, that a page shows.
local function shown(state, view)
  local seen, rules = view or state, state.rules
  local position = { seats = {}, supply = tostring(state.supply),
    trump = state.trump or "", times = state.times,
    extras = tostring(seen.extras), plays = {}, need = {}, taken = {} }
  for i, card in ipairs(state.trick.plays) do
    position.plays[i] = tostring(card)
  end
  for seat = 1, rules.players do
    local known = view and view.known[seat] or state.hands[seat]
    local bid = seen.bids[seat]
    position.seats[seat] = { hand = tostring(known),
      hidden = view and view.hand_n[seat] - #known or 0,
      bid = bid and (seen.down[seat] and "-" or "") .. bid
        or state.bids[seat] and "?" or "",
      called = seen.bid[rules.side_of[seat]] or "",
      gold = tostring(state.gold[seat]) }
  end
  for side = 1, rules.side_n do
    position.taken[side] = state.taken[side]
    position.need[side] = seen.need[side] or ""
  end
  return position
end

for game in aurum.records(arg[1]) do
  for state, _, place in game:decisions() do
    local views = {}
    for seat = 1, game.players do
      views[seat] = shown(state, state:view(seat))
    end
    print(json.encode { game = game.number, place = place, turn = state.turn,
      open = shown(state), views = views })
  end
end
