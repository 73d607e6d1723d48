-- The pairs of a league that play next: those of whose order the games so far
-- tell least.
--
-- The value of a pair is the knowledge gradient of its order (Frazier, Powell
-- and Dayanik 2008; lua/stats/pair_ratings.lua). A round takes the pair with
-- the greatest value, then the next of bots that are not yet taken, and so on.
-- Two further rules:
--   1. A pair that has had a quarter of the deals of one of its bots waits, or
--      2/(n-1) of them among n bots, if that is more: two bots of one author
--      cannot make each other's rating.
--   2. A version that its author has replaced has a tenth of the value.
local aurum = require "aurum"
local pairing = {}

pairing.share = 0.25 -- of a bot's deals that one opponent may have
pairing.old = 0.1 -- the weight of a version that was replaced

--- True if a pair may have `deals` more deals: a first batch, or a part of both
--- bots' deals that is not too great.
local function may_meet(a, b, deals, share)
  local together = (a.met[b.bot] or 0) + deals
  return together <= math.max(deals, share * (a.deals + deals))
    and together <= math.max(deals, share * (b.deals + deals))
end

--- The pairs of a round, the most valuable first: a list of { i, j } of indices
--- of `bots`. A bot is { bot = its name, index = in the fit, deals = played,
--- met = deals by opponent, is_old = true if it was replaced }. `batch` has
--- `deals`, `games` of a deal, and the `sides` of the two bots. Pairs of equal
--- value are in an order that follows from `seed`.
function pairing.round(fit, bots, batch, seed)
  local share = math.max(pairing.share, 2 / math.max(#bots - 1, 1))
  local all, order = {}, {}
  for i, bot in ipairs(bots) do
    order[i] = aurum.sys.digest(("%s %s"):format(seed, bot.bot))
  end
  for i, a in ipairs(bots) do
    for j = i + 1, #bots do
      local b = bots[j]
      if may_meet(a, b, batch.deals, share) then
        local value = fit:gain(a.index, b.index, batch.deals, batch.games,
          batch.sides[1], batch.sides[2])
        value = value * (a.is_old and pairing.old or 1)
          * (b.is_old and pairing.old or 1)
        local x, y = order[i], order[j]
        all[#all + 1] = { i, j, value = value,
          order = x < y and x .. y or y .. x }
      end
    end
  end
  table.sort(all, function(x, y)
    if x.value ~= y.value then return x.value > y.value end
    if x.order ~= y.order then return x.order < y.order end
    return x[1] < y[1] or x[1] == y[1] and x[2] < y[2]
  end)
  local taken, list = {}, {}
  for _, pair in ipairs(all) do
    if not taken[pair[1]] and not taken[pair[2]] then
      taken[pair[1]], taken[pair[2]] = true, true
      list[#list + 1] = pair
    end
  end
  return list
end

return pairing
