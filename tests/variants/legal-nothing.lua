-- expect: ?
return {
  name = "legal-nothing",
  legal = function(_, cards, pass)
    if pass then return cards, pass end
  end,
}
