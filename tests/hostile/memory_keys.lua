-- A table of texts.
return {
  bid = function(_, view)
    local t = {}
    for i = 1, 1 << 60 do t[("key"):rep(300) .. i] = true end
  end,
  play = function(_, view) return view:random() end,
}
