-- House rule: partners may tell each other something, once and within bounds.
-- It answers a wish of reviews: that partners who may not talk could signal.
return {
  name = "signal",
  title = "signal",
  api = 2,

  rules = {
    { "When all bids are laid, each seat shows its partner a card of its hand. "
      .. "No other seat sees the card.", of = "show",
      unless = { partners = "none" } },
    { "A seat without a partner shows none.", where = { partners = "some" } },
    { "Nobody has a partner, so no card is shown.", of = {},
      where = { partners = "none" } },
  },

  vars = { shown = "round" }, -- 1 once the cards are shown

  questions = { {
    name = "show",
    text = "Each seat shows its partner a card.",
    when = "bids",
    secret = true,

    next = function(s)
      if s.vars.shown == 1 then return nil end
      local seats = {}
      for seat = 1, s.rules.players do
        if s:partner_of(seat) then seats[#seats + 1] = seat end
      end
      return seats[1] and seats or nil
    end,

    -- The highest card says most about tricks.
    default = function(s) return s.hand:highest() end,

    done = function(s, answers)
      s.vars.shown = 1
      for seat, card in pairs(answers) do
        s:show(card, seat, s:partner_of(seat))
      end
    end,
  } },
}
