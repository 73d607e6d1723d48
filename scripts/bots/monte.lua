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

local function choose(self, view)
  local options, legal = self.options, view:legal()
  if #legal == 1 then return legal[1] end
  local found = view:search { method = "flat", sims = options.sims }
  if not found then return view:quick() end -- no world fits
  view:note(found, "margin")
  local best, most
  for _, move in ipairs(found.moves) do
    local price = move.action.kind == "change" and options.price or 0
    if not best or move.mean - price > most then
      best, most = move.action, move.mean - price
    end
  end
  return best
end

--- To a variant's question: the best answer; the default if that is as good.
local function answer(self, view)
  local best, found = view:weigh { sims = self.options.sims }
  if found then view:note(found, "margin") end
  return best -- nil, which gives the default, if no world fits
end

---@type aurum.bot
return {
  name = "monte",
  api = 2,
  options = {
    sims = 1000, -- playouts for an answer
    price = 2, -- points that a change must gain beyond keeping
    roots = 1, -- parts of a search, which threads of the host share
  },
  bid = choose,
  change = choose,
  play = choose,
  answer = answer,
}
