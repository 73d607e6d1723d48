-- expect: ?
return {
  name = "award-only-seat",
  award = function(_, seat)
    return seat or 1
  end,
}
