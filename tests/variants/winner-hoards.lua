-- expect: variant en-2023+winner-hoards: hook 'winner': winner-hoards.lua:4: it took more memory than a variant may (64 MiB)
return {
  name = "winner-hoards",
  winner = function(_, seat)
    local text = "gold"
    while #text > 0 do text = text .. text end
    return seat
  end,
}
