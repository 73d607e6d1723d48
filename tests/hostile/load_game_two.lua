-- Loads once, then never again.
Games = 1
if math.random(2) == 1 then while true do end end
return {
  bid = function(_, view) return view:random() end,
  play = function(_, view) return view:random() end,
}
