-- expect: ?
return {
  name = "award-not-there",
  award = function(_, seat)
    return seat, "G4"
  end,
}
