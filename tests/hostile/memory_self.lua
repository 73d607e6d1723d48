-- Hoards a little at each call, for good.
local held = {}
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    for _ = 1, 400000 do held[#held + 1] = { 1 } end
    return view:random()
  end,
}
