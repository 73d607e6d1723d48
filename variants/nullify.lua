-- House rule: equal cards cancel each other. If the winning card has an equal,
-- the next card without one wins the trick; if there is none, nobody wins it. A
-- trump is above all other base cards and so equals none of them. The rules for
-- taking gold and for the next lead stay as they are.
return {
  name = "nullify",
  title = "nullify",

  rules = {
    { "If several equal cards would win a trick, they cancel each other, and "
      .. "the next lower card without an equal wins it.",
      where = { trick_to = "highest" } },
    { "If several equal cards would win a trick, they cancel each other, and "
      .. "the next higher card without an equal wins it.",
      where = { trick_to = "lowest" } },
    "If every card has an equal, nobody wins the trick. Who takes gold "
      .. "and who leads stay as they are.",
    { "A trump equals no other card.", where = { trumps = true } },
  },

  -- `seat` would win without this rule: by the highest card or, under other
  -- rules, by the lowest. `...` are the cards in playing order. This hook is
  -- asked for each trick, so it is made fast: a set of powers is an integer
  -- with a bit for each power, 0 to 63, rather than a table.
  winner = function(s, seat, ...)
    if not seat then return nil end
    local cards = { ... }
    local at = (seat - s.leader) % #cards + 1 -- its place in the trick
    local power, trump = cards[at].power, s.trump
    if trump and cards[at].suit == trump then return seat end
    local seen, twice, best = 0, 0, nil -- `best` is the place of the best trump
    for place = 1, #cards do
      local bit = 1 << cards[place].power
      if not trump or cards[place].suit ~= trump then
        twice = twice | seen & bit
        seen = seen | bit
      elseif not best or cards[place].power > cards[best].power then
        best = place
      end
    end
    if twice >> power & 1 == 0 then return seat end

    -- From the lowest card upwards, or downwards; gold, from 32 on, never wins
    -- as a low card.
    local from, to, step = power - 1, 0, -1
    if not best and seen & (1 << power) - 1 == 0 then
      from, to, step = power + 1, 31, 1
    end
    for other = from, to, step do
      if best and other < 32 then return s:seat_at(best) end -- below all gold
      if (seen & ~twice) >> other & 1 == 1 then
        for place = 1, #cards do
          if cards[place].power == other then return s:seat_at(place) end
        end
      end
    end
    return nil
  end,
}
