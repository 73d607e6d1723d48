-- alchemist: spends its simulations where a decision is close, and looks ahead.
--
-- Most moves are bad, and a few simulations show it. So alchemist makes every
-- move in the same determinizations ("worlds"), then the better half of the
-- moves in new worlds, then the better half of those (sequential halving:
-- Karnin, Koren and Somekh 2013). It stops early when one move leads clearly.
-- The good moves are thus compared over far more worlds than monte has for
-- each.
--
-- A bid decides most and is asked for once, so it gets several times the
-- simulations. Changes of bid are considered late in the round only: while many
-- tricks are to come, gold is better kept. Each change has a price, as in
-- monte.
--
-- Value nets (`aurum.net`) have learned what positions are worth under the
-- rules that they name. Until the last cards alchemist asks them.
--   Two sides: each move in each world is followed by the rest of its trick,
-- and the net with open hands values the world then. It has learned from a
-- million rounds, and a playout is one. Open hands hide what players do not
-- know, so the value by the net that sees what this seat sees is added.
--   Each seat alone: worlds with open hands mislead, so the move is made that
-- is best by the net that sees what this seat sees, as adept does.
-- The last cards, and other rules, are searched as follows.
--
-- A playout far from the end stops some cards before it and is evaluated there
-- (early playout termination: Lorentz 2015). Those last cards are mostly luck,
-- whatever is decided now. Without them each world tells more and costs less.
--
-- Cards are searched as a tree (information set Monte Carlo tree search:
-- Cowling, Powley and Whitehouse 2012) where each seat plays alone, and in the
-- last tricks of two sides. In the tree this seat chooses its best follow-up;
-- the others follow the policy "quick", which sees no more than they do. With
-- more than two sides, all seats choose in the tree in the last tricks, where
-- the cards that they do not see matter least.
--
-- How the others play is not known. Where each seat plays alone, some seats of
-- a playout therefore play plainly: they make their bid, get short of suits,
-- and pass, which ends the round. Otherwise the search would not expect that.
--
-- A move is worth the lead it gives: the points of its side less the mean of
-- the other sides'. So it may pay to cost others points.
--
-- The last cards and changes of bid of two sides are solved, each move in each
-- world: the mean of a move is exact for the worlds drawn. These are weighted
-- by the others' plays; weighting the worlds of searches gained nothing. Where
-- the solver cannot finish, alchemist searches: solving without changes of bid
-- was worse than searching. With more sides nothing
-- is solved: the solver assumes that all others play together against one,
-- which is too pessimistic.

local clear = 0.7 -- standard errors by which a move leads clearly

-- The nets by number of players. Files are named where they are read, so that
-- aurum finds them.
local files = {
  [3] = { closed = function() return aurum.data "three.net" end },
  [4] = { closed = function() return aurum.data "four.net" end,
    open = function() return aurum.data "four-open.net" end },
}
local closed, open -- nets that have learned these rules, or nil

local function start(_, view)
  local function net_of(part)
    local file = (files[view.rules.players] or {})[part]
    local net = file and assert(aurum.net(file()))
    return net and net:fits(view.rules) and net or nil
  end
  closed, open = net_of "closed", net_of "open"
end

