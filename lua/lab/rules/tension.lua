-- Tension of a game: how uncertain its rounds are at each trick.
--
-- Before each trick the policy "quick" plays the round to its end in worlds
-- drawn from what each seat knows, as an onlooker's outlook does
-- (lua/judge/outlook.lua). The chance of a side is its mean share of the round.
-- All follows from the game and its seed.
local aurum = require "aurum"
local tension = {}

local worlds = 48 -- that are drawn before a trick, from all seats together
local ahead = 0.25 -- the lead in chance at which the favourite changes
local decided = 0.9 -- the winner's chance in a round that is decided

--- The entropy in bits of a variable that took each value so many times out of
--- n: the estimate of Zhang (2012), whose bias falls exponentially with n.
function tension.entropy(counts, n)
  local sum = 0.0
  for _, count in pairs(counts) do
    for k = count, n - 1 do sum = sum + count / n / k end
  end
  return sum / math.log(2)
end

--- The outlook of a state: the chance of each side, and the entropy of who
--- takes the round. nil if no worlds can be drawn.
local function outlook(state, seed)
  local rules = state.rules
  local chance, counts, total = {}, {}, 0
  for side = 1, rules.side_n do chance[side] = 0.0 end
  for seat = 1, rules.players do
    local list = state:view(seat):sample(worlds // rules.players, nil,
      ("%s/%d"):format(seed, seat))
    if not list then return nil end
    for i, world in ipairs(list) do
      local shares = select(2, world:playout("quick", "round", "round",
        ("%s/%d/%d"):format(seed, seat, i)))
      local key = table.concat(shares, " ")
      counts[key], total = (counts[key] or 0) + 1, total + 1
      for side, share in ipairs(shares) do
        chance[side] = chance[side] + share
      end
    end
  end
  for side, sum in ipairs(chance) do chance[side] = sum / total end
  return { chance = chance, entropy = tension.entropy(counts, total) }
end

local function highest(list)
  local best = 1
  for side, x in ipairs(list) do
    if x > list[best] then best = side end
  end
  return best
end

--- The measures of a round from its outlooks, by trick, and its winners: the
--- mean entropy, the lead changes, and if one side won alone the drama, the
--- part of the round until it was decided, and whether the winner came back.
function tension.round(outlooks, winners)
  local found, favourite = { entropy = 0.0, lead_changes = 0 }, nil
  local winner = #winners == 1 and winners[1]
  local drama, least, open = 0.0, 1.0, 0
  for trick, one in ipairs(outlooks) do
    local chance = one.chance
    local best = highest(chance)
    found.entropy = found.entropy + one.entropy / #outlooks
    favourite = favourite or best
    if chance[best] - chance[favourite] >= ahead then
      favourite, found.lead_changes = best, found.lead_changes + 1
    end
    if winner then
      drama = drama + math.sqrt(chance[best] - chance[winner]) / #outlooks
      least = math.min(least, chance[winner])
      if chance[winner] < decided then open = trick end
    end
  end
  if winner then
    found.drama, found.decided = drama, open / #outlooks
    found.comebacks = least < 1 / (2 * #outlooks[1].chance) and 1 or 0
  end
  return found
end

--- The outlooks before the tricks of a game's rounds, a list by round of lists
--- by trick. A round whose worlds cannot be drawn is empty.
local function outlooks_of(game)
  local rounds = {}
  for state, _, place in game.state:decisions() do
    local at = aurum.place(place)
    local list = rounds[at.round] or {}
    rounds[at.round] = list
    if at.trick > #list and not list.failed then
      local one = outlook(state, ("%s/%s"):format(game.seed, place))
      list[#list + 1], list.failed = one, not one
    end
  end
  return rounds
end

--- The measures of a game, means over its rounds; one without a value in any
--- round is nil. Also by trick the sum of the entropies and their number.
function tension.measure(game)
  local sums, counts, curve = {}, {}, {}
  for round, list in ipairs(outlooks_of(game)) do
    local result = game.rounds[round]
    if result and list[1] and not list.failed then
      for key, x in pairs(tension.round(list, result.winners)) do
        sums[key] = (sums[key] or 0.0) + x
        counts[key] = (counts[key] or 0) + 1
      end
      for trick, one in ipairs(list) do
        local own = curve[trick] or { 0.0, 0 }
        curve[trick] = { own[1] + one.entropy, own[2] + 1 }
      end
    end
  end
  for key, sum in pairs(sums) do sums[key] = sum / counts[key] end
  return sums, curve
end

return tension
