-- expect: ?
return {
  name = "legal-changes-facts",
  legal = function(s, cards, pass)
    s.hand = s.hand:base()
    return cards, pass
  end,
}
