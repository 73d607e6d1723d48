-- Compares texts of 32 MiB: an instruction that takes long.
return {
  bid = function(_, view)
    local a = ("x"):rep(1 << 20)
    while #a < 1 << 25 do a = a .. a end
    local b = a .. "y"
    while true do if b < a then return end end
  end,
  play = function(_, view) return view:random() end,
}
