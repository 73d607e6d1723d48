-- House rule: equal high cards cancel each other. The highest card without an
-- equal wins the trick; if there is none, nobody wins it. The rules for taking
-- gold and for the next lead stay as they are.
return {
  name = "nullify",
  title = "nullify",

  -- `...` are the cards of the trick in playing order. This hook is asked for
  -- each trick, so it is made fast: a set of powers is an integer with a bit
  -- for each power, 0 to 63, rather than a table.
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
