-- lowball: goes for gold. It bids low and plays low, since the lowest card of a
-- trick takes gold of its rank from the supply.

--- The card of greatest `worth`; the first of equals.
local function best(cards, worth)
  local found, most
  for card in cards:each() do
    local w = worth(card)
    if not found or w > most then found, most = card, w end
  end
  return found
end

---@type aurum.bot
return {
  name = "lowball",
  api = 2,

  -- Bids the lowest card of the hand: a bid that is easy to make.
  bid = function(_, view)
    return view.hand:lowest()
  end,

  -- Has no `change`: it keeps its gold.

  play = function(_, view)
    local base = view:legal_cards():base()
    if #base == 0 then -- keep the gold, where one may pass: that comes last
      local legal = view:legal()
      return legal[#legal]
    end
    local supplied = {} -- ranks of gold in the supply
    for gold in view.supply:each() do supplied[gold.rank] = true end
    -- A low card, rather one whose gold is still in the supply.
    return best(base, function(card)
      return (supplied[card.rank] and 3 or 0) - card.rank
    end)
  end,

  -- A variant's questions say nothing to it.
  answer = function(_, view) return view:quick() end,
}
