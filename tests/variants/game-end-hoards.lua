-- expect: variant en-2023+game-end-hoards: hook 'game_end': game-end-hoards.lua:4: it took more memory than a variant may (64 MiB)
return {
  name = "game-end-hoards",
  game_end = function(_, over, winners)
    local list = {}
    while #list >= 0 do list[#list + 1] = { winners } end
    return over, winners
  end,
}