--- The move with the best mean margin over solved worlds, if all play on with
--- open hands; nil if fewer than half of the worlds can be solved.
local function solved(self, view, moves)
  if not view.rules.solvable then return nil end
  local options, sums, count = self.options, {}, 0
  local worlds = view:sample(options.worlds, "plays") or {}
  for _, found in ipairs(aurum.solve(worlds, { find = "each",
    nodes = options.nodes, unsolved = #worlds // 2 + 1 })) do
    if found.exact then
      count = count + 1
      for _, move in ipairs(found.moves) do -- their lo is hi, the value
        sums[move.action] = (sums[move.action] or 0) + move.lo
      end
    end
  end
  if 2 * count < #worlds or count == 0 then return nil end
  local best = moves[1]
  for _, move in ipairs(moves) do
    if sums[move] > sums[best] then best = move end
  end
  return best
end

--- The options of a search, for this number of sides and of cards left.
local function search_of(self, view, method, sims)
  local options, cards = self.options, #view.hand
  local alone = view.rules.side_n > 2
  if open and cards > options.last then
    return { method = method, sims = math.ceil(sims), objective = "lead",
      leaf = open, cut = 1, roots = options.roots }
  end
  return {
    method = method,
    sims = math.ceil(sims),
    others = alone and cards <= options.rivals and "tree" or "policy",
    plain = alone and options.plain or 0,
    objective = "lead",
    left = cards > options.left + 1 and options.left or 0,
    roots = options.roots,
  }
end

--- The number added to the mean of each move: its value by the closed net, if
--- the search has a leaf, or the price of a change.
local function added(self, view, search)
  local list, options = {}, self.options
  local values = search.leaf and closed and closed:values(view)
  for i, action in ipairs(view:legal()) do
    list[action] = values and options.weight * values[i]
      or action.kind == "change" and -options.price or 0
  end
  return list
end

--- The action that remains after halving; nil if there is no world to try.
local function halved(self, view, sims)
  local search, sum = search_of(self, view, "flat", sims / 3), {}
  local more, visits = added(self, view, search), 0
  for stage = 1, 3 do
    local found = view:search(search)
    if not found then return nil end
    view:note(found, search.objective)
    if #found.moves == 1 then return found.best end
    local actions = {}
    visits = visits + found.moves[1].visits
    for i, move in ipairs(found.moves) do
      local action = move.action
      sum[action] = (sum[action] or 0)
        + (move.mean + more[action]) * move.visits
      actions[i] = action
    end
    -- The remaining moves were made in the same worlds, so their sums can be
    -- compared, and their differences are more exact than the sums.
    table.sort(actions, function(a, b) return sum[a] > sum[b] end)
    local lead = (sum[actions[1]] - sum[actions[2]]) / visits
    local error = found.moves[1].error or math.huge -- nil after one world
    if stage == 3 or lead > clear * error then return actions[1] end
    local half = math.max((#actions + 1) // 2, 2)
    search.moves = table.move(actions, 1, half, 1, {})
  end
end

--- The action that the closed net values most, where each seat plays alone; nil
--- elsewhere, in the last tricks, and under rules that it has not learned.
local function valued(self, view)
  if closed and view.rules.side_n > 2 and #view.hand > self.options.last then
    return (closed:choose(view))
  end
end

local function bid(self, view)
  local options = self.options
  return valued(self, view)
    or halved(self, view, options.bids * options.sims) or view:quick()
end

local function change(self, view)
  local options, moves = self.options, view:legal()
  local cards, sides = #view.hand, view.rules.side_n
  local best = valued(self, view)
  if best then return best end
  if cards > options.change then return nil end -- keep
  return sides == 2 and cards <= options.ending and solved(self, view, moves)
    or halved(self, view, options.sims) or view:quick()
end

local function play(self, view)
  local options, moves = self.options, view:legal()
  local cards, sides = #view.hand, view.rules.side_n
  if #moves == 1 then return moves[1] end
  local best = valued(self, view) or sides == 2 and cards <= options.ending
    and solved(self, view, moves)
  if best then return best end
  if sides == 2 and cards > (open and options.last or options.tree) then
    return halved(self, view, options.sims) or view:quick()
  end
  local search = search_of(self, view, "ismcts", options.sims)
  local found = view:search(search)
  if found then view:note(found, search.objective) end
  return found and found.best or view:quick()
end

--- To a variant's question, of as much weight as a bid.
local function answer(self, view)
  local known = valued(self, view)
  if known then return known end
  local sims = self.options.bids * self.options.sims
  local best, found = view:weigh(search_of(self, view, "flat", sims))
  if found then view:note(found, "lead") end
  return best -- nil, which gives the default, if no world fits
end

---@type aurum.bot
return {
  name = "alchemist",
  api = 2,
  options = {
    sims = 1495, -- playouts for an answer, at most
    bids = 4, -- times as many playouts for a bid, or for an answer
    left = 3, -- cards in hand at which a playout stops and is evaluated
    change = 4, -- cards in hand, at most, to change a bid
    price = 2, -- points that a change must gain beyond keeping
    last = 3, -- cards in hand, at most, to do without nets
    weight = 1, -- of the value by the closed net, relative to that by the open
    tree = 5, -- cards in hand, at most, to search two sides as a tree
    plain = 0.35, -- chance of a seat of more sides to play plainly in a playout
    rivals = 3, -- cards in hand, at most, where more sides share the tree
    ending = 3, -- cards in hand, at most, to solve two sides
    worlds = 12, -- worlds to solve for a card or a change
    nodes = 8000, -- positions to visit for such a world
    roots = 1, -- parts of a search, which threads of the host share
  },
  start = start,
  bid = bid,
  change = change,
  play = play,
  answer = answer,
}
