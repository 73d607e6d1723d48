-- alchemist: spends its simulations where a decision is close.
--
-- Most moves are soon seen to be bad. So it makes all of them in the same
-- worlds, then the better half again in others, then the better half of those
-- (sequential halving: Karnin, Koren and Somekh 2013), and stops as soon as one
-- leads clearly: the good ones are told apart by far more worlds than monte has
-- for each. A bid decides most and is asked for once, so it gets several times
-- the simulations.
--
-- Estimates err, and of many the highest errs most. So the move that the policy
-- "quick" would make is trusted a little more than its estimate says, and a
-- change of bid has a price, as in monte. The last cards are solved, as there.
--
-- Before those, cards are searched as a tree (information set Monte Carlo tree
-- search: Cowling, Powley and Whitehouse 2012) in which the seat finds its best
-- follow-up, while the others do what the policy does.

local clear = 0.7 -- a lead that is, in standard errors of the leader

--- The card that loses least in solved worlds; the first of equals.
local function solved(self, view, moves)
  local lost, best = {}, 1
  for i in ipairs(moves) do lost[i] = 0 end
  for _, world in ipairs(view:sample(self.options.worlds) or {}) do
    local found = world:solve { changes = "none", nodes = 10000 }
    for i, move in ipairs(found.moves) do
      lost[i] = lost[i] + math.max(found.lo - move.hi, 0)
    end
  end
  for i in ipairs(moves) do
    if lost[i] < lost[best] then best = i end
  end
  return moves[best]
end

--- The action that halving leaves; nil if no world is found.
local function halved(view, sims, options)
  local sum, visits, actions, quick = {}, 0, nil, view:quick()
  for stage = 1, 3 do
    local found = view:search {
      method = "flat", sims = math.ceil(sims / 3), moves = actions,
    }
    if not found then return nil end
    if #found.moves == 1 then return found.best end
    actions, visits = {}, visits + found.moves[1].visits
    for i, move in ipairs(found.moves) do
      local action = move.action
      local value = move.mean
        + (action == quick and options.trust or 0)
        - (action.kind == "change" and options.price or 0)
      sum[action] = (sum[action] or 0) + value * move.visits
      actions[i] = action
    end
    -- All that are left were made in the same worlds: their sums compare, and
    -- what lies between them is known better than each.
    table.sort(actions, function(a, b) return sum[a] > sum[b] end)
    local lead = (sum[actions[1]] - sum[actions[2]]) / visits
    local error = found.moves[1].error or math.huge -- nil after one world
    if stage == 3 or lead > clear * error then return actions[1] end
    actions = table.move(actions, 1, math.max((#actions + 1) // 2, 2), 1, {})
  end
end

local function choose(self, view)
  local options, legal = self.options, view:legal()
  local phase, sims, cards = view.phase, options.sims, #view.hand
  if #legal == 1 then return legal[1] end
  if phase == "bid" then sims = options.bids * sims end
  if phase == "play" and cards <= options.ending then
    return solved(self, view, legal)
  elseif phase == "play" and cards <= options.tree then
    local found = view:search { sims = sims, others = "policy" }
    return found and found.best or view:quick()
  end
  return halved(view, sims, options) or view:quick()
end

return {
  name = "alchemist",
  api = 1,
  options = {
    sims = 1200, -- rounds that are played on for an answer, at most,
    bids = 5, -- times as many for a bid
    price = 2, -- points, of a change of bid
    trust = 0.8, -- points, in favour of what "quick" would do
    tree = 5, -- cards in hand from which on it searches a tree,
    ending = 3, -- and solves,
    worlds = 20, -- so many worlds for a card
  },
  bid = choose,
  change = choose,
  play = choose,
}
