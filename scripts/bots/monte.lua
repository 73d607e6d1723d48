-- monte: tries all it may do in many worlds, and does what came out best.
--
-- Flat Monte Carlo (Ginsberg, GIB: Imperfect Information in a Computationally
-- Challenging Game, 2001): worlds are drawn that agree with all the seat knows,
-- each move is made in the same of them, and the round is played on by the quick
-- policy. What counts is the margin over the other sides' points, on average.
--
-- The last cards of a round need no playing on: in each world it is known which
-- move is best if everybody sees every hand, and what another loses at least.

--- The card that loses least in the solved worlds; the first of equals.
local function solved(view, worlds)
  local lost, moves = {}, view:legal()
  for _, world in ipairs(view:sample(worlds) or {}) do
    local found = world:solve { changes = "none", nodes = 10000 }
    for i, move in ipairs(found.moves) do
      lost[i] = (lost[i] or 0) + math.max(found.lo - move.hi, 0)
    end
  end
  local best = 1
  for i in ipairs(lost) do
    if lost[i] < lost[best] then best = i end
  end
  return moves[best]
end

--- The moves compared, the one with the highest mean first; nil if no world was
--- found, as may happen under a variant's hooks.
local function compared(self, view)
  local found = view:search { method = "flat", sims = self.options.sims }
  return found and found.moves
end

--- What `keep` came to.
local function kept(moves)
  for _, move in ipairs(moves) do
    if move.action.kind == "keep" then return move end
  end
end

return {
  name = "monte",
  api = 1,
  options = {
    sims = 1000, -- simulations for an answer, some milliseconds
    price = 1.0, -- points by which a change of bid must be better than none
    ending = 3, -- cards in hand from which on it solves,
    worlds = 20, -- so many worlds
  },

  bid = function(self, view)
    local moves = compared(self, view)
    return moves and moves[1].action or view:quick()
  end,

  change = function(self, view)
    local moves = compared(self, view)
    if not moves then return view:quick() end
    local least = kept(moves).mean + self.options.price
    return moves[1].mean > least and moves[1].action or nil
  end,

  play = function(self, view)
    local legal, options = view:legal(), self.options
    if #legal == 1 then return legal[1] end
    if #view.hand <= options.ending then
      return solved(view, options.worlds)
    end
    local moves = compared(self, view)
    return moves and moves[1].action or view:quick()
  end,
}
