-- Hoards where the next game might find it.

Hoard = Hoard or {}
assert(#Hoard == 0, "the game before left something")
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view)
    for _ = 1, 10000 do Hoard[#Hoard + 1] = { 1 } end
    return view:random()
  end,
}
