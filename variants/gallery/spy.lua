-- House rule: the lowest rank catches the highest. It answers a wish of
-- reviews: that a 1 be good for more than a single point of gold.
return {
  name = "spy",
  title = "spy",

  rules = {
    "If a card of the highest rank would win a trick, and a card of the lowest "
      .. "rank is in it, the card of the lowest rank wins instead.",
    "Of several cards of the lowest rank, the one played last wins.",
  },

  -- `seat` would win without this rule; `...` are the cards in playing order.
  winner = function(s, seat, ...)
    if not seat then return nil end
    local cards = { ... }
    local low, high = table.unpack(s.rules.ranks)
    local best = cards[(seat - s.leader) % #cards + 1]
    if best.gold or best.rank ~= high then return seat end
    for place = #cards, 1, -1 do
      local card = cards[place]
      if not card.gold and card.rank == low then return s:seat_at(place) end
    end
    return seat
  end,
}
