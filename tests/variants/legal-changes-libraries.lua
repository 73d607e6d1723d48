-- expect: ?
return {
  name = "legal-changes-libraries",
  legal = function(_, cards, pass)
    math.pi = 3
    return cards, pass
  end,
}
