-- Pieces of a megabyte, joined.
return {
  bid = function(_, view)
    local held, piece = {}, ("x"):rep(1 << 20)
    for i = 1, 1 << 60 do held[i] = piece .. i end
  end,
  play = function(_, view) return view:random() end,
}
