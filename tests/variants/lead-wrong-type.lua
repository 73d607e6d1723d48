-- expect: variant en-2023+lead-wrong-type: hook 'lead': lead-wrong-type.lua:4: expected a set of cards, got a table value
return {
  name = "lead-wrong-type",
  lead = function(s)
    return { s.hand:lowest() }
  end,
}
