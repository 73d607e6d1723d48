-- expect: variant en-2023+legal-nothing: hook 'legal': legal-nothing.lua:4: it returned nothing
return {
  name = "legal-nothing",
  legal = function(_, cards, pass)
    if pass then return cards, pass end
  end,
}
