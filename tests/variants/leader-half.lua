-- expect: ?
return {
  name = "leader-half",
  leader = function(_, seat)
    return seat / 2
  end,
}
