-- Addresses, through everything that makes text.
return {
  bid = function(_, view)
    local t = {}
    for _, v in ipairs { t, print, view, view.legal, view.rules, view.hand } do
      assert(not tostring(v):find "0x", tostring(v))
      assert(not string.format("%s", v):find "0x")
      assert(not pcall(string.format, "%p", v))
      local _, problem = pcall(error, v)
      assert(not tostring(problem):find "0x")
    end
    error(t)
  end,
  play = function(_, view) return view:random() end,
}
