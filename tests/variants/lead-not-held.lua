-- expect: variant en-2023+lead-not-held: hook 'lead': lead-not-held.lua:4: B1 in its answer, which seat 3 does not hold
return {
  name = "lead-not-held",
  lead = function(s)
    return s.rules.deck
  end,
}
