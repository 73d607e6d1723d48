-- expect: variant en-2023+award-not-there: hook 'award': award-not-there.lua:4: G4 is not in the supply
return {
  name = "award-not-there",
  award = function(_, seat)
    return seat, "G4"
  end,
}
