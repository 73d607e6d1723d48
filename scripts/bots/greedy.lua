-- greedy: a short, sensible heuristic, and a file to copy and improve.
--
-- It bids the tricks that its high cards should win. While its side needs
-- tricks it wins them, with gold where no base card does. Otherwise it plays as
-- low as it can, for the gold. It never changes a bid, and it remembers
-- nothing: the view has everything it needs. It also answers the questions of
-- the house rules exchange, trump, stakes and auction.

--- A card's power in the trick: gold beats every base card, and a trump, where
--- there is one, every other base card.
local function power(card, trump)
  return card.gold and 100 + card.rank
    or card.suit == trump and 50 + card.rank or card.rank
end

--- The seat that is winning the trick and the power to beat; nil and 0 before
--- the lead.
local function winning(view)
  local trick, trump, seat, highest = view.trick, view.trump, nil, 0
  for i, card in ipairs(trick.plays) do
    if power(card, trump) >= highest then -- of equal cards the later wins
      seat = (trick.leader + i - 2) % view.rules.players + 1
      highest = power(card, trump)
    end
  end
  return seat, highest
end

--- The tricks that our side should win: half a trick for a card of the highest
--- rank, less for lower ones. A partner wins as many as we do.
local function expected_tricks(view)
  local top, sum = view.rules.ranks[2], 0
  for card in view.hand:each() do
    if card.rank > top / 2 then
      sum = sum + (card.rank / top) ^ 2 * 0.5
    end
  end
  return view.partner and sum * 2 or sum
end

--- The card whose rank is nearest to a number.
local function nearest(cards, number)
  local choice, least
  for card in cards:each() do
    local off = math.abs(card.rank - number)
    if not choice or off < least then choice, least = card, off end
  end
  return choice
end

--- The card to give away: to a partner the lowest, which takes gold, to an
--- opponent a middling one, which is good for neither gold nor tricks.
local function gift(view, cards)
  local ranks = view.rules.ranks
  return view.partner and cards:lowest()
    or nearest(cards, (ranks[1] + ranks[2]) / 2)
end

--- The suit in which the hand has the most ranks.
local function strongest(view, suits)
  local sums, best = {}, nil
  for card in view.hand:each() do
    sums[card.suit] = (sums[card.suit] or 0) + card.rank
  end
  for _, suit in ipairs(suits) do
    if not best or (sums[suit] or 0) > (sums[best] or 0) then best = suit end
  end
  return best
end

--- The word that doubles, if our bid is as high as any other and high enough
--- not to be exceeded; else nil.
local function raise(view, words)
  local bid = view.bid[view.side] or 0
  local safe = bid >= expected_tricks(view)
  for _, other in ipairs(view.bid) do safe = safe and bid >= other end
  for _, word in ipairs(words) do
    if safe and (word == "double" or word == "redouble") then return word end
  end
end

--- The highest call within reach: three tricks more than we would bid, since a
--- call keeps the others' calls low.
local function call(view, numbers)
  local limit, best = expected_tricks(view) + 3, nil
  for _, number in ipairs(numbers) do
    if number <= limit then best = number end
  end
  return best
end

---@type aurum.bot
return {
  name = "greedy",
  api = 2,

  -- Bids the card whose rank is nearest to the tricks that the side should win.
  bid = function(_, view)
    return nearest(view.hand, expected_tricks(view))
  end,

  play = function(_, view)
    local cards = view:legal_cards()
    local base = cards:base()
    local seat, highest = winning(view)
    local partner_wins = seat and seat == view.partner
    if view.need[view.side] > 0 and not partner_wins then
      local trump = view.trump
      local best = trump and base:suit(trump):highest() or base:highest()
      if best and power(best, trump) >= highest then return best end
      for card in cards:gold():each() do -- the cheapest that wins
        if power(card) >= highest then return card end
      end
    end
    local legal = view:legal() -- of which pass is the last, where one may pass
    return base:lowest() or legal[#legal] -- with only gold: keep it
  end,

  -- Another variant may give a question one of these names: so answers are
  -- always choices, and nil, which gives the default, where the kind differs.
  answer = function(_, view, question)
    local q, choices = question, question.choices
    if q.name == "give" and q.cards then return gift(view, choices) end
    if q.name == "trump" and q.words then return strongest(view, choices) end
    if q.name == "stakes" and q.words then return raise(view, choices) end
    if q.name == "call" and q.numbers then return call(view, choices) end
    return view:quick() -- without a better idea
  end,
}
