-- alchemist: compares by halving, and looks ahead in a tree.
--
-- Most moves are soon seen to be bad. So it makes all of them in the same
-- worlds, then the better half again in others, then the better half of those
-- (sequential halving: Karnin, Koren and Somekh 2013): the good ones are told
-- apart by many more worlds than monte has for each. A bid decides most and is
-- asked for once, so it gets several times the simulations.
--
-- From the middle of a round on there is time to look ahead: cards are searched
-- as a tree (information set Monte Carlo tree search: Cowling, Powley and
-- Whitehouse 2012) in which the seat finds its best follow-up, while the others
-- do what the policy "quick" does. As in monte the last cards are solved, and a
-- change of bid has a price.

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
local function halved(view, sims, price)
  local sum, actions = {}, nil
  for stage = 1, 3 do
    local found = view:search {
      method = "flat", sims = math.ceil(sims / 3), moves = actions,
    }
    if not found then return nil end
    actions = {}
    for i, move in ipairs(found.moves) do
      local action = move.action
      local value = move.mean - (action.kind == "change" and price or 0)
      sum[action] = (sum[action] or 0) + value * move.visits
      actions[i] = action
    end
    -- All that are left were made in the same worlds: their sums compare.
    table.sort(actions, function(a, b) return sum[a] > sum[b] end)
    if stage == 3 or #actions <= 2 then return actions[1] end
    actions = table.move(actions, 1, (#actions + 1) // 2, 1, {})
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
  return halved(view, sims, options.price) or view:quick()
end

return {
  name = "alchemist",
  api = 1,
  options = {
    sims = 700, -- rounds that are played on for an answer,
    bids = 5, -- times as many for a bid
    price = 2.0, -- points, of a change of bid
    tree = 6, -- cards in hand from which on it searches a tree,
    ending = 3, -- and solves,
    worlds = 20, -- so many worlds for a card
  },
  bid = choose,
  change = choose,
  play = choose,
}
