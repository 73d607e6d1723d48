-- House rule: each seat gets rid of a card that it does not want. Nobody else
-- sees it, so that no player can count the deck to its end.
return {
  name = "bury",
  title = "bury",
  api = 2,

  extras = "hidden", -- else the cards would lie face up among them

  rules = {
    "After the deal each seat buries a card of its hand: it takes no part in "
      .. "the round. Only that seat sees the card.",
  },

  vars = { buried = "round" }, -- 1 once the cards are buried

  questions = { {
    name = "bury",
    text = "Each seat buries a card of its hand.",
    when = "deal",
    secret = true,

    next = function(s)
      if s.vars.buried == 1 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,

    -- A card of the middle rank neither wins tricks nor takes gold.
    default = function(s)
      local middle, best, least = s.rules.ranks[2] // 2 + 1, nil, nil
      for card in s.hand:each() do
        local off = math.abs(card.rank - middle)
        if not least or off < least then best, least = card, off end
      end
      return best
    end,

    done = function(s, answers)
      s.vars.buried = 1
      for seat, card in pairs(answers) do s:move(card, seat, "extras") end
    end,
  } },
}
