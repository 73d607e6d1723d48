-- House rule: equal cards at the top cancel each other. The highest card that
-- stands alone wins the trick; if none does, nobody wins it. Who takes gold and
-- who leads stays as it is.

--- Whether no other of the cards is as strong as the one at that place.
local function stands_alone(cards, place)
  for other, card in ipairs(cards) do
    if other ~= place and card.power == cards[place].power then return false end
  end
  return true
end

return {
  name = "nullify",
  title = "nullify",

  winner = function(s, _, ...)
    local cards = { ... }
    local best
    for place, card in ipairs(cards) do
      if (not best or card.power > cards[best].power)
        and stands_alone(cards, place) then
        best = place
      end
    end
    return best and s:seat_at(best)
  end,
}
