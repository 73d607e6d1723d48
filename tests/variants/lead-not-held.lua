-- expect: ?
return {
  name = "lead-not-held",
  lead = function(s)
    return s.rules.deck
  end,
}
