-- hasty: ends the round early. A seat that holds no card of a suit still open
-- may pass, and a pass ends the round at once. So hasty plays its short suits
-- first, and passes as soon as its side has made its bid. The others are then
-- left with the bids that they have not made yet.
--
-- It wins tricks only until the bid is made, and it never changes a bid.

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

--- The card of the shortest suit of the hand, at least as powerful as `least`;
--- of equal ones that with the lowest rank. nil if there is none.
local function thinnest(cards, hand, least)
  local found, fewest
  for card in cards:each() do
    local n = #hand:suit(card.suit)
    if power(card) >= least and (not found or n < fewest
      or (n == fewest and card.rank < found.rank)) then
      found, fewest = card, n
    end
  end
  return found
end

---@type aurum.bot
return {
  name = "hasty",
  api = 2,
  options = { share = 0.5 }, -- tricks that the highest card wins

  -- Bids the card nearest to the tricks that the high cards should win.
  bid = function(self, view)
    local top, tricks = view.rules.ranks[2], 0
    for card in view.hand:each() do
      tricks = tricks + self.options.share * (card.rank / top) ^ 2
    end
    if view.partner then tricks = 2 * tricks end -- the partner wins as many
    local choice, nearest
    for card in view.hand:each() do
      local off = math.abs(card.rank - tricks)
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
      local best = thinnest(base, view.hand, highest)
      if best then return best end
      for gold in cards:gold():each() do -- the cheapest that wins
        if power(gold) >= highest then return gold end
      end
    end
    local legal = view:legal() -- of which pass is the last, where one may pass
    return thinnest(base, view.hand, 0) or legal[#legal] -- with only gold: pass
  end,

  -- A variant's questions say nothing to it.
  answer = function(_, view) return view:quick() end,
}
