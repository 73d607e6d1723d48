-- House rule: the first player names a trump when all bids are laid. Cards of
-- that suit beat all other base metals, and gold beats them. The trump has no
-- say in the award and the lead: the lowest rank takes the gold and leads.
return {
  name = "trump",
  title = "trump",
  api = 2,

  rules = {
    { "When all bids are laid, the first player names a suit: it is trump in "
      .. "this round.", where = { trump = "none" } },
    { "The first player names no trump, since there is one already (3.3).",
      of = {}, unless = { trump = "none" } },
    { "A trump beats all other base cards, and gold beats it.",
      of = "trump", where = { trick_to = "highest", trump = "none" } },
    { "The lowest trump wins the trick. Without a trump, the lowest base card "
      .. "wins.", of = "trump",
      where = { trick_to = "lowest", trump = "none" } },
    { "The trump changes neither who takes gold nor who leads.", of = {} },
  },

  questions = { {
    name = "trump",
    text = "The first player names the suit that is trump in this round.",
    when = "bids",
    words = "suits",

    -- Asked again after the answer, so it is finished once there is a trump.
    next = function(s) return not s.trump and s.first or nil end,

    -- The suit of which the hand has most cards, and of several the highest.
    default = function(s)
      local best, most = nil, -1
      for suit in s.rules.suits:gmatch "." do
        local n = #s.hand:suit(suit)
        if n >= most then best, most = suit, n end
      end
      return best
    end,

    done = function(s, answers) s:set_trump(answers[s.first]) end,
  } },
}
