-- alchemist: spends its simulations where a decision is close, and looks ahead.
--
-- Most moves are soon seen to be bad. So it makes all of them in the same
-- worlds, then the better half again in others, then the better half of those
-- (sequential halving: Karnin, Koren and Somekh 2013), and stops as soon as one
-- leads clearly: the good ones are told apart by far more worlds than monte has
-- for each. A bid decides most and is asked for once, so it gets several times
-- the simulations. Of changes it looks at the late ones only: as long as many
-- tricks are to come, gold is better kept. Each has a price, as in monte.
--
-- While the end is far, rounds are not played on to it but judged some cards
-- before (early playout termination: Lorentz 2015). Most of the luck is there,
-- whatever is done now: so each world tells twice as much, and takes less time.
--
-- Where each plays alone, and in the last tricks of two sides, cards are
-- searched as a tree (information set Monte Carlo tree search: Cowling, Powley
-- and Whitehouse 2012) in which the seat finds its best follow-up, while the
-- others do what the policy "quick" does, which sees no more than they may.
--
-- The last cards of two sides are solved, as in monte. Of more sides they are
-- not: what one can hold against all others joined is too dark a view.

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

--- A search by a method, as the sides and the cards left ask for.
local function search_of(self, view, method, sims)
  local left = self.options.left
  return {
    method = method,
    sims = math.ceil(sims),
    others = "policy", -- of a tree
    objective = view.rules.side_n == 2 and "margin" or "points",
    left = #view.hand > left + 1 and left or 0,
  }
end

--- The action that halving leaves; nil if no world is found.
local function halved(self, view, sims)
  local search, sum = search_of(self, view, "flat", sims / 3), {}
  local visits = 0
  for stage = 1, 3 do
    local found = view:search(search)
    if not found then return nil end
    if #found.moves == 1 then return found.best end
    local actions = {}
    visits = visits + found.moves[1].visits
    for i, move in ipairs(found.moves) do
      local action = move.action
      local price = action.kind == "change" and self.options.price or 0
      sum[action] = (sum[action] or 0) + (move.mean - price) * move.visits
      actions[i] = action
    end
    -- All that are left were made in the same worlds: their sums compare, and
    -- what lies between them is known better than each.
    table.sort(actions, function(a, b) return sum[a] > sum[b] end)
    local lead = (sum[actions[1]] - sum[actions[2]]) / visits
    local error = found.moves[1].error or math.huge -- nil after one world
    if stage == 3 or lead > clear * error then return actions[1] end
    local half = math.max((#actions + 1) // 2, 2)
    search.moves = table.move(actions, 1, half, 1, {})
  end
end

local function bid(self, view)
  local options = self.options
  return halved(self, view, options.bids * options.sims) or view:quick()
end

local function change(self, view)
  local options = self.options
  if #view.hand > options.change then return nil end -- keep
  return halved(self, view, options.sims) or view:quick()
end

local function play(self, view)
  local options, moves = self.options, view:legal()
  local cards, sides = #view.hand, view.rules.side_n
  if #moves == 1 then return moves[1] end
  if sides == 2 and cards <= options.ending then
    return solved(self, view, moves)
  elseif sides == 2 and cards > options.tree then
    return halved(self, view, options.sims) or view:quick()
  end
  local search = search_of(self, view, "ismcts", options.sims)
  local found = view:search(search)
  return found and found.best or view:quick()
end

return {
  name = "alchemist",
  api = 1,
  options = {
    sims = 1800, -- rounds that are played on for an answer, at most,
    bids = 4, -- times as many for a bid
    left = 3, -- cards left where a round that is played on is judged
    change = 4, -- cards in hand from which on it may change a bid,
    price = 2, -- points, that this must gain besides
    tree = 5, -- cards in hand from which on two sides' are searched as a tree,
    ending = 3, -- and solved,
    worlds = 20, -- so many worlds for a card
  },
  bid = bid,
  change = change,
  play = play,
}
