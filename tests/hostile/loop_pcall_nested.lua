-- Swallows what would stop it at every depth.
return {
  bid = function(_, view)
    local function spin(n)
      if n == 0 then while true do end end
      while true do pcall(spin, n - 1) end
    end
    spin(50)
  end,
  play = function(_, view) return view:random() end,
}
