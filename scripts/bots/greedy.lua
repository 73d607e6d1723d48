-- greedy: a short, sensible heuristic, and a file to copy and improve.
--
-- It bids the tricks that its high cards should win. While its side needs
-- tricks it wins them, with gold where no base card does. Otherwise it plays as
-- low as it can, for the gold. It never changes a bid, and it remembers
-- nothing: the view has everything it needs.

--- A card's power in the trick: gold beats every base card.
local function power(card)
  return card.gold and 100 + card.rank or card.rank
end

--- The seat that is winning the trick and the power to beat; nil and 0 before
--- the lead.
local function winning(view)
  local trick, seat, highest = view.trick, nil, 0
  for i, card in ipairs(trick.plays) do
    if power(card) >= highest then -- of equal cards the later wins
      seat = (trick.leader + i - 2) % view.rules.players + 1
      highest = power(card)
    end
  end
  return seat, highest
end

--- The tricks that the hand should win: half a trick for the highest rank, less
--- for lower ones.
local function expected_tricks(view)
  local top, sum = view.rules.ranks[2], 0
  for card in view.hand:each() do
    if card.rank > top / 2 then
      sum = sum + (card.rank / top) ^ 2 * 0.5
    end
  end
  return sum
end

---@type aurum.bot
return {
  name = "greedy",
  api = 1,

  -- Bids the card whose rank is nearest to the tricks that the side should win.
  bid = function(_, view)
    local target = expected_tricks(view)
    if view.partner then target = target * 2 end
    local choice, nearest
    for card in view.hand:each() do
      local off = math.abs(card.rank - target)
      if not choice or off < nearest then choice, nearest = card, off end
    end
    return choice
  end,

  play = function(_, view)
    local cards = view:legal_cards()
    local base = cards:base()
    local seat, highest = winning(view)
    local partner_wins = seat and seat == view.partner
    if view.need[view.side] > 0 and not partner_wins then
      local best = base:highest()
      if best and power(best) >= highest then return best end
      for card in cards:gold():each() do -- the cheapest that wins
        if power(card) >= highest then return card end
      end
    end
    return base:lowest() -- nil if there is only gold: pass and keep it
  end,
}
