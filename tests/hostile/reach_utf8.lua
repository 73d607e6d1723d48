-- Codes and places that are none.
return {
  bid = function(_, view)
    for _, text in ipairs { "\xf4\x9f\xbf\xbf", "\xff", "ab\x80", "\xe4" } do
      for at = -5, 5 do
        pcall(utf8.codepoint, text, at, 10, true)
        pcall(utf8.len, text, at, -1, true)
        pcall(utf8.offset, text, at, at)
      end
      pcall(function() for _ in utf8.codes(text) do end end)
    end
    assert(not pcall(utf8.char, 1 << 31))
    assert(not pcall(utf8.codepoint, "abc", 1, 1 << 40))
    return view:random()
  end,
  play = function(_, view) return view:random() end,
}
