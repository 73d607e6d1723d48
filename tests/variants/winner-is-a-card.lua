-- expect: ?
return {
  name = "winner-is-a-card",
  winner = function(_, _, first)
    return first
  end,
}
