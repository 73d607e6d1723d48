-- expect: ?
return {
  name = "award-no-gold",
  award = function(_, seat)
    return seat, "Z7"
  end,
}
