-- House rule: after the deal, each seat gives its partner a card, all at once.
-- Seats without a partner give it to the left. The two see the card, no other
-- seat does.
return {
  name = "exchange",
  title = "exchange",
  api = 2,

  rules = {
    { "After the deal each seat gives a card of its hand to its partner. All "
      .. "choose before any card is given.", where = { partners = "all" } },
    { "After the deal each seat gives a card of its hand to the seat on its "
      .. "left. All choose before any card is given.",
      where = { partners = "none" } },
    { "After the deal each seat gives a card of its hand to its partner, or "
      .. "without a partner to the seat on its left. All choose before any "
      .. "card is given.", where = { partners = "some" } },
    "Only the two seats see the card.",
  },

  vars = { given = "round" }, -- 1 once the cards are given

  questions = { {
    name = "give",
    text = "Each seat gives a card to its partner, or else to the left.",
    when = "deal",
    secret = true,

    next = function(s)
      if s.vars.given == 1 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do seats[seat] = seat end
      return seats
    end,

    default = function(s) return s.hand:lowest() end,

    done = function(s, answers)
      s.vars.given = 1
      for seat, card in pairs(answers) do
        s:move(card, seat, s:partner_of(seat) or s:left_of(seat))
      end
    end,
  } },
}
