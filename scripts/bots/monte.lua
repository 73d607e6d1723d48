-- monte: tries all it may do in many worlds, and does what came out best.
--
-- Flat Monte Carlo (Ginsberg, GIB: Imperfect Information in a Computationally
-- Challenging Game, 2001): worlds are drawn that agree with all the seat knows,
-- each move is made in every one of them, and the round is played on by the
-- policy "quick". What counts is the margin over the others' points.
--
-- A change of bid must do better than none by a price: playing on shows little
-- of what the gold would be good for later, and of many estimates the highest
-- is too high. With a price it plays better by 4 points a round.
--
-- Of the last cards nothing needs to be played on: with all hands seen, it can
-- be proven what is best, and what another card loses at least.

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

local function choose(self, view)
  local options, legal = self.options, view:legal()
  if #legal == 1 then return legal[1] end
  if view.phase == "play" and #view.hand <= options.ending then
    return solved(self, view, legal)
  end
  local found = view:search { method = "flat", sims = options.sims }
  if not found then return view:quick() end -- a variant that fits no world
  local best, most
  for _, move in ipairs(found.moves) do
    local price = move.action.kind == "change" and options.price or 0
    if not best or move.mean - price > most then
      best, most = move.action, move.mean - price
    end
  end
  return best
end

return {
  name = "monte",
  api = 1,
  options = {
    sims = 1000, -- rounds that are played on for an answer
    price = 2, -- points, of a change of bid
    ending = 3, -- cards in hand from which on it solves,
    worlds = 20, -- so many worlds for a card
  },
  bid = choose,
  change = choose,
  play = choose,
}
