-- A hundred thousand samples, again and again.
return {
  bid = function(_, view)
    local held = {}
    for i = 1, 1 << 60 do held[i] = view:sample(100000) end
  end,
  play = function(_, view) return view:random() end,
}
