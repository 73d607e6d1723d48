-- expect: ?
return {
  name = "winner-hoards",
  winner = function(_, seat)
    local text = "gold"
    while #text > 0 do text = text .. text end
    return seat
  end,
}
