-- Swallows whatever would stop it, again and again.
return {
  bid = function(_, view)
    local function spin() while true do end end
    while true do pcall(spin) end
  end,
  play = function(_, view) return view:random() end,
}
