-- expect: ?
return {
  name = "lead-wrong-type",
  lead = function(s)
    return { s.hand:lowest() }
  end,
}
