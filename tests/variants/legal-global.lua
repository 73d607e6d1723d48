-- expect: ?
return {
  name = "legal-global",
  legal = function(_, cards, pass)
    asked = (asked or 0) + 1
    return cards, pass
  end,
}
