-- lowball: goes for gold. It bids low, plays low to be the lowest card of the
-- trick, and takes the gold that the supply still has for it.

--- The card of `cards` that `worth` says is best; the first of equals.
local function best(cards, worth)
  local found, most
  for card in cards:each() do
    local w = worth(card)
    if not found or w > most then found, most = card, w end
  end
  return found
end

return {
  name = "lowball",
  api = 1,

  -- The lowest card of the hand: a bid that is hard to miss.
  bid = function(_, view)
    return view.hand:lowest()
  end,

  -- No `change`: gold is for keeping.

  play = function(_, view)
    local base = view:legal_cards():base()
    if #base == 0 then return nil end -- pass, and keep the gold
    local supplied = {} -- by rank
    for gold in view.supply:each() do supplied[gold.rank] = true end
    -- A low card, and rather one whose gold is there to be taken.
    return best(base, function(card)
      return (supplied[card.rank] and 3 or 0) - card.rank
    end)
  end,
}
