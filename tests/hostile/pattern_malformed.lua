-- Patterns cut off wherever it might hurt.
return {
  bid = function(_, view)
    for _, p in ipairs { "%", "[", "[^", "[a-", "[%", "%b", "%bx", "%f", "%f[",
      "(", "(()", ")", "%9", "%1", "[]", "[^]", "*", "^*", "%f%",
      "[a-%", "%g(" } do
      for _, f in ipairs { string.find, string.match, string.gmatch } do
        local good, it = pcall(f, "abc\0()", p)
        if good and type(it) == "function" then pcall(it) end
      end
      pcall(string.gsub, "abc", p, "%9")
    end
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
