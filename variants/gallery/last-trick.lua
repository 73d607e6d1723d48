-- House rule: the last trick counts. Since a pass may end a round at any trick
-- after the first few, nobody is sure which one will be the last.
return {
  name = "last-trick",
  title = "last trick",

  rules = {
    "The side that won the last full trick of a round scores 3 points more.",
  },

  vars = { last = "round" }, -- the side that won the last trick so far

  winner = function(s, seat)
    s.vars.last = seat and s:side_of(seat) or 0
    return seat
  end,

  gold_points = function(s, side, points)
    return s.vars.last == side and points + 3 or points
  end,
}
