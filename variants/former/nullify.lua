-- House rule: equal cards at the top cancel each other. The highest card that
-- stands alone wins the trick; if none does, nobody wins it. Who takes gold and
-- who leads stays as it is.
return {
  name = "nullify",
  title = "nullify",

  -- The cards of the trick come after the seat that would win it, in the order
  -- they were played. This is asked for each trick, so it keeps no table of
  -- powers but a bit for each: a power is a number from 0 to 63.
  winner = function(s, _, ...)
    local cards = { ... }
    local seen, twice = 0, 0
    for place = 1, #cards do
      local bit = 1 << cards[place].power
      twice = twice | seen & bit
      seen = seen | bit
    end
    local best, winner = -1, nil
    for place = 1, #cards do
      local power = cards[place].power
      if power > best and twice >> power & 1 == 0 then
        best, winner = power, place
      end
    end
    return winner and s:seat_at(winner)
  end,
}
