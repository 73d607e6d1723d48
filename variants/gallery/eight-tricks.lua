-- House rule: a round has at most eight tricks. It answers a wish of reviews:
-- that rounds be shorter. Hands stay as long as they were, so players choose
-- which cards they never play.
return {
  name = "eight-tricks",
  title = "eight tricks",

  rules = {
    "A round has at most eight tricks: a seat that would lead a ninth passes, "
      .. "which ends the round.",
  },

  lead = function(s, cards, pass)
    if s.finished < 8 then return cards, pass end
    return s:set {}, true
  end,
}
