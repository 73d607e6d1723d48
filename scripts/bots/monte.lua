-- monte: tries every move in many worlds, and plays the best of them.
--
-- Flat Monte Carlo (Ginsberg, GIB: Imperfect Information in a Computationally
-- Challenging Game, 2001). The search draws determinizations ("worlds"): full
-- deals that agree with all that the seat knows. It makes each move in every
-- world and plays the round on with the policy "quick". A move is worth its
-- side's margin over the others' points.
--
-- A change of bid must beat keeping the bid by a price. Playouts hardly show
-- what the gold would be good for later, and the highest of many estimates is
-- too high. The price is worth 4 points a round.
--
-- The last cards of two sides need no playouts: with all hands known, a solver
-- finds the best card of each world and what every other card loses, changes of
-- bid included. Where it cannot finish half of the worlds, monte makes playouts
-- as before. With more sides nothing is solved: the solver would let all others
-- play together against one, which is too pessimistic.

--- The card that loses least over solved worlds, the first of equals; nil if
--- fewer than half of the worlds could be solved.
local function solved(self, view, moves)
  local lost, best, count = {}, 1, 0
  local worlds = view:sample(self.options.worlds) or {}
  for i in ipairs(moves) do lost[i] = 0 end
  for _, world in ipairs(worlds) do
    local found = world:solve { nodes = 8000 }
    count = count + (found.exact and 1 or 0)
    for i, move in ipairs(found.moves) do
      lost[i] = lost[i] + math.max(found.lo - move.hi, 0)
    end
  end
  for i in ipairs(moves) do
    if lost[i] < lost[best] then best = i end
  end
  if count > 0 and 2 * count >= #worlds then return moves[best] end
end

local function choose(self, view)
  local options, legal = self.options, view:legal()
  if #legal == 1 then return legal[1] end
  local two = view.rules.side_n == 2
  if two and view.phase == "play" and #view.hand <= options.ending then
    local best = solved(self, view, legal)
    if best then return best end
  end
  local found = view:search { method = "flat", sims = options.sims }
  if not found then return view:quick() end -- no world fits
  local best, most
  for _, move in ipairs(found.moves) do
    local price = move.action.kind == "change" and options.price or 0
    if not best or move.mean - price > most then
      best, most = move.action, move.mean - price
    end
  end
  return best
end

---@type aurum.bot
return {
  name = "monte",
  api = 2,
  options = {
    sims = 1000, -- playouts for an answer
    price = 2, -- points that a change must gain beyond keeping
    ending = 3, -- cards in hand, at most, to solve two sides
    worlds = 12, -- worlds to solve for a card
  },
  bid = choose,
  change = choose,
  play = choose,
  answer = choose, -- to a variant's question
}
