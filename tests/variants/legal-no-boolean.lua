-- expect: ?
return {
  name = "legal-no-boolean",
  legal = function(_, cards)
    return cards, "no"
  end,
}
