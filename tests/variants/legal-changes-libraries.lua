-- expect: variant en-2023+legal-changes-libraries: hook 'legal': legal-changes-libraries.lua:5: 'math' is read-only
return {
  name = "legal-changes-libraries",
  legal = function(_, cards, pass)
    math.pi = 3
    return cards, pass
  end,
}
